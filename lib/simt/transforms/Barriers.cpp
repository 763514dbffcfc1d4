//===- Barriers.cpp - Who waits for whom ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierConflicts.h"

#include <algorithm>

namespace heddle {

static bool canPrecede(const SharedAccesses::Access &first,
                       const SharedAccesses::Access &second) {
  using enum SharedAccesses::Part;
  return first.part != Begin && second.part != End && !first.isEnd;
}

/// Who has to wait between two accesses, one of which writes.
static SyncScope scopeOf(const SharedAccesses::Access &left,
                         const SharedAccesses::Access &right) {
  bool isDistributed = left.isDistributed || right.isDistributed;
  if ((left.isEnd || right.isEnd) && !isDistributed)
    return SyncScope::None;
  SyncScope scope = conflictOf(left.footprint, right.footprint);
  return isDistributed && scope != SyncScope::None ? SyncScope::Cluster : scope;
}

BarrierConflicts::BarrierConflicts(const SharedAccesses &program)
    : needed({SyncScope::Warp, SyncScope::Block}) {
  auto count = static_cast<unsigned>(program.accesses.size());
  block.assign(count, llvm::BitVector(count));
  cluster = warp = block;
  if (std::ranges::any_of(program.accesses,
                          &SharedAccesses::Access::isDistributed))
    needed.push_back(SyncScope::Cluster);
  for (unsigned a = 0; a < count; ++a)
    for (unsigned b = a; b < count; ++b) {
      const SharedAccesses::Access &left = program.accesses[a];
      const SharedAccesses::Access &right = program.accesses[b];
      bool isShared = (left.writes && (right.reads || right.writes)) ||
                      (left.reads && right.writes);
      if (!isShared)
        continue;
      SyncScope scope = scopeOf(left, right);
      if (scope == SyncScope::None)
        continue;
      auto &conflicting = scope == SyncScope::Cluster ? cluster
                          : scope == SyncScope::Block ? block
                                                      : warp;
      if (canPrecede(left, right))
        conflicting[a].set(b);
      if (canPrecede(right, left))
        conflicting[b].set(a);
    }
}

namespace {

/// Accesses that no barrier of a scope is behind yet, before each point.
class Pending {
public:
  Pending(const SharedAccesses &program, SyncScope scope,
          std::span<const PlacedBarrier> barriers);

  const llvm::BitVector &at(unsigned point) const { return before[point]; }

private:
  std::vector<llvm::BitVector> before;
};

Pending::Pending(const SharedAccesses &program, SyncScope scope,
                 std::span<const PlacedBarrier> barriers) {
  auto count = static_cast<unsigned>(program.points.size());
  before.assign(
      count, llvm::BitVector(static_cast<unsigned>(program.accesses.size())));
  llvm::BitVector ends(count), begins(count);
  for (unsigned point = 0; point < count; ++point)
    if (program.points[point].barrier >= scope)
      ends.set(point);
  for (const PlacedBarrier &barrier : barriers)
    if (barrier.scope >= scope)
      begins.set(barrier.before);
  llvm::BitVector isWaiting(count, true);
  while (isWaiting.any()) {
    auto point = static_cast<unsigned>(isWaiting.find_first());
    isWaiting.reset(point);
    if (ends.test(point))
      continue;
    llvm::BitVector behind = before[point];
    if (std::optional<unsigned> access = program.points[point].access)
      behind.set(*access);
    for (unsigned next : program.points[point].next)
      if (!begins.test(next) && behind.test(before[next])) {
        before[next] |= behind;
        isWaiting.set(next);
      }
  }
}

} // namespace

std::optional<Race> findRace(const SharedAccesses &program,
                             std::span<const PlacedBarrier> barriers) {
  const BarrierConflicts conflicts(program);
  Pending cluster(program, SyncScope::Cluster, barriers);
  Pending block(program, SyncScope::Block, barriers);
  Pending warp(program, SyncScope::Warp, barriers);
  for (unsigned point = 0; point < program.points.size(); ++point) {
    std::optional<unsigned> second = program.points[point].access;
    if (!second)
      continue;
    for (auto [scope, pending] : {std::pair(SyncScope::Cluster, &cluster),
                                  std::pair(SyncScope::Block, &block),
                                  std::pair(SyncScope::Warp, &warp)}) {
      for (unsigned first : pending->at(point).set_bits())
        if (conflicts.of(scope)[first].test(*second))
          return Race{first, *second, point, scope};
    }
  }
  return std::nullopt;
}

} // namespace heddle
