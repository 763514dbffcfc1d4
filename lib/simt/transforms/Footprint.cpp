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

void Footprint::add(std::uint64_t begin, std::uint64_t bytes, Toucher who) {
  // Neighbours of one thread are one range.
  if (!ranges.empty() && ranges.back().end == begin && ranges.back().who == who)
    ranges.back().end += bytes;
  else
    ranges.push_back({begin, begin + bytes, who});
}

void Footprint::add(const Footprint &other) {
  ranges.insert(ranges.end(), other.ranges.begin(), other.ranges.end());
}

// Ranges that overlap are cut where another begins or ends.
void Footprint::finish() {
  std::vector<std::uint64_t> cuts;
  for (const Touch &range : ranges) {
    cuts.push_back(range.begin);
    cuts.push_back(range.end);
  }
  std::ranges::sort(cuts);
  cuts.erase(std::ranges::unique(cuts).begin(), cuts.end());
  std::vector<std::optional<Toucher>> who(cuts.size());
  for (const Touch &range : ranges)
    for (auto cut = static_cast<std::size_t>(
             std::ranges::lower_bound(cuts, range.begin) - cuts.begin());
         cuts[cut] < range.end; ++cut) {
      std::optional<Toucher> &there = who[cut];
      there = there ? there->join(range.who) : range.who;
    }
  ranges.clear();
  for (std::size_t cut = 0; cut < cuts.size(); ++cut)
    if (const std::optional<Toucher> &there = who[cut])
      add(cuts[cut], cuts[cut + 1] - cuts[cut], *there);
}

Waiting conflictOf(const Footprint &a, const Footprint &b) {
  auto most = Waiting::None;
  auto left = a.touches(), right = b.touches();
  for (std::size_t l = 0, r = 0; l < left.size() && r < right.size();) {
    if (left[l].end <= right[r].begin) {
      ++l;
      continue;
    }
    if (right[r].end <= left[l].begin) {
      ++r;
      continue;
    }
    Toucher both = left[l].who.join(right[r].who);
    if (!both.isOneWarp())
      return Waiting::Block;
    if (!both.isOneThread())
      most = Waiting::Warp;
    if (left[l].end < right[r].end)
      ++l;
    else
      ++r;
  }
  return most;
}

} // namespace heddle
