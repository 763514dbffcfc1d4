//===- PairBounds.cpp - Bounds and choices of a graph of pairs ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LabelTables.h"
#include "LeastAmong.h"
#include "PairGraph.h"

#include <algorithm>
#include <array>
#include <limits>
#include <ranges>
#include <utility>

namespace heddle {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

double leastCost(std::span<const double> costs) {
  return leastAmong(costs.size(), [&](std::size_t i) { return costs[i]; });
}

} // namespace

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

double PairGraph::leastOf(const Edge &edge) const {
  if (!edge.least)
    edge.least = leastCost(tableOf(edge));
  return *edge.least;
}

template <typename Function>
double PairGraph::boundWith(Function leastOfNode) const {
  double sum = constant;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].isLeft)
      continue;
    sum += leastOfNode(i);
    for (unsigned number : edgesOf(i))
      if (edges[number].first == i)
        sum += leastOf(edges[number]);
  }
  return sum;
}

double PairGraph::bound() const {
  return boundWith([&](unsigned node) { return leastCost(costsOf(node)); });
}

// Where the labels are the columns of the table, row by row: several at once.
void PairGraph::findLeasts(EdgeView<const double> view, const double *others,
                           std::vector<double> &leasts) {
  auto moreOf = [&](std::size_t y) { return others ? others[y] : 0; };
  if (view.ownStride == 1) {
    leasts.assign(view.owns, Infinity);
    for (std::size_t y = 0; y < view.others; ++y) {
      const double *row = view.costs + y * view.owns;
      double more = moreOf(y);
      for (std::size_t x = 0; x < view.owns; ++x)
        leasts[x] = std::min(leasts[x], row[x] + more);
    }
    return;
  }
  leasts.resize(view.owns);
  for (std::size_t x = 0; x < view.owns; ++x) {
    const double *row = view.costs + x * view.others;
    leasts[x] = leastAmong(view.others,
                           [&](std::size_t y) { return row[y] + moreOf(y); });
  }
}

/// Tables stay as they are while costs move: what the labels of each end of a
/// pair cost more there is kept beside them, so that a move changes as many
/// numbers as there are labels. A pair that has nothing left to give to a
/// variable, since nothing came from the other end, is not looked at.
class PairGraph::Movement {
public:
  explicit Movement(PairGraph &graph);

  double bound() const {
    return graph.boundWith([&](unsigned node) { return leasts[node]; });
  }
  /// Each variable takes all that it can have, and hands it on. Whether labels
  /// were left out.
  bool sweep(bool isForward, double limit);
  /// Adds to tables what has moved.
  void settle();

private:
  /// The ends of an edge: the first, and the second.
  struct Ends {
    std::array<std::size_t, 2> start;
    std::array<bool, 2> hasGiven = {false, false};
  };
  static unsigned endOf(const Edge &edge, unsigned node) {
    return edge.first == node ? 0 : 1;
  }

  void take(unsigned number, unsigned node);
  void pull(unsigned node);
  void push(unsigned node, bool isForward);
  /// To the other end of a pair, one of so many parts.
  void pass(unsigned number, unsigned node, double parts);
  bool leaveOut(unsigned node, double limit, double others);

  PairGraph &graph;
  /// Of each edge.
  std::vector<Ends> ends;
  std::vector<double> more;
  /// Of each variable, what its cheapest label costs.
  std::vector<double> leasts;
  /// By which the bound has grown at variables that come next.
  double gained = 0;
  /// What moves now, by the labels of a variable.
  std::vector<double> moved;
};

PairGraph::Movement::Movement(PairGraph &graph)
    : graph(graph), ends(graph.edges.size()) {
  std::size_t size = 0;
  leasts.reserve(graph.nodes.size());
  for (unsigned i = 0; i < graph.nodes.size(); ++i) {
    leasts.push_back(leastCost(graph.costsOf(i)));
    for (unsigned number : graph.edgesOf(i)) {
      ends[number].start[endOf(graph.edges[number], i)] = size;
      size += graph.nodes[i].labels.size;
    }
  }
  more.assign(size, 0);
}

void PairGraph::Movement::settle() {
  for (unsigned i = 0; i < graph.nodes.size(); ++i)
    for (unsigned number : graph.edgesOf(i)) {
      const Edge &edge = graph.edges[number];
      if (edge.first != i)
        continue;
      const double *first = &more[ends[number].start[0]];
      const double *second = &more[ends[number].start[1]];
      EdgeView<double> view = graph.viewFrom(edge, i);
      for (std::size_t x = 0; x < view.owns; ++x)
        for (std::size_t y = 0; y < view.others; ++y)
          view.at(x, y) += first[x] + second[y];
    }
  std::ranges::fill(more, 0);
}

