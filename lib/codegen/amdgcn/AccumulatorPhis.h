//===- AccumulatorPhis.h - Sums of matrices go around whole -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums of matrix instructions are registers side by side. A loop has each of
/// them as a phi of its own, as the program of a thread does; LLVM then copies
/// them from one row of registers to another with each turn. As one phi of
/// vectors they stay where they are.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_AMDGCN_ACCUMULATORPHIS_H
#define HEDDLE_LIB_CODEGEN_AMDGCN_ACCUMULATORPHIS_H

namespace llvm {
class Function;
} // namespace llvm

namespace heddle::codegen::amdgcn {

/// Makes one phi of phis that are the elements of a vector in a row.
/// O(instructions * vectors nested in each other).
void joinAccumulators(llvm::Function &function);

} // namespace heddle::codegen::amdgcn

#endif // HEDDLE_LIB_CODEGEN_AMDGCN_ACCUMULATORPHIS_H
