//===- SharedLayoutTest.cpp - What layouts of shared memory mean ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnyEncoding.h"
#include "NaiveLayout.h"

using namespace heddle;

namespace {

/// The element at an offset of rows one after the other: groups of `vec`
/// elements of a row are permuted by XOR with the phase of the row, and wrap
/// around in a row that is shorter than the permutation.
template <class E>
Element swizzled(const E &e, const Element &shape, std::uint64_t offset,
                 const std::function<unsigned(unsigned row)> &phaseOf) {
  Element element(shape.size(), 0);
  std::uint64_t rest = offset;
  for (unsigned axis : e.order) {
    element[axis] = rest % shape[axis];
    rest /= shape[axis];
  }
  if (e.order.size() > 1) {
    std::uint64_t &column = element[e.order[0]];
    std::uint64_t group = column / e.vec ^ phaseOf(element[e.order[1]]);
    column = (group * e.vec + column % e.vec) % shape[e.order[0]];
  }
  return element;
}

template <class E> E anyFrom(const std::function<Encoding()> &any) {
  for (;;)
    if (Encoding e = any(); e.is<E>())
      return *e.getIf<E>();
}

TEST(SwizzledLayout, PermutesGroupsOfEachRow) {
  HEDDLE_PROPERTY([] {
    unsigned rank = 1 + draw::below(3);
    auto e = anyFrom<SwizzledSharedEncoding>([=] { return anyShared(rank); });
    e.cga.clear();
    Element shape;
    for (unsigned axis = 0; axis < rank; ++axis)
      shape.push_back(draw::power(5));
    RC_ASSERT(follows(get(toLinearLayout(e, shape)), [&](const Place &p) {
      return swizzled(e, shape, p.offset, [&](unsigned row) {
        return row / e.perPhase % e.maxPhase;
      });
    }));
  });
}

TEST(SwizzledLayout, RotatesFromBlockToBlockOfRows) {
  HEDDLE_PROPERTY([] {
    unsigned rank = 2 + draw::below(2);
    auto e =
        anyFrom<AmdRotatingSharedEncoding>([=] { return anyShared(rank); });
    e.cga.clear();
    Element shape;
    for (unsigned axis = 0; axis < rank; ++axis)
      shape.push_back(draw::power(6));
    RC_ASSERT(follows(get(toLinearLayout(e, shape)), [&](const Place &p) {
      return swizzled(e, shape, p.offset, [&](unsigned row) {
        unsigned phase = row / e.perPhase % e.maxPhase;
        unsigned block = row / e.perPhase / e.maxPhase % e.maxPhase;
        return phase ^ block;
      });
    }));
  });
}

/// Which column stands at each place of a 4x4 matrix, row by row.
std::vector<std::vector<unsigned>> columnsOf(unsigned vec, unsigned perPhase,
                                             unsigned maxPhase) {
  LinearLayout layout = layoutOf(
      concat("#ttg.swizzled_shared<{vec = ", vec, ", perPhase = ", perPhase,
             ", maxPhase = ", maxPhase, ", order = [1, 0]}>"),
      {4, 4});
  std::vector<std::vector<unsigned>> columns(4);
  for (Word offset = 0; offset < 16; ++offset) {
    Element element = elementAt(layout, offset);
    EXPECT_EQ(element[0], offset / 4) << "rows stay in place";
    columns[offset / 4].push_back(static_cast<unsigned>(element[1]));
  }
  return columns;
}

// The five tables of seed 002. The formulas beside two of them are for rows
// that are longer; the tables are right.
TEST(SwizzledLayout, TablesOfTheSeed) {
  using Table = std::vector<std::vector<unsigned>>;
  EXPECT_EQ(columnsOf(1, 1, 4),
            (Table{{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}}));
  EXPECT_EQ(columnsOf(1, 2, 4),
            (Table{{0, 1, 2, 3}, {0, 1, 2, 3}, {1, 0, 3, 2}, {1, 0, 3, 2}}));
  EXPECT_EQ(columnsOf(1, 1, 2),
            (Table{{0, 1, 2, 3}, {1, 0, 3, 2}, {0, 1, 2, 3}, {1, 0, 3, 2}}));
  EXPECT_EQ(columnsOf(2, 1, 4),
            (Table{{0, 1, 2, 3}, {2, 3, 0, 1}, {0, 1, 2, 3}, {2, 3, 0, 1}}));
  EXPECT_EQ(columnsOf(2, 2, 4),
            (Table{{0, 1, 2, 3}, {0, 1, 2, 3}, {2, 3, 0, 1}, {2, 3, 0, 1}}));
}

TEST(SwizzledLayout, ASwizzleWiderThanTheRowWraps) {
  EXPECT_EQ(toText(layoutOf("#ttg.swizzled_shared<{vec = 8, perPhase = 1, "
                            "maxPhase = 8, order = [1, 0]}>",
                            {8, 16})),
            "{offset: [[0, 1], [0, 2], [0, 4], [0, 8], [1, 8], [2, 0], [4, "
            "0]], block: []} -> {dim0: 8, dim1: 16}");
}

TEST(SwizzledLayout, BlocksSplitTheRowsBeforeTheyArePermuted) {
  // Each block permutes the four columns that it has.
  LinearLayout layout =
      layoutOf("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 4, "
               "order = [1, 0], CGALayout = [[0, 1], [0, 0]]}>",
               {4, 8});
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    unsigned row = p.offset / 4, column = p.offset % 4;
    return Element{row, (column ^ row) + 4 * (p.block % 2)};
  }));
}

