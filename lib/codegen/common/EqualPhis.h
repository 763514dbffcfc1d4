//===- EqualPhis.h - One value for what goes on alike -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that counts in a tensor counts in each of its registers, often alike,
/// since neighbouring registers have one mask:
///
///     %n0 = phi [0, %before], [%m0, %loop]      %n0 = phi [0, ...], [%m0, ...]
///     %n1 = phi [0, %before], [%m1, %loop]
///     %m0 = fadd %n0, %one              becomes %m0 = fadd %n0, %one
///     %m1 = fadd %n1, %one
///
/// EarlyCSE and InstCombine don't see it: %n0 and %n1 are equal only if %m0 and
/// %m1 are, and those only if %n0 and %n1 are.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_COMMON_EQUALPHIS_H
#define HEDDLE_LIB_CODEGEN_COMMON_EQUALPHIS_H

#include "llvm/IR/PassManager.h"

namespace heddle::codegen {

/// Replaces phis by equal ones of the same block, and instructions by equal
/// ones before them in their block. The claim is the largest that supports
/// itself, by partition refinement (Alpern, Wegman, Zadeck, POPL 1988): all
/// phis of a block and a type are equal at first, and are told apart by what
/// comes in, until nothing changes. Instructions that access memory, have side
/// effects or need other lanes are equal to none. A round is
/// O(instructions + operands); there are as many as phis depend on one another
/// in a row, and nothing changes where that is more than 16.
struct MergeEqualPhis : llvm::PassInfoMixin<MergeEqualPhis> {
  static constexpr const char *Name = "merge-equal-phis";

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_COMMON_EQUALPHIS_H
