//===- LabelChoice.h - One of several labels for each of many ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gives each of many variables one of its labels, where the label of one
/// changes what that of another costs:
///
///     minimise  sum over i of single[i][x_i]
///             + sum over p of pairs[p].cost[x_first][x_second],
///
/// and says how far from the least cost the answer can be. This is the energy
/// of a Markov random field, or a weighted constraint satisfaction problem, and
/// NP-hard; but where variables depend on each other as the values of a program
/// do, it is mostly easy:
///
/// 1. Labels that another one of the variable replaces for no more, whatever
///    the others have, are left out; variables with two neighbours at most
///    become a cost of these.
/// 2. Costs move between pairs and their variables so that the sum of all
///    minima grows, which no choice can cost less than. Labels with which that
///    sum would reach the cost of a known choice are left out.
/// 3. Where variables depend on few others each, they are left out one by one,
///    what a variable costs at least becoming a table by the labels of those.
/// 4. Else two variables with common neighbours become one, whose labels are
///    those of both: what goes together badly is left out.
/// 5. Last, the labels of a variable are tried one by one.
///
/// Choices come from the costs that have moved so far, and from changing the
/// labels of many variables at once that form a forest.
///
/// Sources: R. Goldstein, "Efficient rotamer elimination applied to protein
/// side-chains and related spin glasses", 1994 (step 1); V. Kolmogorov,
/// "Convergent tree-reweighted message passing for energy minimization", 2006,
/// and S. Tourani et al., "MPLP++: fast, parallel dual block-coordinate ascent
/// for dense graphical models", 2018 (step 2); U. Bertele and F. Brioschi,
/// "Nonserial dynamic programming", 1972 (step 3); D. Sontag et al.,
/// "Tightening LP relaxations for MAP using message passing", 2008, on clusters
/// of variables (step 4); F. Hamze and N. de Freitas, "From fields to trees",
/// 2004 (forests).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SOLVE_LABELCHOICE_H
#define HEDDLE_SOLVE_LABELCHOICE_H

#include <cstdint>
#include <span>
#include <vector>

namespace heddle {

/// What must not be. Choices that cost as much or more are none.
inline constexpr std::int64_t ForbiddenCost = std::int64_t(1) << 50;

/// Costs of two different variables' labels.
struct LabelPair {
  unsigned first, second;
  /// That of labels x and y is at x * labels of the second + y.
  std::vector<std::int64_t> cost;
};

/// Costs are not negative, and at most `ForbiddenCost` each; sums of those that
/// are not forbidden stay below it.
struct LabelChoice {
  /// Of each variable, the cost of each of its labels, one at least.
  std::vector<std::vector<std::int64_t>> single;
  std::vector<LabelPair> pairs;
};

/// At most `ForbiddenCost`.
std::int64_t costOf(const LabelChoice &problem,
                    std::span<const unsigned> labels);

struct LabelSolution {
  std::vector<unsigned> labels;
  /// What these cost, and what no choice costs less than.
  std::int64_t cost = 0, bound = 0;

  bool isCheapest() const { return cost == bound; }
};

struct LabelEffort {
  /// Entries of pairs that are looked at, all in all: at most so many; or so
  /// many times all that the problem has, up to `mostSwept`, if that is more. A
  /// million take about three milliseconds.
  std::uint64_t mostEntries = 125'000, mostSweeps = 25, mostSwept = 20'000'000;
  /// How often variables are merged by twos, and labels that one has then: at
  /// first, and at most.
  unsigned mostMerges = 16, leastLabels = 24, mostLabels = 100;
  /// Ends, too, where the bound would have to rise so many times as fast as it
  /// does to reach the cost of the known choice by looking at that many
  /// entries.
  double mostPace = 2;
};

/// `start` is a choice that is known; what is found costs less, or is `start`.
/// Deterministic. Cheapest, with a bound that says so, unless the effort does
/// not suffice.
LabelSolution cheapestLabels(const LabelChoice &problem,
                             std::span<const unsigned> start,
                             const LabelEffort &effort = {});

} // namespace heddle

#endif // HEDDLE_SOLVE_LABELCHOICE_H
