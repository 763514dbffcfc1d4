//===- WholeAxisTest.cpp - What a block needs of an axis ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeAxis.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace heddle {

namespace {

using Basis = std::vector<std::uint64_t>;

/// Any bases of nine bits that reach all of 8 x 16: those of the elements and
/// zeros, added to each other, in any order.
LinearLayout randomLayout(std::mt19937 &random) {
  std::vector<Basis> all(9, Basis(2));
  for (unsigned bit = 0; bit < 7; ++bit)
    all[bit][bit < 3 ? 0 : 1] = std::uint64_t(1) << (bit < 3 ? bit : bit - 3);
  for (unsigned sum = random() % 8; sum > 0; --sum) {
    std::size_t to = random() % all.size(), from = random() % all.size();
    if (to != from)
      for (unsigned axis = 0; axis < 2; ++axis)
        all[to][axis] ^= all[from][axis];
  }
  std::ranges::shuffle(all, random);
  std::vector<std::pair<Dim, std::vector<Basis>>> bases;
  auto next = all.begin();
  for (auto [dim, bits] : {std::pair(Dim::Register, 3),
                           {Dim::Lane, 3},
                           {Dim::Warp, 1},
                           {Dim::Block, 2}}) {
    bases.emplace_back(dim, std::vector<Basis>(next, next + bits));
    next += bits;
  }
  return LinearLayout::fromBases(
             bases, {{Dim::standard(0), 8}, {Dim::standard(1), 16}})
      .value();
}

/// The elements that a block holds.
std::set<std::pair<std::uint64_t, std::uint64_t>>
elementsOf(const LinearLayout &layout, std::uint64_t block) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> found;
  Word first = f2::multiply(layout.bases(Dim::Block), block);
  for (std::uint64_t reg = 0; reg < layout.inSize(Dim::Register); ++reg)
    for (std::uint64_t lane = 0; lane < layout.inSize(Dim::Lane); ++lane)
      for (std::uint64_t warp = 0; warp < layout.inSize(Dim::Warp); ++warp) {
        Word word = first ^ f2::multiply(layout.bases(Dim::Register), reg) ^
                    f2::multiply(layout.bases(Dim::Lane), lane) ^
                    f2::multiply(layout.bases(Dim::Warp), warp);
        found.emplace(layout.field(word, Dim::standard(0)),
                      layout.field(word, Dim::standard(1)));
      }
  return found;
}

/// Those of a block, and with each all that go with it along the axis.
std::set<std::pair<std::uint64_t, std::uint64_t>>
withAxis(const LinearLayout &layout, std::uint64_t block, unsigned axis,
         std::uint64_t size) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> all;
  for (auto element : elementsOf(layout, block))
    for (std::uint64_t at = 0; at < size; ++at)
      all.emplace(axis == 0 ? at : element.first,
                  axis == 1 ? at : element.second);
  return all;
}

} // namespace

TEST(WholeAxis, BlocksHoldAllAlongTheAxis) {
  std::mt19937 random(1);
  unsigned moved = 0;
  for (unsigned round = 0; round < 500; ++round) {
    LinearLayout like = randomLayout(random);
    unsigned axis = round % 2;
    std::uint64_t size = std::uint64_t(1) << random() % 5;
    auto kept = wholeAxisLayout(like, axis, size, OtherAxes::Kept);
    auto spread = wholeAxisLayout(like, axis, size, OtherAxes::Spread);
    ASSERT_TRUE(kept && spread);
    for (const LinearLayout *layout : {&*kept, &*spread}) {
      EXPECT_TRUE(layout->isSurjective());
      EXPECT_TRUE(isWholeInBlocks(*layout, axis));
      EXPECT_EQ(layout->outSize(Dim::standard(axis)), size);
      EXPECT_EQ(layout->outSize(Dim::standard(1 - axis)),
                like.outSize(Dim::standard(1 - axis)));
      for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
        EXPECT_EQ(layout->inBits(dim), like.inBits(dim));
      for (std::uint64_t block = 0; block < 4; ++block)
        ASSERT_EQ(elementsOf(*layout, block),
                  withAxis(*layout, block, axis, size));
    }
    for (std::uint64_t block = 0; block < 4; ++block)
      ASSERT_EQ(elementsOf(*kept, block), withAxis(like, block, axis, size));
    moved += spread->inBits(Dim::Register) < kept->inBits(Dim::Register);
  }
  EXPECT_GT(moved, 10U);
}

} // namespace heddle
