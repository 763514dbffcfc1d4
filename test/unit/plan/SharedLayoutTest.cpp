//===- SharedLayoutTest.cpp - Layouts of shared memory --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory between two layouts of registers: all elements have a place,
/// and fixed orders take more wavefronts, but for a few: what is made small is
/// cycles, with the instructions.
///
//===----------------------------------------------------------------------===//

#include "heddle/plan/SharedLayout.h"
#include "Check.h"
#include "RandomPairs.h"
#include "heddle/plan/SharedAccess.h"

namespace heddle {
namespace {

/// Wavefronts to store the one and to load the other, of a warp.
std::uint64_t wavefronts(const RandomPair &pair, const LinearLayout &memory) {
  SharedTensor tensor = {
      .layout = memory, .paddings = {}, .elementBits = pair.elementBits};
  std::uint64_t total = 0;
  for (auto [layout, kind] : {std::pair(&pair.src, AccessKind::Store),
                              std::pair(&pair.dst, AccessKind::Load)}) {
    SharedAccess access = get(
        accessShared(*layout, tensor, kind, *pair.target, RegisterOrder::Any));
    total += access.instructions * access.wavefronts;
  }
  return total;
}

/// The tensor row by row, or with its axes the other way round.
LinearLayout inOrder(const LinearLayout &layout, bool isRowMajor) {
  std::vector<std::uint64_t> shape;
  std::vector<unsigned> order;
  auto rank = static_cast<unsigned>(layout.outs().size());
  for (unsigned axis = 0; axis < rank; ++axis) {
    shape.push_back(layout.outSize(Dim::standard(axis)));
    order.push_back(isRowMajor ? rank - 1 - axis : axis);
  }
  return get(LinearLayout::identityStandardND(Dim::Offset, shape, order));
}

TEST(SharedLayout, FixedOrdersAreWorse) {
  constexpr std::uint64_t Seed = 1;
  PairSource source(Seed);
  unsigned compared = 0, better = 0, worse = 0;
  while (compared < 500) {
    RandomPair pair = source.next();
    if (pair.src.inBits(Dim::Block) != 0 || pair.elementBits < 8)
      continue;
    Result<LinearLayout> memory =
        sharedLayoutBetween(pair.src, pair.dst, pair.elementBits, *pair.target);
    // A source of which the destination needs more than it has.
    if (!memory)
      continue;
    SCOPED_TRACE(pair.text);
    EXPECT_TRUE(memory->isInvertible());
    if (!pair.src.isSurjective())
      continue;
    std::uint64_t least = wavefronts(pair, *memory);
    for (bool isRowMajor : {false, true}) {
      std::uint64_t fixed = wavefronts(pair, inOrder(pair.src, isRowMajor));
      better += least < fixed ? 1 : 0;
      worse += least > fixed ? 1 : 0;
    }
    ++compared;
  }
  EXPECT_GT(better, compared / 2);
  EXPECT_LT(worse, compared / 50);
}

TEST(SharedLayout, RowsAndColumnsWithoutConflicts) {
  const Target &target = **findTarget("sm_90");
  auto lanesAlong = [](unsigned axis) {
    std::vector<std::vector<std::uint64_t>> registers, lanes;
    for (std::uint64_t i = 1; i < 32; i *= 2) {
      lanes.push_back(axis == 0 ? std::vector{i, std::uint64_t(0)}
                                : std::vector{std::uint64_t(0), i});
      registers.push_back({lanes.back()[1], lanes.back()[0]});
    }
    return get(LinearLayout::fromBases(
        {{Dim::Register, registers}, {Dim::Lane, lanes}, {Dim::Warp, {}}},
        {Dim::standard(0), Dim::standard(1)}));
  };
  RandomPair pair = {lanesAlong(0), lanesAlong(1), 32, &target, ""};
  LinearLayout memory =
      get(sharedLayoutBetween(pair.src, pair.dst, 32, target));
  EXPECT_EQ(wavefronts(pair, memory), 64U);
}

TEST(SharedLayout, PartsOfElementsAreNone) {
  LinearLayout lanes =
      get(LinearLayout::identity1D(32, Dim::Lane, Dim::standard(0)));
  EXPECT_TRUE(
      failsWith(sharedLayoutBetween(lanes, lanes, 4, **findTarget("sm_90")),
                "expects elements of 8 bits or more, but got 4"));
}

TEST(SharedLayout, BuffersBehindEachOther) {
  LinearLayout buffer =
      get(LinearLayout::identityStandardND(Dim::Offset, {4, 8}, {0, 1}));
  LinearLayout array = get(arrayOfBuffers(buffer, {2, 4}));
  for (Word i = 0; i < 8; ++i)
    for (Word offset = 0; offset < 32; ++offset) {
      Word inBuffer = buffer.applyWord(offset);
      Word element = array.applyWord(32 * i + offset);
      auto at = [&](unsigned axis) {
        return array.field(element, Dim::standard(axis));
      };
      EXPECT_EQ(at(0), i / 4);
      EXPECT_EQ(at(1), i % 4);
      EXPECT_EQ(at(2), buffer.field(inBuffer, Dim::standard(0)));
      EXPECT_EQ(at(3), buffer.field(inBuffer, Dim::standard(1)));
    }
  EXPECT_TRUE(failsWith(arrayOfBuffers(buffer, {3}), "the number of buffers"));
}

} // namespace
} // namespace heddle