// What each label of a variable costs in a pair at least moves to it.
void PairGraph::Movement::take(unsigned number, unsigned node) {
  Edge &edge = graph.edges[number];
  unsigned end = endOf(edge, node);
  std::span<double> costs = graph.costsOf(node);
  double *own = &more[ends[number].start[end]];
  findLeasts(std::as_const(graph).viewFrom(edge, node),
             &more[ends[number].start[1 - end]], moved);
  edge.least = 0;
  leasts[node] = leastAmong(costs.size(), [&](std::size_t x) {
    costs[x] += moved[x] + own[x];
    own[x] = -moved[x];
    return costs[x];
  });
}

void PairGraph::Movement::pull(unsigned node) {
  for (unsigned number : graph.edgesOf(node)) {
    const Edge &edge = graph.edges[number];
    if (std::exchange(ends[number].hasGiven[endOf(edge, node)], true))
      continue;
    graph.seen += graph.sizeOf(edge);
    take(number, node);
  }
}

// To the variables that come next, one after the other: each gets its part of
// what is left by way of their pair, and what changes nothing for it comes
// back.
void PairGraph::Movement::push(unsigned node, bool isForward) {
  auto comesNext = [&](unsigned number) {
    return isForward == (graph.other(graph.edges[number], node) > node);
  };
  std::span<const unsigned> all = graph.edgesOf(node);
  auto parts = static_cast<double>(std::ranges::count_if(all, comesNext));
  for (unsigned number : all)
    if (comesNext(number))
      pass(number, node, parts--);
}

void PairGraph::Movement::pass(unsigned number, unsigned node, double parts) {
  const Edge &edge = graph.edges[number];
  unsigned end = endOf(edge, node), other = graph.other(edge, node);
  std::span<double> costs = graph.costsOf(node);
  double *own = &more[ends[number].start[end]];
  double least = leasts[node];
  bool hasSome = false;
  for (double cost : costs)
    hasSome |= cost > least;
  std::array<bool, 2> &hasGiven = ends[number].hasGiven;
  if (!hasSome && hasGiven[0] && hasGiven[1])
    return;
  for (std::size_t x = 0; hasSome && x < costs.size(); ++x) {
    double part = (costs[x] - least) / parts;
    own[x] += part;
    costs[x] -= part;
  }
  graph.seen += 2 * graph.sizeOf(edge);
  double before = leasts[other];
  take(number, other);
  gained += leasts[other] - before;
  take(number, node);
  hasGiven = {true, true};
}

/// `others` is the bound without the variable and its pairs.
bool PairGraph::Movement::leaveOut(unsigned node, double limit, double others) {
  std::span<const double> costs = graph.costsOf(node);
  auto isLess = [&](double cost) { return others + cost < limit - Exactness; };
  auto kept = std::ranges::count_if(costs, isLess);
  if (kept == 0 || kept == std::ssize(costs))
    return false;
  std::vector<bool> isKept;
  isKept.reserve(costs.size());
  for (double cost : costs)
    isKept.push_back(isLess(cost));
  graph.keepLabels(node, isKept);
  for (unsigned number : graph.edgesOf(node)) {
    Edge &edge = graph.edges[number];
    unsigned end = endOf(edge, node);
    double *own = &more[ends[number].start[end]];
    std::size_t left = 0;
    for (std::size_t x = 0; x < isKept.size(); ++x)
      if (isKept[x])
        own[left++] = own[x];
    // What is left of the variable's has been taken; the other end can take
    // more.
    edge.least = 0;
    ends[number].hasGiven[1 - end] = false;
  }
  return true;
}

bool PairGraph::Movement::sweep(bool isForward, double limit) {
  double sum = bound();
  bool isSmaller = false;
  const std::vector<Node> &nodes = graph.nodes;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    auto node = static_cast<unsigned>(isForward ? i : nodes.size() - 1 - i);
    if (!nodes[node].isLeft)
      continue;
    auto minima = [&] {
      double own = leasts[node];
      for (unsigned number : graph.edgesOf(node))
        own += graph.leastOf(graph.edges[number]);
      return own;
    };
    double others = sum - minima();
    pull(node);
    isSmaller = leaveOut(node, limit, others) || isSmaller;
    push(node, isForward);
    sum = others + minima() + std::exchange(gained, 0);
  }
  return isSmaller;
}

