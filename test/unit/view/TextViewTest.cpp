//===- TextViewTest.cpp - Tests of the views for people -------------------===//
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

/// The layout of the header's example: each element is held twice.
LinearLayout sample() {
  return layoutOf("{register: [[0, 1]], lane: [[0, 2], [1, 0]], "
                  "warp: [[0, 0]]} -> {dim0: 2, dim1: 4}");
}

TEST(TensorView, HeaderExample) {
  EXPECT_EQ(get(tensorView(sample())),
            "dim0\\dim1        0        1        2        3\n"
            "        0  T0:0 +1  T0:1 +1  T1:0 +1  T1:1 +1\n"
            "        1  T2:0 +1  T2:1 +1  T3:0 +1  T3:1 +1\n"
            "\n"
            "T<thread>:<register>, where thread = lane + 4 * warp\n"
            "+1: 1 more location holds the same element, at xor {warp=1}\n");
}

TEST(TensorView, SaysWhatItLeavesOut) {
  LinearLayout layout = layoutOf(
      "{register: [[0, 1], [0, 2], [0, 4]], lane: [[1, 0], [2, 0], [4, 0]]} "
      "-> {dim0: 8, dim1: 8}");
  EXPECT_EQ(get(tensorView(layout, {.width = 40, .rows = 3})),
            "dim0\\dim1     0     1  ..     6     7\n"
            "        0  T0:0  T0:1  ..  T0:6  T0:7\n"
            "        1  T1:0  T1:1  ..  T1:6  T1:7\n"
            "       ..    ..    ..  ..    ..    ..\n"
            "        7  T7:0  T7:1  ..  T7:6  T7:7\n"
            "columns 2..5 left out (4 of 8); --width 0 shows all\n"
            "rows 2..6 left out (5 of 8); --rows 0 shows all\n"
            "\n"
            "T<thread>:<register>, where thread = lane + 8 * warp\n");
}

TEST(TensorView, LeavesNothingOutWhenItJustFits) {
  LinearLayout layout = sample();
  EXPECT_EQ(get(tensorView(layout, {.width = 45})), get(tensorView(layout)));
  EXPECT_NE(get(tensorView(layout, {.width = 44})), get(tensorView(layout)));
  EXPECT_EQ(get(tensorView(layout, {.width = 0, .rows = 0, .tables = 0})),
            get(tensorView(layout)));
}

TEST(TensorView, ANarrowLineStillShowsAColumn) {
  EXPECT_THAT(get(tensorView(sample(), {.width = 1, .rows = 1})),
              testing::StartsWith(
                  "dim0\\dim1        0  ..\n"
                  "        0  T0:0 +1  ..\n"
                  "       ..       ..  ..\n"
                  "columns 1..3 left out (3 of 4); --width 0 shows all\n"
                  "rows 1..1 left out (1 of 2); --rows 0 shows all\n"));
}

TEST(TensorView, HigherRanksAreSlices) {
  LinearLayout layout = layoutOf(
      "{register: [[0, 0, 1]], lane: [[0, 1, 0], [1, 0, 0], [2, 0, 0]]} -> "
      "{dim0: 8, dim1: 2, dim2: 2}");
  EXPECT_EQ(get(tensorView(layout, {.tables = 3})),
            "dim0 = 0\n"
            "dim1\\dim2     0     1\n"
            "        0  T0:0  T0:1\n"
            "        1  T1:0  T1:1\n"
            "\n"
            "dim0 = 1\n"
            "dim1\\dim2     0     1\n"
            "        0  T2:0  T2:1\n"
            "        1  T3:0  T3:1\n"
            "\n"
            "(dim0 = 2) to (dim0 = 6) left out (5 of 8 tables); --tables 0 "
            "shows all\n"
            "\n"
            "dim0 = 7\n"
            "dim1\\dim2  0  1\n"
            "        0  -  -\n"
            "        1  -  -\n"
            "\n"
            "T<thread>:<register>, where thread = lane + 8 * warp\n"
            "-: no location holds this element\n");
}

TEST(TensorView, OneAxisIsFolded) {
  LinearLayout layout = get(LinearLayout::identity1D(32, Dim::Lane, D0));
  EXPECT_THAT(get(tensorView(layout, {.width = 40})),
              testing::StartsWith("dim0     +0     +1     +2     +3\n"
                                  "   0   T0:0   T1:0   T2:0   T3:0\n"
                                  "   4   T4:0   T5:0   T6:0   T7:0\n"));
  LinearLayout small = get(LinearLayout::identity1D(2, Dim::Lane, D0));
  EXPECT_THAT(get(tensorView(small)),
              testing::StartsWith("dim0     0     1\n"
                                  "      T0:0  T1:0\n"));
  EXPECT_THAT(get(tensorView(LinearLayout())), testing::StartsWith("T0:0\n"));
}

