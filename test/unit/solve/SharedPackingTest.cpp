//===- SharedPackingTest.cpp - Places in shared memory --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/SharedPacking.h"

#include <gmock/gmock.h>

#include <random>

using namespace heddle;
using testing::ElementsAre;

namespace {

bool isSound(const LivePieces &live, const Packing &packing) {
  for (unsigned piece = 0; piece < live.pieces.size(); ++piece) {
    std::uint64_t at = packing.offsets[piece];
    if (at % live.pieces[piece].alignment != 0 ||
        at + live.pieces[piece].bytes > packing.bytes)
      return false;
  }
  for (const std::vector<unsigned> &moment : live.moments)
    for (unsigned a : moment)
      for (unsigned b : moment)
        if (a != b &&
            packing.offsets[a] < packing.offsets[b] + live.pieces[b].bytes &&
            packing.offsets[b] < packing.offsets[a] + live.pieces[a].bytes)
          return false;
  return true;
}

} // namespace

TEST(SharedPacking, NothingTakesNothing) {
  std::vector<Packing> packings = packPieces({});
  ASSERT_EQ(packings.size(), 1U);
  EXPECT_EQ(packings.front().bytes, 0U);
}

TEST(SharedPacking, WhatFollowsTakesTheSamePlace) {
  LivePieces live = {{{64, 16}, {32, 16}}, {{0}, {1}}};
  EXPECT_EQ(packPieces(live).front().bytes, 64U);
}

TEST(SharedPacking, AlignmentIsKept) {
  LivePieces live = {{{4, 4}, {64, 64}}, {{0, 1}}};
  Packing packing = packPieces(live).front();
  EXPECT_EQ(packing.bytes, 68U);
  EXPECT_THAT(packing.offsets, ElementsAre(64, 0));
}

// First fit as given puts the middle one behind both of the others.
TEST(SharedPacking, AnotherOrderIsTriedIfOneIsBad) {
  LivePieces live = {{{16, 1}, {32, 1}, {16, 1}, {48, 1}},
                     {{0, 1}, {1, 2}, {2, 3}}};
  EXPECT_EQ(live.peakBytes(), 64U);
  EXPECT_EQ(packPieces(live).front().bytes, 64U);
}

TEST(SharedPacking, PiecesAreApartWhereThereIsRoom) {
  LivePieces live = {{{64, 16}, {64, 16}, {128, 16}}, {{0}, {1}, {2}}};
  bool areApart = false;
  for (const Packing &packing : packPieces(live)) {
    EXPECT_TRUE(isSound(live, packing));
    areApart = areApart || packing.offsets[0] != packing.offsets[1];
  }
  EXPECT_TRUE(areApart);
}

TEST(SharedPacking, RandomLivesAreNearTheirPeak) {
  unsigned seed = 3;
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    LivePieces live;
    auto count = static_cast<unsigned>(1 + random() % 10);
    unsigned length = 12;
    live.moments.resize(length);
    for (unsigned piece = 0; piece < count; ++piece) {
      live.pieces.push_back({16 * (1 + random() % 64), 16});
      unsigned from = random() % length;
      unsigned to = from + random() % 4;
      for (unsigned moment = from; moment <= to && moment < length; ++moment)
        live.moments[moment].push_back(piece);
    }
    for (const Packing &packing : packPieces(live, 1.05)) {
      EXPECT_TRUE(isSound(live, packing)) << round;
      EXPECT_LE(static_cast<double>(packing.bytes),
                1.1 * static_cast<double>(live.peakBytes()) * 1.05)
          << round;
    }
  }
}
