//===- PairBounds.cpp - Bounds and choices of a graph of pairs ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairGraph.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace heddle {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

double leastCost(const std::vector<double> &costs) {
  return *std::ranges::min_element(costs);
}

} // namespace

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

double PairGraph::leastOf(const Edge &edge) {
  if (!edge.least)
    edge.least = leastCost(edge.costs);
  return *edge.least;
}

double PairGraph::bound() const {
  double sum = constant;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].isLeft)
      continue;
    sum += leastCost(nodes[i].costs);
    for (unsigned number : nodes[i].edges)
      if (edges[number].first == i)
        sum += leastOf(edges[number]);
  }
  return sum;
}

// Where the labels are the columns of the table, row by row: several at once.
void PairGraph::findLeasts(EdgeView<const double> view,
                           std::vector<double> &leasts) {
  leasts.assign(view.owns, Infinity);
  if (view.ownStride == 1) {
    for (std::size_t y = 0; y < view.others; ++y)
      for (std::size_t x = 0; x < view.owns; ++x)
        leasts[x] = std::min(leasts[x], view.costs[y * view.owns + x]);
    return;
  }
  for (std::size_t x = 0; x < view.owns; ++x) {
    double least = Infinity;
    for (std::size_t y = 0; y < view.others; ++y)
      least = std::min(least, view.costs[x * view.others + y]);
    leasts[x] = least;
  }
}

void PairGraph::add(EdgeView<double> view, const std::vector<double> &more) {
  if (view.ownStride == 1) {
    for (std::size_t y = 0; y < view.others; ++y)
      for (std::size_t x = 0; x < view.owns; ++x)
        view.costs[y * view.owns + x] += more[x];
    return;
  }
  for (std::size_t x = 0; x < view.owns; ++x)
    for (std::size_t y = 0; y < view.others; ++y)
      view.costs[x * view.others + y] += more[x];
}

// From the pairs to the variable: what each of its labels costs there at least.
void PairGraph::pull(unsigned node) {
  std::vector<double> &costs = nodes[node].costs;
  std::vector<double> moved;
  for (unsigned number : nodes[node].edges) {
    Edge &edge = edges[number];
    // By `push`, too.
    seen += 2 * edge.costs.size();
    findLeasts(viewFrom(std::as_const(edge), node), moved);
    edge.least = 0;
    if (std::ranges::all_of(moved, [](double cost) { return cost == 0; }))
      continue;
    for (std::size_t x = 0; x < costs.size(); ++x) {
      costs[x] += moved[x];
      moved[x] = -moved[x];
    }
    add(viewFrom(edge, node), moved);
  }
}

// In equal parts to the pairs with variables that come next. If there are more
// with those before, the variable keeps their parts.
void PairGraph::push(unsigned node, bool isForward) {
  auto comesNext = [&](unsigned number) {
    return isForward == (other(edges[number], node) > node);
  };
  const std::vector<unsigned> &all = nodes[node].edges;
  auto next = static_cast<std::size_t>(std::ranges::count_if(all, comesNext));
  auto parts = static_cast<double>(std::max(next, all.size() - next));
  std::vector<double> part = nodes[node].costs;
  double least = leastCost(part);
  for (double &cost : part)
    cost = (cost - least) / parts;
  for (unsigned number : all) {
    if (!comesNext(number))
      continue;
    add(viewFrom(edges[number], node), part);
    for (std::size_t x = 0; x < part.size(); ++x)
      nodes[node].costs[x] -= part[x];
  }
}

/// `others` is the bound without the variable and its pairs.
bool PairGraph::leaveOut(unsigned node, double limit, double others) {
  std::vector<bool> isKept;
  for (double cost : nodes[node].costs)
    isKept.push_back(others + cost < limit - Exactness);
  auto kept = std::ranges::count(isKept, true);
  if (kept == 0 || kept == std::ssize(isKept))
    return false;
  keepLabels(node, isKept);
  return true;
}

