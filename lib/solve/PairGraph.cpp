//===- PairGraph.cpp - Labels with costs that move ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairGraph.h"
#include "LeastAmong.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace heddle {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

} // namespace

PairGraph::PairGraph(const LabelChoice &problem, std::int64_t limit)
    : nodes(problem.single.size()) {
  auto limited = [&](const std::vector<std::int64_t> &costs) {
    std::vector<double> result;
    result.reserve(costs.size());
    for (std::int64_t cost : costs)
      result.push_back(static_cast<double>(std::min(cost, limit)));
    return result;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i].costs = limited(problem.single[i]);
    for (unsigned label = 0; label < nodes[i].costs.size(); ++label)
      nodes[i].labels.push_back(label);
  }
  for (const LabelPair &pair : problem.pairs)
    addEdge(pair.first, pair.second, limited(pair.cost));
}

PairGraph::EdgeView<const double> PairGraph::viewFrom(const Edge &edge,
                                                      unsigned node) const {
  bool isFirst = edge.first == node;
  std::size_t seconds = nodes[edge.second].labels.size();
  return {.costs = edge.costs.data(),
          .ownStride = isFirst ? seconds : 1,
          .otherStride = isFirst ? 1 : seconds,
          .owns = nodes[node].labels.size(),
          .others = nodes[other(edge, node)].labels.size()};
}

PairGraph::EdgeView<double> PairGraph::viewFrom(Edge &edge, unsigned node) {
  EdgeView<const double> view = std::as_const(*this).viewFrom(edge, node);
  return {.costs = edge.costs.data(),
          .ownStride = view.ownStride,
          .otherStride = view.otherStride,
          .owns = view.owns,
          .others = view.others};
}

double PairGraph::at(const Edge &edge, unsigned node, std::size_t own,
                     std::size_t others) const {
  std::size_t seconds = nodes[edge.second].labels.size();
  return edge.costs[edge.first == node ? own * seconds + others
                                       : others * seconds + own];
}

// To that of the same two, if there is one.
void PairGraph::addEdge(unsigned first, unsigned second,
                        std::vector<double> costs) {
  for (unsigned number : nodes[first].edges) {
    Edge &edge = edges[number];
    if (other(edge, first) != second)
      continue;
    std::size_t seconds = nodes[second].labels.size();
    edge.least.reset();
    for (std::size_t i = 0; i < costs.size(); ++i)
      viewFrom(edge, first).at(i / seconds, i % seconds) += costs[i];
    return;
  }
  auto number = static_cast<unsigned>(edges.size());
  edges.push_back(
      {.first = first, .second = second, .costs = std::move(costs)});
  nodes[first].edges.push_back(number);
  nodes[second].edges.push_back(number);
}

void PairGraph::removeEdge(unsigned number) {
  for (unsigned node : {edges[number].first, edges[number].second})
    std::erase(nodes[node].edges, number);
}

void PairGraph::keepLabels(unsigned node, const std::vector<bool> &isKept) {
  for (unsigned number : nodes[node].edges) {
    Edge &edge = edges[number];
    bool isFirst = edge.first == node;
    std::size_t seconds = nodes[edge.second].labels.size(), size = 0;
    for (std::size_t start = 0, x = 0; start < edge.costs.size();
         start += seconds, ++x)
      for (std::size_t y = 0; y < seconds; ++y)
        if (isKept[isFirst ? x : y])
          edge.costs[size++] = edge.costs[start + y];
    edge.costs.resize(size);
    edge.least.reset();
  }
  std::vector<unsigned> &labels = nodes[node].labels;
  std::vector<double> &costs = nodes[node].costs;
  std::size_t size = 0;
  for (std::size_t i = 0; i < isKept.size(); ++i)
    if (isKept[i]) {
      labels[size] = labels[i];
      costs[size++] = costs[i];
    }
  labels.resize(size);
  costs.resize(size);
}

void PairGraph::fix(unsigned variable, unsigned label) {
  std::vector<bool> isKept(nodes[variable].labels.size(), false);
  isKept[label] = true;
  keepLabels(variable, isKept);
}

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

// One for each pair: the other one's label with which that pair costs least.
PairGraph::Partner
PairGraph::cheapestPartner(const EdgeView<const double> &view,
                           std::size_t label) const {
  seen += view.others;
  const double *row = view.costs + label * view.ownStride;
  std::size_t cheapest = 0;
  for (std::size_t y = 1; y < view.others; ++y)
    if (row[y * view.otherStride] < row[cheapest * view.otherStride])
      cheapest = y;
  return {.costs = view.costs + cheapest * view.otherStride,
          .cost = row[cheapest * view.otherStride]};
}

