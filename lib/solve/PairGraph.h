//===- PairGraph.h - Labels with costs that move ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A problem of labels (LabelChoice.h) that becomes smaller: labels and
/// variables go, and costs move between pairs and their variables, so that the
/// sum of all minima, which no choice can cost less than, grows.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SOLVE_PAIRGRAPH_H
#define HEDDLE_LIB_SOLVE_PAIRGRAPH_H

#include "heddle/solve/LabelChoice.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace heddle {

class PairGraph {
public:
  /// Choices that cost less than `limit` cost the same here; the others cost
  /// that at least.
  PairGraph(const LabelChoice &problem, std::int64_t limit);

  /// Leaves out labels that others replace for no more, whatever the
  /// neighbours have, and variables with two neighbours at most, whose cheapest
  /// labels become costs of these; until there are none.
  void reduce();
  /// No choice costs less.
  double bound() const;
  /// What raising the bound has led to.
  enum class Raised : std::uint8_t {
    Smaller, ///< labels went
    Same,    ///< none did, and the bound hardly grows
    Hopeless ///< the bound would not reach the limit
  };
  /// Moves costs through all variables, forward and back, for at most so many
  /// rounds, or until the bound hardly grows or reaches `limit`, or would not
  /// reach it by looking at so many entries even at that many times its pace;
  /// leaves out labels with which a choice would cost `limit` or more.
  Raised raise(unsigned rounds, double limit, std::uint64_t mostEntries,
               double mostPace);
  /// Makes one variable of two that have neighbours in common, as often as no
  /// variable takes part twice and none gets more labels than that. The bound
  /// can grow then, since labels of the two that go together badly are left
  /// out. Whether there were any.
  bool merge(std::size_t mostLabels);
  /// The cheapest choice, if that takes tables of so many entries at most
  /// (LabelTables.h).
  std::optional<std::vector<unsigned>> solved(std::uint64_t mostEntries) const;
  /// A choice that the costs as they are suggest.
  std::vector<unsigned> suggestion() const;
  /// The variable that is left with the most neighbours; none if none is left.
  std::optional<unsigned> busiest() const;
  /// Entries of pairs that were looked at so far.
  std::uint64_t entriesSeen() const { return seen; }
  unsigned variablesLeft() const {
    return static_cast<unsigned>(
        std::ranges::count(nodes, true, &Node::isLeft));
  }
  /// How many labels of a variable are left.
  unsigned labelsLeft(unsigned variable) const {
    return nodes[variable].labels.size;
  }
  /// Leaves only one of them.
  void fix(unsigned variable, unsigned label);

private:
  /// Numbers that stand side by side in a list of all variables.
  struct Slice {
    std::size_t start = 0;
    unsigned size = 0;
    template <typename Number>
    std::span<Number> of(std::vector<Number> &list) const {
      return {list.data() + start, size};
    }
    template <typename Number>
    std::span<const Number> of(const std::vector<Number> &list) const {
      return {list.data() + start, size};
    }
  };
  /// A variable.
  struct Node {
    Slice labels, edges;
    /// So many edges have a place there.
    unsigned room = 0;
    bool isLeft = true;
  };
  struct Edge {
    unsigned first, second;
    /// Where its costs start in `tables`: by labels of the first, then of the
    /// second, that are left.
    std::size_t start;
    /// The least of them, where it is known.
    mutable std::optional<double> least = std::nullopt;
  };
  /// The costs of a pair by the labels of one of the two, and of the other one.
  /// One of the strides is 1.
  template <typename Cost> struct EdgeView {
    Cost *costs;
    std::size_t ownStride, otherStride, owns, others;
    Cost &at(std::size_t own, std::size_t other) const {
      return costs[own * ownStride + other * otherStride];
    }
  };
  /// A variable that went, and how its label follows from those of others: of
  /// two at most, or of the one that it went into. Their labels as they were
  /// then, and its own one for each of these or each pair, start at `start` in
  /// `answers`.
  struct Eliminated {
    unsigned variable;
    bool isMerged = false;
    unsigned others = 0;
    std::array<unsigned, 2> other = {0, 0};
    /// Labels of each, 1 where there is none.
    std::array<unsigned, 2> counts = {1, 1};
    std::size_t start = 0;
  };

