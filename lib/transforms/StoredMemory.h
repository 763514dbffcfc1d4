//===- StoredMemory.h - Who writes what a loop reads ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which of a kernel's pointers a loop writes through, or all that runs before
/// the loop ends, so that a load can be moved to an earlier iteration, or read
/// memory by another way. Memory that is reached from different
/// arguments of a kernel is taken to be different, as Triton's pipeliner takes
/// any: a loop that stores to an argument and loads from the same one keeps the
/// order of both. So is memory whose address a kernel loads, and the memory
/// that it loads the address from: a table of the matrices that are to be
/// multiplied does not lie in one of them, nor do the results of one table lie
/// among the factors of another.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_STOREDMEMORY_H
#define HEDDLE_LIB_TRANSFORMS_STOREDMEMORY_H

#include "heddle/ir/Tt.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

namespace heddle {

/// Where memory is reached from: an argument of a kernel, and how many loads of
/// an address are between them.
using MemoryOrigin = std::pair<mlir::Value, unsigned>;

/// May two pointers, tensors of pointers or descriptors lead to the same global
/// memory? Those of different origins do not.
bool mayBeSameMemory(mlir::Value pointer, mlir::Value other);

/// An atomic access whose result is seen orders the loads behind it.
bool isAcquired(mlir::Operation *op);

class StoredMemory {
public:
  /// Ops whose writes count.
  enum class Span : std::uint8_t {
    Loop,
    /// From where the kernel begins to where the loop ends.
    KernelUntilLoopEnds
  };
  explicit StoredMemory(mlir::scf::ForOp loop, Span span = Span::Loop);

  /// An op that may write what the load (`tt.load`, `tt.descriptor_load`)
  /// reads, or that other threads may use to say that they have written it;
  /// null if there is none. An op that does not say what it writes may write
  /// anything.
  mlir::Operation *writerOf(mlir::Operation *load) const;

private:
  void add(mlir::Operation *op);

  struct Write {
    mlir::Operation *op;
    /// Empty if it may be anywhere.
    llvm::SetVector<MemoryOrigin> origins;
  };
  llvm::SmallVector<Write> writes;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_STOREDMEMORY_H
