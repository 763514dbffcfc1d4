//===- Footprint.cpp - Who touches which bytes ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/Barriers.h"

#include <algorithm>

namespace heddle {

void Footprint::add(std::uint64_t begin, std::uint64_t bytes, ThreadSet who) {
  // Neighbours of one thread are one range.
  if (!found.empty() && found.back().end == begin && found.back().who == who)
    found.back().end += bytes;
  else
    found.push_back({begin, begin + bytes, who});
}

void Footprint::add(const Footprint &other) {
  found.insert(found.end(), other.found.begin(), other.found.end());
}

// Ranges that overlap are cut where another begins or ends.
void Footprint::finish() {
  std::vector<std::uint64_t> cuts;
  for (const Range &range : found) {
    cuts.push_back(range.begin);
    cuts.push_back(range.end);
  }
  std::ranges::sort(cuts);
  cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
  std::vector<std::optional<ThreadSet>> who(cuts.size());
  for (const Range &range : found)
    for (auto cut = static_cast<std::size_t>(
             std::ranges::lower_bound(cuts, range.begin) - cuts.begin());
         cuts[cut] < range.end; ++cut) {
      std::optional<ThreadSet> &there = who[cut];
      there = there ? there->join(range.who) : range.who;
    }
  found.clear();
  for (std::size_t cut = 0; cut < cuts.size(); ++cut)
    if (const std::optional<ThreadSet> &there = who[cut])
      add(cuts[cut], cuts[cut + 1] - cuts[cut], *there);
}

SyncScope conflictOf(const Footprint &a, const Footprint &b) {
  auto most = SyncScope::None;
  auto left = a.ranges(), right = b.ranges();
  for (std::size_t l = 0, r = 0; l < left.size() && r < right.size();) {
    if (left[l].end <= right[r].begin) {
      ++l;
      continue;
    }
    if (right[r].end <= left[l].begin) {
      ++r;
      continue;
    }
    ThreadSet both = left[l].who.join(right[r].who);
    if (!both.isOneWarp())
      return SyncScope::Block;
    if (!both.isOneThread())
      most = SyncScope::Warp;
    if (left[l].end < right[r].end)
      ++l;
    else
      ++r;
  }
  return most;
}

} // namespace heddle
