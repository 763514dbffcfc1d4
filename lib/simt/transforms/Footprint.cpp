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

namespace {

/// Where ranges may be cut: at all multiples of a power of two from the first
/// byte on.
struct Grid {
  std::uint64_t first, cell, cells;
};

Grid gridOf(std::span<const Footprint::Range> ranges) {
  auto [first, last] = std::pair(ranges.front().begin, ranges.front().end);
  for (const Footprint::Range &range : ranges) {
    first = std::min(first, range.begin);
    last = std::max(last, range.end);
  }
  std::uint64_t bits = last - first;
  for (const Footprint::Range &range : ranges)
    bits |= (range.begin - first) | (range.end - first);
  std::uint64_t cell = bits & (~bits + 1);
  return {first, cell, (last - first) / cell};
}

void joinInto(std::optional<ThreadSet> &there, ThreadSet who) {
  there = there ? there->join(who) : who;
}

} // namespace

// Ranges that overlap are cut where another begins or ends.
void Footprint::finish() {
  constexpr std::uint64_t MostCellsOfRange = 8;
  if (found.empty())
    return;
  Grid grid = gridOf(found);
  if (grid.cells <= MostCellsOfRange * found.size())
    finishOn(grid.first, grid.cell, grid.cells);
  else
    finishAtCuts();
}

void Footprint::finishOn(std::uint64_t first, std::uint64_t bytes,
                         std::uint64_t cells) {
  std::vector<std::optional<ThreadSet>> who(cells);
  for (const Range &range : found)
    for (std::uint64_t cell = (range.begin - first) / bytes;
         cell < (range.end - first) / bytes; ++cell)
      joinInto(who[cell], range.who);
  found.clear();
  for (std::uint64_t cell = 0; cell < cells; ++cell)
    if (const std::optional<ThreadSet> &there = who[cell])
      add(first + cell * bytes, bytes, *there);
}

void Footprint::finishAtCuts() {
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
         cuts[cut] < range.end; ++cut)
      joinInto(who[cut], range.who);
  found.clear();
  for (std::size_t cut = 0; cut < cuts.size(); ++cut)
    if (const std::optional<ThreadSet> &there = who[cut])
      add(cuts[cut], cuts[cut + 1] - cuts[cut], *there);
}

SyncScope conflictOf(const Footprint &a, const Footprint &b,
                     std::int64_t shift) {
  auto most = SyncScope::None;
  auto left = a.ranges(), right = b.ranges();
  if (left.empty() || right.empty())
    return most;
  // Of `b` where it lies; both may be in front of byte 0 then.
  auto at = [](std::uint64_t byte) { return static_cast<std::int64_t>(byte); };
  auto shifted = [=](std::uint64_t byte) { return at(byte) + shift; };
  auto behind = [](std::span<const Footprint::Range> ranges,
                   std::int64_t begin) {
    auto first = std::ranges::partition_point(ranges, [=](const auto &range) {
      return static_cast<std::int64_t>(range.end) <= begin;
    });
    return static_cast<std::size_t>(first - ranges.begin());
  };
  for (std::size_t l = behind(left, shifted(right.front().begin)),
                   r = behind(right, at(left.front().begin) - shift);
       l < left.size() && r < right.size();) {
    if (at(left[l].end) <= shifted(right[r].begin)) {
      ++l;
      continue;
    }
    if (shifted(right[r].end) <= at(left[l].begin)) {
      ++r;
      continue;
    }
    ThreadSet both = left[l].who.join(right[r].who);
    if (!both.isOneWarp())
      return SyncScope::Block;
    if (!both.isOneThread())
      most = SyncScope::Warp;
    if (at(left[l].end) < shifted(right[r].end))
      ++l;
    else
      ++r;
  }
  return most;
}

} // namespace heddle
