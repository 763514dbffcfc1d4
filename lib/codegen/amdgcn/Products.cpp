//===- Products.cpp - MFMA and WMMA ---------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product is an intrinsic of LLVM: its name is the mnemonic of the table,
/// with points for underscores, its types are the intrinsic's.
///
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "heddle/codegen/common/ProductOperands.h"
#include "heddle/codegen/common/Requirements.h"
#include "heddle/codegen/common/Words.h"
#include "llvm/IR/Intrinsics.h"

#include <algorithm>
#include <map>

namespace heddle::codegen::amdgcn {

using namespace mlir;

namespace {

/// "llvm.amdgcn.mfma.f32.32x32x8bf16.1k" for "v_mfma_f32_32x32x8bf16_1k".
std::string intrinsicName(std::string mnemonic) {
  std::ranges::replace(mnemonic, '_', '.');
  return "llvm.amdgcn." + mnemonic.substr(std::string_view("v_").size());
}

/// Registers of one size as one value of the type.
llvm::Value *joined(EmissionContext &context,
                    llvm::ArrayRef<llvm::Value *> registers, llvm::Type *type) {
  llvm::IRBuilder<> &builder = context.builder;
  if (registers.size() == 1)
    return builder.CreateBitCast(registers.front(), type);
  llvm::Value *vector = llvm::PoisonValue::get(llvm::FixedVectorType::get(
      registers.front()->getType(), static_cast<unsigned>(registers.size())));
  for (auto [index, each] : llvm::enumerate(registers))
    vector = builder.CreateInsertElement(vector, each, index);
  return builder.CreateBitCast(vector, type);
}

/// What instructions with scales call a factor's elements. (CDNA4 ISA,
/// "Matrix fused multiply-add with scaling": cbsz, blgp.)
unsigned formatOf(ScalarType type) {
  switch (type) {
  case ScalarType::E4M3:
    return 0;
  case ScalarType::E5M2:
    return 1;
  case ScalarType::E2M3:
    return 2;
  case ScalarType::E3M2:
    return 3;
  default:
    return 4;
  }
}

/// The products of an `mma` or a `scaled_mma`, which differ in what multiplies.
template <class Op> class ProductEmitter {
public:
  ProductEmitter(EmissionContext &context, Op mma)
      : context(context), mma(mma), product(mma.getInstruction()),
        row(*product.findOfWarp()),
        a(operand(mma.getA(), MatrixOperand::A, Singles::Words)),
        b(operand(mma.getB(), MatrixOperand::B, Singles::Words)),
        c(operand(mma.getC(), MatrixOperand::C, Singles::Floats)),
        sumType(
            llvm::FixedVectorType::get(c.values.front()->getType(), c.count)) {}

  LogicalResult emit();

private:
  ProductOperand operand(Value value, MatrixOperand which, Singles singles) {
    return productOperand(context, value, product, row, which, singles);
  }
  /// The type that the instruction has for a factor of a WMMA.
  llvm::Type *wmmaType(ScalarType type, unsigned words) const;
  /// What the intrinsic is overloaded by.
  llvm::SmallVector<llvm::Type *> overloads() const;
  bool declare();
  /// The product of this number, and the same with scales.
  llvm::Value *multiply(std::size_t number, simt::MmaOp,
                        llvm::ArrayRef<llvm::Value *> left,
                        llvm::ArrayRef<llvm::Value *> right, llvm::Value *sum);
  llvm::Value *multiply(std::size_t number, simt::ScaledMmaOp scaled,
                        llvm::ArrayRef<llvm::Value *> left,
                        llvm::ArrayRef<llvm::Value *> right, llvm::Value *sum);
  /// Keeps the instruction that makes the sum in its block.
  void keepHere(llvm::Value *sum);
  /// One of those that make a product.
  llvm::Value *multiplyOnce(llvm::ArrayRef<llvm::Value *> left,
                            llvm::ArrayRef<llvm::Value *> right,
                            llvm::Value *sum, unsigned part);

  EmissionContext &context;
  Op mma;
  simt::ProductAttr product;
  const MatrixInstruction &row;
  ProductOperand a, b, c;
  llvm::Type *sumType;
  llvm::Function *function = nullptr;
};

template <class Op>
llvm::Type *ProductEmitter<Op>::wmmaType(ScalarType type,
                                         unsigned words) const {
  llvm::IRBuilder<> &builder = context.builder;
  switch (type) {
  case ScalarType::F16:
    return llvm::FixedVectorType::get(builder.getHalfTy(), 2 * words);
  case ScalarType::BF16:
    return llvm::FixedVectorType::get(row.set == MatrixSet::Gfx1250
                                          ? builder.getBFloatTy()
                                          : builder.getInt16Ty(),
                                      2 * words);
  case ScalarType::F32:
    return llvm::FixedVectorType::get(builder.getFloatTy(), words);
  default:
    return llvm::FixedVectorType::get(builder.getInt32Ty(), words);
  }
}

// MFMA without scales has fixed types; those of WMMA depend on the generation.
template <class Op>
llvm::SmallVector<llvm::Type *> ProductEmitter<Op>::overloads() const {
  if (row.family == MatrixFamily::Wmma)
    return {sumType, wmmaType(product.getA(), a.count)};
  if (!product.getScale())
    return {};
  llvm::Type *word = context.builder.getInt32Ty();
  return {llvm::FixedVectorType::get(word, a.count),
          llvm::FixedVectorType::get(word, b.count)};
}

template <class Op> bool ProductEmitter<Op>::declare() {
  llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(
      intrinsicName(mnemonicOf(row, product.types())));
  if (id == llvm::Intrinsic::not_intrinsic)
    return false;
  function =
      llvm::Intrinsic::getOrInsertDeclaration(&context.module, id, overloads());
  return true;
}

template <class Op>
llvm::Value *
ProductEmitter<Op>::multiplyOnce(llvm::ArrayRef<llvm::Value *> left,
                                 llvm::ArrayRef<llvm::Value *> right,
                                 llvm::Value *sum, unsigned part) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::FunctionType *type = function->getFunctionType();
  llvm::SmallVector<llvm::Value *> operands;
  if (row.family == MatrixFamily::Mfma) {
    // (CDNA3 ISA, "Broadcasting and Lane Mapping": cbsz, abid, blgp.)
    unsigned shared = row.parts > 1 ? llvm::Log2_32(row.parts) : 0;
    operands = {joined(context, left, type->getParamType(0)),
                joined(context, right, type->getParamType(1)),
                sum,
                builder.getInt32(shared),
                builder.getInt32(part),
                builder.getInt32(0)};
    return builder.CreateCall(function, operands);
  }
  // Between and behind the matrices are modifiers, different ones for each
  // chip. That of a factor says of integers whether they have signs; the others
  // are off.
  ScalarType elements[] = {product.getA(), product.getB()};
  llvm::ArrayRef<llvm::Value *> factors[] = {left, right};
  std::size_t next = 0;
  for (llvm::Type *parameter : type->params()) {
    if (!parameter->isVectorTy())
      operands.push_back(llvm::ConstantInt::get(
          parameter, next < 2 && elements[next] == ScalarType::S8));
    else if (next++ < 2)
      operands.push_back(joined(context, factors[next - 1], parameter));
    else
      operands.push_back(sum);
  }
  return builder.CreateCall(function, operands);
}

// The lanes have a part of K each of the factor that is shared, and all of K of
// the other.
template <class Op>
llvm::Value *ProductEmitter<Op>::multiply(std::size_t /*number*/,
                                          simt::MmaOp /*mma*/,
                                          llvm::ArrayRef<llvm::Value *> left,
                                          llvm::ArrayRef<llvm::Value *> right,
                                          llvm::Value *sum) {
  if (row.isTurned)
    std::swap(left, right);
  std::size_t each = right.size() / row.parts;
  for (unsigned part = 0; part < row.parts; ++part)
    sum = multiplyOnce(left, right.slice(part * each, each), sum, part);
  return sum;
}

// A word has the scales of four instructions, one byte each.
template <class Op>
llvm::Value *ProductEmitter<Op>::multiply(std::size_t number,
                                          simt::ScaledMmaOp scaled,
                                          llvm::ArrayRef<llvm::Value *> left,
                                          llvm::ArrayRef<llvm::Value *> right,
                                          llvm::Value *sum) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::FunctionType *type = function->getFunctionType();
  llvm::SmallVector<llvm::Value *> operands = {
      joined(context, left, type->getParamType(0)),
      joined(context, right, type->getParamType(1)), sum,
      builder.getInt32(formatOf(product.getA())),
      builder.getInt32(formatOf(product.getB()))};
  for (auto [scales, place] :
       {std::pair(scaled.getAScales(), 4 * number),
        std::pair(scaled.getBScales(), 4 * number + 2)}) {
    auto byte = static_cast<unsigned>(scaled.getScales()[place]);
    operands.push_back(builder.getInt32(byte % WordBytes));
    operands.push_back(wordsOf(context, scales)[byte / WordBytes]);
  }
  return builder.CreateCall(function, operands);
}

