//===- AllocationPlan.h - Offsets in shared memory --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where allocations of shared memory go, so that those that live at one time
/// share no byte and all together are as few bytes as can be found.
///
///     a  aaaaaaaa                       bytes 32  | a a a a d d
///     b      bbbbbbbbbb                 bytes 48  |     b b b b
///     d                 dddd            time -->
///
/// AllocationPlan is NP-hard (dynamic storage allocation); what is tried is
/// first fit in many orders. The bytes that live at the worst moment are a
/// lower bound.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SOLVE_ALLOCATIONPLAN_H
#define HEDDLE_SOLVE_ALLOCATIONPLAN_H

#include <cstdint>
#include <vector>

namespace heddle {

struct Allocation {
  std::uint64_t bytes = 0;
  /// A power of two.
  std::uint64_t alignment = 1;
};

struct LiveAllocations {
  std::vector<Allocation> allocations;
  /// Sets of allocations that live at one time, by their numbers.
  std::vector<std::vector<unsigned>> liveSets;

  /// The bytes of the fullest moment.
  std::uint64_t peakBytes() const;
};

struct AllocationPlan {
  /// Of each allocation.
  std::vector<std::uint64_t> offsets;
  /// One past the last byte.
  std::uint64_t bytes = 0;
  friend bool operator==(const AllocationPlan &,
                         const AllocationPlan &) = default;
};

/// Different plans, the smallest first, none of more than `slack` times the
/// bytes of the first. Allocations that are live at the same time do not
/// overlap; some plans have allocations that follow each other at the same
/// offset, others have them apart as far as there is room. Deterministic.
/// O(orders * allocations^2), with at most 64 orders.
std::vector<AllocationPlan> planAllocations(const LiveAllocations &live,
                                            double slack = 1.0);

} // namespace heddle

#endif // HEDDLE_SOLVE_ALLOCATIONPLAN_H
