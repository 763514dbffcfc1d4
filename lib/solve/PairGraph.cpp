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
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace heddle {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

} // namespace

PairGraph::PairGraph(const LabelChoice &problem, std::int64_t limit)
    : nodes(problem.single.size()) {
  std::size_t entries = 0, size = 0;
  for (const LabelPair &pair : problem.pairs) {
    ++nodes[pair.first].room;
    ++nodes[pair.second].room;
    entries += pair.cost.size();
  }
  for (const std::vector<std::int64_t> &single : problem.single)
    size += single.size();
  labels.reserve(size);
  costs.reserve(size);
  tables.reserve(entries);
  edges.reserve(problem.pairs.size());
  edgesOfNodes.resize(2 * problem.pairs.size());
  auto limited = [&](std::int64_t cost) {
    return static_cast<double>(std::min(cost, limit));
  };
  size = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::vector<std::int64_t> &single = problem.single[i];
    Node &node = nodes[i];
    node.labels = {.start = labels.size(),
                   .size = static_cast<unsigned>(single.size())};
    node.edges.start = size;
    size += node.room;
    for (unsigned label = 0; label < single.size(); ++label) {
      labels.push_back(label);
      costs.push_back(limited(single[label]));
    }
  }
  for (const LabelPair &pair : problem.pairs) {
    EdgeView<double> view = between(pair.first, pair.second);
    const std::int64_t *cost = pair.cost.data();
    for (std::size_t x = 0; x < view.owns; ++x)
      for (std::size_t y = 0; y < view.others; ++y)
        view.at(x, y) += limited(*cost++);
  }
}

PairGraph::EdgeView<const double> PairGraph::viewFrom(const Edge &edge,
                                                      unsigned node) const {
  bool isFirst = edge.first == node;
  std::size_t seconds = nodes[edge.second].labels.size;
  return {.costs = tables.data() + edge.start,
          .ownStride = isFirst ? seconds : 1,
          .otherStride = isFirst ? 1 : seconds,
          .owns = nodes[node].labels.size,
          .others = nodes[other(edge, node)].labels.size};
}

PairGraph::EdgeView<double> PairGraph::viewFrom(const Edge &edge,
                                                unsigned node) {
  EdgeView<const double> view = std::as_const(*this).viewFrom(edge, node);
  return {.costs = tables.data() + edge.start,
          .ownStride = view.ownStride,
          .otherStride = view.otherStride,
          .owns = view.owns,
          .others = view.others};
}

void PairGraph::append(unsigned edge, unsigned node) {
  Node &own = nodes[node];
  if (own.edges.size == own.room) {
    std::size_t start = edgesOfNodes.size();
    own.room = 2 * own.room + 2;
    edgesOfNodes.resize(start + own.room);
    std::ranges::copy(edgesOf(node), edgesOfNodes.data() + start);
    own.edges.start = start;
  }
  edgesOfNodes[own.edges.start + own.edges.size++] = edge;
}

PairGraph::EdgeView<double> PairGraph::between(unsigned first,
                                               unsigned second) {
  for (unsigned number : edgesOf(first)) {
    Edge &edge = edges[number];
    if (other(edge, first) != second)
      continue;
    edge.least.reset();
    return viewFrom(edge, first);
  }
  auto number = static_cast<unsigned>(edges.size());
  edges.push_back({.first = first, .second = second, .start = tables.size()});
  append(number, first);
  append(number, second);
  tables.resize(tables.size() + sizeOf(edges.back()));
  return viewFrom(edges.back(), first);
}

void PairGraph::removeEdge(unsigned number, unsigned node) {
  std::span<unsigned> own = nodes[node].edges.of(edgesOfNodes);
  std::ranges::remove(own, number);
  --nodes[node].edges.size;
}

