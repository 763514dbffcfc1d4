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

bool mayConflict(const SharedAccesses::Access &a,
                 const SharedAccesses::Access &b) {
  return (a.writes && (b.reads || b.writes)) || (a.reads && b.writes);
}

bool mayMeet(const std::optional<RingPlace> &first,
             const std::optional<RingPlace> &second, Laps laps) {
  if (laps == Laps::Any || !first || !second || first->ring != second->ring ||
      first->loop != second->loop || first->count != second->count)
    return true;
  unsigned later = second->phase + static_cast<unsigned>(laps);
  return later % first->count == first->phase % first->count;
}

Laps lapsAt(unsigned number, const SharedAccesses::Point &point,
            const std::optional<RingPlace> &place, Laps laps) {
  if (!place || point.left == place->loop)
    return Laps::Any;
  if (!point.isHead || number != place->loop)
    return laps;
  return laps == Laps::None ? Laps::One : Laps::Any;
}

static bool canPrecede(const SharedAccesses::Access &first,
                       const SharedAccesses::Access &second) {
  using enum SharedAccesses::Part;
  return first.part != Begin && second.part != End && !first.isEnd;
}

/// Is what comes behind a barrier that orders only reads of other blocks'
/// memory, and what threads do to the own one, ordered with this before it?
static bool isOrderedAsRead(const SharedAccesses::Access &access) {
  return access.part == SharedAccesses::Part::All && !access.isSignal &&
         !access.isArrival && !(access.isDistributed && access.writes);
}

/// Who has to wait between two accesses, one of which writes, if they have
/// bytes in common.
static SyncScope scopeOf(const SharedAccesses::Access &first,
                         const SharedAccesses::Access &second,
                         SyncScope common) {
  bool isArrival = first.isArrival || second.isArrival;
  if (isArrival && (first.isSignal || second.isSignal))
    return SyncScope::None;
  bool isDistributed =
      !isArrival && (first.isDistributed || second.isDistributed);
  if ((first.isEnd || second.isEnd) && !isDistributed)
    return SyncScope::None;
  if (first.isKnownToWarp && second.isOfWarp)
    return SyncScope::None;
  if (first.isOfWarp || second.isOfWarp)
    return std::min(common, SyncScope::Warp);
  if (!isDistributed || common == SyncScope::None)
    return common;
  bool isOfThread =
      second.part == SharedAccesses::Part::All && !second.isOrderedByArrivals;
  return isOrderedAsRead(first) && isOfThread ? SyncScope::ClusterReads
                                              : SyncScope::Cluster;
}

BarrierConflicts::BarrierConflicts(const SharedAccesses &program)
    : needed({SyncScope::Warp, SyncScope::Block}) {
  auto count = static_cast<unsigned>(program.accesses.size());
  block.assign(count, llvm::BitVector(count));
  cluster = clusterReads = peers = warp = block;
  if (std::ranges::any_of(program.accesses,
                          &SharedAccesses::Access::isDistributed)) {
    needed.push_back(SyncScope::ClusterReads);
    needed.push_back(SyncScope::Cluster);
  }
  for (unsigned a = 0; a < count; ++a)
    for (unsigned b = a; b < count; ++b) {
      const SharedAccesses::Access &left = program.accesses[a];
      const SharedAccesses::Access &right = program.accesses[b];
      SyncScope common = program.common.of(a, b);
      if (common == SyncScope::None || !mayConflict(left, right))
        continue;
      add(a, left, b, right, scopeOf(left, right, common));
      if (a != b)
        add(b, right, a, left, scopeOf(right, left, common));
    }
}

void BarrierConflicts::add(unsigned first, const SharedAccesses::Access &from,
                           unsigned second, const SharedAccesses::Access &to,
                           SyncScope scope) {
  if (scope == SyncScope::None || !canPrecede(from, to))
    return;
  switch (scope) {
  case SyncScope::Cluster:
    if (!to.isOrderedByArrivals)
      return void(cluster[first].set(second));
    peers[first].set(second);
    return void(block[first].set(second));
  case SyncScope::ClusterReads:
    return void(clusterReads[first].set(second));
  case SyncScope::Block:
    return void(block[first].set(second));
  default:
    warp[first].set(second);
  }
}

namespace {

/// Accesses that no barrier of a scope is behind yet, before each point: those
/// of this iteration, of the one before, and all others.
class Pending {
public:
  Pending(const SharedAccesses &program, SyncScope scope,
          std::span<const PlacedBarrier> barriers);
  /// The same, without those behind which there is also an arrival at other
  /// blocks' mbarriers, and a wait for theirs.
  static Pending ofPeers(const SharedAccesses &program,
                         std::span<const PlacedBarrier> barriers);

  /// Calls `each(access, laps)`.
  template <class Fn> void forEach(unsigned point, Fn each) const {
    for (unsigned bit : before[point].set_bits())
      each(bit % count, static_cast<Laps>(bit / count));
  }

private:
  explicit Pending(unsigned count) : count(count) {}

  unsigned bitOf(unsigned access, Laps laps) const {
    return static_cast<unsigned>(laps) * count + access;
  }

