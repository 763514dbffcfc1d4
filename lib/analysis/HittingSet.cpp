//===- HittingSet.cpp - One element of each set, cheaply ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/HittingSet.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

#include <cassert>
#include <limits>
#include <tuple>

namespace heddle {

namespace {

using llvm::BitVector;

/// Of one side, sets or elements, those of the other side that belong to each.
using Members = std::vector<BitVector>;

bool isSubset(const BitVector &small, const BitVector &large) {
  return !small.test(large);
}

class Search {
public:
  Search(const HittingSet &problem, unsigned mostTrials)
      : costs(problem.costs), trialsLeft(mostTrials) {
    auto elements = static_cast<unsigned>(costs.size());
    auto sets = static_cast<unsigned>(problem.sets.size());
    start.elementsOf.assign(sets, BitVector(elements));
    start.setsOf.assign(elements, BitVector(sets));
    start.sets.resize(sets, true);
    start.elements.resize(elements, true);
    start.chosen.resize(elements);
    for (unsigned set = 0; set < sets; ++set)
      for (unsigned element : problem.sets[set]) {
        start.elementsOf[set].set(element);
        start.setsOf[element].set(set);
      }
  }

  std::vector<unsigned> run() {
    tryFrom(std::move(start));
    return {best.set_bits_begin(), best.set_bits_end()};
  }

private:
  /// A part of a solution and what is left to do.
  struct State {
    /// What is left, and of that what belongs together.
    BitVector sets, elements;
    Members elementsOf, setsOf;
    BitVector chosen;
    std::uint64_t cost = 0;
  };

  void tryFrom(State state);
  void reduce(State &state) const;
  bool chooseSingles(State &state) const;
  static bool dropSets(State &state);
  bool dropElements(State &state) const;
  bool isReplaced(const State &state, unsigned element) const;
  void choose(State &state, unsigned element) const;
  static void drop(State &state, unsigned element);
  static void dropSet(State &state, unsigned set);
  std::uint64_t bound(const State &state) const;

  const std::vector<std::uint64_t> &costs;
  unsigned trialsLeft;
  State start;
  BitVector best;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
};

void Search::drop(State &state, unsigned element) {
  state.elements.reset(element);
  for (unsigned set : state.setsOf[element].set_bits())
    state.elementsOf[set].reset(element);
}

void Search::dropSet(State &state, unsigned set) {
  state.sets.reset(set);
  for (unsigned element : state.elementsOf[set].set_bits())
    state.setsOf[element].reset(set);
}

void Search::choose(State &state, unsigned element) const {
  state.chosen.set(element);
  state.cost += costs[element];
  BitVector hit = state.setsOf[element];
  for (unsigned set : hit.set_bits())
    dropSet(state, set);
  drop(state, element);
}

bool Search::chooseSingles(State &state) const {
  bool hasChanged = false;
  for (unsigned set = 0; set < state.sets.size(); ++set)
    if (state.sets.test(set) && state.elementsOf[set].count() == 1) {
      choose(state, static_cast<unsigned>(state.elementsOf[set].find_first()));
      hasChanged = true;
    }
  return hasChanged;
}

/// Who hits a set hits those that contain it.
bool Search::dropSets(State &state) {
  bool hasChanged = false;
  for (unsigned set = 0; set < state.sets.size(); ++set) {
    if (!state.sets.test(set))
      continue;
    const BitVector &small = state.elementsOf[set];
    BitVector candidates =
        state.setsOf[static_cast<unsigned>(small.find_first())];
    for (unsigned other : candidates.set_bits())
      if (other != set && isSubset(small, state.elementsOf[other])) {
        dropSet(state, other);
        hasChanged = true;
      }
  }
  return hasChanged;
}

bool Search::isReplaced(const State &state, unsigned element) const {
  const BitVector &hits = state.setsOf[element];
  if (hits.none())
    return true;
  const BitVector &others =
      state.elementsOf[static_cast<unsigned>(hits.find_first())];
  return llvm::any_of(others.set_bits(), [&](unsigned other) {
    return other != element && isSubset(hits, state.setsOf[other]) &&
           (costs[other] < costs[element] ||
            (costs[other] == costs[element] &&
             (other > element || hits != state.setsOf[other])));
  });
}

bool Search::dropElements(State &state) const {
  bool hasChanged = false;
  for (unsigned element = 0; element < state.elements.size(); ++element)
    if (state.elements.test(element) && isReplaced(state, element)) {
      drop(state, element);
      hasChanged = true;
    }
  return hasChanged;
}

void Search::reduce(State &state) const {
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = chooseSingles(state);
    hasChanged = dropSets(state) || hasChanged;
    hasChanged = dropElements(state) || hasChanged;
  }
}

/// What the rest costs at least: sets that have nothing in common.
std::uint64_t Search::bound(const State &state) const {
  BitVector used(state.elements.size());
  std::uint64_t sum = 0;
  for (unsigned set : state.sets.set_bits()) {
    const BitVector &members = state.elementsOf[set];
    if (members.anyCommon(used))
      continue;
    used |= members;
    std::uint64_t cheapest = std::numeric_limits<std::uint64_t>::max();
    for (unsigned element : members.set_bits())
      cheapest = std::min(cheapest, costs[element]);
    sum += cheapest;
  }
  return sum;
}

/// Tries the elements of a smallest set, each without those before it.
void Search::tryFrom(State state) {
  reduce(state);
  if (state.sets.none()) {
    if (state.cost < least) {
      least = state.cost;
      best = state.chosen;
    }
    return;
  }
  if (state.cost + bound(state) >= least)
    return;
  unsigned smallest = 0;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (unsigned set : state.sets.set_bits())
    if (std::size_t count = state.elementsOf[set].count(); count < fewest) {
      fewest = count;
      smallest = set;
    }
  BitVector members = state.elementsOf[smallest];
  llvm::SmallVector<unsigned> order(members.set_bits());
  // The cheapest for what it hits first, of equal ones the last.
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tuple(costs[a] * state.setsOf[b].count(), b) <
           std::tuple(costs[b] * state.setsOf[a].count(), a);
  });
  for (auto [number, element] : llvm::enumerate(order)) {
    bool isFirst = least == std::numeric_limits<std::uint64_t>::max();
    if (!isFirst && trialsLeft == 0)
      return;
    trialsLeft -= trialsLeft > 0 ? 1 : 0;
    State with = state;
    choose(with, element);
    tryFrom(std::move(with));
    drop(state, element);
  }
}

} // namespace

std::vector<unsigned> cheapestHits(const HittingSet &problem,
                                   unsigned mostTrials) {
  assert(
      llvm::none_of(problem.sets, [](const auto &set) { return set.empty(); }));
  return Search(problem, mostTrials).run();
}

} // namespace heddle
