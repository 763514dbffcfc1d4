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
#include <tuple>

namespace heddle {

namespace {

/// Accesses that are behind no barrier yet, by their numbers.
struct Pending {
  /// Since one of the block, and since one at all.
  llvm::BitVector block, warp;

  explicit Pending(std::size_t accesses)
      : block(static_cast<unsigned>(accesses)),
        warp(static_cast<unsigned>(accesses)) {}
  void wait(Waiting scope) {
    if (scope == Waiting::Block)
      block.reset();
    if (scope != Waiting::None)
      warp.reset();
  }
  void add(unsigned access) {
    block.set(access);
    warp.set(access);
  }
  /// True if something was new.
  bool join(const Pending &other) {
    bool isNew = other.block.test(block) || other.warp.test(warp);
    block |= other.block;
    warp |= other.warp;
    return isNew;
  }
};

/// What each access conflicts with.
class Conflicts {
public:
  explicit Conflicts(const SharedAccesses &program) {
    auto count = static_cast<unsigned>(program.accesses.size());
    block.assign(count, llvm::BitVector(count));
    warp = block;
    for (unsigned a = 0; a < count; ++a)
      for (unsigned b = a; b < count; ++b)
        add(a, b, program.accesses[a], program.accesses[b]);
  }
  /// What is missing before the access.
  Waiting of(unsigned access, const Pending &pending) const {
    if (pending.block.anyCommon(block[access]))
      return Waiting::Block;
    return pending.warp.anyCommon(warp[access]) ? Waiting::Warp : Waiting::None;
  }
  /// Some access that it conflicts with.
  unsigned partner(unsigned access, const Pending &pending) const {
    llvm::BitVector others = pending.block;
    others &= block[access];
    if (others.any())
      return static_cast<unsigned>(others.find_first());
    others = pending.warp;
    others &= warp[access];
    return static_cast<unsigned>(others.find_first());
  }

private:
  void add(unsigned a, unsigned b, const SharedAccesses::Access &left,
           const SharedAccesses::Access &right) {
    if (!left.writes && !right.writes)
      return;
    Waiting scope = conflictOf(left.footprint, right.footprint);
    if (scope == Waiting::None)
      return;
    std::vector<llvm::BitVector> &sets = scope == Waiting::Block ? block : warp;
    sets[a].set(b);
    sets[b].set(a);
  }
  std::vector<llvm::BitVector> block, warp;
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
  std::optional<Race> findRace(const Places &places) const {
    std::vector<Pending> states = pendingOf(places);
    for (unsigned point = 0; point < program.points.size(); ++point) {
      std::optional<unsigned> access = program.points[point].access;
      if (!access)
        continue;
      Waiting scope = conflicts.of(*access, states[point]);
      if (scope != Waiting::None)
        return Race{conflicts.partner(*access, states[point]), *access, point,
                    scope};
    }
    return std::nullopt;
  }
  BarrierPlan best(PlacementEffort effort) const;
  Places nowhere() const {
    return Places(program.points.size(), Waiting::None);
  }

private:
  std::vector<Pending> pendingOf(const Places &places) const;
  void fillIn(Places &places) const;
  void thinOut(Places &places, std::optional<unsigned> last) const;
  double costOf(const Places &places) const;
  bool isStraight() const {
    return std::ranges::all_of(program.points, [](const auto &point) {
      return point.next.size() < 2;
    });
  }

  const SharedAccesses &program;
  Conflicts conflicts;
  std::vector<unsigned> depths;
  llvm::BitVector holdsUp;
};

/// What is pending at each point, behind a barrier that is before it.
std::vector<Pending> Placement::pendingOf(const Places &places) const {
  std::vector<Pending> states(program.points.size(),
                              Pending(program.accesses.size()));
  llvm::BitVector isWaiting(static_cast<unsigned>(states.size()), true);
  while (isWaiting.any()) {
    auto point = static_cast<unsigned>(isWaiting.find_first());
    isWaiting.reset(point);
    Pending state = states[point];
    const SharedAccesses::Point &here = program.points[point];
    if (here.access)
      state.add(*here.access);
    state.wait(here.barrier);
    for (unsigned next : here.next) {
      Pending arriving = state;
      arriving.wait(places[next]);
      if (states[next].join(arriving))
        isWaiting.set(next);
    }
  }
  return states;
}

/// Until there is no race any more: before the second access of the first one.
void Placement::fillIn(Places &places) const {
  while (std::optional<Race> race = findRace(places))
    places[race->at] = race->scope;
}

/// Takes away those that are not needed with the others, the dearest first and
/// `last` last, and leaves those of warps where they are enough.
void Placement::thinOut(Places &places, std::optional<unsigned> last) const {
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

BarrierPlan Placement::best(PlacementEffort effort) const {
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
