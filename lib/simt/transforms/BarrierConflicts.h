//===- BarrierConflicts.h - Which accesses conflict -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_BARRIERCONFLICTS_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_BARRIERCONFLICTS_H

#include "heddle/simt/transforms/Barriers.h"
#include "llvm/ADT/BitVector.h"

namespace heddle {

/// Of each access those that conflict with it when they come later, by who must
/// have waited.
class BarrierConflicts {
public:
  /// O(accesses^2 * their ranges).
  explicit BarrierConflicts(const SharedAccesses &program);

  /// `Warp` or `Block`: one pair of accesses is in one of the two.
  const std::vector<llvm::BitVector> &of(SyncScope scope) const {
    return scope == SyncScope::Block ? block : warp;
  }

private:
  std::vector<llvm::BitVector> block, warp;
};

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_BARRIERCONFLICTS_H
