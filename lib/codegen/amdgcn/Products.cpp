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

class ProductEmitter {
public:
  ProductEmitter(EmissionContext &context, simt::MmaOp mma)
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
  bool declare();
  llvm::Value *multiply(llvm::ArrayRef<llvm::Value *> left,
                        llvm::ArrayRef<llvm::Value *> right, llvm::Value *sum);
  /// One of those that make a product.
  llvm::Value *multiplyOnce(llvm::ArrayRef<llvm::Value *> left,
                            llvm::ArrayRef<llvm::Value *> right,
                            llvm::Value *sum, unsigned part);

  EmissionContext &context;
  simt::MmaOp mma;
  simt::ProductAttr product;
  const MatrixInstruction &row;
  ProductOperand a, b, c;
  llvm::Type *sumType;
  llvm::Function *function = nullptr;
};

llvm::Type *ProductEmitter::wmmaType(ScalarType type, unsigned words) const {
  llvm::IRBuilder<> &builder = context.builder;
  switch (type) {
  case ScalarType::F16:
    return llvm::FixedVectorType::get(builder.getHalfTy(), 2 * words);
  case ScalarType::BF16:
    return llvm::FixedVectorType::get(builder.getInt16Ty(), 2 * words);
  default:
    return llvm::FixedVectorType::get(builder.getInt32Ty(), words);
  }
}

// MFMA has fixed types; those of WMMA depend on the generation.
bool ProductEmitter::declare() {
  llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(
      intrinsicName(mnemonicOf(row, product.types())));
  if (id == llvm::Intrinsic::not_intrinsic)
    return false;
  llvm::SmallVector<llvm::Type *> types;
  if (row.family == MatrixFamily::Wmma)
    types = {sumType, wmmaType(product.getA(), a.count)};
  function =
      llvm::Intrinsic::getOrInsertDeclaration(&context.module, id, types);
  return true;
}

llvm::Value *ProductEmitter::multiplyOnce(llvm::ArrayRef<llvm::Value *> left,
                                          llvm::ArrayRef<llvm::Value *> right,
                                          llvm::Value *sum, unsigned part) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::FunctionType *type = function->getFunctionType();
  bool isMfma = row.family == MatrixFamily::Mfma;
  // Integers say of each factor whether it has signs, and do not saturate.
  bool hasSigns = !isMfma && product.getC() == ScalarType::S32;
  llvm::SmallVector<llvm::Value *> operands;
  auto add = [&](llvm::ArrayRef<llvm::Value *> factor, ScalarType element) {
    if (hasSigns)
      operands.push_back(builder.getInt1(element == ScalarType::S8));
    operands.push_back(
        joined(context, factor,
               type->getParamType(static_cast<unsigned>(operands.size()))));
  };
  add(left, product.getA());
  add(right, product.getB());
  operands.push_back(sum);
  if (hasSigns)
    operands.push_back(builder.getFalse());
  if (isMfma) {
    // (CDNA3 ISA, "Broadcasting and Lane Mapping": cbsz, abid, blgp.)
    unsigned shared = row.parts > 1 ? llvm::Log2_32(row.parts) : 0;
    for (unsigned value : {shared, part, 0U})
      operands.push_back(builder.getInt32(value));
  }
  return builder.CreateCall(function, operands);
}

// The lanes have a part of K each of the factor that is shared, and all of K of
// the other.
llvm::Value *ProductEmitter::multiply(llvm::ArrayRef<llvm::Value *> left,
                                      llvm::ArrayRef<llvm::Value *> right,
                                      llvm::Value *sum) {
  if (row.isTurned)
    std::swap(left, right);
  std::size_t each = right.size() / row.parts;
  for (unsigned part = 0; part < row.parts; ++part)
    sum = multiplyOnce(left, right.slice(part * each, each), sum, part);
  return sum;
}

LogicalResult ProductEmitter::emit() {
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
    sum = multiply(a.fragment(products[at]), b.fragment(products[at + 1]), sum);
  }
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

} // namespace

void addProducts(EmitterTable &table) {
  table.add<simt::MmaOp>(emitMma, hasMma);
}

} // namespace heddle::codegen::amdgcn
