//===- Partitions.cpp - Where partitions begin and end --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "SimtOps.h"

HEDDLE_SIM_BEGIN

bool runPartitions(Warp &warp, const Instruction &each) {
  const PartitionTable &table = warp.block->code.partitions[each.immediate];
  const Warp &first = warp.block->warps.front();
  for (std::size_t index = 0; index < table.captures.size(); ++index) {
    const auto &[from, bytes] = table.captures[index];
    // What the first thread had when it came here it still has.
    bool isThere = first.state == WarpState::AtPartitions;
    const auto *value = warp.at<std::uint8_t>(from);
    const std::uint8_t *expected =
        isThere ? first.data.front().bytes.data() + from.data : value;
    std::uint64_t others = 0;
    for (unsigned lane = 0; lane < warp.lanes; ++lane)
      if (std::memcmp(value + std::size_t(lane) * bytes, expected, bytes) != 0)
        others |= std::uint64_t(1) << lane;
    if (others != 0)
      return stop(warp, each, others,
                  concat("expects threads that agree on capture ", index,
                         " of partitions, but these have others than the "
                         "first thread"));
  }
  warp.state = WarpState::AtPartitions;
  return false;
}

bool runPartitionsEnd(Warp &warp, const Instruction &) {
  warp.block->endPartition(warp);
  return false;
}

HEDDLE_SIM_END