double PairGraph::leastDifference(const EdgeView<const double> &view,
                                  std::size_t label, std::size_t by) {
  const double *row = view.costs + label * view.ownStride;
  const double *other = view.costs + by * view.ownStride;
  std::size_t stride = view.otherStride;
  // Where they lie side by side, several at once.
  if (stride == 1)
    return leastAmong(view.others,
                      [&](std::size_t y) { return row[y] - other[y]; });
  return leastAmong(view.others, [&](std::size_t y) {
    return row[y * stride] - other[y * stride];
  });
}

bool PairGraph::isReplaced(const Pruning &own, double excess, std::size_t label,
                           std::size_t by) const {
  for (std::size_t i = 0; i < own.views.size(); ++i)
    excess += own.partners[i].cost -
              own.partners[i].costs[by * own.views[i].ownStride];
  for (std::size_t i = 0; i < own.views.size() && excess > -Exactness; ++i) {
    const EdgeView<const double> &view = own.views[i];
    seen += view.others;
    double first =
        own.partners[i].cost - own.partners[i].costs[by * view.ownStride];
    double least = std::min(first, leastDifference(view, label, by));
    excess += least - first;
  }
  // Of two that replace each other, the first stays.
  return excess > Exactness || (excess > -Exactness && by < label);
}

bool PairGraph::prune(unsigned node, Pruning &scratch) {
  const Node &own = nodes[node];
  std::size_t count = own.labels.size();
  if (count == 1)
    for (unsigned number : own.edges)
      seen += viewFrom(std::as_const(edges[number]), node).others;
  if (count <= 1)
    return false;
  scratch.views.clear();
  for (unsigned number : own.edges)
    scratch.views.push_back(viewFrom(std::as_const(edges[number]), node));
  std::vector<bool> &isKept = scratch.isKept;
  isKept.assign(count, true);
  bool isSmaller = false;
  for (std::size_t label = count; label-- > 0;) {
    scratch.partners.clear();
    for (const EdgeView<const double> &view : scratch.views)
      scratch.partners.push_back(cheapestPartner(view, label));
    for (std::size_t by = 0; by < count && isKept[label]; ++by)
      if (by != label && isKept[by] &&
          isReplaced(scratch, own.costs[label] - own.costs[by], label, by)) {
        isKept[label] = false;
        isSmaller = true;
      }
  }
  if (isSmaller)
    keepLabels(node, isKept);
  return isSmaller;
}

bool PairGraph::eliminate(unsigned variable) {
  constexpr std::size_t MostNeighbours = 2;
  Node &node = nodes[variable];
  if (node.labels.size() > 1 && node.edges.size() > MostNeighbours)
    return false;
  Eliminated went = {.variable = variable,
                     .node = std::move(node),
                     .edges = {},
                     .neighbourLabels = {},
                     .into = {},
                     .labels = {}};
  std::vector<unsigned> neighbours;
  std::size_t count = went.node.edges.size();
  neighbours.reserve(count);
  went.neighbourLabels.reserve(count);
  went.edges.reserve(count);
  for (unsigned number : went.node.edges) {
    Edge &edge = edges[number];
    unsigned neighbour = other(edge, variable);
    std::erase(nodes[neighbour].edges, number);
    neighbours.push_back(neighbour);
    went.neighbourLabels.push_back(nodes[neighbour].labels);
    went.edges.push_back({.first = edge.first,
                          .second = edge.second,
                          .costs = std::move(edge.costs)});
  }
  const Node &gone = went.node;
  node = {.labels = {}, .costs = {}, .edges = {}, .isLeft = false};
  std::size_t owns = gone.labels.size();
  auto cost = [&](std::size_t edge, std::size_t own, std::size_t others) {
    const Edge &table = went.edges[edge];
    std::size_t seconds = went.neighbourLabels[edge].size();
    return table.costs[table.first == variable ? own * seconds + others
                                               : others * owns + own];
  };
  if (gone.labels.size() == 1) {
    constant += gone.costs.front();
    for (std::size_t i = 0; i < neighbours.size(); ++i)
      for (std::size_t y = 0; y < nodes[neighbours[i]].costs.size(); ++y)
        nodes[neighbours[i]].costs[y] += cost(i, 0, y);
  } else if (neighbours.empty()) {
    constant += *std::ranges::min_element(gone.costs);
  } else {
    bool isPair = neighbours.size() == 2;
    std::size_t firsts = nodes[neighbours.front()].labels.size();
    std::size_t seconds = isPair ? nodes[neighbours.back()].labels.size() : 1;
    std::vector<double> least(firsts * seconds, Infinity);
    for (std::size_t i = 0; i < least.size(); ++i)
      for (std::size_t x = 0; x < gone.labels.size(); ++x)
        least[i] =
            std::min(least[i], gone.costs[x] + cost(0, x, i / seconds) +
                                   (isPair ? cost(1, x, i % seconds) : 0));
    if (isPair)
      addEdge(neighbours.front(), neighbours.back(), std::move(least));
    else
      for (std::size_t i = 0; i < least.size(); ++i)
        nodes[neighbours.front()].costs[i] += least[i];
  }
  eliminated.push_back(std::make_shared<const Eliminated>(std::move(went)));
  return true;
}

