//===- Barriers.cpp - Who waits for whom ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/Barriers.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace heddle {

namespace {

/// Sets of accesses, by their numbers: as many words for each set.
class AccessSets {
public:
  using Set = std::span<std::uint64_t>;
  using ConstSet = std::span<const std::uint64_t>;

  AccessSets() = default;
  AccessSets(std::size_t sets, std::size_t accesses) { reset(sets, accesses); }
  /// So many empty ones.
  void reset(std::size_t sets, std::size_t accesses) {
    wordsOfOne = (accesses + 63) / 64;
    words.assign(sets * wordsOfOne, 0);
  }
  Set operator[](std::size_t set) {
    return {words.data() + set * wordsOfOne, wordsOfOne};
  }
  ConstSet operator[](std::size_t set) const {
    return {words.data() + set * wordsOfOne, wordsOfOne};
  }
  static void add(Set set, unsigned access) {
    set[access / 64] |= std::uint64_t(1) << access % 64;
  }
  /// The lowest number that is in both.
  static std::optional<unsigned> firstCommon(ConstSet a, ConstSet b) {
    for (unsigned word = 0; word < a.size(); ++word)
      if (std::uint64_t common = a[word] & b[word]; common != 0)
        return 64 * word + static_cast<unsigned>(std::countr_zero(common));
    return std::nullopt;
  }

private:
  std::size_t wordsOfOne = 0;
  std::vector<std::uint64_t> words;
};

/// Accesses that are behind no barrier yet, at each point: since one of the
/// block, and since one at all.
struct Pending {
  AccessSets block, warp;

  /// None anywhere.
  void reset(std::size_t points, std::size_t accesses) {
    block.reset(points, accesses);
    warp.reset(points, accesses);
  }
  /// What is pending behind `point`, where there is that access and a barrier
  /// of that scope, is so at `next`. True if something is new there.
  bool pass(unsigned point, std::optional<unsigned> access, Waiting scope,
            unsigned next) {
    bool isNew =
        scope != Waiting::Block && join(block[point], access, block[next]);
    return (scope == Waiting::None && join(warp[point], access, warp[next])) ||
           isNew;
  }

private:
  static bool join(AccessSets::ConstSet from, std::optional<unsigned> access,
                   AccessSets::Set to) {
    std::uint64_t added = 0;
    for (std::size_t word = 0; word < from.size(); ++word) {
      std::uint64_t more = from[word];
      if (access && *access / 64 == word)
        more |= std::uint64_t(1) << *access % 64;
      added |= more & ~to[word];
      to[word] |= more;
    }
    return added != 0;
  }
};

/// What each access conflicts with.
class Conflicts {
public:
  explicit Conflicts(const SharedAccesses &program)
      : block(program.accesses.size(), program.accesses.size()), warp(block) {
    auto count = static_cast<unsigned>(program.accesses.size());
    for (unsigned a = 0; a < count; ++a)
      for (unsigned b = a; b < count; ++b)
        add(a, b, program.accesses[a], program.accesses[b]);
  }
  /// An access that this one conflicts with among those pending at a point, and
  /// what is missing.
  std::optional<std::pair<unsigned, Waiting>>
  of(unsigned access, const Pending &pending, unsigned point) const {
    if (auto other =
            AccessSets::firstCommon(pending.block[point], block[access]))
      return std::pair(*other, Waiting::Block);
    if (auto other = AccessSets::firstCommon(pending.warp[point], warp[access]))
      return std::pair(*other, Waiting::Warp);
    return std::nullopt;
  }

private:
  void add(unsigned a, unsigned b, const SharedAccesses::Access &left,
           const SharedAccesses::Access &right) {
    if (!left.writes && !right.writes)
      return;
    Waiting scope = conflictOf(left.footprint, right.footprint);
    if (scope == Waiting::None)
      return;
    AccessSets &sets = scope == Waiting::Block ? block : warp;
    AccessSets::add(sets[a], b);
    AccessSets::add(sets[b], a);
  }
  AccessSets block, warp;
};

/// Barriers by the points that they are before.
using Places = std::vector<Waiting>;

/// Points that some point leads to, forward or backward, through those that are
/// left.
llvm::BitVector reachedFrom(unsigned start, const llvm::BitVector &isLeft,
                            const std::vector<std::vector<unsigned>> &edges) {
  llvm::BitVector seen(isLeft.size());
  std::vector<unsigned> work = {start};
  while (!work.empty()) {
    unsigned point = work.back();
    work.pop_back();
    for (unsigned next : edges[point])
      if (isLeft.test(next) && !seen.test(next)) {
        seen.set(next);
        work.push_back(next);
      }
  }
  return seen;
}

/// How many loops are around each point. A loop has an edge that leads back in
/// the text, to its head; without the head the loops inside are left.
std::vector<unsigned> depthsOf(const SharedAccesses &program) {
  auto count = static_cast<unsigned>(program.points.size());
  std::vector<std::vector<unsigned>> forward(count), backward(count);
  llvm::BitVector heads(count), isLeft(count, true);
  for (unsigned point = 0; point < count; ++point)
    for (unsigned next : program.points[point].next) {
      forward[point].push_back(next);
      backward[next].push_back(point);
      if (next <= point)
        heads.set(next);
    }
  std::vector<unsigned> depths(count);
  for (unsigned head : heads.set_bits()) {
    llvm::BitVector loop = reachedFrom(head, isLeft, forward);
    loop &= reachedFrom(head, isLeft, backward);
    for (unsigned inside : loop.set_bits())
      ++depths[inside];
    isLeft.reset(head);
  }
  return depths;
}

/// Before which points a barrier holds up something slow that comes before any
/// access.
llvm::BitVector holdingUp(const SharedAccesses &program) {
  llvm::BitVector result(static_cast<unsigned>(program.points.size()));
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (unsigned number = result.size(); number-- > 0;) {
      const SharedAccesses::Point &point = program.points[number];
      if (result.test(number) || point.access || point.barrier != Waiting::None)
        continue;
      if (point.isSlow || llvm::any_of(point.next, [&](unsigned next) {
            return result.test(next);
          })) {
        result.set(number);
        hasChanged = true;
      }
    }
  }
  return result;
}

