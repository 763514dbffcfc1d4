//===- RareBranch.h - Branches that seldom run ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_RAREBRANCH_H
#define HEDDLE_ANALYSIS_RAREBRANCH_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

namespace heddle {

/// Attribute, of no value, of an `scf.if` of tensors or of a thread's program:
/// its `else` hardly ever runs. What only that needs is best computed there
/// (`simt-keep-in-branches`).
inline constexpr llvm::StringLiteral ElseIsRareAttr = "heddle.else_is_rare";

/// Is the op in such an `else`? It need not be fast there.
bool isSeldomRun(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_RAREBRANCH_H
