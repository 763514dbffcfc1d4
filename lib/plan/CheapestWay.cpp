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

std::optional<ConversionPlanner::Untried>
ConversionPlanner::untriedWith(Scope scope, Exchange exchange) const {
  auto sides = sidesOf(exchange);
  if (!sides)
    return std::nullopt;
  ProgramCounts least =
      leastThroughMemory(src, dst, elementBits, target, scope);
  countExchange(pair.src, sides->first, least);
  countExchange(sides->second, pair.dst, least);
  return Untried{.scope = scope,
                 .least = predictCycles(least, target),
                 .exchange = exchange};
}

// Where two cost the same, the one that `makeAll` has first: that with the
// lower number.
std::optional<ConversionPlanner::Counted> ConversionPlanner::findCheapest() {
  constexpr std::size_t MostOfScope = 1 + Exchanges.size();
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
  auto tryWay = [&](const Way &way) {
    auto [scope, least, exchange] = untried[way.index];
    std::size_t index = prospects.size();
    bool isHelped = tryShared(scope, exchange);
    if (index < prospects.size())
      ways.push_back({{prospects[index].least, way.hoped.second}, index, true});
    for (std::size_t i = 0; isHelped && i < Exchanges.size(); ++i)
      if (std::optional<Untried> more = untriedWith(scope, Exchanges[i])) {
        ways.push_back(
            {{more->least, way.hoped.second + 1 + i}, untried.size(), false});
        untried.push_back(*more);
      }
  };
  std::optional<Counted> best;
  Rank least;
  while (!ways.empty()) {
    auto next = std::ranges::min_element(ways, {}, &Way::hoped);
    Way way = *next;
    ways.erase(next);
    if (best && way.hoped > least)
      break;
    if (!way.isTried) {
      tryWay(way);
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
