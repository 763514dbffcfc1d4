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
  for (const LabelPair &pair : problem.pairs) {
    auto &first = edges[pair.first], &second = edges[pair.second];
    auto back = static_cast<unsigned>(first.size());
    std::size_t seconds = problem.single[pair.second].size();
    first.push_back({.other = pair.second,
                     .back = static_cast<unsigned>(second.size()),
                     .costs = pair.cost.data(),
                     .ownStride = seconds,
                     .otherStride = 1});
    second.push_back({.other = pair.first,
                      .back = back,
                      .costs = pair.cost.data(),
                      .ownStride = 1,
                      .otherStride = seconds});
  }
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

std::pair<std::int64_t, unsigned> ForestMoves::cheapest(const Place &place,
                                                        unsigned parent) const {
  const std::vector<std::int64_t> &own = costs[place.variable];
  const std::int64_t *more = place.up ? place.up->with(parent) : nullptr;
  std::pair<std::int64_t, unsigned> least = {
      std::numeric_limits<std::int64_t>::max(), 0};
  for (unsigned label = 0; label < own.size(); ++label) {
    std::int64_t cost =
        own[label] + (more ? more[label * place.up->ownStride] : 0);
    if (cost < least.first)
      least = {cost, label};
  }
  return least;
}

void ForestMoves::choose(std::vector<unsigned> &labels) {
  for (const Place &place : places) {
    std::vector<std::int64_t> &own = costs[place.variable];
    own = problem.single[place.variable];
    for (const Edge &edge : edges[place.variable]) {
      if (isIn[edge.other])
        continue;
      const std::int64_t *more = edge.with(labels[edge.other]);
      for (std::size_t label = 0; label < own.size(); ++label)
        own[label] += more[label * edge.ownStride];
    }
  }
  for (std::size_t i = places.size(); i-- > 0;)
    if (const Edge *up = places[i].up) {
      std::vector<std::int64_t> &parent = costs[up->other];
      for (unsigned label = 0; label < parent.size(); ++label)
        parent[label] =
            std::min(parent[label] + cheapest(places[i], label).first,
                     4 * ForbiddenCost);
    }
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
