//===- NvmmaLayoutTest.cpp - Shared memory as TMA writes it ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// PTX ISA, "Swizzling Modes": bits 4 to 6 of a byte address are XORed with
/// bits 7 to 9 (128 bytes), bits 4 and 5 with bits 7 and 8 (64), bit 4 with bit
/// 7 (32). A row of the swizzle is as many bytes as its name says; wider
/// tensors are panels of such rows, one after the other.
///
//===----------------------------------------------------------------------===//

#include "NaiveLayout.h"

using namespace heddle;

namespace {

/// Where the swizzle of this width puts a byte.
unsigned swizzledAddress(unsigned address, unsigned width) {
  unsigned groups = width / 16;
  return address ^ ((address >> 7) % groups << 4);
}

std::string nvmma(unsigned width, bool transposed, unsigned bits,
                  std::string_view more = "") {
  return concat("#ttg.nvmma_shared<{swizzlingByteWidth = ", width,
                ", transposed = ", transposed ? "true" : "false",
                ", elementBitWidth = ", bits, more, "}>");
}

/// The offset of an element, in elements: `row` counts the rows of a panel.
unsigned offsetOf(unsigned row, unsigned column, unsigned rows, unsigned width,
                  unsigned bytes) {
  unsigned perRow = width / bytes;
  unsigned panel = column / perRow;
  unsigned address = row * width + column % perRow * bytes;
  return (panel * rows * width + swizzledAddress(address, width)) / bytes;
}

TEST(NvmmaLayout, SwizzlesBytesOfPanels) {
  for (unsigned width : {32U, 64U, 128U})
    for (unsigned bits : {8U, 16U, 32U, 64U})
      for (unsigned rows : {1U, 2U, 4U, 8U, 64U, 256U})
        for (unsigned panels : {1U, 2U, 4U}) {
          unsigned bytes = bits / 8, columns = width / bytes * panels;
          LinearLayout layout =
              layoutOf(nvmma(width, false, bits), {rows, columns});
          ASSERT_EQ(layout.inSize(Dim::Offset), rows * columns);
          for (unsigned row = 0; row < rows; ++row)
            for (unsigned column = 0; column < columns; ++column)
              ASSERT_EQ(
                  elementAt(layout, offsetOf(row, column, rows, width, bytes)),
                  (Element{row, column}))
                  << width << " bytes, " << bits << " bits";
        }
}

TEST(NvmmaLayout, TransposedSwapsTheDimensions) {
  for (unsigned width : {32U, 64U, 128U})
    for (unsigned bits : {8U, 16U, 32U})
      for (unsigned columns : {8U, 32U, 256U}) {
        unsigned bytes = bits / 8, rows = 2 * width / bytes;
        LinearLayout layout =
            layoutOf(nvmma(width, true, bits), {rows, columns});
        LinearLayout straight =
            layoutOf(nvmma(width, false, bits), {columns, rows});
        for (unsigned offset = 0; offset < rows * columns; ++offset) {
          Element element = elementAt(straight, offset);
          std::swap(element[0], element[1]);
          ASSERT_EQ(elementAt(layout, offset), element);
        }
      }
}

// The rows of all matrices of a batch are counted together.
TEST(NvmmaLayout, BatchesAreMoreRows) {
  for (unsigned rows : {2U, 4U, 16U})
    for (unsigned width : {32U, 128U}) {
      unsigned columns = width / 2 * 2;
      LinearLayout layout =
          layoutOf(nvmma(width, false, 16, ", rank = 3"), {4, rows, columns});
      for (unsigned batch = 0; batch < 4; ++batch)
        for (unsigned row = 0; row < rows; ++row)
          for (unsigned column = 0; column < columns; ++column)
            ASSERT_EQ(elementAt(layout, offsetOf(batch * rows + row, column,
                                                 4 * rows, width, 2)),
                      (Element{batch, row, column}));
    }
}

// Eight bytes of 4-bit values, then eight bytes that stay free: what is at an
// offset with bit 3 is the same as without.
TEST(NvmmaLayout, Fp4LeavesEveryOtherEightBytesFree) {
  for (unsigned width : {32U, 64U, 128U}) {
    unsigned perRow = width / 2, rows = 16;
    LinearLayout layout =
        layoutOf(nvmma(width, false, 8, ", fp4Padded = true"), {rows, perRow});
    EXPECT_EQ(layout.inSize(Dim::Offset), rows * width);
    EXPECT_EQ(layout.bases(Dim::Offset)[3], 0U);
    for (unsigned row = 0; row < rows; ++row)
      for (unsigned column = 0; column < perRow; ++column) {
        unsigned address = row * width + column / 8 * 16 + column % 8;
        unsigned offset = swizzledAddress(address, width);
        ASSERT_EQ(elementAt(layout, offset), (Element{row, column}));
        ASSERT_EQ(elementAt(layout, offset ^ 8), (Element{row, column}));
      }
  }
}

TEST(NvmmaLayout, WithoutASwizzleRowsFollowEachOther) {
  EXPECT_TRUE(
      follows(layoutOf(nvmma(0, false, 16), {16, 32}), [](const Place &p) {
        return Element{p.offset / 32, p.offset % 32};
      }));
}

// A TMA box has at most 256 elements along a dimension.
TEST(NvmmaLayout, WithoutASwizzleBoxesOf256FollowEachOther) {
  EXPECT_TRUE(
      follows(layoutOf(nvmma(0, false, 8), {4, 512}), [](const Place &p) {
        return Element{p.offset / 256 % 4,
                       p.offset % 256 + 256 * (p.offset / 1024)};
      }));
}

TEST(NvmmaLayout, TheUnswizzledTileIsTransposedFrom38On) {
  for (TritonVersion version : {TritonVersion::V3_6, TritonVersion::V3_7})
    EXPECT_EQ(layoutOf(nvmma(0, true, 16), {16, 32}, version),
              layoutOf(nvmma(0, false, 16), {16, 32}, version));
  for (TritonVersion version : {TritonVersion::V3_8, TritonVersion::V3_9})
    EXPECT_TRUE(follows(
        layoutOf(nvmma(0, true, 16), {16, 32}, version),
        [](const Place &p) { return Element{p.offset % 16, p.offset / 16}; }));
}

TEST(NvmmaLayout, BlocksSplitTheTensorFirst) {
  LinearLayout layout = layoutOf(
      nvmma(128, false, 16, ", CGALayout = [[1, 0], [0, 1]]"), {16, 128});
  for (unsigned block = 0; block < 4; ++block)
    for (unsigned row = 0; row < 8; ++row)
      for (unsigned column = 0; column < 64; ++column) {
        unsigned offset = offsetOf(row, column, 8, 128, 2);
        Word location = offset | Word(block) << layout.inShift(Dim::Block);
        ASSERT_EQ(elementAt(layout, location),
                  (Element{row + 8 * (block % 2), column + 64 * (block / 2)}));
      }
}

} // namespace
