//===- LocationViewTest.cpp - Tests of who holds an element ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/TextView.h"

#include "SampleLayouts.h"

using namespace heddle;

namespace {

LinearLayout sample() {
  return layoutOf("{register: [[0, 1]], lane: [[0, 2], [1, 0]], "
                  "warp: [[0, 0]]} -> {dim0: 2, dim1: 4}");
}

TEST(LocationView, HeaderExample) {
  EXPECT_EQ(get(locationView(sample(), {{D0, 1}, {D1, 3}}, 1)),
            "(dim0=1, dim1=3) is held by 2 locations\n"
            "  T3:1 (block=0, warp=0, lane=3, register=1)\n"
            "    (1, 3) = register=1 (0, 1) ^ lane=1 (0, 2) ^ lane=2 (1, 0)\n"
            "  and 1 more\n"
            "they differ by xor with {warp=1}\n");
}

TEST(LocationView, ListsReplicasAscending) {
  LinearLayout layout = layoutOf("{lane: [1, 1, 0], warp: [2]} -> {dim0: 4}");
  EXPECT_EQ(get(locationView(layout, {{D0, 1}})),
            "(dim0=1) is held by 4 locations\n"
            "  T1:0 (block=0, warp=0, lane=1, register=0)\n"
            "    (1) = lane=1 (1)\n"
            "  T2:0 (block=0, warp=0, lane=2, register=0)\n"
            "    (1) = lane=2 (1)\n"
            "  T5:0 (block=0, warp=0, lane=5, register=0)\n"
            "    (1) = lane=1 (1) ^ lane=4 (0)\n"
            "  T6:0 (block=0, warp=0, lane=6, register=0)\n"
            "    (1) = lane=2 (1) ^ lane=4 (0)\n"
            "they differ by xor with {lane=3}, {lane=4} and their sums\n");
}

TEST(LocationView, CountsWhatItDoesNotList) {
  LinearLayout layout = get(LinearLayout::zeros1D(1024, Dim::Lane, D0, 2));
  EXPECT_THAT(get(locationView(layout, {}, 8)),
              testing::HasSubstr("  and 1016 more\n"));
  EXPECT_THAT(get(locationView(layout, {}, 1024)),
              testing::Not(testing::HasSubstr("more\n")));
  Words zeros;
  for (unsigned i = 0; i < 64; ++i)
    zeros.push_back(0);
  LinearLayout all =
      get(LinearLayout::fromWords({{Dim::Lane, 64}}, {{D0, 1}}, zeros));
  std::string text = get(locationView(all, {}, 1));
  EXPECT_THAT(text, testing::StartsWith("(dim0=0) is held by 2^64 locations"));
  EXPECT_THAT(text, testing::HasSubstr("and 18446744073709551615 more\n"));
  EXPECT_THAT(get(locationView(all, {}, 0)),
              testing::HasSubstr("and 2^64 more\n"));
}

TEST(LocationView, ProvesThatNobodyHoldsAnElement) {
  LinearLayout layout =
      layoutOf("{register: [[0, 1]], lane: [[1, 2]]} -> {dim0: 2, dim1: 4}");
  EXPECT_EQ(get(locationView(layout, {{D1, 2}})),
            "(dim0=0, dim1=2) is held by no location\n"
            "  bit 0 of dim0 ^ bit 1 of dim1 is 0 for every location, but 1 "
            "for this element\n");
  EXPECT_EQ(
      get(locationView(layoutOf("{lane: [1]} -> {dim0: 4}"), {{D0, 3}})),
      "(dim0=3) is held by no location\n"
      "  bit 1 of dim0 is 0 for every location, but 1 for this element\n");
}

TEST(ElementView, SpellsOutTheSum) {
  EXPECT_EQ(get(elementView(sample(), {{Dim::Lane, 3}, {Dim::Register, 1}})),
            "T3:1 (block=0, warp=0, lane=3, register=1) holds (dim0=1, "
            "dim1=3)\n"
            "  (1, 3) = register=1 (0, 1) ^ lane=1 (0, 2) ^ lane=2 (1, 0)\n"
            "1 other location holds it too, at xor {warp=1}\n");
  EXPECT_EQ(get(elementView(layoutOf("{offset: [1]} -> {dim0: 2}"), {})),
            "0 (block=0, offset=0) holds (dim0=0)\n"
            "  (0) = no bit of the location is set\n"
            "no other location holds it\n");
}

/// What is listed is all and only the locations that hold the element.
TEST(LocationViewLaws, ListsExactlyTheHolders) {
  HEDDLE_PROPERTY([] {
    LinearLayout layout = *anyDistributed();
    std::map<Point, unsigned> holders;
    for (const Point &location : locations(layout))
      ++holders[evaluate(layout, location)];
    for (const Point &element : allPoints(layout.outs())) {
      Coordinates coordinates;
      for (const DimBits &out : layout.outs())
        coordinates.push_back({out.dim, at(element, out.dim)});
      std::string text = get(locationView(layout, coordinates, 4096));
      unsigned listed = 0;
      for (const std::string &line : splitLines(text))
        listed += line.find(" (block=") != std::string::npos ? 1 : 0;
      RC_ASSERT(listed == holders[element]);
      bool isUnheld = text.find("held by no location") != std::string::npos;
      RC_ASSERT(isUnheld == (holders[element] == 0));
    }
  });
}

TEST(LocationViewErrors, NameTheCoordinate) {
  EXPECT_TRUE(failsWith(locationView(sample(), {{D0, 2}}),
                        "expects a coordinate of dim0 below 2, but got 2"));
  EXPECT_TRUE(failsWith(locationView(sample(), {{D2, 0}}),
                        "expects a dimension of the layout, but got 'dim2'\n"
                        "the dimensions are dim0 and dim1"));
  EXPECT_TRUE(failsWith(locationView(sample(), {{D0, 0}, {D0, 1}}),
                        "expects each coordinate once, but got 'dim0' twice"));
  EXPECT_TRUE(failsWith(elementView(sample(), {{Dim::Lane, 4}}),
                        "expects a coordinate of lane below 4, but got 4"));
  EXPECT_TRUE(failsWith(elementView(sample(), {{Dim::Offset, 0}}),
                        "the dimensions are block, warp, lane and register"));
}

} // namespace
