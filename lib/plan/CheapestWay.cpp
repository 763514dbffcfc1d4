//===- CheapestWay.cpp - The cheapest way of a conversion -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionPlanner.h"

#include <algorithm>

namespace heddle {

std::optional<ProgramCounts>
ConversionPlanner::countPlan(const Prospect &prospect) const {
  if (const auto *shuffles = std::get_if<ShufflePlan>(&prospect.plan))
    return countShuffles(*shuffles, pair);
  const auto &shared = std::get<SharedProspect>(prospect.plan);
  if (shared.from != pair.src || shared.to != pair.dst)
    return std::nullopt;
  return countShared(shared.plan, target);
}

ConversionPlanner::Counted ConversionPlanner::counted(std::size_t prospect) {
  if (std::optional<ProgramCounts> counts = countPlan(prospects[prospect]))
    return {.counts = *counts,
            .cycles = predictCycles(*counts, target),
            .prospect = prospect};
  Conversion made = make(prospects[prospect]);
  return {.counts = made.counts,
          .cycles = made.cycles,
          .made = std::move(made),
          .prospect = prospect};
}

// Where two cost the same, the one that `makeAll` has first: that with the
// lower number.
std::optional<ConversionPlanner::Counted> ConversionPlanner::findCheapest() {
  constexpr std::size_t MostOfScope = 2 * MostExchanges + 1;
  using Rank = std::pair<double, std::size_t>;
  /// What stands at an index, among the prospects or what is not tried.
  struct Way {
    Rank hoped;
    std::size_t index;
    bool isTried;
  };
  std::vector<Way> ways;
  std::size_t number = 0;
  for (; number < prospects.size(); ++number)
    ways.push_back({{prospects[number].least, number}, number, true});
  for (std::size_t i = 0; i < untried.size(); ++i, number += MostOfScope)
    ways.push_back({{untried[i].least, number}, i, false});
  std::optional<Counted> best;
  Rank least;
  while (!ways.empty()) {
    auto next = std::ranges::min_element(ways, {}, &Way::hoped);
    Way way = *next;
    ways.erase(next);
    if (best && way.hoped > least)
      break;
    if (!way.isTried) {
      std::size_t first = prospects.size();
      tryShared(untried[way.index].scope);
      for (std::size_t i = first; i < prospects.size(); ++i)
        ways.push_back(
            {{prospects[i].least, way.hoped.second + i - first}, i, true});
      continue;
    }
    Counted counts = counted(way.index);
    Rank rank = {counts.cycles, way.hoped.second};
    if (best && least < rank)
      continue;
    least = rank;
    best = std::move(counts);
  }
  return best;
}

Result<ProgramCounts> ConversionPlanner::count() {
  if (tryRegisters())
    return candidates.front().counts;
  findWays();
  if (std::optional<Counted> cheapest = findCheapest())
    return cheapest->counts;
  return noWay();
}

} // namespace heddle
