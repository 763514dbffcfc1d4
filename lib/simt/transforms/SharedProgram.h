//===- SharedProgram.h - Who accesses shared memory -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The accesses of shared memory of a kernel, and what follows what.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_SHAREDPROGRAM_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_SHAREDPROGRAM_H

#include "heddle/simt/Simt.h"
#include "heddle/simt/transforms/Barriers.h"
#include "heddle/solve/SharedPacking.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

namespace heddle {

/// The pieces of shared memory of a kernel, by numbers, and in which of them an
/// address may be.
class SharedPieces {
public:
  explicit SharedPieces(simt::KernelOp kernel);

  llvm::ArrayRef<simt::SharedOp> pieces() const { return all; }
  unsigned numberOf(simt::SharedOp piece) const {
    return numbers.lookup(piece);
  }
  /// Empty if the address comes from none.
  llvm::BitVector of(mlir::Value address) const;

private:
  bool flow(mlir::Operation *op);
  bool add(mlir::Value to, mlir::Value from);

  llvm::SmallVector<simt::SharedOp> all;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  llvm::DenseMap<mlir::Value, llvm::BitVector> sets;
};

/// The points of a kernel where shared memory is accessed or begins to live,
/// where threads wait, and where the way branches or joins.
struct PointGraph {
  struct Point {
    /// Null where ways only join.
    mlir::Operation *op = nullptr;
    llvm::SmallVector<unsigned, 2> next;
  };
  explicit PointGraph(simt::KernelOp kernel);

  std::vector<Point> points;
};

/// Which pieces live at one time: from where one begins to the last access on
/// any way that leads to no other beginning.
LivePieces livesOf(const PointGraph &graph, const SharedPieces &pieces);

/// Who touches which bytes at each point of the graph; pieces have places.
SharedAccesses accessesOf(simt::KernelOp kernel, const PointGraph &graph,
                          const SharedPieces &pieces);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_SHAREDPROGRAM_H
