//===- AllocationPlanTest.cpp - Places in shared memory -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/AllocationPlan.h"

#include <gmock/gmock.h>

#include <random>

using namespace heddle;
using testing::ElementsAre;

namespace {

bool isSound(const LiveAllocations &live, const AllocationPlan &plan) {
  for (unsigned allocation = 0; allocation < live.allocations.size();
       ++allocation) {
    std::uint64_t at = plan.offsets[allocation];
    if (at % live.allocations[allocation].alignment != 0 ||
        at + live.allocations[allocation].bytes > plan.bytes)
      return false;
  }
  for (const std::vector<unsigned> &moment : live.liveSets)
    for (unsigned a : moment)
      for (unsigned b : moment)
        if (a != b &&
            plan.offsets[a] < plan.offsets[b] + live.allocations[b].bytes &&
            plan.offsets[b] < plan.offsets[a] + live.allocations[a].bytes)
          return false;
  return true;
}

} // namespace

TEST(AllocationPlan, NothingTakesNothing) {
  std::vector<AllocationPlan> plans = planAllocations({});
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(plans.front().bytes, 0U);
}

TEST(AllocationPlan, WhatFollowsTakesTheSamePlace) {
  LiveAllocations live = {{{64, 16}, {32, 16}}, {{0}, {1}}};
  EXPECT_EQ(planAllocations(live).front().bytes, 64U);
}

TEST(AllocationPlan, AlignmentIsKept) {
  LiveAllocations live = {{{4, 4}, {64, 64}}, {{0, 1}}};
  AllocationPlan plan = planAllocations(live).front();
  EXPECT_EQ(plan.bytes, 68U);
  EXPECT_THAT(plan.offsets, ElementsAre(64, 0));
}

// First fit as given puts the middle one behind both of the others.
TEST(AllocationPlan, AnotherOrderIsTriedIfOneIsBad) {
  LiveAllocations live = {{{16, 1}, {32, 1}, {16, 1}, {48, 1}},
                          {{0, 1}, {1, 2}, {2, 3}}};
  EXPECT_EQ(live.peakBytes(), 64U);
  EXPECT_EQ(planAllocations(live).front().bytes, 64U);
}

TEST(AllocationPlan, PiecesAreApartWhereThereIsRoom) {
  LiveAllocations live = {{{64, 16}, {64, 16}, {128, 16}}, {{0}, {1}, {2}}};
  bool areApart = false;
  for (const AllocationPlan &plan : planAllocations(live)) {
    EXPECT_TRUE(isSound(live, plan));
    areApart = areApart || plan.offsets[0] != plan.offsets[1];
  }
  EXPECT_TRUE(areApart);
}

TEST(AllocationPlan, RandomLivesAreNearTheirPeak) {
  unsigned seed = 3;
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    LiveAllocations live;
    auto count = static_cast<unsigned>(1 + random() % 10);
    unsigned length = 12;
    live.liveSets.resize(length);
    for (unsigned allocation = 0; allocation < count; ++allocation) {
      live.allocations.push_back({16 * (1 + random() % 64), 16});
      unsigned from = random() % length;
      unsigned to = from + random() % 4;
      for (unsigned moment = from; moment <= to && moment < length; ++moment)
        live.liveSets[moment].push_back(allocation);
    }
    for (const AllocationPlan &plan : planAllocations(live, 1.05)) {
      EXPECT_TRUE(isSound(live, plan)) << round;
      EXPECT_LE(static_cast<double>(plan.bytes),
                1.1 * static_cast<double>(live.peakBytes()) * 1.05)
          << round;
    }
  }
}
