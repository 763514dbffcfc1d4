//===- HittingSet.cpp - One element of each set, cheaply ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/HittingSet.h"
#include "BitSet.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>

namespace heddle {

namespace {

/// Of one side, sets or elements, those of the other side that belong to each.
using Members = std::vector<BitSet>;

class Search {
public:
  Search(const HittingSet &problem, unsigned mostTrials)
      : costs(problem.costs), trialsLeft(mostTrials) {
    auto elements = static_cast<unsigned>(costs.size());
    auto sets = static_cast<unsigned>(problem.sets.size());
    start.elementsOf.assign(sets, BitSet(elements));
    start.setsOf.assign(elements, BitSet(sets));
    start.sets = BitSet(sets, /*isFull=*/true);
    start.elements = BitSet(elements, /*isFull=*/true);
    start.chosen = BitSet(elements);
    for (unsigned set = 0; set < sets; ++set)
      for (unsigned element : problem.sets[set]) {
        start.elementsOf[set].insert(element);
        start.setsOf[element].insert(set);
      }
  }

  std::vector<unsigned> run() {
    tryFrom(std::move(start));
    return best.members();
  }

private:
  /// A part of a solution and what is left to do.
  struct State {
    /// What is left, and of that what belongs together.
    BitSet sets, elements;
    Members elementsOf, setsOf;
    BitSet chosen;
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
  BitSet best;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
};

void Search::drop(State &state, unsigned element) {
  state.elements.erase(element);
  state.setsOf[element].forEach(
      [&](unsigned set) { state.elementsOf[set].erase(element); });
}

void Search::dropSet(State &state, unsigned set) {
  state.sets.erase(set);
  state.elementsOf[set].forEach(
      [&](unsigned element) { state.setsOf[element].erase(set); });
}

void Search::choose(State &state, unsigned element) const {
  state.chosen.insert(element);
  state.cost += costs[element];
  BitSet hit = state.setsOf[element];
  hit.forEach([&](unsigned set) { dropSet(state, set); });
  drop(state, element);
}

bool Search::chooseSingles(State &state) const {
  bool hasChanged = false;
  for (unsigned set = 0; set < state.sets.size(); ++set)
    if (state.sets.contains(set) && state.elementsOf[set].count() == 1) {
      choose(state, state.elementsOf[set].first());
      hasChanged = true;
    }
  return hasChanged;
}

/// Who hits a set hits those that contain it.
bool Search::dropSets(State &state) {
  bool hasChanged = false;
  for (unsigned set = 0; set < state.sets.size(); ++set) {
    if (!state.sets.contains(set))
      continue;
    const BitSet &small = state.elementsOf[set];
    BitSet candidates = state.setsOf[small.first()];
    candidates.forEach([&](unsigned other) {
      if (other == set || !small.isSubsetOf(state.elementsOf[other]))
        return;
      dropSet(state, other);
      hasChanged = true;
    });
  }
  return hasChanged;
}

bool Search::isReplaced(const State &state, unsigned element) const {
  const BitSet &hits = state.setsOf[element];
  if (hits.isEmpty())
    return true;
  const BitSet &others = state.elementsOf[hits.first()];
  return others.anyOf([&](unsigned other) {
    return other != element && hits.isSubsetOf(state.setsOf[other]) &&
           (costs[other] < costs[element] ||
            (costs[other] == costs[element] &&
             (other > element || hits != state.setsOf[other])));
  });
}

bool Search::dropElements(State &state) const {
  bool hasChanged = false;
  for (unsigned element = 0; element < state.elements.size(); ++element)
    if (state.elements.contains(element) && isReplaced(state, element)) {
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
  BitSet used(state.elements.size());
  std::uint64_t sum = 0;
  state.sets.forEach([&](unsigned set) {
    const BitSet &members = state.elementsOf[set];
    if (members.intersects(used))
      return;
    used |= members;
    std::uint64_t cheapest = std::numeric_limits<std::uint64_t>::max();
    members.forEach([&](unsigned element) {
      cheapest = std::min(cheapest, costs[element]);
    });
    sum += cheapest;
  });
  return sum;
}

/// Tries the elements of a smallest set, each without those before it.
void Search::tryFrom(State state) {
  reduce(state);
  if (state.sets.isEmpty()) {
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
  state.sets.forEach([&](unsigned set) {
    if (std::size_t count = state.elementsOf[set].count(); count < fewest) {
      fewest = count;
      smallest = set;
    }
  });
  std::vector<unsigned> order = state.elementsOf[smallest].members();
  // The cheapest for what it hits first, of equal ones the last.
  std::ranges::sort(order, [&](unsigned a, unsigned b) {
    return std::tuple(costs[a] * state.setsOf[b].count(), b) <
           std::tuple(costs[b] * state.setsOf[a].count(), a);
  });
  for (unsigned element : order) {
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
  assert(std::ranges::none_of(problem.sets,
                              [](const auto &set) { return set.empty(); }));
  return Search(problem, mostTrials).run();
}

} // namespace heddle
