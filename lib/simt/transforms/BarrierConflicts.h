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
  /// O(accesses^2).
  explicit BarrierConflicts(const SharedAccesses &program);

  /// Not of `None`: one pair of accesses is in one of the four.
  const std::vector<llvm::BitVector> &of(SyncScope scope) const {
    switch (scope) {
    case SyncScope::Cluster:
      return cluster;
    case SyncScope::ClusterReads:
      return clusterReads;
    case SyncScope::Block:
      return block;
    default:
      return warp;
    }
  }
  /// Those that need a barrier of the cluster, or a wait for other blocks'
  /// arrivals. They are among those of `Block`, too.
  const std::vector<llvm::BitVector> &ofPeers() const { return peers; }
  /// Those that some pair is in, the weakest first.
  const std::vector<SyncScope> &scopes() const { return needed; }

private:
  void add(unsigned first, const SharedAccesses::Access &from, unsigned second,
           const SharedAccesses::Access &to, SyncScope scope);

  std::vector<llvm::BitVector> cluster, clusterReads, peers, block, warp;
  std::vector<SyncScope> needed;
};

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_BARRIERCONFLICTS_H
