//===- LabelChoice.cpp - One of several labels for each of many -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/LabelChoice.h"
#include "ForestMoves.h"
#include "PairGraph.h"

#include <algorithm>
#include <cmath>

namespace heddle {

namespace {

using Cost = std::int64_t;

/// More than any choice costs that is none of the forbidden ones.
Cost mostPossibleOf(const LabelChoice &problem) {
  Cost sum = 1;
  auto add = [&](const std::vector<Cost> &costs) {
    Cost most = 0;
    for (Cost cost : costs)
      if (cost < ForbiddenCost)
        most = std::max(most, cost);
    sum += most;
  };
  for (const std::vector<Cost> &costs : problem.single)
    add(costs);
  for (const LabelPair &pair : problem.pairs)
    add(pair.cost);
  return sum;
}

/// More than that is too much.
std::uint64_t mostEntriesOf(const LabelChoice &problem,
                            const LabelEffort &effort) {
  std::uint64_t all = 0;
  for (const LabelPair &pair : problem.pairs)
    all += pair.cost.size();
  return std::max(effort.mostEntries,
                  std::min(effort.mostSweeps * all, effort.mostSwept));
}

/// Labels tried one by one, where bounds leave several.
class Branching {
public:
  Branching(const LabelChoice &problem, LabelSolution &best,
            const LabelEffort &effort)
      : problem(problem), best(best), effort(effort),
        mostEntries(mostEntriesOf(problem, effort)),
        mostPossible(mostPossibleOf(problem)) {}

  PairGraph graph() const { return PairGraph(problem, limit()); }
  /// No choice of the graph costs less than that, or than the best.
  Cost boundOf(PairGraph graph);

private:
  /// What costs as much is of no use.
  Cost limit() const { return std::min(best.cost, mostPossible); }
  Cost bound(const PairGraph &graph) const;
  /// Makes what is known cheaper, before it is compared with.
  void improveStart();
  /// If it is cheaper than what is known.
  void take(std::vector<unsigned> labels);
  /// Is nothing better left?
  bool isProved(const PairGraph &graph) const {
    return bound(graph) >= best.cost;
  }
  /// Or has the effort been made?
  bool isDone(const PairGraph &graph) const {
    return isHopeless || entries >= mostEntries || isProved(graph);
  }
  /// Takes the cheapest choice of a graph, if it takes few entries.
  bool trySolve(const PairGraph &graph);
  /// Whether nothing better is left.
  bool raise(PairGraph &graph);

  const LabelChoice &problem;
  LabelSolution &best;
  const LabelEffort &effort;
  std::uint64_t mostEntries;
  Cost mostPossible;
  /// Where the cheapest choice does not come by itself.
  std::optional<ForestMoves> moves;
  std::uint64_t entries = 0;
  /// Would a proof take more than the effort?
  bool isHopeless = false;
};

// Costs are whole numbers.
Cost Branching::bound(const PairGraph &graph) const {
  constexpr double Rounding = 1e-3;
  auto least = static_cast<Cost>(std::ceil(graph.bound() - Rounding));
  return least >= limit() ? best.cost : least;
}

void Branching::improveStart() {
  if (moves)
    return;
  moves.emplace(problem).improve(best.labels);
  best.cost = costOf(problem, best.labels);
}

void Branching::take(std::vector<unsigned> labels) {
  Cost cost = costOf(problem, labels);
  if (cost >= best.cost)
    return;
  if (moves) {
    moves->improve(labels);
    cost = costOf(problem, labels);
  }
  best.cost = cost;
  best.labels = std::move(labels);
}

// Tables of doubles that are there at a time.
bool Branching::trySolve(const PairGraph &graph) {
  constexpr std::uint64_t MostEntries = 8'000'000;
  std::uint64_t before = graph.entriesSeen();
  std::optional<std::vector<unsigned>> labels =
      graph.solved(std::min(mostEntries, MostEntries));
  entries += graph.entriesSeen() - before;
  if (labels)
    take(std::move(*labels));
  return labels.has_value();
}

// Until the bound hardly rises.
bool Branching::raise(PairGraph &graph) {
  constexpr unsigned Rounds = 10, FewVariables = 100;
  std::uint64_t before = graph.entriesSeen();
  auto count = [&] {
    entries += graph.entriesSeen() - before;
    before = graph.entriesSeen();
  };
  using Raised = PairGraph::Raised;
  graph.reduce();
  count();
  // Many variables mostly need large tables at first.
  if (isProved(graph) ||
      (graph.variablesLeft() <= FewVariables && trySolve(graph)))
    return true;
  before = graph.entriesSeen();
  improveStart();
  take(graph.suggestion());
  count();
  bool hasChanged = graph.variablesLeft() > FewVariables;
  auto raised = Raised::Smaller;
  while (raised == Raised::Smaller && !isDone(graph)) {
    raised = graph.raise(Rounds, static_cast<double>(limit()),
                         mostEntries - entries, effort.mostPace);
    if (raised != Raised::Same) {
      graph.reduce();
      hasChanged = true;
    }
    take(graph.suggestion());
    count();
  }
  isHopeless = isHopeless || raised == Raised::Hopeless;
  return isProved(graph) || (hasChanged && trySolve(graph));
}

Cost Branching::boundOf(PairGraph graph) {
  if (raise(graph))
    return best.cost;
  std::size_t most = effort.leastLabels;
  for (unsigned i = 0; i < effort.mostMerges && !isDone(graph); ++i) {
    std::uint64_t before = graph.entriesSeen();
    graph.merge(most);
    entries += graph.entriesSeen() - before;
    if (raise(graph))
      return best.cost;
    most = std::min<std::size_t>(most + most / 4, effort.mostLabels);
  }
  Cost least = bound(graph);
  std::optional<unsigned> variable = graph.busiest();
  if (!variable || isDone(graph))
    return least;
  Cost each = best.cost;
  for (unsigned label = 0; label < graph.labelsLeft(*variable); ++label) {
    PairGraph branch = graph;
    branch.fix(*variable, label);
    each = std::min(each, boundOf(std::move(branch)));
  }
  return std::max(least, std::min(each, best.cost));
}

} // namespace

Cost costOf(const LabelChoice &problem, std::span<const unsigned> labels) {
  Cost sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i)
    sum = std::min(sum + problem.single[i][labels[i]], ForbiddenCost);
  for (const LabelPair &pair : problem.pairs) {
    std::size_t seconds = problem.single[pair.second].size();
    sum = std::min(
        sum + pair.cost[labels[pair.first] * seconds + labels[pair.second]],
        ForbiddenCost);
  }
  return sum;
}

LabelSolution cheapestLabels(const LabelChoice &problem,
                             std::span<const unsigned> start,
                             const LabelEffort &effort) {
  LabelSolution best = {.labels = {start.begin(), start.end()},
                        .cost = costOf(problem, start),
                        .bound = 0};
  Branching branching(problem, best, effort);
  Cost bound = branching.boundOf(branching.graph());
  best.bound = std::min(bound, best.cost);
  return best;
}

} // namespace heddle