PairGraph::Raised PairGraph::raise(unsigned rounds, double limit,
                                   std::uint64_t mostEntries, double mostPace) {
  constexpr double LeastGain = 0.01;
  bool isSmaller = false, isHopeless = false;
  Movement movement(*this);
  double before = movement.bound();
  const std::uint64_t seenBefore = seen;
  for (unsigned round = 0; round < rounds; ++round) {
    const std::uint64_t seenInRounds = seen;
    isSmaller = movement.sweep(/*isForward=*/true, limit) || isSmaller;
    isSmaller = movement.sweep(/*isForward=*/false, limit) || isSmaller;
    double now = movement.bound(), missing = limit - now, gain = now - before;
    if (missing < Exactness || gain < LeastGain * missing)
      break;
    std::uint64_t done = seen - seenBefore;
    isHopeless = done >= mostEntries ||
                 missing * static_cast<double>(seen - seenInRounds) >
                     mostPace * gain * static_cast<double>(mostEntries - done);
    if (isHopeless)
      break;
    before = now;
  }
  movement.settle();
  if (isHopeless)
    return Raised::Hopeless;
  return isSmaller ? Raised::Smaller : Raised::Same;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

// What is left from the first to the last, by what is known before it and what
// the others cost at least.
std::vector<unsigned> PairGraph::suggestion() const {
  constexpr std::size_t Unknown = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> numbers(nodes.size(), Unknown);
  std::vector<double> sums, leasts;
  auto choose = [&](unsigned i) {
    std::span<const double> own = costsOf(i);
    sums.assign(own.begin(), own.end());
    for (unsigned number : edgesOf(i)) {
      const Edge &edge = edges[number];
      std::size_t known = numbers[other(edge, i)];
      EdgeView<const double> view = viewFrom(edge, i);
      if (known != Unknown) {
        for (std::size_t x = 0; x < sums.size(); ++x)
          sums[x] += view.at(x, known);
        continue;
      }
      seen += sizeOf(edge);
      findLeasts(view, /*others=*/nullptr, leasts);
      for (std::size_t x = 0; x < sums.size(); ++x)
        sums[x] += leasts[x];
    }
    numbers[i] =
        static_cast<std::size_t>(std::ranges::min_element(sums) - sums.begin());
  };
  // Once more, with what all the others have.
  for (unsigned again = 0; again < 3; ++again)
    for (unsigned i = 0; i < nodes.size(); ++i)
      if (nodes[i].isLeft)
        choose(i);
  return completed(numbers);
}

std::optional<std::vector<unsigned>>
PairGraph::solved(std::uint64_t mostEntries) const {
  std::vector<unsigned> left, places(nodes.size());
  std::vector<std::span<const double>> single;
  std::vector<LabelTables::Pair> pairs;
  for (unsigned i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].isLeft)
      continue;
    places[i] = static_cast<unsigned>(left.size());
    left.push_back(i);
    single.emplace_back(costsOf(i));
  }
  for (unsigned i : left)
    for (unsigned number : edgesOf(i))
      if (const Edge &edge = edges[number]; edge.first == i)
        pairs.push_back({.first = places[i],
                         .second = places[edge.second],
                         .costs = tableOf(edge)});
  LabelTables tables(single, pairs);
  std::optional<LabelTables::Order> order = tables.order(mostEntries);
  if (!order)
    return std::nullopt;
  seen += order->entries;
  std::vector<unsigned> cheapest = tables.cheapest(order->variables);
  std::vector<std::size_t> numbers(nodes.size(), 0);
  for (std::size_t i = 0; i < left.size(); ++i)
    numbers[left[i]] = cheapest[i];
  return completed(numbers);
}

// What went, the last first.
std::vector<unsigned>
PairGraph::completed(std::span<const std::size_t> numbers) const {
  std::vector<unsigned> chosen(nodes.size(), 0);
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (nodes[i].isLeft)
      chosen[i] = labelsOf(i)[numbers[i]];
  for (const Eliminated &went : std::views::reverse(eliminated)) {
    const unsigned *at = answers.data() + went.start;
    if (went.isMerged) {
      at += 2 * std::size_t(chosen[went.other[0]]);
      chosen[went.other[0]] = at[0];
      chosen[went.variable] = at[1];
      continue;
    }
    std::size_t number = 0;
    for (unsigned i = 0; i < went.others; ++i) {
      const unsigned *end = at + went.counts[i];
      number = number * went.counts[i] +
               static_cast<std::size_t>(
                   std::find(at, end, chosen[went.other[i]]) - at);
      at = end;
    }
    chosen[went.variable] = at[number];
  }
  return chosen;
}

std::optional<unsigned> PairGraph::busiest() const {
  std::optional<unsigned> found;
  for (unsigned i = 0; i < nodes.size(); ++i)
    if (nodes[i].isLeft &&
        (!found || nodes[i].edges.size > nodes[*found].edges.size))
      found = i;
  return found;
}

} // namespace heddle
