//===- PartitionPlan.h - A warp that loads, and those that use --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A `ttg.warp_specialize` whose partition fills rings of n buffers that the
/// default region reads, by the engine or by its own threads' asynchronous
/// copies. Both have the same nest of loops.
/// Tile j is that of iteration j of the innermost loops, counted through the
/// whole nest, in slot j mod n. Of each group of rings that have mbarriers in
/// common, and an n of their own:
///
///     partition: wait free[j mod n], ((j / n) mod 2) xor 1
///                expect filled[j mod n]; copy into ring[j mod n]
///            or: copy into ring[j mod n]; arrive filled[j mod n] when all is
///                copied, each thread for itself
///     default:   wait filled[j mod n], (j / n) mod 2; read ring[j mod n]
///                arrive free[k mod n], for k = 0, 1, 2, ...
///
/// An arrival k, which completes the phase, comes when all that reads tile k
/// has ended. So tile j is copied when all reads of tile j - n have ended, and
/// read when it is there: no order of the two programs makes a difference, and
/// none of them waits forever. Where there are several groups the partition
/// waits for one after the other, so that the tiles j - n of all of them have
/// to be given back before iteration j of the default region begins. The order
/// in which each iteration of the default region comes right behind the one of
/// the partition is a program without partitions.
///
/// By their parity, waits are for the right phase: tile j is not read before it
/// is copied, nor copied before the wait for phase j / n, so each mbarrier has
/// j / n or one more phases behind it when somebody waits.
///
/// Slots, parities and conditions are numbers that follow from those of the
/// iteration before and from whether an iteration is the first one of its loop.
/// They are computed, iteration by iteration and for each number of iterations
/// of the inner loop, until they repeat.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_PARTITIONPLAN_H
#define HEDDLE_LIB_VERIFY_PARTITIONPLAN_H

#include "heddle/ir/Ttg.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

#include <optional>
#include <string>

namespace heddle::equivalence {

struct PartitionPlan {
  /// Loops around each other, the outermost first.
  using Nest = llvm::SmallVector<mlir::scf::ForOp, 2>;

  ttg::WarpSpecializeOp op;
  Nest loading, reading;
  /// Rings that are filled together.
  struct Group {
    std::int64_t count = 0;
    /// Mbarriers: of tiles that are there, and of slots that are free.
    ttg::LocalAllocOp filled, free;
    llvm::SmallSetVector<mlir::Operation *, 4> rings;
    /// Of the partition, in an iteration:
    /// `ttng.async_tma_copy_global_to_local`, `ttg.async_copy_global_to_local`.
    llvm::SmallVector<mlir::Operation *, 2> copies;
    /// What expects the bytes of the engine's copies, and what arrives when
    /// those of threads are done; null if there are none.
    ttng::BarrierExpectOp expect;
    ttng::AsyncCopyMbarrierArriveOp arrival;

    bool hasCopiesOfThreads() const;
  };
  /// In the order of the partition.
  llvm::SmallVector<Group, 2> groups;
  /// Of the partition, which find where it copies.
  llvm::SmallVector<mlir::Operation *, 2> loads;

  /// What is not as it has to be, and where.
  struct Refusal {
    mlir::Operation *op = nullptr;
    std::string reason = {};
  };

  /// The group of a ring or of mbarriers; null of other arrays.
  const Group *groupOf(mlir::Operation *array) const;
  bool isRing(mlir::Operation *array) const;
  bool isOfBarriers(mlir::Operation *array) const;

  /// Of a partition whose arguments have been replaced by what is handed to it.
  /// If there is no plan, `refusal` says why.
  static std::optional<PartitionPlan> match(ttg::WarpSpecializeOp op,
                                            Refusal &refusal);
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_PARTITIONPLAN_H
