//===- InlineAssembly.cpp - Instructions as text --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/InlineAssembly.h"
#include "llvm/IR/InlineAsm.h"

namespace heddle::codegen {

static llvm::InlineAsm *assemblyOf(llvm::StringRef text,
                                   llvm::StringRef constraints,
                                   llvm::Type *result,
                                   llvm::ArrayRef<llvm::Value *> operands,
                                   bool hasSideEffects) {
  llvm::SmallVector<llvm::Type *> types;
  for (llvm::Value *operand : operands)
    types.push_back(operand->getType());
  return llvm::InlineAsm::get(llvm::FunctionType::get(result, types, false),
                              text, constraints, hasSideEffects);
}

static constexpr llvm::StringRef ReadKind = "heddle.read";

void markRead(llvm::Instruction &instruction) {
  instruction.setMetadata(ReadKind,
                          llvm::MDNode::get(instruction.getContext(), {}));
}

bool isRead(const llvm::Instruction &instruction) {
  return instruction.getMetadata(ReadKind) != nullptr;
}

llvm::Value *emitAssembly(EmissionContext &context, llvm::StringRef text,
                          llvm::StringRef constraints, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> operands) {
  llvm::CallInst *call = context.builder.CreateCall(
      assemblyOf(text, constraints, result, operands, /*hasSideEffects=*/true),
      operands);
  // Many are for all lanes of a warp together: LLVM must not give lanes that
  // come there by different ways a copy each.
  call->setConvergent();
  return call;
}

void emitPlain(EmissionContext &context, llvm::StringRef text) {
  emitAssembly(context, text, "~{memory}", context.builder.getVoidTy(), {});
}

llvm::Value *emitPureAssembly(EmissionContext &context, llvm::StringRef text,
                              llvm::StringRef constraints, llvm::Type *result,
                              llvm::ArrayRef<llvm::Value *> operands) {
  llvm::CallInst *call = context.builder.CreateCall(
      assemblyOf(text, constraints, result, operands, /*hasSideEffects=*/false),
      operands);
  // So that LLVM sees that equal calls give equal values.
  call->setDoesNotAccessMemory();
  call->setDoesNotThrow();
  return call;
}

} // namespace heddle::codegen
