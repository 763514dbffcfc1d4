//===- Conditions.cpp - What only some lanes do ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conditions.h"

namespace heddle::codegen::amdgcn {

llvm::Value *conditionOf(EmissionContext &context, mlir::Value predicates,
                         std::size_t index) {
  return predicates ? context.get(predicates)[index] : nullptr;
}

Registers emitIf(EmissionContext &context, llvm::Value *condition,
                 const Registers &others,
                 llvm::function_ref<Registers()> emit) {
  if (condition == nullptr)
    return emit();
  llvm::IRBuilder<> &builder = context.builder;
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *inside = addBlock(context, "if");
  llvm::BasicBlock *behind = addBlock(context, "endif");
  builder.CreateCondBr(condition, inside, behind);
  builder.SetInsertPoint(inside);
  Registers made = emit();
  llvm::BasicBlock *end = builder.GetInsertBlock();
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind);
  Registers results;
  for (auto [value, other] : llvm::zip_equal(made, others)) {
    llvm::PHINode *phi = builder.CreatePHI(value->getType(), 2);
    phi->addIncoming(value, end);
    phi->addIncoming(other, before);
    results.push_back(phi);
  }
  return results;
}

} // namespace heddle::codegen::amdgcn