class Placement {
public:
  explicit Placement(const SharedAccesses &program)
      : program(program), conflicts(program), depths(depthsOf(program)),
        holdsUp(holdingUp(program)) {}

  /// Before the first access in the text that conflicts with one on some way.
  std::optional<Race> findRace(const Places &places) {
    findPending(places);
    for (unsigned point = 0; point < program.points.size(); ++point) {
      std::optional<unsigned> access = program.points[point].access;
      if (!access)
        continue;
      if (auto conflict = conflicts.of(*access, pending, point))
        return Race{conflict->first, *access, point, conflict->second};
    }
    return std::nullopt;
  }
  BarrierPlan best(PlacementEffort effort);
  Places nowhere() const {
    return Places(program.points.size(), Waiting::None);
  }

private:
  void findPending(const Places &places);
  void fillIn(Places &places);
  void thinOut(Places &places, std::optional<unsigned> last);
  double costOf(const Places &places) const;
  bool isStraight() const {
    return std::ranges::all_of(program.points, [](const auto &point) {
      return point.next.size() < 2;
    });
  }

  const SharedAccesses &program;
  Conflicts conflicts;
  /// With the places looked at last.
  Pending pending;
  std::vector<unsigned> depths;
  llvm::BitVector holdsUp;
};

/// What is pending at each point, behind a barrier that is before it.
void Placement::findPending(const Places &places) {
  auto count = static_cast<unsigned>(program.points.size());
  pending.reset(count, program.accesses.size());
  llvm::BitVector isWaiting(count, true);
  while (isWaiting.any()) {
    auto point = static_cast<unsigned>(isWaiting.find_first());
    isWaiting.reset(point);
    const SharedAccesses::Point &here = program.points[point];
    for (unsigned next : here.next)
      if (pending.pass(point, here.access, std::max(here.barrier, places[next]),
                       next))
        isWaiting.set(next);
  }
}

/// Until there is no race any more: before the second access of the first one.
void Placement::fillIn(Places &places) {
  while (std::optional<Race> race = findRace(places))
    places[race->at] = race->scope;
}

/// Takes away those that are not needed with the others, the dearest first and
/// `last` last, and leaves those of warps where they are enough.
void Placement::thinOut(Places &places, std::optional<unsigned> last) {
  std::vector<unsigned> order;
  for (unsigned point = 0; point < places.size(); ++point)
    if (places[point] != Waiting::None)
      order.push_back(point);
  std::ranges::sort(order, {}, [&](unsigned point) {
    return std::tuple(point == last, -static_cast<int>(depths[point]), point);
  });
  for (unsigned point : order) {
    Waiting scope = places[point];
    for (Waiting less : {Waiting::None, Waiting::Warp}) {
      if (scope == less)
        break;
      places[point] = less;
      if (!findRace(places))
        break;
      places[point] = scope;
    }
  }
}

double Placement::costOf(const Places &places) const {
  double cost = 0;
  for (unsigned point = 0; point < places.size(); ++point) {
    if (places[point] == Waiting::None)
      continue;
    double one = places[point] == Waiting::Block ? 100 : 1;
    if (holdsUp.test(point))
      one *= 1.25;
    for (unsigned loop = 0; loop < depths[point]; ++loop)
      one *= 8;
    cost += one;
  }
  return cost;
}

BarrierPlan Placement::best(PlacementEffort effort) {
  Places best = nowhere();
  fillIn(best);
  thinOut(best, std::nullopt);
  double least = costOf(best);
  // With one more somewhere, others may be spared.
  constexpr std::size_t MostSteps = 4'000'000;
  auto barriers = static_cast<std::size_t>(
      llvm::count_if(best, [](Waiting each) { return each != Waiting::None; }));
  std::size_t points = program.points.size();
  bool isWorthIt = effort == PlacementEffort::Search &&
                   4 * barriers * points * points <= MostSteps &&
                   (!isStraight() || llvm::is_contained(best, Waiting::Warp));
  for (bool hasImproved = isWorthIt && least > 0; hasImproved;) {
    hasImproved = false;
    const Places start = best;
    for (unsigned point = 0; point < start.size(); ++point) {
      if (!program.points[point].isPlace || start[point] == Waiting::Block)
        continue;
      for (const Places &others : {nowhere(), start}) {
        Places trial = others;
        trial[point] = Waiting::Block;
        fillIn(trial);
        thinOut(trial, point);
        if (double cost = costOf(trial); cost < least) {
          best = trial;
          least = cost;
          hasImproved = true;
        }
      }
    }
  }
  BarrierPlan plan = {{}, least};
  for (unsigned point = 0; point < best.size(); ++point)
    if (best[point] != Waiting::None)
      plan.barriers.push_back({point, best[point]});
  return plan;
}

} // namespace

std::optional<Race> findRace(const SharedAccesses &program,
                             std::span<const PlacedBarrier> barriers) {
  Placement placement(program);
  Places places = placement.nowhere();
  for (const PlacedBarrier &barrier : barriers)
    places[barrier.before] = barrier.scope;
  return placement.findRace(places);
}

BarrierPlan placeBarriers(const SharedAccesses &program,
                          PlacementEffort effort) {
  return Placement(program).best(effort);
}

} // namespace heddle
