//===- PredictTimeTest.cpp - Which launches take longer -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/sim/PredictTime.h"

#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::sim;

namespace {

const Target &h200() { return **findTarget("sm_90"); }

/// So much of each kind for every warp.
Counters work(std::uint64_t warps, std::uint64_t integers,
              std::uint64_t wavefronts, std::uint64_t sectors) {
  Counters counters;
  counters.count(InstructionClass::Integer, warps * integers);
  counters.count(InstructionClass::SharedLoad, warps);
  counters.count(InstructionClass::GlobalLoad, warps);
  counters.sharedLoads.wavefronts = warps * wavefronts;
  counters.globalLoads.sectors = warps * sectors;
  return counters;
}

double cyclesOf(std::uint64_t blocks, std::uint64_t integers,
                std::uint64_t wavefronts, std::uint64_t sectors) {
  constexpr unsigned Warps = 4;
  return predictTime(work(blocks * Warps, integers, wavefronts, sectors),
                     blocks, Warps, h200())
      ->cycles;
}

TEST(PredictTime, KnowsTargetsOfNvidia) {
  for (std::string_view name :
       {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"})
    EXPECT_TRUE(predictTime({}, 1, 1, **findTarget(name))) << name;
  EXPECT_FALSE(predictTime({}, 1, 1, **findTarget("gfx942")));
}

TEST(PredictTime, AnEmptyLaunchIsTheLaunchItself) {
  PredictedTime time = *predictTime({}, 1, 1, h200());
  EXPECT_GT(time.cycles, 1000);
  EXPECT_DOUBLE_EQ(time.nanoseconds, time.cycles / 1.98);
}

// Where one unit is the busiest, the time follows it.
TEST(PredictTime, FollowsTheBusiestUnit) {
  double base = cyclesOf(5280, 100, 10, 0);
  EXPECT_GT(cyclesOf(5280, 100, 10000, 0), 10 * base);
  EXPECT_GT(cyclesOf(5280, 100000, 10, 0), 10 * base);
  EXPECT_GT(cyclesOf(5280, 100, 10, 10000), 10 * base);
}

// All blocks' products, which the tensor cores of 132 multiprocessors share.
TEST(PredictTime, FollowsProducts) {
  auto cycles = [](double products) {
    return predictTime(work(1320 * 4, 100, 10, 0), 1320, 4, h200(), products)
        ->cycles;
  };
  EXPECT_DOUBLE_EQ(cycles(0), cycles(132));
  double more = 132e6;
  EXPECT_NEAR(cycles(2 * more) - cycles(more), more / 132, more / 1e6);
}

// Copies are traffic of both memories, and a trip to the global one.
TEST(PredictTime, CountsCopies) {
  constexpr unsigned Blocks = 5280, Warps = 4, Each = 1000;
  auto cycles = [](InstructionClass kind, AccessCounts Counters::*accesses) {
    Counters counters;
    counters.count(kind, std::uint64_t{Blocks} * Warps);
    (counters.*accesses).sectors = std::uint64_t{Blocks} * Warps * Each;
    return predictTime(counters, Blocks, Warps, h200())->cycles;
  };
  double copies = cycles(InstructionClass::AsyncCopy, &Counters::copies);
  EXPECT_DOUBLE_EQ(
      copies, cycles(InstructionClass::GlobalLoad, &Counters::globalLoads));
  Counters counters;
  counters.count(InstructionClass::AsyncCopy, std::uint64_t{Blocks} * Warps);
  double before = predictTime(counters, Blocks, Warps, h200())->cycles;
  EXPECT_LT(before, copies);
  counters.copies.wavefronts = std::uint64_t{Blocks} * Warps * Each;
  EXPECT_GT(predictTime(counters, Blocks, Warps, h200())->cycles, before);
}

// Blocks of one multiprocessor each run beside one another.
TEST(PredictTime, FewBlocksTakeAsLongAsOne) {
  EXPECT_DOUBLE_EQ(cyclesOf(1, 1000, 100, 0), cyclesOf(132, 1000, 100, 0));
  EXPECT_LT(cyclesOf(132, 1000, 100, 0), cyclesOf(133, 1000, 100, 0));
}

// A block that needs all shared memory has a multiprocessor for itself.
TEST(PredictTime, LargeBlocksTakeTurns) {
  Counters small = work(1320, 1000, 1, 1), large = small;
  large.sharedBytes = 220 * 1024;
  EXPECT_GT(predictTime(large, 1320, 1, h200())->cycles,
            2 * predictTime(small, 1320, 1, h200())->cycles -
                predictTime({}, 1, 1, h200())->cycles);
}

// What a multiprocessor holds is that of the target's row: two blocks of 24
// warps fit on an A100 and an A10, a third on neither; the T4 holds one.
TEST(PredictTime, TargetsHoldDifferentNumbersOfBlocks) {
  auto turns = [](std::string_view name, std::uint64_t blocks, unsigned warps) {
    Target alone = **findTarget(name);
    alone.timing->gpu.multiprocessors = 1;
    alone.timing->fitted.launch = 0;
    auto cycles = [&](std::uint64_t count) {
      Counters counters;
      counters.count(InstructionClass::Shuffle, count * warps);
      return predictTime(counters, count, warps, alone)->cycles;
    };
    // A shuffle waits longer than it keeps a multiprocessor busy.
    return cycles(blocks) / cycles(1);
  };
  EXPECT_LT(turns("sm_80", 2, 24), 1.9);
  EXPECT_LT(turns("sm_86", 2, 24), 1.9);
  EXPECT_GT(turns("sm_75", 2, 24), 1.9);
  EXPECT_LT(turns("sm_80", 16, 2), turns("sm_80", 33, 2));
  EXPECT_LT(turns("sm_80", 20, 2), turns("sm_86", 20, 2));
}

} // namespace