void PairGraph::keepLabels(unsigned node, const std::vector<bool> &isKept) {
  for (unsigned number : edgesOf(node)) {
    Edge &edge = edges[number];
    bool isFirst = edge.first == node;
    std::span<double> table = tableOf(edge);
    std::size_t seconds = nodes[edge.second].labels.size, size = 0;
    for (std::size_t start = 0, x = 0; start < table.size();
         start += seconds, ++x)
      for (std::size_t y = 0; y < seconds; ++y)
        if (isKept[isFirst ? x : y])
          table[size++] = table[start + y];
    edge.least.reset();
  }
  std::span<unsigned> ownLabels = labelsOf(node);
  std::span<double> ownCosts = costsOf(node);
  unsigned size = 0;
  for (std::size_t i = 0; i < isKept.size(); ++i)
    if (isKept[i]) {
      ownLabels[size] = ownLabels[i];
      ownCosts[size++] = ownCosts[i];
    }
  nodes[node].labels.size = size;
}

void PairGraph::fix(unsigned variable, unsigned label) {
  std::vector<bool> isKept(nodes[variable].labels.size, false);
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
  if (view.otherStride == 1) {
    // Where they lie side by side, several at once; then the first such.
    double least =
        leastAmong(view.others, [&](std::size_t y) { return row[y]; });
    std::size_t cheapest = 0;
    while (row[cheapest] > least)
      ++cheapest;
    return {.costs = view.costs + cheapest, .cost = row[cheapest]};
  }
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
  std::span<const unsigned> own = edgesOf(node);
  std::span<const double> ownCosts = costsOf(node);
  std::size_t count = ownCosts.size();
  if (count == 1)
    for (unsigned number : own)
      seen += sizeOf(edges[number]);
  if (count <= 1)
    return false;
  scratch.views.clear();
  for (unsigned number : own)
    scratch.views.push_back(std::as_const(*this).viewFrom(edges[number], node));
  std::vector<bool> &isKept = scratch.isKept;
  isKept.assign(count, true);
  bool isSmaller = false;
  for (std::size_t label = count; label-- > 0;) {
    scratch.partners.clear();
    for (const EdgeView<const double> &view : scratch.views)
      scratch.partners.push_back(cheapestPartner(view, label));
    for (std::size_t by = 0; by < count && isKept[label]; ++by)
      if (by != label && isKept[by] &&
          isReplaced(scratch, ownCosts[label] - ownCosts[by], label, by)) {
        isKept[label] = false;
        isSmaller = true;
      }
  }
  if (isSmaller)
    keepLabels(node, isKept);
  return isSmaller;
}

void PairGraph::eliminateOnlyLabel(unsigned node) {
  constant += costsOf(node).front();
  for (unsigned number : edgesOf(node)) {
    const Edge &edge = edges[number];
    unsigned neighbour = other(edge, node);
    std::span<const double> table = tableOf(edge);
    std::span<double> ownCosts = costsOf(neighbour);
    for (std::size_t y = 0; y < table.size(); ++y)
      ownCosts[y] += table[y];
    removeEdge(number, neighbour);
  }
  eliminated.push_back({.variable = node, .start = answers.size()});
  answers.push_back(labelsOf(node).front());
}

void PairGraph::eliminateByNeighbours(unsigned node) {
  Eliminated went = {.variable = node,
                     .others = nodes[node].edges.size,
                     .start = answers.size()};
  // Where there is no neighbour, one label that costs nothing.
  static constexpr double Nothing = 0;
  EdgeView<const double> none = {.costs = &Nothing,
                                 .ownStride = 0,
                                 .otherStride = 0,
                                 .owns = nodes[node].labels.size,
                                 .others = 1};
  std::array<EdgeView<const double>, 2> views = {none, none};
  for (unsigned i = 0; i < went.others; ++i) {
    unsigned number = edgesOf(node)[i], neighbour = other(edges[number], node);
    went.other[i] = neighbour;
    went.counts[i] = nodes[neighbour].labels.size;
    removeEdge(number, neighbour);
    std::ranges::copy(labelsOf(neighbour), std::back_inserter(answers));
  }
  EdgeView<double> sum = {.costs = &constant,
                          .ownStride = 0,
                          .otherStride = 0,
                          .owns = 1,
                          .others = 1};
  if (went.others == 2) {
    sum = between(went.other[0], went.other[1]);
  } else if (went.others == 1) {
    sum.costs = costsOf(went.other[0]).data();
    sum.ownStride = 1;
  }
  for (unsigned i = 0; i < went.others; ++i)
    views[i] = std::as_const(*this).viewFrom(edges[edgesOf(node)[i]], node);
  std::span<const double> ownCosts = costsOf(node);
  std::span<const unsigned> ownLabels = labelsOf(node);
  for (std::size_t first = 0; first < went.counts[0]; ++first)
    for (std::size_t second = 0; second < went.counts[1]; ++second) {
      double least = Infinity;
      unsigned cheapest = 0;
      for (std::size_t x = 0; x < ownCosts.size(); ++x) {
        double cost =
            ownCosts[x] + views[0].at(x, first) + views[1].at(x, second);
        if (cost < least) {
          least = cost;
          cheapest = ownLabels[x];
        }
      }
      sum.at(first, second) += least;
      answers.push_back(cheapest);
    }
  eliminated.push_back(went);
}

