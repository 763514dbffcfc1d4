//===- MemoryViewTest.cpp - Tests of shared memory as banks ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/TextView.h"

#include "SampleLayouts.h"

#include <sstream>

using namespace heddle;

namespace {

LinearLayout rowMajor() {
  return layoutOf("{offset: [[0, 1], [0, 2], [1, 0], [2, 0]]} -> "
                  "{dim0: 4, dim1: 4}");
}

TEST(MemoryView, ABankAColumn) {
  EXPECT_EQ(get(memoryView(rowMajor(), {.elementBits = 32, .banks = 4})),
            "byte\\bank      0      1      2      3\n"
            "        0  (0,0)  (0,1)  (0,2)  (0,3)\n"
            "       16  (1,0)  (1,1)  (1,2)  (1,3)\n"
            "       32  (2,0)  (2,1)  (2,2)  (2,3)\n"
            "       48  (3,0)  (3,1)  (3,2)  (3,3)\n"
            "\n"
            "4 banks of 4 bytes, elements of 32 bits\n");
}

TEST(MemoryView, NarrowElementsShareABank) {
  EXPECT_EQ(get(memoryView(rowMajor(), {.elementBits = 16, .banks = 4})),
            "byte\\bank         0         1         2         3\n"
            "        0  (0,0..1)  (0,2..3)  (1,0..1)  (1,2..3)\n"
            "       16  (2,0..1)  (2,2..3)  (3,0..1)  (3,2..3)\n"
            "\n"
            "4 banks of 4 bytes, elements of 16 bits\n"
            "(0,2..3): the elements (0,2) to (0,3), lowest bits first\n");
  LinearLayout columnMajor =
      layoutOf("{offset: [[1, 0], [0, 1], [1, 1]]} -> {dim0: 2, dim1: 2}");
  EXPECT_THAT(get(memoryView(columnMajor, {.elementBits = 16, .banks = 4})),
              testing::HasSubstr("        0  (0..1,0)  (0..1,1)  (1,1) (0,1)  "
                                 "(1,0) (0,0)\n"));
}

TEST(MemoryView, ADiagonalIsNoRange) {
  EXPECT_THAT(
      get(memoryView(layoutOf("{offset: [[1, 1]]} -> {dim0: 2, dim1: 2}"),
                     {.elementBits = 16})),
      testing::HasSubstr("        0  (0,0) (1,1)\n"));
}

TEST(MemoryView, AWideElementGoesOn) {
  EXPECT_EQ(get(memoryView(layoutOf("{offset: [1, 2]} -> {dim0: 4}"),
                           {.elementBits = 64, .banks = 4})),
            "byte\\bank    0  1    2  3\n"
            "        0  (0)  \"  (1)  \"\n"
            "       16  (2)  \"  (3)  \"\n"
            "\n"
            "4 banks of 4 bytes, elements of 64 bits\n"
            "\": the element on the left goes on\n");
}

TEST(MemoryView, PaddingIsAGap) {
  EXPECT_EQ(get(memoryView(
                layoutOf("{offset: [1, 2, 4]} -> {dim0: 8}"),
                {.elementBits = 32, .banks = 4, .paddings = {{2, 1}, {4, 1}}})),
            "byte\\bank    0    1    2    3\n"
            "        0  (0)  (1)    -  (2)\n"
            "       16  (3)    -    -  (4)\n"
            "       32  (5)    -  (6)  (7)\n"
            "\n"
            "4 banks of 4 bytes, elements of 32 bits\n"
            "-: padding\n");
  EXPECT_THAT(
      get(memoryView(layoutOf("{offset: [1, 2]} -> {dim0: 4}"),
                     {.elementBits = 8, .paddings = {{1, 5}}})),
      testing::StartsWith("byte\\bank      0        1  2      3      4\n"
                          "        0  (0) -  - (1) -  -  (2) -  - (3)"));
}

TEST(MemoryView, BlocksHaveTheirOwn) {
  EXPECT_THAT(get(memoryView(layoutOf("{offset: [1], partition: [2], "
                                      "block: [4]} -> {dim0: 8}"),
                             {.elementBits = 32}, {.tables = 2})),
              testing::StartsWith("block = 0, partition = 0\n"
                                  "byte\\bank    0    1\n"
                                  "        0  (0)  (1)\n"
                                  "\n"
                                  "(block = 0, partition = 1) to (block = 1, "
                                  "partition = 0) left out (2 of 4 tables); "
                                  "--tables 0 shows all\n"
                                  "\n"
                                  "block = 1, partition = 1\n"
                                  "byte\\bank    0    1\n"
                                  "        0  (6)  (7)\n"));
}

TEST(MemoryView, SaysWhichBanksItLeavesOut) {
  LinearLayout layout = get(LinearLayout::identity1D(4096, Dim::Offset, D0));
  std::string text =
      get(memoryView(layout, {.elementBits = 32}, {.width = 40, .rows = 2}));
  EXPECT_THAT(text,
              testing::HasSubstr("banks 2..30 left out (29 of 32); --width 0"));
  EXPECT_THAT(text, testing::HasSubstr("rows from byte 128..16128 left out "
                                       "(126 of 128); --rows 0"));
}

TEST(MemoryViewLaws, EveryOffsetHasItsPlace) {
  HEDDLE_PROPERTY([] {
    unsigned bits = *rc::gen::elementOf(std::vector{0U, 1U, 3U, 6U});
    LinearLayout layout =
        get(LinearLayout::identity1D(f2::unit(bits), Dim::Offset, D0));
    MemoryOptions memory = {.elementBits = 32, .banks = 8};
    memory.paddings.push_back({*rc::gen::inRange<std::uint64_t>(1, 9),
                               *rc::gen::inRange<std::uint64_t>(0, 9)});
    std::string text = get(memoryView(layout, memory, {.width = 0, .rows = 0}));
    // Cell by cell in the order of memory: element, or gap.
    std::vector<std::string> cells;
    std::vector<std::string> lines = splitLines(text);
    for (std::size_t i = 1; i < lines.size() && !lines[i].empty(); ++i) {
      std::istringstream line(lines[i]);
      std::string cell;
      line >> cell;
      while (line >> cell)
        cells.push_back(cell);
    }
    std::size_t next = 0;
    for (std::uint64_t offset = 0; offset < f2::unit(bits); ++offset) {
      std::uint64_t address = offset + offset / memory.paddings[0].interval *
                                           memory.paddings[0].padding;
      for (; next < address; ++next)
        RC_ASSERT(cells.at(next) == "-");
      RC_ASSERT(cells.at(next++) == concat("(", offset, ")"));
    }
    RC_ASSERT(next == cells.size());
  });
}

TEST(MemoryViewErrors, NameTheBound) {
  LinearLayout layout = rowMajor();
  EXPECT_TRUE(failsWith(memoryView(layout, {.elementBits = 12}),
                        "expects the bits of an element to be a power of two "
                        "from 1 to 1024, but got 12"));
  EXPECT_TRUE(failsWith(memoryView(layout, {.elementBits = 64, .banks = 1}),
                        "to be a power of two from 1 to 32, but got 64"));
  EXPECT_TRUE(failsWith(memoryView(layout, {.banks = 0}),
                        "expects the number of banks to be a power of two"));
  EXPECT_TRUE(failsWith(memoryView(layout, {.bankBytes = 3}),
                        "expects the bytes of a bank to be a power of two"));
  EXPECT_TRUE(failsWith(memoryView(layout, {.paddings = {{0, 1}}}),
                        "expects an interval of padding above 0, but got 0"));
  EXPECT_TRUE(failsWith(memoryView(layout, {.paddings = {{1, 65537}}}),
                        "expects a padding of at most 65536 elements"));
  EXPECT_TRUE(failsWith(
      memoryView(layout, {.paddings = std::vector<Padding>(9, {1, 1})}),
      "expects at most 8 intervals of padding, but got 9"));
  EXPECT_TRUE(failsWith(memoryView(layoutOf("{lane: [1]} -> {dim0: 2}"), {}),
                        "expects a layout of shared memory, but got a "
                        "distributed layout"));
  EXPECT_TRUE(failsWith(
      memoryView(get(LinearLayout::identity1D(f2::unit(33), Dim::Offset, D0)),
                 {}),
      "expects at most 2^32 offsets, but got 2^33"));
}

} // namespace
