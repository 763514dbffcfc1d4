//===- EmissionContext.cpp - A kernel on its way to LLVM IR ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/EmissionContext.h"

namespace heddle::codegen {

using namespace mlir;

llvm::Type *typeOf(EmissionContext &context, Type type) {
  llvm::LLVMContext &llvmContext = context.builder.getContext();
  type = getElementTypeOrSelf(type);
  if (type.isF16())
    return llvm::Type::getHalfTy(llvmContext);
  if (type.isBF16())
    return llvm::Type::getBFloatTy(llvmContext);
  if (type.isF32())
    return llvm::Type::getFloatTy(llvmContext);
  if (type.isF64())
    return llvm::Type::getDoubleTy(llvmContext);
  if (type.isIndex())
    return context.builder.getInt32Ty();
  return context.builder.getIntNTy(type.getIntOrFloatBitWidth());
}

bool isRegisterType(Type type) {
  constexpr unsigned MostBits = 64;
  Type element = getElementTypeOrSelf(type);
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.getWidth() <= MostBits;
  if (auto number = dyn_cast<FloatType>(element))
    return llvm::is_contained({8U, 16U, 32U, MostBits}, number.getWidth());
  return element.isIndex();
}

llvm::BasicBlock *addBlock(EmissionContext &context, llvm::StringRef name) {
  return llvm::BasicBlock::Create(context.builder.getContext(), name,
                                  context.function);
}

} // namespace heddle::codegen