TEST(TensorView, EachKindHasItsTokens) {
  EXPECT_EQ(get(tensorView(layoutOf("{offset: [[0, 1], [1, 1]], "
                                    "partition: [[0, 0]], block: [[0, 0]]} -> "
                                    "{dim0: 2, dim1: 2}"))),
            "dim0\\dim1           0           1\n"
            "        0  B0:P0:0 +3  B0:P0:1 +3\n"
            "        1  B0:P0:3 +3  B0:P0:2 +3\n"
            "\n"
            "B<block>:P<partition>:<offset>, counted in elements\n"
            "+3: 3 more locations hold the same element, at xor "
            "{partition=1}, {block=1} and their sums\n");
  EXPECT_EQ(get(tensorView(layoutOf("{row: [[1, 0]], col: [[0, 1]]} -> "
                                    "{dim0: 2, dim1: 2}"))),
            "dim0\\dim1    0    1\n"
            "        0  0:0  0:1\n"
            "        1  1:0  1:1\n"
            "\n"
            "<row>:<col> of tensor memory\n");
  EXPECT_EQ(get(tensorView(layoutOf("{thread: [[1, 1]], warp: [[0, 1]]} -> "
                                    "{dim0: 2, dim1: 2}"))),
            "dim0\\dim1    0    1\n"
            "        0  0:0  1:0\n"
            "        1  1:1  0:1\n"
            "\n"
            "warp:thread\n");
}

TEST(TensorView, ColoursByThreadWhenAsked) {
  LinearLayout layout =
      layoutOf("{register: [[0, 1]], lane: [[1, 0]]} -> {dim0: 2, dim1: 4}");
  EXPECT_THAT(get(tensorView(layout)),
              testing::Not(testing::HasSubstr("\x1b")));
  EXPECT_EQ(
      get(tensorView(layout, {.colour = Colour::ByThread})),
      "dim0\\dim1     0     1  2  3\n"
      "        0  \x1b[30;48;5;117mT0:0\x1b[0m  \x1b[30;48;5;117mT0:1\x1b[0m  "
      "-  -\n"
      "        1  \x1b[30;48;5;120mT1:0\x1b[0m  \x1b[30;48;5;120mT1:1\x1b[0m  "
      "-  -\n"
      "\n"
      "T<thread>:<register>, where thread = lane + 2 * warp\n"
      "-: no location holds this element\n"
      "colour: thread, repeating after 32\n");
}

TEST(TensorView, HugeTensorsCostWhatTheyShow) {
  LinearLayout layout =
      get(LinearLayout::fromWords({{Dim::Lane, 1}}, {{D0, 31}, {D1, 31}}, {1}));
  std::string text = get(tensorView(layout, {.rows = 2}));
  EXPECT_THAT(text, testing::HasSubstr("rows 1..2147483646 left out "
                                       "(2147483646 of 2147483648)"));
  EXPECT_TRUE(failsWith(tensorView(layout, {.width = 0}),
                        "expects at most 1048576 cells to show, but got "
                        "137438953472\nlimit the width, the rows or"));
  LinearLayout larger =
      get(LinearLayout::fromWords({{Dim::Lane, 1}}, {{D0, 32}, {D1, 31}}, {1}));
  EXPECT_TRUE(failsWith(tensorView(larger),
                        "expects at most 2^62 elements, but got 2^63"));
}

/// Each line is within the width, whatever the layout, and is no line with
/// blanks at its end.
TEST(TensorViewLaws, LinesFitTheWidth) {
  HEDDLE_PROPERTY([] {
    LinearLayout layout = *anyDistributed();
    for (const std::string &text : {get(tensorView(layout, {.width = 60})),
                                    get(hardwareView(layout, {.width = 60}))})
      for (const std::string &line : splitLines(text)) {
        bool isSentence = line.find("xor") != std::string::npos ||
                          line.find("where") != std::string::npos ||
                          line.find("left out") != std::string::npos;
        RC_ASSERT(isSentence || line.size() <= 60U);
        RC_ASSERT(!line.ends_with(' '));
      }
  });
}

TEST(HardwareView, LanesByRegistersForEachWarp) {
  LinearLayout layout = layoutOf("{register: [[0, 1]], lane: [[8, 0]], "
                                 "warp: [[1, 0]], block: [[0, 0]]} -> "
                                 "{dim0: 16, dim1: 2}");
  EXPECT_EQ(get(hardwareView(layout, {.tables = 2})),
            "block = 0, warp = 0\n"
            "lane\\register       0       1\n"
            "            0  ( 0,0)  ( 0,1)\n"
            "            1  ( 8,0)  ( 8,1)\n"
            "\n"
            "(block = 0, warp = 1) to (block = 1, warp = 0) left out (2 of 4 "
            "tables); --tables 0 shows all\n"
            "\n"
            "block = 1, warp = 1\n"
            "lane\\register       0       1\n"
            "            0  ( 1,0)  ( 1,1)\n"
            "            1  ( 9,0)  ( 9,1)\n");
}

TEST(HardwareView, OffsetsAreFolded) {
  LinearLayout layout = get(LinearLayout::identity1D(32, Dim::Offset, D0));
  EXPECT_EQ(get(hardwareView(layout, {.width = 60})),
            "offset    +0    +1    +2    +3    +4    +5    +6    +7\n"
            "     0  ( 0)  ( 1)  ( 2)  ( 3)  ( 4)  ( 5)  ( 6)  ( 7)\n"
            "     8  ( 8)  ( 9)  (10)  (11)  (12)  (13)  (14)  (15)\n"
            "    16  (16)  (17)  (18)  (19)  (20)  (21)  (22)  (23)\n"
            "    24  (24)  (25)  (26)  (27)  (28)  (29)  (30)  (31)\n");
}

TEST(HardwareView, TensorMemoryIsRowsByColumns) {
  EXPECT_EQ(get(hardwareView(layoutOf("{row: [[1, 0]], col: [[1, 1]]} -> "
                                      "{dim0: 2, dim1: 2}"))),
            "row\\col      0      1\n"
            "      0  (0,0)  (1,1)\n"
            "      1  (1,0)  (0,1)\n");
}

} // namespace
