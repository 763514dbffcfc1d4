//===- DescriptorTerms.cpp - Accesses through descriptors as terms --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element (i, j) of a block at (m, n) of a tensor is at base + (m + i) * stride
// 0
// + (n + j) * stride 1, if each coordinate is, as an unsigned number, below the
// size of the tensor; a negative size is 0.
//
//===----------------------------------------------------------------------===//

#include "FunctionTerms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// What a descriptor is made of.
struct DescribedTensor {
  TermRef base;
  llvm::ArrayRef<TermRef> sizes, strides;
  bool isPaddedWithNans;
};

std::optional<DescribedTensor> describedTensor(TermRef descriptor) {
  bool isMade =
      descriptor->kind == TermKind::Whole && descriptor->name != nullptr &&
      OperationName::getFromOpaquePointer(descriptor->name).getStringRef() ==
          tt::MakeTensorDescOp::getOperationName();
  if (!isMade || descriptor->operands.size() % 2 == 0)
    return std::nullopt;
  std::size_t rank = descriptor->operands.size() / 2;
  auto attributes = dyn_cast_or_null<DictionaryAttr>(descriptor->attribute);
  auto padding =
      attributes ? attributes.getAs<tt::PaddingOptionAttr>("padding") : nullptr;
  return DescribedTensor{
      descriptor->operands[0], descriptor->operands.slice(1, rank),
      descriptor->operands.take_back(rank),
      padding && padding.getValue() == tt::PaddingOption::Nan};
}

} // namespace

/// The largest coordinate that is outside, as an unsigned number.
TermRef FunctionTerms::unsignedSize(TermRef size) {
  MLIRContext *context = terms.context();
  Type wide = IntegerType::get(context, 64);
  TermRef positive =
      terms.apply({OperationName(arith::MaxSIOp::getOperationName(), context),
                   {},
                   wide,
                   {terms.signExtended(wide, size), terms.integer(wide, 0)}});
  TermRef limited =
      terms.apply({OperationName(arith::MinSIOp::getOperationName(), context),
                   {},
                   wide,
                   {positive, terms.integer(wide, f2::unit(31))}});
  return terms.apply(
      {OperationName(arith::TruncIOp::getOperationName(), context),
       {},
       size->type,
       {limited}});
}

std::optional<FunctionTerms::BlockAccess>
FunctionTerms::blockAccess(Value descriptor, ValueRange coordinates) {
  std::optional<DescribedTensor> tensor = describedTensor(valueOf(descriptor));
  auto type = cast<tt::TensorDescType>(descriptor.getType());
  llvm::ArrayRef<std::int64_t> shape = type.getShape();
  if (!tensor || tensor->sizes.size() != shape.size() ||
      coordinates.size() != shape.size())
    return std::nullopt;
  MLIRContext *context = terms.context();
  Type wide = IntegerType::get(context, 64),
       narrow = IntegerType::get(context, 32);
  Type element = type.getElementType();
  TermRef isInside = terms.integer(IntegerType::get(context, 1), 1);
  Polynomial offset(64);
  unsigned bits = 0;
  for (std::size_t axis = shape.size(); axis-- != 0;) {
    unsigned count = bitsFor(shape[axis]);
    llvm::SmallVector<unsigned> map;
    for (unsigned bit = 0; bit < count; ++bit)
      map.push_back(bits + bit);
    bits += count;
    TermRef place = terms.pullBack(terms.range(narrow, 0, count),
                                   IndexMap::ofBits(map)),
            first = valueOf(coordinates[axis]);
    Polynomial stride = terms.polynomial(tensor->strides[axis]);
    offset += terms.polynomial(terms.signExtended(wide, first)) * stride;
    offset += terms.polynomial(terms.signExtended(wide, place)) * stride;
    isInside = terms.both(isInside,
                          terms.compareLess(terms.sum(first, place),
                                            unsignedSize(tensor->sizes[axis]),
                                            /*isSigned=*/false));
  }
  auto pointee = tt::PointerType::get(element);
  TermRef pointer =
      terms.apply({OperationName(tt::AddPtrOp::getOperationName(), context),
                   {},
                   pointee,
                   {tensor->base, terms.ofPolynomial(wide, offset)}});
  TypedAttr outside = Builder(context).getZeroAttr(element);
  if (auto number = dyn_cast<FloatType>(element);
      number && tensor->isPaddedWithNans)
    outside = FloatAttr::get(
        number, llvm::APFloat::getQNaN(number.getFloatSemantics()));
  return BlockAccess{pointer, isInside, terms.constant(outside)};
}

/// None of a descriptor that is not made in the function.
std::optional<bool> FunctionTerms::executeBlockAccess(Operation *op) {
  if (auto load = dyn_cast<tt::DescriptorLoadOp>(op)) {
    auto access = blockAccess(load.getDesc(), load.getIndices());
    if (!access)
      return std::nullopt;
    return loadWhere(op, access->pointer, access->isInside, access->outside);
  }
  if (auto store = dyn_cast<tt::DescriptorStoreOp>(op)) {
    auto access = blockAccess(store.getDesc(), store.getIndices());
    if (!access)
      return std::nullopt;
    return storeWhere(op, access->pointer, valueOf(store.getSrc()),
                      access->isInside, {});
  }
  return std::nullopt;
}

} // namespace heddle::equivalence
