//===- ComparisonTest.cpp - Tests of how two layouts differ ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Comparison.h"

#include "RandomLayouts.h"

#include <algorithm>

using namespace heddle;

namespace {

LinearLayout parse(const char *text) { return get(parseText(text)); }

LayoutSense senseOf(const char *a, const char *b) {
  return get(compareLayouts(parse(a), parse(b))).sense;
}

TEST(Comparison, SaysInWhichSenseLayoutsAreEqual) {
  const char *layout = "{register: [1, 2], lane: [4]} -> {dim0: 8}";
  EXPECT_EQ(senseOf(layout, layout), LayoutSense::Equal);
  EXPECT_EQ(senseOf(layout, "{register: [2, 1], lane: [4]} -> {dim0: 8}"),
            LayoutSense::EqualUpToRegisters);
  EXPECT_EQ(senseOf(layout, "{register: [1, 2], lane: [4, 0]} -> {dim0: 8}"),
            LayoutSense::EqualUpToReplication);
  EXPECT_EQ(senseOf(layout, "{register: [1, 4], lane: [2]} -> {dim0: 8}"),
            LayoutSense::Different);
}

TEST(Comparison, NamesTheFirstElementAndTheBases) {
  LayoutComparison comparison = get(
      compareLayouts(parse("{register: [1, 2], lane: [4]} -> {dim0: 8}"),
                     parse("{register: [1, 4], lane: [2, 0]} -> {dim0: 8}")));
  EXPECT_EQ(comparison.firstElement, 0U) << "lane 2 has another copy of it";
  ASSERT_EQ(comparison.bases.size(), 3U);
  EXPECT_EQ(comparison.bases[0].dim, Dim::Register);
  EXPECT_EQ(comparison.bases[0].a, 2U);
  EXPECT_EQ(comparison.bases[0].b, 4U);
  EXPECT_EQ(comparison.bases[2].a, std::nullopt);
  EXPECT_EQ(comparison.bases[2].b, 0U);
}

TEST(Comparison, RefusesOtherShapes) {
  LinearLayout a = parse("{lane: [1, 2]} -> {dim0: 4}");
  LinearLayout b = parse("{lane: [1]} -> {dim0: 2}");
  EXPECT_EQ(compareLayouts(a, b).error().reason,
            "expects layouts of tensors of one shape, but got 4 and 2");
  EXPECT_FALSE(countDistances(a, b));
}

TEST(Comparison, CountsTheExampleOfTheHeader) {
  Distances distances =
      get(countDistances(parse("{register: [1], lane: [2]} -> {dim0: 4}"),
                         parse("{register: [2], lane: [1]} -> {dim0: 4}")));
  EXPECT_EQ(distances.same, 2U);
  ASSERT_EQ(distances.moved.size(), 2U);
  EXPECT_EQ(distances.moved[0].count, 0U);
  EXPECT_EQ(distances.moved[1].dim, Dim::Lane);
  EXPECT_EQ(distances.moved[1].count, 2U);
  EXPECT_EQ(distances.missing, 0U);
}

/// Of how many dimensions, the first ones, the coordinates have to change;
/// nothing if `from` does not have the element. By trying all locations.
std::optional<std::size_t> distanceOf(const LinearLayout &from,
                                      const Point &element,
                                      const Point &location,
                                      const std::vector<Dim> &dims) {
  std::optional<std::size_t> nearest;
  for (const Point &other : locations(from)) {
    if (evaluate(from, other) != element)
      continue;
    std::size_t changed = dims.size();
    while (changed > 0 &&
           at(other, dims[changed - 1]) == at(location, dims[changed - 1]))
      --changed;
    nearest = std::min(nearest.value_or(changed), changed);
  }
  return nearest;
}

TEST(Comparison, CountsAsTryingAllLocationsDoes) {
  EXPECT_TRUE(rc::check([] {
    LinearLayout from =
        *anyLayout({Dim::Register, Dim::Lane, Dim::Warp}, {D0, D1}, 2);
    DimBitsList ins;
    Words words;
    for (Dim dim : {Dim::Register, Dim::Lane, Dim::Block}) {
      ins.push_back({dim, *rc::gen::inRange(0U, 3U)});
      for (unsigned bit = 0; bit < ins.back().bits; ++bit) {
        // As in `from`, or anything.
        bool isAlike = *rc::gen::arbitrary<bool>() && bit < from.inBits(dim);
        words.push_back(isAlike ? from.bases(dim)[bit]
                                : *rc::gen::inRange<Word>(
                                      0, f2::unit(from.totalOutBits())));
      }
    }
    LinearLayout to =
        get(LinearLayout::fromWords(ins, DimBitsList(from.outs()), words));
    std::vector<Dim> dims = {Dim::Register, Dim::Lane, Dim::Warp, Dim::Block};
    std::vector<std::uint64_t> counts(dims.size() + 1, 0);
    std::uint64_t missing = 0;
    for (const Point &location : locations(to))
      if (auto distance =
              distanceOf(from, evaluate(to, location), location, dims))
        ++counts[*distance];
      else
        ++missing;
    Distances distances = get(countDistances(from, to));
    RC_ASSERT(distances.same == counts[0]);
    RC_ASSERT(distances.missing == missing);
    for (std::size_t i = 0; i < dims.size(); ++i) {
      RC_ASSERT(distances.moved[i].dim == dims[i]);
      RC_ASSERT(distances.moved[i].count == counts[i + 1]);
    }
  }));
}

} // namespace
