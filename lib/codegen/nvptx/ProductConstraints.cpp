//===- ProductConstraints.cpp - Fragments in assembly ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductConstraints.h"

namespace heddle::codegen {

static char constraintOf(const ProductOperand &operand) {
  llvm::Type *type = operand.values.front()->getType();
  return type->isDoubleTy() ? 'd' : type->isFloatTy() ? 'f' : 'r';
}

std::string resultConstraints(const ProductOperand &operand) {
  std::string text;
  for (unsigned index = 0; index < operand.count; ++index)
    text += std::string("=") + constraintOf(operand) + ",";
  return text;
}

std::string operandConstraints(const ProductOperand &operand) {
  std::string text;
  for (unsigned index = 0; index < operand.count; ++index)
    text += std::string(1, constraintOf(operand)) + ",";
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
