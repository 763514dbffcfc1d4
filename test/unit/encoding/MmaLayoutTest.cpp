//===- MmaLayoutTest.cpp - Fragments as the PTX ISA has them --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX ISA, "Matrix Fragments for mma" and "Register Fragments for wgmma", with
/// the names of its formulas: groupID = lane >> 2, threadID_in_group = lane %
/// 4. Around a fragment are warps, and repetitions in further registers, the
/// last dimension first.
///
//===----------------------------------------------------------------------===//

#include "NaiveLayout.h"

using namespace heddle;

namespace {

unsigned groupID(unsigned lane) { return lane >> 2; }
unsigned threadInGroup(unsigned lane) { return lane % 4; }

/// How many repetitions cover `size`; one at least.
unsigned repetitions(std::uint64_t size, unsigned covered) {
  return size > covered ? static_cast<unsigned>(size / covered) : 1;
}

struct Warps {
  unsigned m, n;
};

// mma.m16n8 (m8n8 for f64): c0, c1 are neighbours in a row, c2 and c3 are eight
// rows below. Warps run along N first.
TEST(MmaLayout, AccumulatorOfVersion2) {
  for (unsigned rows : {16U, 8U})
    for (Warps warps : {Warps{1, 1}, {4, 1}, {1, 4}, {2, 2}, {2, 4}})
      for (Element shape : std::vector<Element>{{16, 8},
                                                {64, 64},
                                                {32, 128},
                                                {16, 16},
                                                {8, 4},
                                                {1, 2},
                                                {128, 8}}) {
        LinearLayout layout = layoutOf(
            concat("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                   "warpsPerCTA = [",
                   warps.m, ", ", warps.n, "], instrShape = [", rows, ", 8]}>"),
            shape);
        unsigned values = rows / 4;
        unsigned repsN = repetitions(shape[1], 8 * warps.n);
        unsigned repsM = repetitions(shape[0], rows * warps.m);
        EXPECT_EQ(layout.inSize(Dim::Register), values * repsN * repsM);
        EXPECT_TRUE(follows(layout, [&](const Place &p) {
          unsigned i = p.reg % values, rep = p.reg / values;
          unsigned row = groupID(p.lane) + (i < 2 ? 0 : 8);
          unsigned col = threadInGroup(p.lane) * 2 + (i & 1);
          unsigned tileM = p.warp / warps.n + warps.m * (rep / repsN);
          unsigned tileN = p.warp % warps.n + warps.n * (rep % repsN);
          return Element{(tileM * rows + row) % shape[0],
                         (tileN * 8 + col) % shape[1]};
        }));
      }
}

TEST(MmaLayout, BatchesOfVersion2AreTheLastWarpsAndRegisters) {
  LinearLayout layout =
      layoutOf("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
               "warpsPerCTA = [2, 2, 2], instrShape = [1, 16, 8]}>",
               {8, 32, 16});
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    unsigned i = p.reg % 4, rep = p.reg / 4;
    return Element{p.warp / 4 + 2 * rep,
                   p.warp / 2 % 2 * 16 + groupID(p.lane) + (i < 2 ? 0 : 8),
                   p.warp % 2 * 8 + threadInGroup(p.lane) * 2 + (i & 1)};
  }));
}

// wgmma.m64nNk16: each of the four warps of a group has 16 rows; registers go
// over the columns in steps of 8. Warps run along M first.
TEST(MmaLayout, AccumulatorOfVersion3) {
  for (unsigned n : {8U, 16U, 64U, 256U})
    for (Warps warps : {Warps{4, 1}, {8, 1}, {4, 2}})
      for (Element shape : std::vector<Element>{
               {64, 8}, {64, 64}, {128, 256}, {64, 16}, {32, 32}}) {
        LinearLayout layout = layoutOf(
            concat("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
                   "warpsPerCTA = [",
                   warps.m, ", ", warps.n, "], instrShape = [16, ", n,
                   ", 16]}>"),
            shape);
        unsigned values = n / 2;
        unsigned repsN = repetitions(shape[1], n * warps.n);
        unsigned repsM = repetitions(shape[0], 16 * warps.m);
        EXPECT_EQ(layout.inSize(Dim::Register), values * repsN * repsM);
        EXPECT_TRUE(follows(layout, [&](const Place &p) {
          unsigned i = p.reg % values, rep = p.reg / values;
          unsigned row = groupID(p.lane) + 8 * (i / 2 % 2);
          unsigned col = threadInGroup(p.lane) * 2 + (i & 1) + 8 * (i / 4);
          unsigned tileM = p.warp % warps.m + warps.m * (rep / repsN);
          unsigned tileN = p.warp / warps.m + warps.n * (rep % repsN);
          return Element{(tileM * 16 + row) % shape[0],
                         (tileN * n + col) % shape[1]};
        }));
      }
}

/// mma.m16n8k16 with kWidth 2, m16n8k32 with 4, m16n8k8 with 1: a0, a1, ... are
/// neighbours along K, then eight rows below, then the other half of K. Further
/// steps of K come before further rows.
Element elementOfA(const Place &p, unsigned kWidth, unsigned warpM,
                   unsigned warpsM, const Element &shape) {
  unsigned i = p.reg % (4 * kWidth), rep = p.reg / (4 * kWidth);
  unsigned row = groupID(p.lane) + 8 * (i / kWidth % 2);
  unsigned k = threadInGroup(p.lane) * kWidth + i % kWidth +
               4 * kWidth * (i / (2 * kWidth));
  unsigned repsK = repetitions(shape[1], 8 * kWidth);
  return {(16 * (warpM + warpsM * (rep / repsK)) + row) % shape[0],
          (8 * kWidth * (rep % repsK) + k) % shape[1]};
}

