//===- MemoryViewsTest.cpp - Layouts of memory in another shape -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/MemoryViews.h"
#include "Check.h"
#include "SampleEncodings.h"

#include <gmock/gmock.h>

using namespace heddle;

namespace {

using Shape = std::vector<std::uint64_t>;
using Point = std::vector<std::uint64_t>;

/// What each address of a layout holds.
std::vector<Point> contents(const Encoding &encoding, const Shape &shape) {
  LinearLayout layout = get(toLinearLayout(encoding, shape));
  std::vector<Point> points;
  for (Word address = 0; address < f2::unit(layout.totalInBits()); ++address) {
    Word element = f2::multiply(layout.bases(), address);
    Point point;
    for (unsigned axis = 0; axis < shape.size(); ++axis)
      point.push_back(layout.field(element, Dim::standard(axis)));
    points.push_back(point);
  }
  return points;
}

std::uint64_t numberOf(const Point &point, const Shape &shape) {
  std::uint64_t number = 0;
  for (unsigned axis = 0; axis < shape.size(); ++axis)
    number = number * shape[axis] + point[axis];
  return number;
}

Encoding encodingOf(std::string_view text) { return get(parseEncoding(text)); }

Encoding tilesOf(unsigned width, bool transposed, unsigned rank = 2) {
  return NvmmaSharedEncoding{.swizzlingByteWidth = width,
                             .transposed = transposed,
                             .elementBitWidth = 16,
                             .fp4Padded = false,
                             .rank = rank,
                             .cga = {}};
}

/// Layouts of matrices whose families can say the transposed view.
std::vector<Encoding> matrices() {
  std::vector<Encoding> all;
  for (unsigned vec : {1, 4, 8})
    for (unsigned perPhase : {1, 2})
      for (unsigned maxPhase : {1, 4})
        for (const UnsignedList &order : {UnsignedList{0, 1}, {1, 0}})
          all.emplace_back(
              SwizzledSharedEncoding{vec, perPhase, maxPhase, order, {}});
  for (unsigned width : {0, 32, 64, 128})
    for (bool transposed : {false, true})
      all.push_back(tilesOf(width, transposed));
  return all;
}

TEST(MemoryViews, TransposedViewsHoldTheSameElements) {
  Shape shape = {64, 128}, turned = {128, 64};
  for (const Encoding &encoding : matrices()) {
    SCOPED_TRACE(get(toText(encoding)));
    std::vector<Point> before = contents(encoding, shape);
    std::vector<Point> after =
        contents(get(transposedMemory(encoding, {{1, 0}})), turned);
    for (Point &point : before)
      std::swap(point[0], point[1]);
    EXPECT_EQ(before, after);
  }
}

TEST(MemoryViews, TransposedBitsOfThreeAxes) {
  Encoding encoding = encodingOf(
      "#ttg.shared_linear<{offset = [[0, 0, 1], [0, 1, 1], [1, 0, 0], [0, 2, "
      "0]]}, alignment = 64>");
  Encoding view = get(transposedMemory(encoding, {{1, 2, 0}}));
  EXPECT_EQ(view, encodingOf("#ttg.shared_linear<{offset = [[0, 1, 0], [1, 1, "
                             "0], [0, 0, 1], [2, 0, 0]]}, alignment = 64>"));
}

TEST(MemoryViews, ReshapedViewsHoldTheSameElements) {
  const Shape from = {64, 64};
  for (const Shape &to : {Shape{4, 16, 64}, Shape{1, 64, 64}, Shape{64, 64, 1},
                          Shape{32, 128}, Shape{64, 2, 32}})
    for (const Encoding &encoding : matrices()) {
      SCOPED_TRACE(get(toText(encoding)));
      Result<Encoding> view = reshapedMemory(encoding, from, to);
      if (!view)
        continue;
      std::vector<Point> before = contents(encoding, from);
      std::vector<Point> after = contents(*view, to);
      ASSERT_EQ(before.size(), after.size());
      for (unsigned address = 0; address < before.size(); ++address)
        ASSERT_EQ(numberOf(before[address], from),
                  numberOf(after[address], to));
    }
}

TEST(MemoryViews, TilesOfRowsStayWhereRowsDo) {
  Encoding tiles = tilesOf(128, false);
  EXPECT_EQ(get(reshapedMemory(tiles, {{64, 64}}, {{4, 16, 64}})),
            tilesOf(128, false, 3));
  EXPECT_FALSE(reshapedMemory(tiles, {{64, 64}}, {{32, 128}}));
  EXPECT_FALSE(reshapedMemory(tilesOf(128, true), {{64, 64}}, {{4, 16, 64}}));
}

TEST(MemoryViews, FailOnWhatNoFamilySays) {
  Encoding tiles = tilesOf(128, false);
  Encoding boxes = tilesOf(128, false, 3);
  EXPECT_FALSE(transposedMemory(boxes, {{0, 2, 1}}));
  EXPECT_FALSE(transposedMemory(tiles, {{0, 2}}));
  EXPECT_FALSE(transposedMemory(SwizzledSharedEncoding{1, 1, 1, {1, 0}, {}},
                                {{0, 2, 1}}));
  EXPECT_FALSE(reshapedMemory(tiles, {{64, 64}}, {{64, 32}}));
  EXPECT_FALSE(reshapedMemory(SwizzledSharedEncoding{8, 1, 8, {1, 0}, {}},
                              {{64, 64}}, {{32, 128}}));
}

} // namespace
