//===- PlacedFootprints.cpp - Bytes in common under a plan ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacedFootprints.h"

namespace heddle {

/// Are there bytes of the one between the first and the last of the other, the
/// second so far behind?
static bool overlap(const Footprint &a, const Footprint &b,
                    std::int64_t shift) {
  auto left = a.ranges(), right = b.ranges();
  auto at = [](std::uint64_t byte) { return static_cast<std::int64_t>(byte); };
  return !left.empty() && !right.empty() &&
         at(left.front().begin) < at(right.back().end) + shift &&
         at(right.front().begin) + shift < at(left.back().end);
}

SyncScope PlacedFootprints::conflictOf(unsigned a, unsigned b,
                                       const AllocationPlan &plan) {
  const AllocationFootprint &first = footprints[a], &second = footprints[b];
  if (first.isEmpty() || second.isEmpty())
    return SyncScope::None;
  if (first.isOfEverything() || second.isOfEverything())
    return SyncScope::Block;
  auto offsetOf = [&](std::optional<unsigned> allocation) {
    return static_cast<std::int64_t>(allocation ? plan.offsets[*allocation]
                                                : 0);
  };
  auto most = SyncScope::None;
  for (const auto &[allocation, left] : first.parts())
    for (const auto &[other, right] : second.parts()) {
      std::int64_t shift = offsetOf(other) - offsetOf(allocation);
      if (!overlap(left, right, shift))
        continue;
      auto [found, isNew] = known.try_emplace({&left, &right, shift});
      if (isNew)
        found->second = heddle::conflictOf(left, right, shift);
      most = std::max(most, found->second);
    }
  return most;
}

} // namespace heddle
