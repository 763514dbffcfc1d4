//===- RingPlan.h - Buffers that a loop uses in turn ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A ring is an array of buffers that one loop fills and reads in turn, as the
/// software pipeliner makes it. Tile j, which iteration j reads, is filled
/// `ahead` iterations before: tiles 0, 1, ..., ahead - 1 in front of the loop,
/// and tile i + ahead in iteration i.
///
///     fill slot 0; fill slot 1          ahead = 2, slots = 3
///     for i: wait; read slot i mod 3; fill slot (i + 2) mod 3
///
/// Here is what the program's text says of that: which ops fill the buffers,
/// how many groups of copies are committed in between, and which waits come
/// before a read. Which slots these are is for RingTerms.cpp to find out.
///
/// Copies count as filling when they are waited for: with C groups in front of
/// the loop and g in each iteration, tile j is in group C + g * (j - ahead) +
/// q, and a wait for all but w groups, behind p commits of iteration i, ends
/// all groups below C + g * i + p - w.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_RINGPLAN_H
#define HEDDLE_LIB_VERIFY_RINGPLAN_H

#include "BarrierPlan.h"
#include "heddle/ir/Ttg.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <optional>

namespace heddle::equivalence {

struct RingPlan {
  ttg::LocalAllocOp alloc;
  mlir::scf::ForOp loop;
  std::int64_t slots = 0;
  /// In their order, in front of the loop, and the one in it.
  llvm::SmallVector<mlir::Operation *> before;
  mlir::Operation *filler = nullptr;
  /// Of copies by the engine, what counts them.
  std::optional<BarrierPlan> barriers;

  /// Nothing if the buffers are used in another way, or if the groups of copies
  /// do not follow from the text.
  static std::optional<RingPlan> match(ttg::LocalAllocOp alloc);

  std::int64_t ahead() const {
    return static_cast<std::int64_t>(before.size());
  }
  /// Is the buffer filled, in each iteration, before this op of the loop?
  bool isFilledBefore(mlir::Operation *op) const;
  /// Is a tile, so many iterations after the reading one, surely there at the
  /// op?
  bool isReady(mlir::Operation *reader, std::int64_t later) const;
  /// Has an asynchronous product of that tile ended before its slot is filled
  /// again? Others have when they are done.
  bool isKept(mlir::Operation *reader, std::int64_t later) const;

private:
  mlir::Block *body() const { return mlir::scf::ForOp(loop).getBody(); }
  mlir::Operation *inBody(mlir::Operation *op) const {
    return body()->findAncestorOpInBlock(*op);
  }
  bool findUses();
  bool countGroups();
  bool isCounted() const;

  /// Commits of an iteration, and those of it before the filler.
  std::int64_t groups = 0, groupsBeforeFiller = 0;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_RINGPLAN_H