  unsigned count;
  std::vector<llvm::BitVector> before;
};

/// Where barriers of a scope, or of a stronger one, stand.
struct Ends {
  Ends(const SharedAccesses &program, SyncScope scope,
       std::span<const PlacedBarrier> barriers)
      : at(static_cast<unsigned>(program.points.size())), before(at.size()) {
    for (unsigned point = 0; point < at.size(); ++point)
      if (program.points[point].barrier >= scope)
        at.set(point);
    for (const PlacedBarrier &barrier : barriers)
      if (barrier.scope >= scope)
        before.set(barrier.before);
  }
  llvm::BitVector at, before;
};

/// What is there before each point, if `pass` says what becomes of it there.
template <class Pass>
std::vector<llvm::BitVector> flow(const SharedAccesses &program,
                                  const Ends &ends, unsigned bits, Pass pass) {
  auto count = static_cast<unsigned>(program.points.size());
  std::vector<llvm::BitVector> before(count, llvm::BitVector(bits));
  llvm::BitVector isWaiting(count, true);
  while (isWaiting.any()) {
    auto point = static_cast<unsigned>(isWaiting.find_first());
    isWaiting.reset(point);
    if (ends.at.test(point))
      continue;
    llvm::BitVector behind = before[point];
    pass(point, behind);
    for (unsigned next : program.points[point].next)
      if (!ends.before.test(next) && behind.test(before[next])) {
        before[next] |= behind;
        isWaiting.set(next);
      }
  }
  return before;
}

Pending::Pending(const SharedAccesses &program, SyncScope scope,
                 std::span<const PlacedBarrier> barriers)
    : count(static_cast<unsigned>(program.accesses.size())) {
  constexpr unsigned AllLaps = static_cast<unsigned>(Laps::Any) + 1;
  auto pass = [&](unsigned number, llvm::BitVector &behind) {
    const SharedAccesses::Point &point = program.points[number];
    if (point.access)
      behind.set(bitOf(*point.access, program.accesses[*point.access].place
                                          ? Laps::None
                                          : Laps::Any));
    if (!point.isHead && !point.left)
      return;
    // The later ones first: none moves twice.
    for (Laps laps : {Laps::One, Laps::None})
      for (unsigned access = 0; access < count; ++access)
        if (unsigned bit = bitOf(access, laps); behind.test(bit)) {
          behind.reset(bit);
          behind.set(
              bitOf(access, lapsAt(number, point,
                                   program.accesses[access].place, laps)));
        }
  };
  before = flow(program, Ends(program, scope, barriers), AllLaps * count, pass);
}

// Those behind which there is an arrival are counted apart, as the second half.
Pending Pending::ofPeers(const SharedAccesses &program,
                         std::span<const PlacedBarrier> barriers) {
  Pending pending(static_cast<unsigned>(program.accesses.size()));
  const unsigned count = pending.count;
  pending.before =
      flow(program, Ends(program, SyncScope::Cluster, barriers), 2 * count,
           [&](unsigned number, llvm::BitVector &behind) {
             const SharedAccesses::Point &point = program.points[number];
             if (point.awaitsPeers)
               behind.reset(count, 2 * count);
             if (point.access)
               behind.set(*point.access);
             if (!point.arrivesAtPeers)
               return;
             for (unsigned access = 0; access < count; ++access)
               if (behind.test(access)) {
                 behind.reset(access);
                 behind.set(count + access);
               }
           });
  for (llvm::BitVector &accesses : pending.before) {
    llvm::BitVector all(pending.bitOf(count, Laps::Any));
    for (unsigned access = 0; access < count; ++access)
      if (accesses.test(access) || accesses.test(count + access))
        all.set(pending.bitOf(access, Laps::Any));
    accesses = std::move(all);
  }
  return pending;
}

} // namespace

std::optional<Race> findRace(const SharedAccesses &program,
                             std::span<const PlacedBarrier> barriers) {
  const BarrierConflicts conflicts(program);
  Pending cluster(program, SyncScope::Cluster, barriers);
  Pending reads(program, SyncScope::ClusterReads, barriers);
  Pending peers = Pending::ofPeers(program, barriers);
  Pending block(program, SyncScope::Block, barriers);
  Pending warp(program, SyncScope::Warp, barriers);
  struct Question {
    SyncScope scope;
    const std::vector<llvm::BitVector> &conflicting;
    const Pending &pending;
  };
  const Question questions[] = {
      {SyncScope::Cluster, conflicts.of(SyncScope::Cluster), cluster},
      {SyncScope::Cluster, conflicts.ofPeers(), peers},
      {SyncScope::ClusterReads, conflicts.of(SyncScope::ClusterReads), reads},
      {SyncScope::Block, conflicts.of(SyncScope::Block), block},
      {SyncScope::Warp, conflicts.of(SyncScope::Warp), warp}};
  for (unsigned point = 0; point < program.points.size(); ++point) {
    std::optional<unsigned> second = program.points[point].access;
    if (!second)
      continue;
    std::optional<Race> race;
    for (const auto &[scope, conflicting, pending] : questions)
      pending.forEach(point, [&](unsigned first, Laps laps) {
        if (!race && conflicting[first].test(*second) &&
            mayMeet(program.accesses[first].place,
                    program.accesses[*second].place, laps))
          race = Race{first, *second, point, scope};
      });
    if (race)
      return race;
  }
  return std::nullopt;
}

} // namespace heddle
