//===- SharedConflicts.h - Bank conflicts of a kernel -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bank conflicts of a kernel's accesses to shared memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_TRANSFORMS_SHAREDCONFLICTS_H
#define HEDDLE_SIMT_TRANSFORMS_SHAREDCONFLICTS_H

#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"

namespace heddle {

/// What an access of shared memory takes, exactly, by the addresses that the
/// threads have.
struct SharedConflicts {
  mlir::Operation *op = nullptr;
  /// Of all warps of a block, executing it once.
  std::uint64_t instructions = 0, wavefronts = 0;
  /// One for each phase that has a lane.
  std::uint64_t ideal = 0;
};

/// The accesses of a kernel whose allocations have places; those whose
/// addresses only a run knows are left out. O(accesses * threads).
std::vector<SharedConflicts> countConflicts(simt::KernelOp kernel,
                                            const Target &target);

} // namespace heddle

#endif // HEDDLE_SIMT_TRANSFORMS_SHAREDCONFLICTS_H
