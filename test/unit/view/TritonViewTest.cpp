//===- TritonViewTest.cpp - Tests of Triton's text ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/TritonView.h"

#include "SampleLayouts.h"

using namespace heddle;

namespace {

std::string tensorText(std::string_view layout) {
  return get(tritonTensorView(layoutOf(layout)));
}
std::string hardwareText(std::string_view layout) {
  return get(tritonHardwareView(layoutOf(layout)));
}

TEST(TritonView, HeaderExample) {
  const char *layout =
      "{register: [[0, 1]], lane: [[0, 2]], warp: [[1, 0]], block: []}"
      " -> {dim0: 2, dim1: 4}";
  EXPECT_EQ(tensorText(layout), "[[T0:0, T0:1, T1:0, T1:1]\n"
                                "[ T2:0, T2:1, T3:0, T3:1]]\n");
  EXPECT_EQ(hardwareText(layout), "Warp0:\n"
                                  "(0,0), (0,2)\n"
                                  "(0,1), (0,3)\n"
                                  "Warp1:\n"
                                  "(1,0), (1,2)\n"
                                  "(1,1), (1,3)\n");
}

TEST(TritonView, ReplicasOfOneAxisStandInOneLine) {
  const char *layout = "{register: [], lane: [1, 2, 0], warp: [0, 0], "
                       "block: []} -> {dim0: 4}";
  EXPECT_EQ(tensorText(layout),
            "[ T0:0| T4:0| T8:0|T12:0|T16:0|T20:0|T24:0|T28:0,"
            "  T1:0| T5:0| T9:0|T13:0|T17:0|T21:0|T25:0|T29:0,"
            "  T2:0| T6:0|T10:0|T14:0|T18:0|T22:0|T26:0|T30:0,"
            "  T3:0| T7:0|T11:0|T15:0|T19:0|T23:0|T27:0|T31:0]\n");
  EXPECT_EQ(splitLines(hardwareText(layout))[1],
            "(0), (1), (2), (3), (0), (1), (2), (3)");
}

TEST(TritonView, ThreeAxesHaveThreeBrackets) {
  EXPECT_EQ(tensorText("{register: [[0, 0, 1]], lane: [[1, 0, 0], [2, 0, 0], "
                       "[0, 1, 0]], warp: [[0, 0, 0]], block: []} -> "
                       "{dim0: 4, dim1: 2, dim2: 2}"),
            "[[[ T0:0| T8:0,  T0:1| T8:1]\n"
            "[   T4:0|T12:0,  T4:1|T12:1]]\n"
            "[[  T1:0| T9:0,  T1:1| T9:1]\n"
            "[   T5:0|T13:0,  T5:1|T13:1]]\n"
            "[[  T2:0|T10:0,  T2:1|T10:1]\n"
            "[   T6:0|T14:0,  T6:1|T14:1]]\n"
            "[[  T3:0|T11:0,  T3:1|T11:1]\n"
            "[   T7:0|T15:0,  T7:1|T15:1]]]\n");
}

TEST(TritonView, TwoBlocksAreNamed) {
  const char *layout = "{register: [[0, 1]], lane: [[0, 2]], warp: [], "
                       "block: [[1, 0]]} -> {dim0: 2, dim1: 4}";
  EXPECT_EQ(tensorText(layout), "[[B0:T0:0, B0:T0:1, B0:T1:0, B0:T1:1]\n"
                                "[ B1:T0:0, B1:T0:1, B1:T1:0, B1:T1:1]]\n");
  EXPECT_EQ(hardwareText(layout), "Block0:\n"
                                  "Warp0:\n"
                                  "(0,0), (0,2)\n"
                                  "(0,1), (0,3)\n"
                                  "Block1:\n"
                                  "Warp0:\n"
                                  "(1,0), (1,2)\n"
                                  "(1,1), (1,3)\n");
}

TEST(TritonView, SixteenBlocksAlignTheirNumbers) {
  EXPECT_EQ(tensorText("{register: [], lane: [], warp: [], "
                       "block: [1, 2, 4, 8]} -> {dim0: 16}"),
            "[ B0:T0:0,  B1:T0:0,  B2:T0:0,  B3:T0:0,  B4:T0:0,  B5:T0:0, "
            " B6:T0:0,  B7:T0:0,  B8:T0:0,  B9:T0:0, B10:T0:0, B11:T0:0, "
            "B12:T0:0, B13:T0:0, B14:T0:0, B15:T0:0]\n");
}

TEST(TritonView, AnElementThatNobodyHoldsIsAnEmptyCell) {
  EXPECT_EQ(tensorText("{register: [[0, 1]], lane: [[0, 0]], warp: [], "
                       "block: [[1, 0]]} -> {dim0: 2, dim1: 4}"),
            "[[B0:T0:0|B0:T1:0, B0:T0:1|B0:T1:1, , ]\n"
            "[ B1:T0:0|B1:T1:0, B1:T0:1|B1:T1:1, , ]]\n");
}

TEST(TritonView, ALastAxisOfOneIsACellALine) {
  EXPECT_EQ(tensorText("{register: [], lane: [[1, 0, 0], [0, 1, 0]], warp: [], "
                       "block: []} -> {dim0: 2, dim1: 2, dim2: 1}"),
            "[[[T0:0]\n"
            "[  T2:0]]\n"
            "[[ T1:0]\n"
            "[  T3:0]]]\n");
}

TEST(TritonView, CoordinatesAlignToTheirSizes) {
  EXPECT_EQ(hardwareText("{register: [[8, 0], [2, 0]], lane: [[0, 2]]} -> "
                         "{dim0: 16, dim1: 8}"),
            "Warp0:\n"
            "( 0,0), ( 0,2)\n"
            "( 8,0), ( 8,2)\n"
            "( 2,0), ( 2,2)\n"
            "(10,0), (10,2)\n");
}

TEST(TritonView, SharedIsInTheOrderOfMemory) {
  const char *columnMajor =
      "{offset: [[1, 0], [0, 1], [0, 2]], block: []} -> {dim0: 2, dim1: 4}";
  EXPECT_EQ(tensorText(columnMajor), "[[(0:0),(1:0),(0:1),(1:1)]\n"
                                     "[ (0:2),(1:2),(0:3),(1:3)]]\n");
  EXPECT_EQ(hardwareText(columnMajor), "Block: 0:\n"
                                       "Offset: 0 -> (0,0)\n"
                                       "Offset: 1 -> (1,0)\n"
                                       "Offset: 2 -> (0,1)\n"
                                       "Offset: 3 -> (1,1)\n"
                                       "Offset: 4 -> (0,2)\n"
                                       "Offset: 5 -> (1,2)\n"
                                       "Offset: 6 -> (0,3)\n"
                                       "Offset: 7 -> (1,3)\n");
  EXPECT_EQ(tensorText("{offset: [1, 2, 4, 8], block: []} -> {dim0: 16}"),
            "[( 0),( 1),( 2),( 3),( 4),( 5),( 6),( 7),"
            "( 8),( 9),(10),(11),(12),(13),(14),(15)]\n");
}

TEST(TritonView, SharedOfTwoBlocks) {
  const char *layout =
      "{offset: [[0, 1]], block: [[1, 0]]} -> {dim0: 2, dim1: 2}";
  EXPECT_EQ(tensorText(layout), "[[(0:0),(0:1)]\n[ (1:0),(1:1)]]\n");
  EXPECT_EQ(hardwareText(layout), "Block: 0:\n"
                                  "Offset: 0 -> (0,0)\n"
                                  "Offset: 1 -> (0,1)\n"
                                  "Block: 1:\n"
                                  "Offset: 0 -> (1,0)\n"
                                  "Offset: 1 -> (1,1)\n");
}

/// Triton divides the elements by the blocks, although each block has them all.
TEST(TritonView, SharedOfBroadcastBlocksRepeatsTheFirstPart) {
  const char *layout = "{offset: [[0, 1], [0, 2], [1, 0]], block: [[0, 0]]} -> "
                       "{dim0: 2, dim1: 4}";
  EXPECT_EQ(tensorText(layout), "[[(0:0),(0:1),(0:2),(0:3)]\n"
                                "[ (0:0),(0:1),(0:2),(0:3)]]\n");
  std::vector<std::string> lines = splitLines(hardwareText(layout));
  ASSERT_EQ(lines.size(), 10);
  EXPECT_EQ(lines[4], "Offset: 3 -> (0,3)");
  EXPECT_EQ(lines[5], "Block: 1:");
  EXPECT_EQ(lines[6], "Offset: 0 -> (0,0)");
}

/// Elements that no offset holds make the division come out too large: offsets
/// past the end wrap.
TEST(TritonView, SharedOfTooFewOffsetsWraps) {
  EXPECT_EQ(tensorText("{offset: [1], block: [2]} -> {dim0: 8}"),
            "[(0),(1),(0),(1),(2),(3),(2),(3)]\n");
  EXPECT_EQ(tensorText("{offset: [1], block: [0, 0]} -> {dim0: 2}"), "[,]\n");
}

TEST(TritonView, MissingDimensionsAndRankZeroHaveAnAnswer) {
  EXPECT_EQ(tensorText("{} -> {}"), "[T0:0]\n");
  EXPECT_EQ(hardwareText("{} -> {}"), "Warp0:\n()\n");
  EXPECT_EQ(tensorText("{lane: [1]} -> {dim0: 2}"), "[T0:0, T1:0]\n");
  EXPECT_EQ(tensorText("{offset: [1]} -> {dim0: 2}"), "[(0),(1)]\n");
}

TEST(TritonView, AxesStandInOrderWhateverTheLayoutsOrder) {
  EXPECT_EQ(tensorText("{lane: [[1, 0]], register: [[0, 1]]} -> "
                       "{dim1: 2, dim0: 2}"),
            "[[T0:0, T1:0]\n[ T0:1, T1:1]]\n");
}

using Place = std::vector<std::uint64_t>;
using CellTexts = std::map<Place, std::string>;

std::size_t decimals(std::uint64_t n) { return std::to_string(n).size(); }

/// The tokens of each element, loop by loop as Triton collects them.
CellTexts naiveCells(const LinearLayout &layout) {
  std::uint64_t blocks = layout.inSize(Dim::Block);
  std::uint64_t lanes = layout.inSize(Dim::Lane);
  std::uint64_t threads = lanes * layout.inSize(Dim::Warp);
  std::uint64_t registers = layout.inSize(Dim::Register);
  CellTexts cells;
  for (std::uint64_t b = 0; b < blocks; ++b)
    for (std::uint64_t t = 0; t < threads; ++t)
      for (std::uint64_t r = 0; r < registers; ++r) {
        Point element = evaluate(layout, {{"block", b},
                                          {"warp", t / lanes},
                                          {"lane", t % lanes},
                                          {"register", r}});
        Place place(layout.outs().size());
        for (unsigned axis = 0; axis < place.size(); ++axis)
          place[axis] = at(element, Dim::standard(axis));
        std::string &cell = cells[place];
        cell += cell.empty() ? "" : "|";
        cell.append(decimals(blocks) - decimals(b), ' ');
        cell.append(decimals(threads) - decimals(t), ' ');
        cell.append(decimals(registers) - decimals(r), ' ');
        cell += blocks > 1 ? concat("B", b, ":") : "";
        cell += concat("T", t, ":", r);
      }
  return cells;
}

/// The brackets of the axes from `prefix.size()` on and what is between them.
std::string naiveGrid(const LinearLayout &layout, CellTexts &cells,
                      const Place &prefix) {
  auto axis = static_cast<unsigned>(prefix.size());
  bool isLast = axis + 1 == layout.outs().size();
  std::string text = "[";
  for (std::uint64_t i = 0; i < layout.outSize(Dim::standard(axis)); ++i) {
    Place place = prefix;
    place.push_back(i);
    text += i == 0 ? "" : isLast ? ", " : "\n";
    text += isLast ? cells[place] : naiveGrid(layout, cells, place);
  }
  return text + "]";
}

/// Section 2.2 of the format's description: blanks follow the brackets of each
/// line, so that the cells align.
std::string naiveTensorView(const LinearLayout &layout) {
  std::size_t rank = layout.outs().size();
  CellTexts cells = naiveCells(layout);
  if (rank == 0)
    return "[" + cells[{}] + "]\n";
  std::string text;
  for (const std::string &line : splitLines(naiveGrid(layout, cells, {}))) {
    std::size_t brackets = line.find_first_not_of('[');
    text += line.substr(0, brackets) + std::string(rank - brackets, ' ') +
            line.substr(brackets) + "\n";
  }
  return text;
}

TEST(TritonViewLaws, TensorViewAgreesWithTheLoops) {
  HEDDLE_PROPERTY([] {
    LinearLayout layout = *anyDistributed();
    RC_ASSERT(get(tritonTensorView(layout)) == naiveTensorView(layout));
  });
}

TEST(TritonViewLaws, HardwareViewHasACellForEachLocation) {
  HEDDLE_PROPERTY([] {
    LinearLayout layout = *anyDistributed();
    std::string text = get(tritonHardwareView(layout));
    auto cells = std::count(text.begin(), text.end(), '(');
    RC_ASSERT(cells == 1 << layout.totalInBits());
  });
}

TEST(TritonViewErrors, NameWhatTritonRefuses) {
  EXPECT_TRUE(failsWith(
      tritonTensorView(layoutOf("{row: [1], col: []} -> {dim0: 2}")),
      "expects a distributed layout or one of shared memory, but got a layout "
      "of tensor memory\nTriton has no text for it"));
  EXPECT_TRUE(
      failsWith(tritonHardwareView(layoutOf("{thread: [1]} -> {dim0: 2}")),
                "but got a layout with input dimensions of other names"));
  EXPECT_TRUE(failsWith(
      tritonTensorView(layoutOf("{offset: [1], partition: [2]} -> {dim0: 4}")),
      "expects shared memory of one partition, but got 2"));
  LinearLayout large =
      get(LinearLayout::identity1D(f2::unit(25), Dim::Register, D0));
  EXPECT_TRUE(failsWith(tritonTensorView(large),
                        "expects at most 2^24 locations, but got 2^25\nview a "
                        "smaller tensor"));
  LinearLayout wide =
      get(LinearLayout::zeros1D(2, Dim::Register, D0, f2::unit(25)));
  EXPECT_TRUE(failsWith(tritonHardwareView(wide),
                        "expects at most 2^24 elements, but got 2^25"));
}

} // namespace
