//===- AwaitedCopies.h - What an iteration waits for ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The asynchronous copies of a loop's body, if one op waits for those of an
/// iteration, and earlier iterations have begun them: copies by threads, in
/// groups, or by the copy engine, counted by a ring of barriers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_AWAITEDCOPIES_H
#define HEDDLE_LIB_TRANSFORMS_AWAITEDCOPIES_H

#include "NextIteration.h"
#include "heddle/ir/Ttng.h"

namespace heddle {

class AwaitedCopies {
public:
  /// Copies that an iteration can wait for at the end of the one before: that
  /// one has not begun them itself. Nothing if there are none, or others too.
  static std::optional<AwaitedCopies> match(mlir::scf::ForOp loop);

  mlir::Operation *wait() const { return awaits; }
  /// The wait, and what begins the copies.
  bool contains(mlir::Operation *op) const {
    return op == awaits || llvm::is_contained(begins, op);
  }

  /// May an iteration still read the memory when it begins its copies? They do
  /// not fill it, or it is what the iteration has waited for.
  bool leaveAlone(mlir::Value memory) const;

  /// Waits for those of the first iteration, in front of the loop. Returns the
  /// token; null if the copy engine is waited for.
  mlir::Value awaitFirst(NextIteration &first) const { return awaitAt(first); }
  /// Waits for those of the next iteration at the end of the body, where this
  /// one begins its copies then. Returns the token.
  mlir::Value awaitNext(NextIteration &next);
  /// The wait, when nobody needs its token any more.
  void eraseWait() { awaits->erase(); }

private:
  explicit AwaitedCopies(mlir::scf::ForOp loop) : loop(loop) {}

  bool collect();
  bool matchGroups();
  bool matchBarriers();
  mlir::Value awaitAt(NextIteration &iteration) const;

  mlir::scf::ForOp loop;
  mlir::Operation *awaits = nullptr;
  /// In order.
  llvm::SmallVector<mlir::Operation *> begins;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_AWAITEDCOPIES_H
