//===- LaneRuns.cpp - Copies to one address a warp ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneRuns.h"
#include "heddle/f2/Elimination.h"
#include "heddle/f2/Matrix.h"

#include <bit>

namespace heddle {

bool LaneRun::isOwn(unsigned laneBits) const {
  ThreadMap own = {.columns = lane.columns, .constant = 0};
  for (unsigned bit = 0; bit < own.columns.size(); ++bit)
    own.columns[bit] = bit < laneBits ? Word(1) << bit : 0;
  return lane == own;
}

std::optional<LaneRun> laneRunOf(const ThreadMap &offsets, unsigned laneBits,
                                 unsigned bytes) {
  auto shift = static_cast<unsigned>(std::countr_zero(bytes));
  Word inRun = (Word(bytes) << laneBits) - 1;
  auto unitOf = [&](Word offset) { return (offset & inRun) >> shift; };
  if (offsets.columns.size() < laneBits)
    return std::nullopt;
  Words units;
  for (unsigned bit = 0; bit < laneBits; ++bit) {
    if ((offsets.columns[bit] & ~inRun) != 0)
      return std::nullopt;
    units.push_back(unitOf(offsets.columns[bit]));
  }
  Result<f2::Matrix> places = f2::Matrix::fromColumns(laneBits, units);
  if (!places)
    return std::nullopt;
  Result<f2::Matrix> lanes = f2::inverse(*places);
  if (!lanes)
    return std::nullopt;
  auto laneAt = [&](Word unit) { return f2::multiply(lanes->columns(), unit); };
  LaneRun run = {.offsets = offsets, .lane = offsets};
  for (unsigned bit = 0; bit < offsets.columns.size(); ++bit) {
    bool isLane = bit < laneBits;
    Word column = offsets.columns[bit];
    run.offsets.columns[bit] = isLane ? Word(bytes) << bit : column & ~inRun;
    run.lane.columns[bit] = laneAt(isLane ? Word(1) << bit : unitOf(column));
  }
  run.offsets.constant = offsets.constant & ~inRun;
  run.lane.constant = laneAt(unitOf(offsets.constant));
  return run;
}

} // namespace heddle
