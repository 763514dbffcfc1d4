//===- TensorMemoryLayoutTest.cpp - What layouts of tensor memory mean ----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX ISA, "Data Path Layout Organization": tensor memory has 128 rows, 32 for
/// each of four warps.
///
//===----------------------------------------------------------------------===//

#include "NaiveLayout.h"

using namespace heddle;

namespace {

std::string memory(unsigned blockM, unsigned blockN, std::string_view more = "",
                   unsigned colStride = 1) {
  return concat("#ttng.tensor_memory_encoding<blockM = ", blockM,
                ", blockN = ", blockN, ", colStride = ", colStride, more, ">");
}

// 128 rows of a block are the rows of memory; blocks go down first.
TEST(TensorMemoryLayout, BlocksOf128Rows) {
  for (unsigned blockN : {8U, 64U})
    for (Element shape :
         std::vector<Element>{{128, 64}, {256, 64}, {256, 256}, {128, 4}}) {
      unsigned n =
          static_cast<unsigned>(std::min<std::uint64_t>(blockN, shape[1]));
      unsigned down = static_cast<unsigned>(shape[0] / 128);
      LinearLayout layout = layoutOf(memory(128, blockN), shape);
      EXPECT_EQ(layout.inSize(Dim::Row), 128U);
      EXPECT_TRUE(follows(layout, [&](const Place &p) {
        unsigned block = p.col / n;
        return Element{p.row + 128 * (block % down),
                       p.col % n + n * (block / down)};
      }));
    }
}

// Of 64 rows, each warp has 16; its other 16 rows hold the block below.
TEST(TensorMemoryLayout, TwoBlocksOf64RowsShareTheRows) {
  LinearLayout layout = layoutOf(memory(64, 32), {128, 64});
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    unsigned warp = p.row / 32, half = p.row / 16 % 2;
    return Element{64 * half + 16 * warp + p.row % 16, p.col};
  }));
}

// Where there is none below, it is the one beside.
TEST(TensorMemoryLayout, ASingleRowOfBlocksSharesTheRowsSideBySide) {
  LinearLayout layout = layoutOf(memory(64, 32), {64, 128});
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    unsigned warp = p.row / 32, half = p.row / 16 % 2;
    return Element{16 * warp + p.row % 16,
                   p.col % 32 + 32 * half + 64 * (p.col / 32)};
  }));
  // A single block leaves the other rows as copies.
  EXPECT_TRUE(follows(layoutOf(memory(64, 32), {64, 32}), [](const Place &p) {
    return Element{16 * (p.row / 32) + p.row % 16, p.col};
  }));
}

// Two blocks that multiply together keep the right half of their columns in the
// lower half of the rows.
TEST(TensorMemoryLayout, TwoCTAsWith64RowsEach) {
  LinearLayout layout = layoutOf(
      memory(64, 32, ", CGALayout = [[1, 0]], twoCTAs = true"), {128, 32});
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    return Element{p.row % 64 + 64 * p.block, p.col + 16 * (p.row / 64)};
  }));
}

TEST(TensorMemoryLayout, StridesAndFp4LeaveColumnsFree) {
  for (auto [text, stride] : {std::pair{memory(128, 32, "", 2), 2U},
                              {memory(128, 32, "", 4), 4U},
                              {memory(128, 32, ", fp4Padded = true"), 2U}}) {
    LinearLayout layout = layoutOf(text, {128, 32});
    EXPECT_EQ(layout.inSize(Dim::Col), 32 * stride);
    EXPECT_TRUE(follows(layout, [stride = stride](const Place &p) {
      return Element{p.row, p.col / stride};
    }));
  }
}

// 32 rows of 4 bytes, the same for each warp; the next 32 rows in the next 4
// bytes, up to 128 rows. Then the operands repeat, down or to the right first.
TEST(TensorMemoryLayout, Scales) {
  for (bool downFirst : {true, false}) {
    LinearLayout layout =
        layoutOf(concat("#ttng.tensor_memory_scales_encoding<blockRepOrder = ",
                        downFirst ? "mnThenK" : "kThenMn", ">"),
                 {512, 16});
    EXPECT_TRUE(follows(layout, [&](const Place &p) {
      unsigned block = p.col / 16, quarter = p.col / 4 % 4;
      unsigned down = downFirst ? block % 4 : block / 4;
      unsigned right = downFirst ? block / 4 : block % 4;
      return Element{p.row % 32 + 32 * quarter + 128 * down,
                     p.col % 4 + 4 * right};
    }));
  }
}

} // namespace