TEST(MmaLayout, OperandAOfVersion2) {
  for (unsigned kWidth : {1U, 2U, 4U, 8U})
    for (Warps warps : {Warps{4, 1}, {1, 4}, {2, 2}})
      for (Element shape :
           std::vector<Element>{{64, 64}, {16, 16}, {128, 32}, {8, 4}}) {
        LinearLayout layout = layoutOf(
            concat("#ttg.dot_op<{opIdx = 0, parent = "
                   "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                   "warpsPerCTA = [",
                   warps.m, ", ", warps.n,
                   "], instrShape = [16, 8]}>, kWidth = ", kWidth, "}>"),
            shape);
        EXPECT_TRUE(follows(layout, [&](const Place &p) {
          return elementOfA(p, kWidth, p.warp / warps.n, warps.m, shape);
        }));
      }
}

TEST(MmaLayout, OperandAOfVersion3) {
  Element shape = {128, 64};
  LinearLayout layout =
      layoutOf("#ttg.dot_op<{opIdx = 0, parent = "
               "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
               "warpsPerCTA = [4, 2], instrShape = [16, 64, 16]}>, kWidth = "
               "2}>",
               shape);
  EXPECT_TRUE(follows(layout, [&](const Place &p) {
    return elementOfA(p, 2, p.warp % 4, 4, shape);
  }));
}

// b0, b1, ... are neighbours along K, then the other half of K; the column is
// groupID.
TEST(MmaLayout, OperandBOfVersion2) {
  for (unsigned kWidth : {1U, 2U, 4U, 8U})
    for (Warps warps : {Warps{4, 1}, {1, 4}, {2, 2}})
      for (Element shape :
           std::vector<Element>{{64, 64}, {16, 8}, {32, 128}, {4, 4}}) {
        LinearLayout layout = layoutOf(
            concat("#ttg.dot_op<{opIdx = 1, parent = "
                   "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                   "warpsPerCTA = [",
                   warps.m, ", ", warps.n,
                   "], instrShape = [16, 8]}>, kWidth = ", kWidth, "}>"),
            shape);
        unsigned repsK = repetitions(shape[0], 8 * kWidth);
        EXPECT_TRUE(follows(layout, [&](const Place &p) {
          unsigned i = p.reg % (2 * kWidth), rep = p.reg / (2 * kWidth);
          unsigned k = threadInGroup(p.lane) * kWidth + i % kWidth +
                       4 * kWidth * (i / kWidth);
          unsigned tileN = p.warp % warps.n + warps.n * (rep / repsK);
          return Element{(8 * kWidth * (rep % repsK) + k) % shape[0],
                         (8 * tileN + groupID(p.lane)) % shape[1]};
        }));
      }
}

// mma.m8n8k4 for f64: one element of A and of B in each lane.
TEST(MmaLayout, OperandsOf64Bits) {
  const char *parent = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                       "warpsPerCTA = [2, 2], instrShape = [8, 8]}>";
  LinearLayout a = layoutOf(
      concat("#ttg.dot_op<{opIdx = 0, parent = ", parent, ", kWidth = 1}>"),
      {32, 8});
  EXPECT_TRUE(follows(a, [](const Place &p) {
    return Element{8 * (p.warp / 2 + 2 * (p.reg / 2)) + groupID(p.lane),
                   4 * (p.reg % 2) + threadInGroup(p.lane)};
  }));
  // Up to 3.7 with the 16 rows of the other instructions, which come before the
  // next step along K.
  LinearLayout wide = layoutOf(
      concat("#ttg.dot_op<{opIdx = 0, parent = ", parent, ", kWidth = 1}>"),
      {32, 8}, TritonVersion::V3_7);
  EXPECT_TRUE(follows(wide, [](const Place &p) {
    return Element{8 * (p.reg % 2) + 16 * (p.warp / 2) + groupID(p.lane),
                   4 * (p.reg / 2) + threadInGroup(p.lane)};
  }));
  LinearLayout b = layoutOf(
      concat("#ttg.dot_op<{opIdx = 1, parent = ", parent, ", kWidth = 1}>"),
      {8, 32});
  EXPECT_TRUE(follows(b, [](const Place &p) {
    return Element{4 * (p.reg % 2) + threadInGroup(p.lane),
                   8 * (p.warp % 2 + 2 * (p.reg / 2)) + groupID(p.lane)};
  }));
}

// Blocks that split the result share operands: along K all have the same.
TEST(MmaLayout, BlocksShareTheOtherOperand) {
  const char *parent =
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, "
      "1], CGALayout = [[1, 0], [0, 1]], instrShape = [16, 8]}>";
  auto blocksOf = [&](const std::string &text, const Element &shape) {
    LinearLayout layout = layoutOf(text, shape);
    std::vector<Element> bases;
    for (Word basis : layout.bases(Dim::Block))
      bases.push_back({layout.field(basis, D0), layout.field(basis, D1)});
    return bases;
  };
  auto operand = [&](unsigned index) {
    return concat("#ttg.dot_op<{opIdx = ", index, ", parent = ", parent,
                  ", kWidth = 2}>");
  };
  EXPECT_EQ(blocksOf(parent, {64, 32}),
            (std::vector<Element>{{32, 0}, {0, 16}}));
  EXPECT_EQ(blocksOf(operand(0), {64, 16}),
            (std::vector<Element>{{32, 0}, {0, 0}}));
  EXPECT_EQ(blocksOf(operand(1), {16, 32}),
            (std::vector<Element>{{0, 0}, {0, 16}}));
}

} // namespace
