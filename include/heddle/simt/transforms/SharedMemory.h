//===- SharedMemory.h - Allocation and barriers -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the allocations of a kernel lie in shared memory, and where its
/// threads wait for each other.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_TRANSFORMS_SHAREDMEMORY_H
#define HEDDLE_SIMT_TRANSFORMS_SHAREDMEMORY_H

#include "heddle/simt/Simt.h"

namespace heddle {

/// Bytes of shared memory.
struct SharedUse {
  /// Those of pieces that live at the worst moment, which nothing is below.
  std::uint64_t peak = 0;
  /// What the kernel takes.
  std::uint64_t packed = 0;
};

/// Gives each `simt.shared` of a kernel its place, and the kernel its bytes of
/// shared memory: the fewest that are found (solve/SharedPacking.h), and of
/// packings that take hardly more the one that needs the least barriers.
SharedUse allocateShared(simt::KernelOp kernel);

/// Inserts the barriers that accesses of shared memory need, as few as are
/// found (Barriers.h), besides those that are there. Which thread touches which
/// byte is executed; addresses that only a run knows may be any in their piece.
void insertBarriers(simt::KernelOp kernel);

/// Registers `simt-allocate-shared` and `simt-insert-barriers`.
void registerSimtPasses();

} // namespace heddle

#endif // HEDDLE_SIMT_TRANSFORMS_SHAREDMEMORY_H