void PairGraph::reduce() {
  Pruning scratch;
  std::vector<unsigned> open, neighbours;
  std::vector<bool> isOpen(nodes.size(), true);
  for (auto i = static_cast<unsigned>(nodes.size()); i-- > 0;)
    open.push_back(i);
  while (!open.empty()) {
    unsigned node = open.back();
    open.pop_back();
    isOpen[node] = false;
    if (!nodes[node].isLeft)
      continue;
    neighbours.clear();
    for (unsigned number : nodes[node].edges)
      neighbours.push_back(other(edges[number], node));
    bool isSmaller = prune(node, scratch);
    isSmaller = eliminate(node) || isSmaller;
    if (!isSmaller)
      continue;
    for (unsigned neighbour : neighbours)
      if (!isOpen[neighbour]) {
        isOpen[neighbour] = true;
        open.push_back(neighbour);
      }
  }
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

unsigned PairGraph::commonNeighbours(const Edge &edge) const {
  auto neighbours = [&](unsigned node) {
    std::vector<unsigned> all;
    for (unsigned number : nodes[node].edges)
      all.push_back(other(edges[number], node));
    std::ranges::sort(all);
    return all;
  };
  std::vector<unsigned> common;
  std::ranges::set_intersection(neighbours(edge.first), neighbours(edge.second),
                                std::back_inserter(common));
  return static_cast<unsigned>(common.size());
}

// The second into the first.
void PairGraph::mergeEnds(unsigned number) {
  Edge joint = edges[number];
  unsigned a = joint.first, b = joint.second;
  Node first = nodes[a], second = nodes[b];
  Eliminated went = {.variable = b,
                     .node = {},
                     .edges = {},
                     .neighbourLabels = {},
                     .into = a,
                     .labels = {}};
  std::vector<std::pair<std::size_t, std::size_t>> places;
  Node merged;
  for (std::size_t x = 0; x < first.labels.size(); ++x)
    for (std::size_t y = 0; y < second.labels.size(); ++y) {
      merged.labels.push_back(static_cast<unsigned>(places.size()));
      merged.costs.push_back(first.costs[x] + second.costs[y] +
                             at(joint, a, x, y));
      places.emplace_back(x, y);
      went.labels.emplace_back(first.labels[x], second.labels[y]);
    }
  std::vector<std::pair<unsigned, std::vector<double>>> again;
  for (unsigned end : {a, b})
    for (unsigned each : (end == a ? first : second).edges) {
      if (each == number)
        continue;
      unsigned neighbour = other(edges[each], end);
      std::vector<double> costs;
      for (auto [x, y] : places)
        for (std::size_t z = 0; z < nodes[neighbour].labels.size(); ++z)
          costs.push_back(at(edges[each], end, end == a ? x : y, z));
      seen += costs.size();
      again.emplace_back(neighbour, std::move(costs));
    }
  for (unsigned end : {a, b})
    for (unsigned each : std::vector<unsigned>(nodes[end].edges))
      removeEdge(each);
  nodes[a] = std::move(merged);
  nodes[b].isLeft = false;
  for (auto &[neighbour, costs] : again)
    addEdge(a, neighbour, std::move(costs));
  eliminated.push_back(std::make_shared<const Eliminated>(std::move(went)));
}

bool PairGraph::merge(std::size_t mostLabels) {
  struct Candidate {
    unsigned edge, common;
    std::size_t labels;
  };
  std::vector<Candidate> candidates;
  for (unsigned i = 0; i < nodes.size(); ++i)
    for (unsigned number : nodes[i].edges) {
      const Edge &edge = edges[number];
      std::size_t labels =
          nodes[edge.first].labels.size() * nodes[edge.second].labels.size();
      if (edge.first != i || labels > mostLabels)
        continue;
      if (unsigned common = commonNeighbours(edge); common > 0)
        candidates.push_back(
            {.edge = number, .common = common, .labels = labels});
    }
  std::ranges::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return std::tuple(b.common, a.labels, a.edge) <
           std::tuple(a.common, b.labels, b.edge);
  });
  std::vector<bool> takesPart(nodes.size(), false);
  for (const Candidate &each : candidates) {
    unsigned a = edges[each.edge].first, b = edges[each.edge].second;
    if (takesPart[a] || takesPart[b])
      continue;
    takesPart[a] = takesPart[b] = true;
    mergeEnds(each.edge);
  }
  return !candidates.empty();
}

} // namespace heddle
