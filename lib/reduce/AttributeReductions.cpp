//===- AttributeReductions.cpp - Constants, attributes and operands -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

/// Attributes that ops may have, or not. Whether one is needed, the verifier
/// says.
std::vector<Site> dropAttributes(ModuleOp module) {
  std::vector<Site> sites;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (NamedAttribute each : op->getAttrs()) {
      StringAttr name = each.getName();
      if (isa<TypeAttr>(each.getValue()) ||
          name == SymbolTable::getSymbolAttrName() || name == "arg_attrs" ||
          name == "res_attrs" || name.getValue().ends_with("SegmentSizes"))
        continue;
      sites.emplace_back([op, name] { op->removeAttr(name); });
    }
  });
  return sites;
}

/// Of arguments of functions, one by one.
std::vector<Site> dropArgumentAttributes(ModuleOp module) {
  std::vector<Site> sites;
  for (auto function : module.getOps<FunctionOpInterface>())
    for (unsigned index = 0; index < function.getNumArguments(); ++index)
      for (NamedAttribute each : function.getArgAttrs(index))
        sites.emplace_back([function, index, name = each.getName()]() mutable {
          function.removeArgAttr(index, name);
        });
  return sites;
}

/// Operands that an op may have, or not, such as the mask of a load: those of a
/// segment of operands.
void dropSegment(Operation *op, unsigned segment) {
  constexpr llvm::StringLiteral Name = "operandSegmentSizes";
  auto sizes = op->getAttrOfType<DenseI32ArrayAttr>(Name);
  if (!sizes)
    return;
  llvm::SmallVector<std::int32_t> changed(sizes.asArrayRef());
  unsigned begin = 0;
  for (unsigned index = 0; index < segment; ++index)
    begin += static_cast<unsigned>(changed[index]);
  op->eraseOperands(begin, static_cast<unsigned>(changed[segment]));
  changed[segment] = 0;
  op->setAttr(Name, DenseI32ArrayAttr::get(op->getContext(), changed));
}

/// May the op have a different number of operands, so that one may be optional?
bool hasOptional(Operation *op) {
  return op->hasTrait<OpTrait::VariadicOperands>() ||
         op->hasTrait<OpTrait::AtLeastNOperands<1>::Impl>() ||
         op->hasTrait<OpTrait::AtLeastNOperands<2>::Impl>() ||
         op->hasTrait<OpTrait::AtLeastNOperands<3>::Impl>() ||
         op->hasTrait<OpTrait::AtLeastNOperands<4>::Impl>();
}

std::vector<Site> dropOperands(ModuleOp module) {
  std::vector<Site> sites;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto sizes = op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
    if (!sizes && hasOptional(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
        op->getNumRegions() == 0 && !isa<CallOpInterface>(op)) {
      // Those that are applied together go from the last to the first.
      for (unsigned index = 0; index < op->getNumOperands(); ++index)
        sites.emplace_back([op, index] { op->eraseOperand(index); });
      return;
    }
    if (!sizes)
      return;
    for (auto [segment, size] : llvm::enumerate(sizes.asArrayRef()))
      if (size > 0)
        sites.emplace_back([op, index = static_cast<unsigned>(segment)] {
          dropSegment(op, index);
        });
  });
  return sites;
}

/// The attribute with another number in place of all; null for none.
TypedAttr withNumber(TypedAttr old, std::int64_t number) {
  if (auto integer = dyn_cast<IntegerAttr>(old))
    return IntegerAttr::get(integer.getType(),
                            APInt(integer.getValue().getBitWidth(),
                                  static_cast<std::uint64_t>(number),
                                  /*isSigned=*/true, /*implicitTrunc=*/true));
  if (isa<FloatAttr>(old))
    return FloatAttr::get(old.getType(), static_cast<double>(number));
  auto dense = dyn_cast<DenseElementsAttr>(old);
  if (!dense || dense.empty())
    return {};
  auto first = dyn_cast<TypedAttr>(*dense.getValues<Attribute>().begin());
  TypedAttr element = first ? withNumber(first, number) : TypedAttr();
  return element ? TypedAttr(DenseElementsAttr::get(dense.getType(),
                                                    Attribute(element)))
                 : TypedAttr();
}

template <std::int64_t Number>
std::vector<Site> shrinkConstants(ModuleOp module) {
  std::vector<Site> sites;
  module.walk<WalkOrder::PreOrder>([&](arith::ConstantOp constant) {
    TypedAttr changed = withNumber(constant.getValue(), Number);
    if (changed && changed != constant.getValue())
      sites.emplace_back(
          [constant, changed]() mutable { constant.setValueAttr(changed); });
  });
  return sites;
}

/// The positive integers of constants, halved.
std::vector<Site> halveConstants(ModuleOp module) {
  std::vector<Site> sites;
  module.walk<WalkOrder::PreOrder>([&](arith::ConstantOp constant) {
    auto number = dyn_cast<IntegerAttr>(constant.getValue());
    if (!number || number.getValue().getActiveBits() > 63 ||
        number.getValue().sle(1))
      return;
    TypedAttr changed = withNumber(number, number.getInt() / 2);
    sites.emplace_back(
        [constant, changed]() mutable { constant.setValueAttr(changed); });
  });
  return sites;
}

/// Where parts of memory and of tensors begin.
std::vector<Site> clearOffsets(ModuleOp module) {
  std::vector<Site> sites;
  constexpr llvm::StringLiteral Name = "offsets";
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto offsets = op->getAttrOfType<DenseI32ArrayAttr>(Name);
    if (offsets && llvm::any_of(offsets.asArrayRef(),
                                [](std::int32_t each) { return each != 0; }))
      sites.emplace_back([op, offsets, name = Name] {
        llvm::SmallVector<std::int32_t> zeros(offsets.size(), 0);
        op->setAttr(name, DenseI32ArrayAttr::get(op->getContext(), zeros));
      });
  });
  return sites;
}

} // namespace

llvm::ArrayRef<Reduction> attributeReductions() {
  static const Reduction list[] = {
      {"drop-operands", "leave out masks and other operands that ops may lack",
       dropOperands},
      {"drop-argument-attributes",
       "take what is promised of arguments from them", dropArgumentAttributes},
      {"drop-attributes", "take attributes from ops and from the module",
       dropAttributes},
      {"offsets-to-0", "let parts of memory begin where it begins",
       clearOffsets},
      {"constants-to-0", "make constants 0", shrinkConstants<0>},
      {"constants-to-1", "make constants 1", shrinkConstants<1>},
      {"halve-constants", "halve integer constants", halveConstants},
  };
  return list;
}

} // namespace heddle::reduction
