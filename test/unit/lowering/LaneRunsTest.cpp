//===- LaneRunsTest.cpp - Copies to one address a warp --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneRuns.h"

#include <gtest/gtest.h>
#include <random>

namespace heddle {

TEST(LaneRuns, EveryCopyIsCarriedOutOnce) {
  std::mt19937_64 random(1);
  constexpr unsigned LaneBits = 6, WarpBits = 2, Bytes = 4;
  constexpr Word Run = Word(Bytes) << LaneBits;
  unsigned own = 0;
  for (unsigned round = 0; round < 300; ++round) {
    ThreadMap map;
    for (unsigned bit = 0; bit < LaneBits; ++bit)
      map.columns.push_back(Word(Bytes) << bit);
    for (unsigned sum = round % 20; sum > 0; --sum) {
      unsigned to = random() % LaneBits, from = random() % LaneBits;
      if (to != from)
        map.columns[to] ^= map.columns[from];
    }
    auto any = [&] { return random() % (8 * Run / Bytes) * Bytes; };
    for (unsigned bit = 0; bit < WarpBits; ++bit)
      map.columns.push_back(any());
    map.constant = round % 2 == 0 ? any() : 0;
    std::optional<LaneRun> run = laneRunOf(map, LaneBits, Bytes);
    ASSERT_TRUE(run);
    own += run->isOwn(LaneBits);
    for (Word thread = 0; thread < Word(1) << (LaneBits + WarpBits); ++thread) {
      Word lane = thread % (Word(1) << LaneBits), warp = thread - lane;
      EXPECT_EQ(run->offsets(thread), run->offsets(warp) + lane * Bytes);
      EXPECT_EQ(run->offsets(warp) % Run, 0U);
      ASSERT_LT(run->lane(thread), Word(1) << LaneBits);
      EXPECT_EQ(map(warp + run->lane(thread)), run->offsets(thread));
    }
  }
  EXPECT_LT(own, 150U);
}

TEST(LaneRuns, OwnPlacesNeedNoExchange) {
  ThreadMap map;
  for (Word column : {16, 32, 64, 128, 256, 512, 4096})
    map.columns.push_back(column);
  map.constant = 8192;
  EXPECT_TRUE(laneRunOf(map, 6, 16)->isOwn(6));
  map.constant = 16;
  EXPECT_FALSE(laneRunOf(map, 6, 16)->isOwn(6));
}

TEST(LaneRuns, LanesFillTheRun) {
  auto fills = [](std::initializer_list<Word> columns) {
    ThreadMap map;
    for (Word column : columns)
      map.columns.push_back(column);
    return laneRunOf(map, 2, 4).has_value();
  };
  EXPECT_TRUE(fills({8, 4}));
  EXPECT_TRUE(fills({12, 4, 20}));
  EXPECT_FALSE(fills({4, 4}));
  EXPECT_FALSE(fills({4, 0}));
  EXPECT_FALSE(fills({4, 16}));
  EXPECT_FALSE(fills({4, 24}));
  EXPECT_FALSE(fills({4}));
}

} // namespace heddle
