//===- RegressionTest.cpp - Bugs that others had --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Situations in which Triton's `LinearLayout` was wrong or stopped, with the
/// number of the report.
///
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Equality.h"
#include "heddle/layout/Reshape.h"

using namespace heddle;

namespace {

/// outer(X(x)) == a(x) at every location.
void expectConverts(const LinearLayout &a, const LinearLayout &outer,
                    const LinearLayout &x) {
  for (const Point &location : locations(a))
    EXPECT_EQ(evaluate(outer, evaluate(x, location)), evaluate(a, location));
}

// triton #10116: `invertAndCompose` compared sublayouts including their output
// sizes, so the block stayed in place for a whole buffer but not for a view of
// a part of it.
TEST(Regression, BlocksAreKeptWhateverTheSizeOfTheBuffer) {
  LinearLayout registers = get(LinearLayout::fromBases(
      {{Dim::Register,
        {{0, 1}, {0, 2}, {0, 4}, {0, 16}, {32, 0}, {64, 0}, {128, 0}}},
       {Dim::Lane, {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 8}}},
       {Dim::Warp, {{0, 0}, {16, 0}}},
       {Dim::Block, {{0, 0}}}},
      {D0, D1}));
  std::vector<std::vector<std::uint64_t>> offsets;
  for (std::uint64_t column = 1; column < 32; column *= 2)
    offsets.push_back({0, column});
  for (std::uint64_t row = 1; row < 256; row *= 2)
    offsets.push_back({row, 0});
  LinearLayout buffer = get(LinearLayout::fromBases(
      {{Dim::Offset, offsets}, {Dim::Block, {{0, 0}}}}, {D0, D1}));
  LinearLayout largerBuffer = get(resizeOut(buffer, D0, 1024));
  EXPECT_TRUE(equalIgnoringOutSizes(buffer, largerBuffer));

  LinearLayout local =
      get(invertAndComposeLocal(registers, buffer, {Dim::Block}));
  EXPECT_EQ(local,
            get(invertAndComposeLocal(registers, largerBuffer, {Dim::Block})));
  EXPECT_EQ(local.basis(Dim::Block, 0, Dim::Block), 1U)
      << "each block uses its own buffer";
  EXPECT_EQ(local.basis(Dim::Block, 0, Dim::Offset), 0U);
  expectConverts(registers, buffer, local);

  LinearLayout smallest = get(invertAndCompose(registers, buffer));
  EXPECT_EQ(smallest.basis(Dim::Block, 0, Dim::Block), 0U)
      << "the smallest replica is in block 0";
  EXPECT_EQ(smallest, get(invertAndCompose(registers, largerBuffer)));
}

// triton #6272: stopped when every input dimension was the identity, so that
// nothing was left to solve.
TEST(Regression, IdenticalLayoutsConvertByTheIdentity) {
  LinearLayout a = get(LinearLayout::fromBases(
      {{Dim::Register, {{1}}}, {Dim::Lane, {{2}, {4}}}, {Dim::Warp, {}}},
      {D0}));
  LinearLayout x = get(invertAndCompose(a, a));
  EXPECT_TRUE(x.isTrivialOver({Dim::Register, Dim::Lane, Dim::Warp}));
  EXPECT_EQ(get(invertAndCompose(LinearLayout(), LinearLayout())),
            LinearLayout());
}

// Triton 3.6 to 3.8 stop on 582 of 1500 random pairs that share their register
// part, where equal registers are mapped to themselves although other
// dimensions reach their elements too.
TEST(Regression, PairsThatShareTheirRegistersAreAnswered) {
  HEDDLE_PROPERTY([] {
    LinearLayout a = *anyLayout({Dim::Register, Dim::Lane}, {D0, D1}, 2);
    LinearLayout full = get(LinearLayout::fromWords(
        {{Dim::Register, a.inBits(Dim::Register)}, {Dim::Lane, 4}}, a.outs(),
        [&] {
          Words words(a.bases(Dim::Register));
          for (unsigned bit = 0; bit < 4; ++bit)
            words.push_back(bit < a.totalOutBits() ? f2::unit(bit) : 0);
          return words;
        }()));
    LinearLayout x = get(invertAndCompose(a, full));
    LinearLayout local = get(invertAndComposeLocal(a, full, {Dim::Register}));
    for (const Point &location : locations(a)) {
      RC_ASSERT(evaluate(full, evaluate(x, location)) == evaluate(a, location));
      RC_ASSERT(evaluate(full, evaluate(local, location)) ==
                evaluate(a, location));
    }
  });
}

// One line of the reference data: Triton keeps the warp because its basis is
// the same on both sides; the smallest location is in warp 0.
TEST(Regression, TheSmallestLocationIsNotHeldUpByEqualBases) {
  LinearLayout a = get(parseText("{lane: [0], warp: [1]} -> {dim0: 2}"));
  LinearLayout outer = get(parseText("{lane: [1], warp: [1]} -> {dim0: 2}"));
  EXPECT_EQ(toText(get(invertAndCompose(a, outer))),
            "{lane: [[0, 0]], warp: [[1, 0]]} -> {lane: 2, warp: 2}");
  EXPECT_EQ(toText(get(invertAndComposeLocal(a, outer, {Dim::Warp}))),
            "{lane: [[0, 0]], warp: [[0, 1]]} -> {lane: 2, warp: 2}");
}

} // namespace
