//===- BarrierPlan.h - Which copies an mbarrier counts ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An array of n mbarriers of which a loop uses one after the other. The copies
/// of tile j are counted by mbarrier (j + s) mod n: one arrival that expects as
/// many bytes as they bring. So each tile is a phase of its mbarrier, the
/// phase number j / n, and no other.
///
/// d tiles are copied in front of the loop, tile i + d in iteration i, and in
/// iteration i all threads wait for the phase of tile i, by its parity, (i / n)
/// mod 2. When the wait begins, all phases before that one have ended: each was
/// waited for, n iterations before. A wait for a parity ends when the current
/// phase has the other one, which is then the phase of tile i + n: tile i is
/// there. d is n at most, and if it is n, the wait comes before the arrival:
/// nobody arrives in a phase that may not have ended.
///
/// Counters and parities are numbers that follow from those of the iteration
/// before. They are computed, iteration by iteration, until they repeat.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_BARRIERPLAN_H
#define HEDDLE_LIB_VERIFY_BARRIERPLAN_H

#include "heddle/ir/Ttg.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace heddle::equivalence {

struct BarrierPlan {
  /// The copies of a tile, behind what expects them.
  struct Tile {
    ttng::BarrierExpectOp expect;
    llvm::SmallVector<ttng::AsyncTMACopyGlobalToLocalOp, 2> copies = {};
  };

  ttg::LocalAllocOp alloc;
  mlir::scf::ForOp loop;
  std::int64_t count = 0;
  /// In front of the loop, in their order, and in it.
  llvm::SmallVector<Tile> before;
  Tile inLoop;
  llvm::SmallVector<ttng::WaitBarrierOp> waits;

  /// Nothing if the mbarriers are used in another way.
  static std::optional<BarrierPlan> match(ttg::LocalAllocOp alloc);
  /// Of the array that this is one of.
  static std::optional<BarrierPlan> match(mlir::Value barrier);

  /// The tile of a copy in front of the loop, or `before.size()` of one in it;
  /// nothing if it is not counted here.
  std::optional<std::size_t> tileOf(mlir::Operation *copy) const;
  /// Have all threads surely waited for the tile of the iteration, before this
  /// op of the loop?
  bool isWaitedForBefore(mlir::Operation *op) const;

private:
  bool findUses();
  bool addUse(mlir::Operation *user, mlir::Value barrier);
  std::optional<std::int64_t> numberOf(mlir::Value barrier) const;
  bool hasOrder();
  bool hasBytes();
  bool goesRound();

  llvm::SmallVector<ttng::InitBarrierOp> inits;
  llvm::SmallVector<ttng::InvalBarrierOp> ends;
  llvm::SmallVector<ttng::AsyncTMACopyGlobalToLocalOp> copies;
  llvm::SmallVector<ttng::BarrierExpectOp> expects;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_BARRIERPLAN_H
