//===- BasesViewTest.cpp - Tests of bases and matrices as text ------------===//
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

TEST(BasesView, IsALineForEachBit) {
  EXPECT_EQ(basesView(layoutOf("{register: [[0, 1]], lane: [[0, 2], [1, 0], "
                               "[0, 0], [0, 0], [2, 1]], warp: []} -> "
                               "{dim0: 4, dim1: 4}")),
            "register bit 0 (register=1) -> (dim0=0, dim1=1)\n"
            "lane bit 0 (lane=1)         -> (dim0=0, dim1=2)\n"
            "lane bit 1 (lane=2)         -> (dim0=1, dim1=0)\n"
            "lane bit 2 (lane=4)         -> (dim0=0, dim1=0)  broadcast\n"
            "lane bit 3 (lane=8)         -> (dim0=0, dim1=0)  broadcast\n"
            "lane bit 4 (lane=16)        -> (dim0=2, dim1=1)\n"
            "warp has size 1\n");
  EXPECT_EQ(basesView(LinearLayout()), "no input dimensions\n");
}

TEST(MatrixView, HeaderExample) {
  EXPECT_EQ(matrixView(layoutOf("{register: [[0, 1], [0, 2]], lane: [[1, 0]]} "
                                "-> {dim0: 2, dim1: 4}")),
            "           | register | lane\n"
            "           | 0 1      | 0\n"
            "dim0 bit 0 | . .      | 1\n"
            "dim1 bit 0 | 1 .      | .\n"
            "dim1 bit 1 | . 1      | .\n");
}

TEST(MatrixView, AlignsNumbersOfTwoDigits) {
  std::string text =
      matrixView(get(LinearLayout::identity1D(2048, Dim::Offset, D0)));
  std::vector<std::string> lines = splitLines(text);
  EXPECT_EQ(lines[0], "            | offset");
  EXPECT_EQ(lines[1], "            |  0  1  2  3  4  5  6  7  8  9 10");
  EXPECT_EQ(lines[12], "dim0 bit 10 |  .  .  .  .  .  .  .  .  .  .  1");
  EXPECT_EQ(matrixView(LinearLayout()), "a matrix of 0 rows and 0 columns\n");
}

TEST(MatrixViewLaws, HasAOneForEachBitOfABasis) {
  HEDDLE_PROPERTY([] {
    LinearLayout layout = *anyDistributed();
    std::vector<std::string> lines = splitLines(matrixView(layout));
    if (layout.totalInBits() == 0 || layout.totalOutBits() == 0) {
      RC_ASSERT(lines.size() == 1U);
      return;
    }
    RC_ASSERT(lines.size() == 2 + layout.totalOutBits());
    int ones = 0;
    for (Word basis : layout.bases())
      ones += std::popcount(basis);
    for (std::size_t row = 2; row < lines.size(); ++row) {
      std::string cells = lines[row].substr(lines[row].find('|'));
      ones -= static_cast<int>(std::count(cells.begin(), cells.end(), '1'));
    }
    RC_ASSERT(ones == 0);
  });
}

} // namespace
