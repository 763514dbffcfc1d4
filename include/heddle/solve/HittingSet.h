//===- HittingSet.h - One element of each set, cheaply ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements such that each of the given sets has at least one of them, at the
/// least cost:
///
///     {0 1} {1 2} {2 3}, all of cost 1  ->  {1 2} or {1 3}, for 2.
///
/// NP-hard in general (R. Karp, "Reducibility among combinatorial problems",
/// 1972). Sets that contain others and elements that another one replaces for
/// no more are left out, again and again; of sets that are ways in a program
/// hardly anything is left then. What is left is tried, with a bound from sets
/// that have nothing in common.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SOLVE_HITTINGSET_H
#define HEDDLE_SOLVE_HITTINGSET_H

#include <cstdint>
#include <vector>

namespace heddle {

struct HittingSet {
  /// Of each element. Sums have to stay below 2^63.
  std::vector<std::uint64_t> costs;
  /// None of them empty.
  std::vector<std::vector<unsigned>> sets;
};

/// In ascending order; of elements that do the same for the same cost the last.
/// Always a solution, and a cheapest one unless more than `mostTrials` partial
/// ones had to be looked at.
std::vector<unsigned> cheapestHits(const HittingSet &problem,
                                   unsigned mostTrials = 2000);

} // namespace heddle

#endif // HEDDLE_SOLVE_HITTINGSET_H
