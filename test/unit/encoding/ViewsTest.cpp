//===- ViewsTest.cpp - Layouts of tensors in another shape ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Views.h"
#include "Check.h"
#include "SampleEncodings.h"

#include <gmock/gmock.h>
#include <random>

using namespace heddle;

namespace {

using Shape = std::vector<std::uint64_t>;
using Point = std::vector<std::uint64_t>;

/// Calls `check` for every location: register, lane, warp.
template <class Check>
void forEachLocation(const LinearLayout &layout, Check &&check) {
  for (Word location = 0; location < f2::unit(layout.totalInBits());
       ++location) {
    Word element = f2::multiply(layout.bases(), location);
    Point point;
    for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
      point.push_back(layout.field(element, Dim::standard(axis)));
    check(location, point);
  }
}

/// What each location of a layout holds.
std::vector<Point> contents(const Encoding &encoding, const Shape &shape) {
  std::vector<Point> points;
  forEachLocation(get(toLinearLayout(encoding, shape)),
                  [&](Word, const Point &point) { points.push_back(point); });
  return points;
}

/// Blocked layouts with few threads, and slices, operands and accumulators of
/// matrix instructions, so that every location can be looked at.
Encoding randomEncoding(std::mt19937_64 &engine, unsigned rank) {
  auto power = [&](unsigned bits) {
    return 1U << std::uniform_int_distribution<unsigned>(0, bits)(engine);
  };
  if (rank == 2 && engine() % 4 == 0)
    return get(parseEncoding(
        "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = "
        "[2, 1], instrShape = [16, 8]}>"));
  BlockedEncoding blocked;
  for (unsigned axis = 0; axis < rank; ++axis) {
    blocked.sizePerThread.push_back(power(2));
    blocked.threadsPerWarp.push_back(power(2));
    blocked.warpsPerCTA.push_back(power(1));
    blocked.order.push_back(axis);
  }
  std::ranges::shuffle(blocked.order, engine);
  return blocked;
}

Shape randomShape(std::mt19937_64 &engine, unsigned rank) {
  Shape shape;
  for (unsigned axis = 0; axis < rank; ++axis)
    shape.push_back(
        1U << std::uniform_int_distribution<unsigned>(0, 4)(engine));
  return shape;
}

constexpr unsigned Rounds = 300;

TEST(Views, TransposedHoldsTheSameElements) {
  std::mt19937_64 engine(1);
  for (unsigned round = 0; round < Rounds; ++round) {
    unsigned rank = 1 + static_cast<unsigned>(engine() % 3);
    Encoding encoding = randomEncoding(engine, rank);
    Shape shape = randomShape(engine, rank);
    UnsignedList order;
    for (unsigned axis = 0; axis < rank; ++axis)
      order.push_back(axis);
    std::ranges::shuffle(order, engine);
    Encoding result = get(transposed(encoding, shape, order));
    EXPECT_EQ(result.is<BlockedEncoding>(), encoding.is<BlockedEncoding>());
    Shape to;
    for (unsigned axis : order)
      to.push_back(shape[axis]);
    std::vector<Point> expected = contents(encoding, shape);
    for (Point &point : expected) {
      Point old = point;
      for (unsigned axis = 0; axis < rank; ++axis)
        point[axis] = old[order[axis]];
    }
    ASSERT_EQ(contents(result, to), expected) << encoding << " to " << result;
  }
}

TEST(Views, ReshapedHoldsTheSameElements) {
  std::mt19937_64 engine(2);
  unsigned stayedBlocked = 0;
  for (unsigned round = 0; round < Rounds; ++round) {
    unsigned rank = 1 + static_cast<unsigned>(engine() % 3);
    Encoding encoding = randomEncoding(engine, rank);
    Shape shape = randomShape(engine, rank);
    std::uint64_t elements = 1;
    for (std::uint64_t size : shape)
      elements *= size;
    Shape to = {1, 1, 1};
    for (std::uint64_t &size : to)
      for (; elements > 1 && engine() % 3 != 0; elements /= 2)
        size *= 2;
    to.back() *= elements;
    Encoding result = get(reshaped(encoding, shape, to));
    stayedBlocked += result.is<BlockedEncoding>() ? 1 : 0;
    auto numberOf = [](const Point &point, const Shape &sizes) {
      std::uint64_t number = 0;
      for (std::size_t axis = 0; axis < sizes.size(); ++axis)
        number = number * sizes[axis] + point[axis];
      return number;
    };
    std::vector<Point> from = contents(encoding, shape);
    std::vector<Point> got = contents(result, to);
    ASSERT_EQ(from.size(), got.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(numberOf(got[i], to), numberOf(from[i], shape))
          << encoding << " to " << result;
  }
  EXPECT_GT(stayedBlocked, Rounds / 10);
}

TEST(Views, JoinedHoldsPairsInOneThread) {
  std::mt19937_64 engine(3);
  for (unsigned round = 0; round < Rounds; ++round) {
    unsigned rank = 1 + static_cast<unsigned>(engine() % 2);
    Encoding encoding = randomEncoding(engine, rank);
    Shape shape = randomShape(engine, rank);
    Encoding result = get(joined(encoding, shape));
    EXPECT_EQ(result.is<BlockedEncoding>(), encoding.is<BlockedEncoding>());
    Shape to = shape;
    to.push_back(2);
    std::vector<Point> from = contents(encoding, shape);
    std::vector<Point> got = contents(result, to);
    ASSERT_EQ(2 * from.size(), got.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      Point expected = from[i / 2];
      expected.push_back(i % 2);
      ASSERT_EQ(got[i], expected) << encoding << " to " << result;
    }
  }
}

TEST(Views, UnpackedHoldsBothHalvesOfAByte) {
  std::mt19937_64 engine(4);
  for (unsigned round = 0; round < Rounds; ++round) {
    Encoding encoding = randomEncoding(engine, 2);
    Shape shape = randomShape(engine, 2);
    auto axis = static_cast<unsigned>(engine() % 2);
    Encoding result = get(unpacked(encoding, shape, axis));
    Shape to = shape;
    to[axis] *= 2;
    std::set<Point> expected, got;
    for (Point point : contents(encoding, shape)) {
      point[axis] *= 2;
      expected.insert(point);
      ++point[axis];
      expected.insert(point);
    }
    for (const Point &point : contents(result, to))
      got.insert(point);
    EXPECT_EQ(got, expected) << encoding << " to " << result;
    // Lanes and warps keep what they have.
    LinearLayout before = get(toLinearLayout(encoding, shape));
    LinearLayout after = get(toLinearLayout(result, to));
    for (Dim dim : {Dim::Lane, Dim::Warp})
      for (unsigned bit = 0; bit < before.inBits(dim); ++bit)
        EXPECT_EQ(after.basis(dim, bit, Dim::standard(axis)),
                  2 * before.basis(dim, bit, Dim::standard(axis)));
  }
}

TEST(Views, SplitAndPackedTakeBack) {
  std::mt19937_64 engine(5);
  for (unsigned round = 0; round < Rounds; ++round) {
    Encoding encoding = randomEncoding(engine, 2);
    Shape shape = randomShape(engine, 2);
    Shape pairs = shape;
    pairs.push_back(2);
    Encoding again = get(split(get(joined(encoding, shape)), pairs));
    EXPECT_EQ(contents(again, shape), contents(encoding, shape));
    EXPECT_EQ(again.is<BlockedEncoding>(), encoding.is<BlockedEncoding>());
    auto axis = static_cast<unsigned>(engine() % 2);
    Shape wider = shape;
    wider[axis] *= 2;
    again = get(packed(get(unpacked(encoding, shape, axis)), wider, axis));
    EXPECT_EQ(contents(again, shape), contents(encoding, shape));
  }
}

TEST(Views, PairsOfSeveralThreadsStayTogether) {
  BlockedEncoding lanes;
  lanes.sizePerThread = {1, 1};
  lanes.threadsPerWarp = {16, 2};
  lanes.warpsPerCTA = {1, 1};
  lanes.order = {1, 0};
  for (const Result<Encoding> &result :
       {split(lanes, {16, 2}), packed(lanes, {16, 2}, 1)})
    EXPECT_EQ(errorOf(result), "expects a layout whose threads hold both of a "
                               "pair along axis 1");
}

TEST(Views, MemoryHasNone) {
  Encoding shared = get(parseEncoding(
      "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = "
      "[1, 0]}>"));
  EXPECT_EQ(errorOf(transposed(shared, {64, 64}, {1, 0})),
            "expects a layout of registers");
}

} // namespace