TEST(SharedLinearLayout, IsItsBases) {
  LinearLayout layout =
      layoutOf("#ttg.shared_linear<{offset = [[0, 1], [1, 1], [2, 2]], block = "
               "[[0, 2]]}, alignment = 16>",
               {4, 4});
  EXPECT_EQ(toText(layout),
            "{offset: [[0, 1], [1, 1], [2, 2]], block: [[0, 2]]} -> {dim0: 4, "
            "dim1: 4}");
}

TEST(PaddedLayout, NumbersElementsAndPutsGapsBetween) {
  Encoding e = get(parseEncoding("#ttg.padded_shared<[8:+2, 32:+4] {order = "
                                 "[0, 1], shape = [16, 8]}>"));
  LinearLayout layout = get(toLinearLayout(e, {16, 8}));
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    return Element{p.offset % 16, p.offset / 16};
  }));
  // After each 8 elements two are free, and after each 32 four more.
  std::span<const Padding> paddings = paddingsOf(e);
  std::uint64_t place = 0;
  for (std::uint64_t number = 0; number < 128; ++number) {
    if (number > 0)
      place += 1 + (number % 8 == 0 ? 2 : 0) + (number % 32 == 0 ? 4 : 0);
    EXPECT_EQ(paddedOffset(paddings, number), place);
  }
  EXPECT_TRUE(paddingsOf(get(parseEncoding("#ttg.swizzled_shared<{vec = 1, "
                                           "perPhase = 1, maxPhase = 1, order "
                                           "= [0]}>")))
                  .empty());
}

// Pieces of 4 rows: 0 to partition 0, 1 to partition 1, 2 behind piece 0, ...
TEST(PartitionedLayout, DealsPiecesInTurn) {
  Encoding e = get(parseEncoding(
      "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim "
      "= 0, partitionLayout = #ttg.padded_shared<[8:+4] {order = [1, 0], shape "
      "= [4, 8]}>}>"));
  LinearLayout layout = get(toLinearLayout(e, {32, 8}));
  EXPECT_EQ(layout.ins()[1], (DimBits{Dim::Partition, 1}));
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    unsigned group = p.offset / 32, inPiece = p.offset % 32;
    unsigned piece = p.partition + 2 * group;
    return Element{4 * piece + inPiece / 8, inPiece % 8};
  }));
  EXPECT_EQ(paddingsOf(e).size(), 1U);
  EXPECT_EQ(paddingsOf(e)[0], (Padding{8, 4}));
}

TEST(PartitionedLayout, CutsAnyDimension) {
  LinearLayout layout = layoutOf(
      "#ttg.partitioned_shared<{numPartitions = 4, numGroups = 1, partitionDim "
      "= 1, partitionLayout = #ttg.swizzled_shared<{vec = 2, perPhase = 1, "
      "maxPhase = 2, order = [1, 0]}>}>",
      {8, 16});
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    unsigned row = p.offset / 4, column = p.offset % 4;
    return Element{row, 4 * p.partition + (column ^ row % 2 * 2)};
  }));
}

TEST(Alignment, IsWhatTheHardwareWants) {
  auto alignmentOfText = [](std::string_view text) {
    return alignmentOf(get(parseEncoding(text)));
  };
  for (auto [width, alignment] :
       {std::pair{0U, 128U}, {32U, 256U}, {64U, 512U}, {128U, 1024U}})
    EXPECT_EQ(alignmentOfText(concat("#ttg.nvmma_shared<{swizzlingByteWidth = ",
                                     width, ", elementBitWidth = 16}>")),
              alignment);
  EXPECT_EQ(alignmentOfText("#ttg.shared_linear<{offset = [[1]]}, alignment = "
                            "64>"),
            64U);
  EXPECT_EQ(alignmentOfText("#ttg.swizzled_shared<{vec = 1, perPhase = 1, "
                            "maxPhase = 1, order = [0]}>"),
            16U);
  EXPECT_EQ(alignmentOfText("#ttg.padded_shared<[4:+1] {order = [0], shape = "
                            "[4]}>"),
            16U);
  EXPECT_EQ(alignmentOfText("#ttg.blocked<{sizePerThread = [1], threadsPerWarp "
                            "= [32], warpsPerCTA = [4], order = [0]}>"),
            1U);
  EXPECT_EQ(alignmentOfText("#ttng.tensor_memory_scales_encoding<>"), 1U);
}

} // namespace
