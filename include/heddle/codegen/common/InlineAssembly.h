//===- InlineAssembly.h - Instructions as text ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Instructions that are given as text, with operands `$0`, `$1` and
/// constraints as in LLVM.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_INLINEASSEMBLY_H
#define HEDDLE_CODEGEN_COMMON_INLINEASSEMBLY_H

#include "heddle/codegen/common/EmissionContext.h"

namespace heddle::codegen {

/// An instruction with effects, which stays where it is.
llvm::Value *emitAssembly(EmissionContext &context, llvm::StringRef text,
                          llvm::StringRef constraints, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> operands);
/// One with neither operands nor results, in order with all accesses of memory.
void emitPlain(EmissionContext &context, llvm::StringRef text);
/// One without effects: only its result matters.
llvm::Value *emitPureAssembly(EmissionContext &context, llvm::StringRef text,
                              llvm::StringRef constraints, llvm::Type *result,
                              llvm::ArrayRef<llvm::Value *> operands);

/// Says that an instruction only reads memory: it may be executed later, but
/// not behind what writes memory or lets threads wait.
void markRead(llvm::Instruction &instruction);
bool isRead(const llvm::Instruction &instruction);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_INLINEASSEMBLY_H
