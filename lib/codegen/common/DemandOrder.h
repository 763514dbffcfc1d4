//===- DemandOrder.h - Computes values where they are needed ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tensor's op becomes one instruction for each register, so that code comes
/// op by op: all registers are unpacked, then all multiplied, and so on, with
/// all of a tensor's intermediate values alive at once. Compilers behind us
/// keep much of that order. Here each value is computed right before what
/// first needs it, register by register:
///
///     a0 = f(x0); a1 = f(x1)                    a0 = f(x0); b0 = g(a0)
///     b0 = g(a0); b1 = g(a1)        becomes     store b0
///     store b0; store b1                        a1 = f(x1); b1 = g(a1)
///                                               store b1
///
/// ptxas moves loads up again as far as registers allow.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_COMMON_DEMANDORDER_H
#define HEDDLE_LIB_CODEGEN_COMMON_DEMANDORDER_H

#include "llvm/IR/Function.h"

namespace heddle::codegen {

/// Accesses memory, has side effects, ends a block or needs other lanes.
bool staysInOrder(const llvm::Instruction &instruction);

/// Reorders the instructions of each block. What accesses memory, has side
/// effects or needs other lanes stays in order, but for reads (isRead) where
/// more words would be alive than a thread has registers: those come where they
/// are needed, too, and what is stored comes before the first store. The words
/// that are alive then at the most. O(instructions + operands).
unsigned reduceLiveWords(llvm::Function &function, unsigned registers);

} // namespace heddle::codegen

#endif // HEDDLE_LIB_CODEGEN_COMMON_DEMANDORDER_H
