//===- ProductOperands.cpp - Fragments as assembly has them ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductOperands.h"
#include "heddle/codegen/common/Words.h"

namespace heddle::codegen {

using namespace mlir;

ProductOperand productOperand(EmissionContext &context, Value value,
                              const simt::ProductAttr &product,
                              const MatrixInstruction &row,
                              MatrixOperand operand, Singles singles) {
  ProductOperand result;
  if (!value)
    return result;
  auto type = cast<VectorType>(value.getType());
  Type element = type.getElementType();
  if (element.isF64()) {
    result.values = context.get(value);
    result.constraint = 'd';
  } else if (element.isF32() && singles == Singles::Floats) {
    result.values = context.get(value);
    result.constraint = 'f';
  } else {
    result.values = wordsOf(context, value);
  }
  std::uint64_t elements =
      fragmentOf(row, operand, product.getN()).value().inSize(Dim::Register);
  result.count = static_cast<unsigned>(result.values.size() * elements /
                                       simt::registerCount(type));
  return result;
}

std::string resultConstraints(const ProductOperand &operand) {
  std::string text;
  for (unsigned index = 0; index < operand.count; ++index)
    text += std::string("=") + operand.constraint + ",";
  return text;
}

std::string operandConstraints(const ProductOperand &operand) {
  std::string text;
  for (unsigned index = 0; index < operand.count; ++index)
    text += std::string(1, operand.constraint) + ",";
  return text;
}

std::string tiedConstraints(unsigned count) {
  std::string text;
  for (unsigned index = 0; index < count; ++index)
    text += std::to_string(index) + ",";
  return text;
}

llvm::Type *resultType(EmissionContext &context,
                       const ProductOperand &operand) {
  llvm::Type *one = operand.values.front()->getType();
  if (operand.count == 1)
    return one;
  return llvm::StructType::get(
      context.module.getContext(),
      llvm::SmallVector<llvm::Type *>(operand.count, one));
}

void setFragment(EmissionContext &context, ProductOperand &operand,
                 std::int32_t number, llvm::Value *made) {
  std::size_t first = static_cast<std::size_t>(number) * operand.count;
  for (unsigned index = 0; index < operand.count; ++index)
    operand.values[first + index] =
        operand.count == 1 ? made
                           : context.builder.CreateExtractValue(made, index);
}

} // namespace heddle::codegen