// Each variable takes all that it can have, and hands it on.
bool PairGraph::sweep(bool isForward, double limit) {
  double sum = bound();
  bool isSmaller = false;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto node = static_cast<unsigned>(isForward ? i : nodes.size() - 1 - i);
    if (!nodes[node].isLeft)
      continue;
    auto minima = [&] {
      double own = leastCost(nodes[node].costs);
      for (unsigned number : nodes[node].edges)
        own += leastOf(edges[number]);
      return own;
    };
    double others = sum - minima();
    pull(node);
    isSmaller = leaveOut(node, limit, others) || isSmaller;
    push(node, isForward);
    sum = others + minima();
  }
  return isSmaller;
}

bool PairGraph::raise(unsigned rounds, double limit) {
  constexpr double LeastGain = 0.01;
  double before = bound();
  bool isSmaller = false;
  for (unsigned round = 0; round < rounds; ++round) {
    isSmaller = sweep(/*isForward=*/true, limit) || isSmaller;
    isSmaller = sweep(/*isForward=*/false, limit) || isSmaller;
    double now = bound();
    if (now >= limit - Exactness || now - before < LeastGain * (limit - now))
      break;
    before = now;
  }
  return isSmaller;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

// What is left from the first to the last, by what is known before it and what
// the others cost at least; then what went, the last first.
std::vector<unsigned> PairGraph::suggestion() const {
  constexpr std::size_t Unknown = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> numbers(nodes.size(), Unknown);
  std::vector<unsigned> labels(nodes.size(), 0);
  auto choose = [&](unsigned i) {
    std::vector<double> costs = nodes[i].costs, leasts;
    for (unsigned number : nodes[i].edges) {
      const Edge &edge = edges[number];
      std::size_t known = numbers[other(edge, i)];
      EdgeView<const double> view = viewFrom(edge, i);
      if (known != Unknown) {
        for (std::size_t x = 0; x < costs.size(); ++x)
          costs[x] += view.at(x, known);
        continue;
      }
      seen += edge.costs.size();
      findLeasts(view, leasts);
      for (std::size_t x = 0; x < costs.size(); ++x)
        costs[x] += leasts[x];
    }
    numbers[i] = static_cast<std::size_t>(std::ranges::min_element(costs) -
                                          costs.begin());
  };
  // Once more, with what all the others have.
  for (unsigned again = 0; again < 3; ++again)
    for (unsigned i = 0; i < nodes.size(); ++i)
      if (nodes[i].isLeft)
        choose(i);
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (nodes[i].isLeft)
      labels[i] = nodes[i].labels[numbers[i]];
  for (std::size_t i = eliminated.size(); i-- > 0;) {
    const Eliminated &went = *eliminated[i];
    if (went.into) {
      std::tie(labels[*went.into], labels[went.variable]) =
          went.labels[labels[*went.into]];
      continue;
    }
    std::vector<double> costs = went.node.costs;
    for (std::size_t edge = 0; edge < went.edges.size(); ++edge) {
      const Edge &table = went.edges[edge];
      bool isFirst = table.first == went.variable;
      const std::vector<unsigned> &others = went.neighbourLabels[edge];
      unsigned label = labels[other(table, went.variable)];
      auto y = static_cast<std::size_t>(std::ranges::find(others, label) -
                                        others.begin());
      for (std::size_t x = 0; x < costs.size(); ++x)
        costs[x] +=
            table.costs[isFirst ? x * others.size() + y : y * costs.size() + x];
    }
    labels[went.variable] = went.node.labels[static_cast<std::size_t>(
        std::ranges::min_element(costs) - costs.begin())];
  }
  return labels;
}

std::optional<unsigned> PairGraph::busiest() const {
  std::optional<unsigned> found;
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (nodes[i].isLeft &&
        (!found || nodes[i].edges.size() > nodes[*found].edges.size()))
      found = i;
  return found;
}

} // namespace heddle
