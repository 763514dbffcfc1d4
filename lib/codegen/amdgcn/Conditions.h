//===- Conditions.h - What only some lanes do -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses that take place in lanes where a predicate is true. No instruction
/// has one: lanes are masked by branches, which LLVM makes of `exec`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_AMDGCN_CONDITIONS_H
#define HEDDLE_LIB_CODEGEN_AMDGCN_CONDITIONS_H

#include "heddle/codegen/common/EmissionContext.h"

namespace heddle::codegen::amdgcn {

/// That of access `index`; null if all take place.
llvm::Value *conditionOf(EmissionContext &context, mlir::Value predicates,
                         std::size_t index);

/// The registers that `emit` makes where the condition holds, and `others`
/// elsewhere; `emit` has as many results. Always, if there is no condition.
Registers emitIf(EmissionContext &context, llvm::Value *condition,
                 const Registers &others, llvm::function_ref<Registers()> emit);

} // namespace heddle::codegen::amdgcn

#endif // HEDDLE_LIB_CODEGEN_AMDGCN_CONDITIONS_H
