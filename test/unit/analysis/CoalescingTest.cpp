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
using Sizes = std::vector<std::uint64_t>;

namespace {

/// Addresses of rows of a matrix whose rows are `stride` bytes apart.
AxisInfo matrix(std::int64_t columns, std::int64_t divisor) {
  AxisInfo info = unknownAxes(2);
  info.axes[0] = {1, 1, 1};
  info.axes[1] = {columns, divisor, 1};
  return info;
}

/// row * stride + column of a matrix, as bytes from one that 16 divides.
AxisInfo offsets(std::int64_t rows, std::int64_t columns, std::int64_t stride) {
  std::int64_t shape[] = {rows, columns}, left[] = {rows, 1},
               top[] = {1, columns};
  axis::Form column = {.shape = left, .bits = 32};
  AxisInfo row = axis::multiply(axis::expandDims(axis::range(0, rows), 1),
                                constantAxes(stride, left), column);
  AxisInfo sum = axis::add(
      axis::broadcast(row, left, shape),
      axis::broadcast(axis::expandDims(axis::range(0, columns), 0), top, shape),
      {.shape = shape, .bits = 32});
  AxisInfo base = unknownAxes(0);
  base.axes[0].divisibility = 16;
  return axis::addPointer(axis::splat(base, shape), sum, 1, {.shape = shape});
}

std::vector<unsigned> axesOf(const AddressRun &run) {
  std::vector<unsigned> axes;
  for (const AddressRun::Part &part : run.parts)
    axes.push_back(part.axis);
  return axes;
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

TEST(Coalescing, RunsGoOnWhereAxesEnd) {
  AddressRun run = runFrom(offsets(64, 4, 4), Sizes{64, 4}, 1);
  EXPECT_THAT(axesOf(run), ElementsAre(1, 0));
  EXPECT_EQ(run.length, 256);
  EXPECT_EQ(run.alignment, 16);
  // Rows are apart, or overlap.
  for (std::int64_t stride : {2, 3, 5, 8}) {
    run = runFrom(offsets(64, 4, stride), Sizes{64, 4}, 1);
    EXPECT_THAT(axesOf(run), ElementsAre(1));
    EXPECT_EQ(run.length, 4);
  }
  // Only a part of the columns is there.
  EXPECT_EQ(runFrom(offsets(64, 4, 4), Sizes{64, 2}, 1).length, 2);
  // A row of one number.
  run = runFrom(offsets(64, 1, 1), Sizes{64, 1}, 1);
  EXPECT_THAT(axesOf(run), ElementsAre(1, 0));
  EXPECT_EQ(run.length, 64);
  // Along the rows no two addresses follow each other.
  EXPECT_EQ(runFrom(offsets(64, 4, 4), Sizes{64, 4}, 0).length, 1);
}

TEST(Coalescing, MasksOfRuns) {
  AddressRun run = runFrom(offsets(64, 4, 4), Sizes{64, 4}, 1);
  AxisInfo mask = unknownAxes(2);
  EXPECT_EQ(constancyAlong(mask, run, Sizes{64, 4}), 1);
  mask.axes[0].constancy = 8;
  EXPECT_EQ(constancyAlong(mask, run, Sizes{64, 4}), 1);
  mask.axes[1].constancy = 4;
  EXPECT_EQ(constancyAlong(mask, run, Sizes{64, 4}), 32);
}

TEST(Coalescing, ElementsOfARunInALane) {
  AddressRun run = runFrom(offsets(64, 4, 4), Sizes{64, 4}, 1);
  auto held = [&](const char *text) {
    return neighboursHeld(layoutOf(text, {64, 4}), run);
  };
  EXPECT_EQ(held("#ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = "
                 "[32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>"),
            8U);
  // Rows first: other registers, the same elements.
  EXPECT_EQ(held("#ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = "
                 "[32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>"),
            8U);
  // Columns of other lanes between.
  EXPECT_EQ(held("#ttg.blocked<{sizePerThread = [2, 2], threadsPerWarp = "
                 "[16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>"),
            2U);
}

TEST(Coalescing, SectorsOfNarrowRows) {
  LinearLayout rows =
      layoutOf("#ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [32, 1],"
               " warpsPerCTA = [1, 1], order = [1, 0]}>",
               {128, 4});
  WarpAccess access = accessOf(rows, offsets(128, 4, 4), 1, 16, 1);
  EXPECT_EQ(access.bytes, 16U);
  // 512 bytes that may begin in the middle of a sector.
  EXPECT_EQ(access.sectors, 17U);
  // Rows apart: of each lane, the first one.
  access = accessOf(rows, offsets(128, 4, 8), 1, 4, 1);
  EXPECT_EQ(access.bytes, 4U);
  EXPECT_EQ(access.sectors, 32U);
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
