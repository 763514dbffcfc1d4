//===- SharedProgram.h - Who accesses shared memory -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory of a kernel, where it is accessed, and what follows what.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_SHAREDPROGRAM_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_SHAREDPROGRAM_H

#include "heddle/simt/Simt.h"
#include "heddle/simt/transforms/Barriers.h"
#include "heddle/solve/AllocationPlan.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace heddle {

/// The allocations of shared memory of a kernel, by numbers, and in which of
/// them an address may be.
class SharedAllocations {
public:
  explicit SharedAllocations(simt::KernelOp kernel);

  llvm::ArrayRef<simt::SharedOp> all() const { return ops; }
  unsigned numberOf(simt::SharedOp allocation) const {
    return numbers.lookup(allocation);
  }
  /// Empty if the address comes from none.
  llvm::BitVector of(mlir::Value address) const;
  /// The same of an access; all if its address is not known. Where something
  /// asynchronous ends, those that its kind uses.
  llvm::BitVector accessedBy(const simt::MemoryAccess &access) const;

private:
  void flow(mlir::Operation *op);
  void add(mlir::Value to, mlir::Value from);
  void addUsers(mlir::Value value);

  llvm::SmallVector<simt::SharedOp> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  llvm::DenseMap<mlir::Value, llvm::BitVector> sets;
  /// While the sets are found: ops that have an operand whose set has grown.
  llvm::SetVector<mlir::Operation *> waiting;
  /// Those that each kind uses.
  std::map<simt::Asynchrony, llvm::BitVector> asynchronous;
};

/// The points of a kernel where shared memory is accessed or begins to live,
/// where threads wait, and where the way branches or joins.
struct PointGraph {
  struct Point {
    /// Null where ways only join.
    mlir::Operation *op = nullptr;
    /// What it does to shared memory, and whose threads wait for each other.
    std::optional<simt::MemoryAccess> access = std::nullopt;
    std::optional<simt::Scope> barrier = std::nullopt;
    /// Threads wait for what it reads from global memory.
    bool isSlow = false;
    /// Is it in a partition?
    bool isInPartition = false;
    /// Here begins each iteration of a loop.
    mlir::Operation *loop = nullptr;
    /// Here it is left: the loop whose iterations begin at this point.
    std::optional<unsigned> left = std::nullopt;
    llvm::SmallVector<unsigned, 2> next = {};
  };
  explicit PointGraph(simt::KernelOp kernel);

  std::vector<Point> points;
};

/// Which allocations live at one time: from where one begins to the last access
/// on any way that leads to no other beginning.
LiveAllocations liveAllocationsOf(const PointGraph &graph,
                                  const SharedAllocations &allocations);

/// Puts a fence before barriers between what threads do with shared memory and
/// what products and copies of boxes do. Barriers have been inserted.
void insertFences(simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_SHAREDPROGRAM_H