bool PairGraph::eliminate(unsigned node) {
  constexpr unsigned MostNeighbours = 2;
  Node &own = nodes[node];
  if (own.labels.size == 1)
    eliminateOnlyLabel(node);
  else if (own.edges.size <= MostNeighbours)
    eliminateByNeighbours(node);
  else
    return false;
  own.isLeft = false;
  own.labels.size = own.edges.size = 0;
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
    for (unsigned number : edgesOf(node))
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
    for (unsigned number : edgesOf(node))
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
  const Edge joint = edges[number];
  const unsigned a = joint.first, b = joint.second;
  const Slice firsts = nodes[a].labels, seconds = nodes[b].labels;
  Slice merged = {.start = labels.size(), .size = firsts.size * seconds.size};
  eliminated.push_back({.variable = b,
                        .isMerged = true,
                        .others = 1,
                        .other = {a, 0},
                        .start = answers.size()});
  for (unsigned x = 0; x < firsts.size; ++x)
    for (unsigned y = 0; y < seconds.size; ++y) {
      auto label = static_cast<unsigned>(labels.size() - merged.start);
      answers.push_back(labels[firsts.start + x]);
      answers.push_back(labels[seconds.start + y]);
      labels.push_back(label);
      costs.push_back(costs[firsts.start + x] + costs[seconds.start + y] +
                      tables[joint.start + label]);
    }
  struct Old {
    unsigned number, neighbour;
    bool isOfFirst;
  };
  std::vector<Old> olds;
  for (unsigned end : {a, b})
    for (unsigned each : edgesOf(end))
      if (each != number)
        olds.push_back({.number = each,
                        .neighbour = other(edges[each], end),
                        .isOfFirst = end == a});
  for (const Old &old : olds)
    removeEdge(old.number, old.neighbour);
  nodes[a].labels = merged;
  nodes[a].edges.size = nodes[b].edges.size = nodes[b].labels.size = 0;
  nodes[b].isLeft = false;
  for (const Old &old : olds) {
    EdgeView<double> sum = between(a, old.neighbour);
    const Edge &edge = edges[old.number];
    bool isFirst = edge.second == old.neighbour;
    std::size_t owns = (old.isOfFirst ? firsts : seconds).size;
    EdgeView<const double> view = {.costs = tables.data() + edge.start,
                                   .ownStride = isFirst ? sum.others : 1,
                                   .otherStride = isFirst ? 1 : owns,
                                   .owns = owns,
                                   .others = sum.others};
    seen += sum.owns * sum.others;
    for (std::size_t x = 0; x < sum.owns; ++x)
      for (std::size_t z = 0; z < sum.others; ++z)
        sum.at(x, z) +=
            view.at(old.isOfFirst ? x / seconds.size : x % seconds.size, z);
  }
}

bool PairGraph::merge(std::size_t mostLabels) {
  struct Candidate {
    unsigned edge, common;
    std::size_t labels;
  };
  std::vector<Candidate> candidates;
  for (unsigned i = 0; i < nodes.size(); ++i)
    for (unsigned number : edgesOf(i)) {
      const Edge &edge = edges[number];
      std::size_t size = sizeOf(edge);
      if (edge.first != i || size > mostLabels)
        continue;
      if (unsigned common = commonNeighbours(edge); common > 0)
        candidates.push_back(
            {.edge = number, .common = common, .labels = size});
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
