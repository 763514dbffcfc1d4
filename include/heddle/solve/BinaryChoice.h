//===- BinaryChoice.h - Two ways for each of many things --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses one of two ways for each of many things, where what one thing
/// chooses changes what another one costs:
///
///     minimise  sum over i of single[i][x_i]
///             + sum over p of pairs[p].cost[x_first][x_second],  x_i in {0,
///             1}.
///
/// A cut of a graph between "0" and "1" costs as much as the choices that it
/// stands for, so a minimum cut is a cheapest choice: exact if no pair costs
/// more when both agree, cost[0][0] + cost[1][1] <= cost[0][1] + cost[1][0].
/// Of pairs that break this, cost[0][0] is taken to be as much lower as needed;
/// what is found is a choice then, not always the cheapest.
///
/// Source: P. Hammer, "Some network flow problems solved with pseudo-Boolean
/// programming", 1965; the flow is found as in E. Dinic, "Algorithm for
/// solution of a problem of maximum flow in networks with power estimation",
/// 1970.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SOLVE_BINARYCHOICE_H
#define HEDDLE_SOLVE_BINARYCHOICE_H

#include <array>
#include <cstdint>
#include <vector>

namespace heddle {

struct PairCost {
  unsigned first, second;
  /// By the choices of the first and of the second.
  std::array<std::array<std::int64_t, 2>, 2> cost;
};

/// Costs may be negative; sums have to stay below 2^62.
struct BinaryChoice {
  std::vector<std::array<std::int64_t, 2>> single;
  std::vector<PairCost> pairs;
};

std::int64_t costOf(const BinaryChoice &problem,
                    const std::vector<bool> &choice);

/// Of equal choices the one with the fewest 1. O(n^2 * pairs) at worst, about
/// linear in practice.
std::vector<bool> cheapestChoice(const BinaryChoice &problem);

} // namespace heddle

#endif // HEDDLE_SOLVE_BINARYCHOICE_H
