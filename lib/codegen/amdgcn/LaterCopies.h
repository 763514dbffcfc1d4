//===- LaterCopies.h - How many copies follow groups of them ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The hardware has no groups of copies, only a counter of what is under way,
/// which ends in the order in which it began: a wave waits until at most so
/// many are left. A wait for all groups but the last n is a wait until no more
/// is left than was begun after the others:
///
///     copies of A   2 instructions, commit
///     copies of B   3 instructions, commit
///     wait 1        s_waitcnt vmcnt(3): A is done
///
/// With more copies the wait would be too short, with fewer it is only longer
/// than it has to be. (CDNA3 ISA, "Manually Inserted Wait States": VM_CNT.)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_CODEGEN_AMDGCN_LATERCOPIES_H
#define HEDDLE_LIB_CODEGEN_AMDGCN_LATERCOPIES_H

#include "heddle/simt/Simt.h"

namespace heddle::codegen::amdgcn {

/// Of each wait of the kernel: how many copies a wave has begun at least, on
/// whatever way it came there, after the groups that are waited for. Copies
/// with a predicate do not count: a wave in which it is false everywhere skips
/// them; nor do groups before the last 64. O(ops * groups) for each round of a
/// loop, of which there are as many as groups, and two more.
llvm::DenseMap<mlir::Operation *, unsigned>
laterCopiesOf(simt::KernelOp kernel);

} // namespace heddle::codegen::amdgcn

#endif // HEDDLE_LIB_CODEGEN_AMDGCN_LATERCOPIES_H
