//===- OccupancyTest.cpp - How many blocks fit on a multiprocessor --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/Occupancy.h"
#include "heddle/target/Target.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <random>

namespace heddle {
namespace {

using testing::ElementsAre;
using enum Resource;

const Target &of(std::string_view name) { return *findTarget(name).value(); }

// What CUDA's occupancy calculator says.
TEST(Occupancy, IsThatOfTheCalculator) {
  const Target &hopper = of("sm_90");
  struct Case {
    BlockDemand block;
    std::uint64_t blocks;
    std::vector<Resource> limits;
  };
  for (const Case &each : {
           Case{{4, 0, 32}, 16, {Warps, Registers}},
           Case{{1, 0, 24}, 32, {Blocks}},
           Case{{4, 0, 128}, 4, {Registers}},
           // 40 registers are 1280 of a warp: 12 warps to a quarter.
           Case{{8, 0, 40}, 6, {Registers}},
           // 33 are handed out as 40.
           Case{{8, 0, 33}, 6, {Registers}},
           // 5 warps to a quarter, 20: two blocks, though three have 64512.
           Case{{7, 0, 96}, 2, {Registers}},
           Case{{4, 227 * 1024, 32}, 1, {SharedMemory}},
           Case{{4, 113 * 1024, 32}, 2, {SharedMemory}},
           Case{{4, 113 * 1024 + 1, 32}, 1, {SharedMemory}},
           Case{{4, 0, std::nullopt}, 16, {Warps}},
           Case{{32, 0, 255}, 0, {Registers}},
       }) {
    Occupancy got = *occupancyOf(each.block, hopper);
    EXPECT_EQ(got.blocks, each.blocks)
        << each.block.warps << " warps of " << each.block.registers.value_or(0);
    EXPECT_EQ(got.limits, each.limits)
        << each.block.warps << " warps of " << each.block.registers.value_or(0);
  }
  EXPECT_EQ(occupancyOf({1, 0, 24}, of("sm_86"))->blocks, 16);
  EXPECT_THAT(occupancyOf({8, 32 * 1024, 64}, of("sm_75"))->limits,
              ElementsAre(SharedMemory));
}

// What is said to fit does, and one more would need more of each limit.
TEST(Occupancy, FillsTheMultiprocessor) {
  std::mt19937 random(5);
  auto upTo = [&](unsigned most) { return 1 + random() % most; };
  for (const Target &target : allTargets()) {
    if (!target.timing)
      continue;
    const Multiprocessor &has = target.timing->multiprocessor;
    for (unsigned count = 0; count < 2000; ++count) {
      BlockDemand block = {unsigned(upTo(32)), upTo(100'000),
                           unsigned(upTo(255))};
      Occupancy got = *occupancyOf(block, target);
      std::uint64_t threads = std::uint64_t(block.warps) * 32;
      std::uint64_t shared = block.sharedBytes + has.reservedSharedBytes;
      EXPECT_LE(got.blocks * threads * *block.registers, has.registers);
      EXPECT_LE(got.blocks * shared, has.sharedBytes);
      EXPECT_LE(got.blocks * block.warps, has.warps);
      EXPECT_LE(got.blocks, has.blocks);
      std::uint64_t more = got.blocks + 1;
      for (Resource limit : got.limits)
        switch (limit) {
        case Blocks:
          EXPECT_GT(more, has.blocks);
          break;
        case Warps:
          EXPECT_GT(more * block.warps, has.warps);
          break;
        case SharedMemory:
          EXPECT_GT(more * (shared + 255), has.sharedBytes);
          break;
        case Registers:
          // Three quarters may each lack one warp.
          EXPECT_GT((more * block.warps + 3) * 32 * (*block.registers + 7),
                    has.registers);
        }
    }
  }
}

} // namespace
} // namespace heddle
