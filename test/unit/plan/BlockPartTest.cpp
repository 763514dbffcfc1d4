//===- BlockPartTest.cpp - What a block has of a tensor -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/BlockPart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle {

namespace {

using Basis = std::vector<std::uint64_t>;

LinearLayout layoutOf(Dim dim, std::vector<Basis> inBlock,
                      std::vector<Basis> blocks, std::uint64_t rows = 8,
                      std::uint64_t columns = 4) {
  return LinearLayout::fromBases(
             {{dim, std::move(inBlock)}, {Dim::Block, std::move(blocks)}},
             {{Dim::standard(0), rows}, {Dim::standard(1), columns}},
             Surjectivity::NotRequired)
      .value();
}

} // namespace

// Two bits of blocks along the rows, one that has copies, and one along the
// columns: tiles of 2x2.
TEST(BlockPart, TilesOfATensor) {
  LinearLayout layout =
      layoutOf(Dim::Offset, {{0, 1}, {1, 0}}, {{2, 0}, {0, 0}, {0, 2}, {4, 0}});
  Result<BlockPart> part = BlockPart::of(layout);
  ASSERT_TRUE(part);
  EXPECT_EQ(part->shape, (std::vector<std::uint64_t>{2, 2}));
  EXPECT_EQ(part->begins, (std::vector<Basis>{{2, 0}, {0, 0}, {0, 2}, {4, 0}}));
  Result<LinearLayout> inBlock = part->inBlock(layout);
  ASSERT_TRUE(inBlock);
  EXPECT_EQ(*inBlock, LinearLayout::fromBases(
                          {{Dim::Offset, {{0, 1}, {1, 0}}}},
                          {{Dim::standard(0), 2}, {Dim::standard(1), 2}})
                          .value());
}

TEST(BlockPart, EverySecondRowIsNoTile) {
  Result<BlockPart> part =
      BlockPart::of(layoutOf(Dim::Offset, {{2, 0}, {4, 0}}, {{1, 0}}));
  ASSERT_FALSE(part);
  EXPECT_EQ(part.error().reason,
            "expects blocks that have a tile of the tensor each");
  EXPECT_EQ(part.error().witness, "block 1 begins at 1 of dim0, along which a "
                                  "block's elements reach 8");
}

TEST(BlockPart, RegistersOutsideOfTheTile) {
  BlockPart part =
      BlockPart::of(layoutOf(Dim::Offset, {{1, 0}, {2, 0}}, {{4, 0}})).value();
  Result<LinearLayout> inBlock =
      part.inBlock(layoutOf(Dim::Register, {{4, 0}, {1, 0}}, {{2, 0}}));
  ASSERT_FALSE(inBlock);
  EXPECT_THAT(inBlock.error().witness,
              testing::HasSubstr("4 further along dim0"));
}

// Each block stores all of its memory only if it holds all of that.
TEST(BlockPart, OwnParts) {
  LinearLayout halves = layoutOf(Dim::Offset, {{1, 0}, {2, 0}}, {{4, 0}}),
               copies =
                   layoutOf(Dim::Offset, {{1, 0}, {2, 0}, {4, 0}}, {{0, 0}});
  LinearLayout split = layoutOf(Dim::Register, {{2, 0}, {1, 0}}, {{4, 0}}),
               whole =
                   layoutOf(Dim::Register, {{4, 0}, {2, 0}, {1, 0}}, {{1, 0}});
  EXPECT_TRUE(holdsOwnPart(split, halves));
  EXPECT_FALSE(holdsOwnPart(split, copies));
  EXPECT_TRUE(holdsOwnPart(whole, copies));
}

} // namespace heddle
