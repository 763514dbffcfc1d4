//===- CoalescingTest.cpp - Wide accesses, few sectors --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/Coalescing.h"
#include "heddle/analysis/AxisRules.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <gmock/gmock.h>

#include "Check.h"

using namespace heddle;
using testing::ElementsAre;

namespace {

/// Addresses of rows of a matrix whose rows are `stride` bytes apart.
AxisInfo matrix(std::int64_t columns, std::int64_t divisor) {
  AxisInfo info = unknownAxes(2);
  info.axes[0] = {1, 1, 1};
  info.axes[1] = {columns, divisor, 1};
  return info;
}

LinearLayout layoutOf(const char *text, std::vector<std::uint64_t> shape) {
  return get(toLinearLayout(get(parseEncoding(text)), shape));
}

} // namespace

TEST(Coalescing, LongestRunsComeFirstThenTheLastAxis) {
  AxisInfo info = unknownAxes(3);
  EXPECT_THAT(axesByContiguity(info), ElementsAre(2, 1, 0));
  info.axes[0].contiguity = 4;
  EXPECT_THAT(axesByContiguity(info), ElementsAre(0, 2, 1));
  info.axes[1].contiguity = 8;
  EXPECT_THAT(axesByContiguity(info), ElementsAre(1, 0, 2));
}

TEST(Coalescing, WhatLimitsAnAccess) {
  // Runs, alignment, the block's part, the instruction.
  EXPECT_EQ(elementsAtOnce(matrix(64, 64), 1, 2, 64, 16), 8U);
  EXPECT_EQ(elementsAtOnce(matrix(64, 64), 1, 2, 64, 32), 16U);
  EXPECT_EQ(elementsAtOnce(matrix(4, 64), 1, 2, 64, 16), 4U);
  EXPECT_EQ(elementsAtOnce(matrix(64, 4), 1, 2, 64, 16), 2U);
  EXPECT_EQ(elementsAtOnce(matrix(64, 64), 1, 2, 4, 16), 4U);
  EXPECT_EQ(elementsAtOnce(matrix(64, 1), 1, 2, 64, 16), 1U);
  EXPECT_EQ(elementsAtOnce(matrix(64, 64), 0, 2, 64, 16), 1U);
  EXPECT_EQ(elementsAtOnce(matrix(64, 64), 1, 32, 64, 16), 1U);
}

TEST(Coalescing, SectorsOfAWarp) {
  const char *Rows = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = "
                     "[4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>";
  LinearLayout rows = layoutOf(Rows, {16, 32});
  // Four rows of 128 bytes.
  WarpAccess access = accessOf(rows, matrix(32, 128), 1, 4, 4);
  EXPECT_EQ(access.bytes, 16U);
  EXPECT_EQ(access.sectors, 16U);
  // Each may begin in the middle of a sector.
  EXPECT_EQ(accessOf(rows, matrix(32, 16), 1, 4, 4).sectors, 20U);
  // One element of four at a time: every lane a sector's half.
  access = accessOf(rows, matrix(32, 128), 1, 1, 4);
  EXPECT_EQ(access.bytes, 4U);
  EXPECT_EQ(access.sectors, 16U);
  // Rows that are the same one.
  AxisInfo same = matrix(32, 128);
  same.axes[0].constancy = 16;
  EXPECT_EQ(accessOf(rows, same, 1, 4, 4).sectors, 4U);
  // Nothing is known of addresses: a sector for each lane.
  EXPECT_EQ(accessOf(rows, unknownAxes(2), 1, 1, 4).sectors, 32U);
}
