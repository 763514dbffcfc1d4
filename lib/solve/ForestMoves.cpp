//===- ForestMoves.cpp - Better labels, a forest at a time ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForestMoves.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace heddle {

ForestMoves::ForestMoves(const LabelChoice &problem)
    : problem(problem), edges(problem.single.size()),
      trees(problem.single.size()), costs(problem.single.size()) {
  for (unsigned i = 0; i < problem.pairs.size(); ++i) {
    const LabelPair &pair = problem.pairs[i];
    auto &first = edges[pair.first], &second = edges[pair.second];
    auto back = static_cast<unsigned>(first.size());
    first.push_back({.pair = i,
                     .other = pair.second,
                     .isFirst = true,
                     .back = static_cast<unsigned>(second.size())});
    second.push_back(
        {.pair = i, .other = pair.first, .isFirst = false, .back = back});
  }
}

std::int64_t ForestMoves::costAt(const Edge &edge, unsigned own,
                                 unsigned other) const {
  const LabelPair &pair = problem.pairs[edge.pair];
  std::size_t seconds = problem.single[pair.second].size();
  return edge.isFirst ? pair.cost[own * seconds + other]
                      : pair.cost[other * seconds + own];
}

unsigned ForestMoves::findTree(unsigned variable) {
  while (trees[variable] != variable)
    variable = trees[variable] = trees[trees[variable]];
  return variable;
}

// In a random order, each that closes no circle.
void ForestMoves::draw() {
  std::vector<unsigned> all(problem.single.size());
  std::iota(all.begin(), all.end(), 0);
  // Not std::shuffle, which differs between libraries.
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[random() % i]);
  std::iota(trees.begin(), trees.end(), 0);
  isIn.assign(all.size(), false);
  touched.assign(all.size(), static_cast<unsigned>(all.size()));
  for (unsigned variable : all) {
    bool closes = std::ranges::any_of(edges[variable], [&](const Edge &edge) {
      return isIn[edge.other] &&
             std::exchange(touched[findTree(edge.other)], variable) == variable;
    });
    if (closes)
      continue;
    isIn[variable] = true;
    for (const Edge &edge : edges[variable])
      if (isIn[edge.other])
        trees[findTree(edge.other)] = variable;
  }
  places.clear();
  std::vector<bool> isOrdered(all.size(), false);
  for (unsigned root : all) {
    if (!isIn[root] || isOrdered[root])
      continue;
    std::size_t next = places.size();
    places.push_back({.variable = root, .up = nullptr});
    isOrdered[root] = true;
    for (; next < places.size(); ++next)
      for (const Edge &edge : edges[places[next].variable])
        if (isIn[edge.other] && !isOrdered[edge.other]) {
          isOrdered[edge.other] = true;
          places.push_back(
              {.variable = edge.other, .up = &edges[edge.other][edge.back]});
        }
  }
}

void ForestMoves::choose(std::vector<unsigned> &labels) {
  for (const Place &place : places) {
    costs[place.variable] = problem.single[place.variable];
    for (const Edge &edge : edges[place.variable])
      if (!isIn[edge.other])
        for (unsigned own = 0; own < costs[place.variable].size(); ++own)
          costs[place.variable][own] += costAt(edge, own, labels[edge.other]);
  }
  auto cheapest = [&](const Place &place, unsigned parent) {
    const std::vector<std::int64_t> &own = costs[place.variable];
    std::pair<std::int64_t, unsigned> least = {
        std::numeric_limits<std::int64_t>::max(), 0};
    for (unsigned label = 0; label < own.size(); ++label)
      least = std::min(
          least,
          {own[label] + (place.up ? costAt(*place.up, label, parent) : 0),
           label});
    return least;
  };
  for (std::size_t i = places.size(); i-- > 0;)
    if (const Edge *up = places[i].up)
      for (unsigned label = 0; label < costs[up->other].size(); ++label)
        costs[up->other][label] =
            std::min(costs[up->other][label] + cheapest(places[i], label).first,
                     4 * ForbiddenCost);
  for (const Place &place : places)
    labels[place.variable] =
        cheapest(place, place.up ? labels[place.up->other] : 0).second;
}

// What costs the same may lead on, but is not worth a change.
void ForestMoves::improve(std::vector<unsigned> &labels, unsigned mostIdle) {
  std::vector<unsigned> now = labels;
  std::int64_t least = costOf(problem, labels), cost = least;
  for (unsigned idle = 0; idle < mostIdle;) {
    std::vector<unsigned> tried = now;
    draw();
    choose(tried);
    std::int64_t other = costOf(problem, tried);
    idle = other < cost ? 0 : idle + 1;
    if (other > cost)
      continue;
    cost = other;
    now = std::move(tried);
  }
  if (cost < least)
    labels = std::move(now);
}

} // namespace heddle