// LLVM 22 knows that all lanes take part in the intrinsics, but not in the
// machine instructions that have scales: its MachineSink moves them into
// branches of some lanes if no use is in the block. This one makes no code.
template <class Op> void ProductEmitter<Op>::keepHere(llvm::Value *sum) {
  context.builder.CreateCall(llvm::Intrinsic::getOrInsertDeclaration(
                                 &context.module, llvm::Intrinsic::fake_use),
                             {sum});
}

template <class Op> LogicalResult ProductEmitter<Op>::emit() {
  if (!declare())
    return mma.emitOpError() << "expects an instruction that LLVM has, but got "
                             << mnemonicOf(row, product.types());
  std::map<std::int32_t, llvm::Value *> sums;
  llvm::ArrayRef<std::int32_t> products = mma.getProducts();
  for (std::size_t at = 0; at < products.size(); at += 3) {
    std::int32_t number = products[at + 2];
    llvm::Value *&sum = sums[number];
    if (sum == nullptr)
      sum = joined(context, c.fragment(number), sumType);
    sum = multiply(at / 3, mma, a.fragment(products[at]),
                   b.fragment(products[at + 1]), sum);
  }
  if (product.getScale())
    for (const auto &[number, sum] : sums)
      keepHere(sum);
  for (const auto &[number, sum] : sums)
    for (unsigned index = 0; index < c.count; ++index)
      c.values[static_cast<std::size_t>(number) * c.count + index] =
          context.builder.CreateExtractElement(sum, index);
  context.set(mma, c.values);
  return success();
}

LogicalResult emitMma(EmissionContext &context, simt::MmaOp mma) {
  return ProductEmitter(context, mma).emit();
}

LogicalResult emitScaledMma(EmissionContext &context, simt::ScaledMmaOp mma) {
  return ProductEmitter(context, mma).emit();
}

} // namespace

void addProducts(EmitterTable &table) {
  table.add<simt::MmaOp>(emitMma, hasMma);
  table.add<simt::ScaledMmaOp>(emitScaledMma, hasScaledMma);
}

} // namespace heddle::codegen::amdgcn
