//===- EqualityTest.cpp - Tests of the kinds of equality ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Equality.h"

#include "RandomLayouts.h"

using namespace heddle;

namespace {

LinearLayout parse(const char *text) { return get(parseText(text)); }

TEST(Equality, ExactComparesNamesOrderSizesAndBases) {
  LinearLayout a = parse("{lane: [[1, 0], [0, 1]]} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(a, a);
  EXPECT_NE(a, parse("{warp: [[1, 0], [0, 1]]} -> {dim0: 2, dim1: 2}"));
  EXPECT_NE(a, parse("{lane: [[1, 0], [0, 1]]} -> {dim1: 2, dim0: 2}"));
  EXPECT_NE(a, parse("{lane: [[1, 0], [0, 1]]} -> {dim0: 2, dim1: 4}"));
  EXPECT_NE(a, parse("{lane: [[1, 0], [1, 1]]} -> {dim0: 2, dim1: 2}"));
  EXPECT_NE(a, parse("{lane: [[1, 0]], warp: [[0, 1]]} -> {dim0: 2, dim1: 2}"));
}

TEST(Equality, IgnoringOutSizesComparesCoordinates) {
  LinearLayout part = parse("{lane: [[1, 0], [0, 1]]} -> {dim0: 2, dim1: 2}");
  LinearLayout whole = parse("{lane: [[1, 0], [0, 1]]} -> {dim0: 8, dim1: 4}");
  EXPECT_TRUE(equalIgnoringOutSizes(part, whole));
  EXPECT_TRUE(equalIgnoringOutSizes(whole, part));
  EXPECT_FALSE(equalIgnoringOutSizes(
      part, parse("{lane: [[1, 0], [4, 1]]} -> {dim0: 8, dim1: 4}")));
  EXPECT_FALSE(equalIgnoringOutSizes(
      part, parse("{lane: [[1, 0], [0, 1]]} -> {dim1: 2, dim0: 2}")));
  EXPECT_FALSE(
      equalIgnoringOutSizes(part, parse("{lane: [1, 2]} -> {dim0: 4}")));
  EXPECT_FALSE(equalIgnoringOutSizes(
      part, parse("{warp: [[1, 0], [0, 1]]} -> {dim0: 2, dim1: 2}")));
}

TEST(Equality, UpToPermutationIsAboutTheValuesOfEachThread) {
  LinearLayout a = parse("{register: [1, 2], lane: [4]} -> {dim0: 8}");
  auto isEqual = [&](const char *text) {
    return equalUpToPermutation(a, parse(text), Dim::Register);
  };
  EXPECT_TRUE(isEqual("{register: [2, 1], lane: [4]} -> {dim0: 8}"));
  EXPECT_TRUE(isEqual("{register: [1, 3], lane: [4]} -> {dim0: 8}"))
      << "a permutation of values that permutes no bits";
  EXPECT_FALSE(isEqual("{register: [1, 2], lane: [6]} -> {dim0: 8}"))
      << "lane 1 would need another permutation than lane 0";
  EXPECT_FALSE(isEqual("{register: [1, 4], lane: [2]} -> {dim0: 8}"));
  EXPECT_FALSE(isEqual("{register: [1], lane: [2, 4]} -> {dim0: 8}"));
  EXPECT_FALSE(equalUpToPermutation(
      a, parse("{register: [2, 1], lane: [4]} -> {dim0: 8}"), Dim::Warp));
}

TEST(Equality, UpToReplicationDropsRedundantRegistersOnly) {
  LinearLayout a =
      parse("{register: [1, 16], lane: [2, 4], warp: [8]} -> {dim0: 32}");
  auto isEqual = [&](const char *text) {
    return equalUpToReplication(a, parse(text));
  };
  EXPECT_TRUE(isEqual(
      "{register: [1, 0, 0, 16], lane: [2, 4], warp: [8]} -> {dim0: 32}"));
  EXPECT_TRUE(isEqual("{lane: [2, 4, 0], warp: [8, 0], register: [1, 16], "
                      "block: [0]} -> {dim0: 32}"));
  EXPECT_FALSE(
      isEqual("{register: [1, 16], lane: [0, 2, 4], warp: [8]} -> {dim0: 32}"))
      << "lane 1 holds something else";
  EXPECT_FALSE(
      isEqual("{register: [16, 1], lane: [2, 4], warp: [8]} -> {dim0: 32}"));
  EXPECT_FALSE(isEqual("{register: [1, 16], lane: [2, 4], warp: [8], block: "
                       "[1]} -> {dim0: 32}"));
  EXPECT_FALSE(
      isEqual("{register: [1, 16], lane: [2, 4], warp: [8]} -> {dim0: 64}"));
}

} // namespace