  /// The labels of all variables, if those that are left have these, by their
  /// numbers among those that are left.
  std::vector<unsigned> completed(std::span<const std::size_t> numbers) const;
  /// As they are numbered in the problem.
  std::span<unsigned> labelsOf(unsigned node) {
    return nodes[node].labels.of(labels);
  }
  std::span<const unsigned> labelsOf(unsigned node) const {
    return nodes[node].labels.of(labels);
  }
  std::span<double> costsOf(unsigned node) {
    return nodes[node].labels.of(costs);
  }
  std::span<const double> costsOf(unsigned node) const {
    return nodes[node].labels.of(costs);
  }
  std::span<const unsigned> edgesOf(unsigned node) const {
    return nodes[node].edges.of(edgesOfNodes);
  }
  std::size_t sizeOf(const Edge &edge) const {
    return std::size_t(nodes[edge.first].labels.size) *
           nodes[edge.second].labels.size;
  }
  std::span<double> tableOf(const Edge &edge) {
    return {tables.data() + edge.start, sizeOf(edge)};
  }
  std::span<const double> tableOf(const Edge &edge) const {
    return {tables.data() + edge.start, sizeOf(edge)};
  }
  unsigned other(const Edge &edge, unsigned node) const {
    return edge.first == node ? edge.second : edge.first;
  }
  EdgeView<double> viewFrom(const Edge &edge, unsigned node);
  EdgeView<const double> viewFrom(const Edge &edge, unsigned node) const;
  double leastOf(const Edge &edge) const;
  /// The bound, with what each variable costs at least.
  template <typename Function> double boundWith(Function leastOfNode) const;
  /// What each label costs in a pair at least, if the other one's labels cost
  /// so much more; nothing more if `others` is null.
  static void findLeasts(EdgeView<const double> view, const double *others,
                         std::vector<double> &leasts);
  /// The costs of a pair, to which more can be added: none if there was no
  /// such pair. Earlier views end.
  EdgeView<double> between(unsigned first, unsigned second);
  void append(unsigned edge, unsigned node);
  void removeEdge(unsigned number, unsigned node);
  void keepLabels(unsigned node, const std::vector<bool> &isKept);
  /// Of a label and a pair, what the cheapest label of the other variable costs
  /// with it, and by the labels beside it.
  struct Partner {
    const double *costs;
    double cost;
  };
  Partner cheapestPartner(const EdgeView<const double> &view,
                          std::size_t label) const;
  /// The pairs of a variable that is pruned, and the partners of one of its
  /// labels.
  struct Pruning {
    std::vector<EdgeView<const double>> views;
    std::vector<Partner> partners;
    std::vector<bool> isKept;
  };
  /// What a label costs more in a pair than another one, at least.
  static double leastDifference(const EdgeView<const double> &view,
                                std::size_t label, std::size_t by);
  /// Does a label cost no less than another one that is `excess` cheaper by
  /// itself, whatever the neighbours have?
  bool isReplaced(const Pruning &own, double excess, std::size_t label,
                  std::size_t by) const;
  bool prune(unsigned node, Pruning &scratch);
  bool eliminate(unsigned node);
  void eliminateOnlyLabel(unsigned node);
  void eliminateByNeighbours(unsigned node);
  unsigned commonNeighbours(const Edge &edge) const;
  void mergeEnds(unsigned number);

  /// Costs that move between pairs and variables.
  class Movement;

  /// Costs are whole numbers; sums of those that moved are about that exact.
  static constexpr double Exactness = 1e-4;

  std::vector<Node> nodes;
  std::vector<Edge> edges;
  /// Of all variables and pairs, so that a graph is made, copied and destroyed
  /// at once.
  std::vector<unsigned> labels, edgesOfNodes;
  std::vector<double> costs, tables;
  /// In their order.
  std::vector<Eliminated> eliminated;
  std::vector<unsigned> answers;
  double constant = 0;
  mutable std::uint64_t seen = 0;
};

} // namespace heddle

#endif // HEDDLE_LIB_SOLVE_PAIRGRAPH_H
