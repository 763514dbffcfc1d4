//===- QueriesTest.cpp - Tests of what distributed layouts look like ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/Queries.h"

#include "Check.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/layout/Text.h"

#include <random>
#include <set>

using namespace heddle;
using testing::ElementsAre;

namespace {

constexpr Dim D0 = Dim::standard(0), D1 = Dim::standard(1),
              D2 = Dim::standard(2);

LinearLayout layoutOf(std::string_view type) {
  return get(toLinearLayout(get(parseType(type))));
}

TEST(Queries, OfTheExampleInTheHeader) {
  LinearLayout layout = layoutOf(
      "tensor<16x64xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp "
      "= [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>");
  EXPECT_THAT(sizePerThread(layout), ElementsAre(1, 4));
  EXPECT_THAT(threadsPerWarp(layout), ElementsAre(4, 8));
  EXPECT_THAT(warpsPerCTA(layout), ElementsAre(4, 1));
  EXPECT_THAT(registerOrder(layout), ElementsAre(1, 0));
  EXPECT_THAT(threadOrder(layout), ElementsAre(1, 0));
  EXPECT_THAT(warpOrder(layout), ElementsAre(0, 1));
  EXPECT_THAT(shapePerCTA(layout), ElementsAre(16, 64));
  EXPECT_THAT(shapePerCTATile(layout), ElementsAre(16, 32));
  EXPECT_THAT(contiguityPerThread(layout), ElementsAre(1, 4));
  EXPECT_EQ(elementsPerThread(layout), 8U);
  EXPECT_EQ(widestAccess(layout, 1, 16), 64U);
}

// Lanes beyond the tensor hold copies: 8 of them need 32 columns, 16 are there.
TEST(Queries, CopiesAreNoThreads) {
  LinearLayout layout = layoutOf(
      "tensor<16x16xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp "
      "= [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>>");
  EXPECT_THAT(sizePerThread(layout), ElementsAre(1, 4));
  EXPECT_THAT(threadsPerWarp(layout), ElementsAre(4, 4));
  EXPECT_THAT(shapePerCTATile(layout), ElementsAre(16, 16));
  // A lane that has what a register has already, and one that has the sum of
  // two: no zeros, but copies.
  LinearLayout sums = get(LinearLayout::fromWords(
      {{Dim::Register, 1}, {Dim::Lane, 3}}, {{D0, 2}, {D1, 1}}, {1, 1, 2, 3}));
  EXPECT_THAT(sizePerThread(sums), ElementsAre(2, 1));
  EXPECT_THAT(threadsPerWarp(sums), ElementsAre(2, 1));
}

// One thread and one warp along dimension 0: its 16 rows are side by side.
TEST(Queries, RepetitionsMergeWhereThereIsOneThread) {
  LinearLayout layout = layoutOf(
      "tensor<16x1024xf16, #ttg.blocked<{sizePerThread = [2, 4], "
      "threadsPerWarp = [1, 32], warpsPerCTA = [1, 4], order = [1, 0]}>>");
  EXPECT_THAT(sizePerThread(layout), ElementsAre(16, 4));
  EXPECT_THAT(shapePerCTATile(layout), ElementsAre(16, 512));
  EXPECT_THAT(contiguityPerThread(layout), ElementsAre(16, 4));
}

TEST(Queries, OfMma) {
  LinearLayout v2 = layoutOf(
      "tensor<128x64xf32, #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
      "warpsPerCTA = [4, 2], instrShape = [16, 8]}>>");
  EXPECT_THAT(sizePerThread(v2), ElementsAre(2, 2));
  EXPECT_THAT(threadsPerWarp(v2), ElementsAre(8, 4));
  EXPECT_THAT(warpsPerCTA(v2), ElementsAre(4, 2));
  EXPECT_THAT(shapePerCTATile(v2), ElementsAre(64, 16));
  EXPECT_THAT(contiguityPerThread(v2), ElementsAre(1, 2));
  EXPECT_EQ(elementsPerThread(v2), 32U);

  // Dimension 1 has lanes at its start only; what comes after repeats.
  LinearLayout v3 = layoutOf(
      "tensor<128x64xf32, #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
      "warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>>");
  EXPECT_THAT(sizePerThread(v3), ElementsAre(2, 2));
  EXPECT_THAT(shapePerCTATile(v3), ElementsAre(64, 8));
  EXPECT_THAT(registerOrder(v3), ElementsAre(1, 0));
  EXPECT_THAT(threadOrder(v3), ElementsAre(1, 0));
  EXPECT_THAT(warpOrder(v3), ElementsAre(0, 1));
  EXPECT_EQ(widestAccess(v3, 1, 32), 64U);
}

// 4 consecutive rows, then the second half of the wave, then 8 and 16 further.
TEST(Queries, OfMfma) {
  LinearLayout layout = layoutOf(
      "tensor<128x64xf32, #ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], "
      "instrShape = [32, 32, 8], isTransposed = false}>>");
  EXPECT_THAT(sizePerThread(layout), ElementsAre(16, 1));
  EXPECT_THAT(threadsPerWarp(layout), ElementsAre(2, 32));
  EXPECT_THAT(warpsPerCTA(layout), ElementsAre(2, 2));
  EXPECT_THAT(shapePerCTATile(layout), ElementsAre(64, 64));
  EXPECT_THAT(contiguityPerThread(layout), ElementsAre(4, 1));
  EXPECT_EQ(widestAccess(layout, 0, 32), 128U);
  EXPECT_EQ(widestAccess(layout, 1, 32), 32U);
}

// All warps along N hold the same of A.
TEST(Queries, OfADotOperand) {
  LinearLayout layout = layoutOf(
      "tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = "
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, "
      "2], instrShape = [16, 8]}>, kWidth = 2}>>");
  EXPECT_THAT(threadsPerWarp(layout), ElementsAre(8, 4));
  EXPECT_THAT(warpsPerCTA(layout), ElementsAre(2, 1));
  EXPECT_THAT(sizePerThread(layout), ElementsAre(2, 2));
  EXPECT_THAT(contiguityPerThread(layout), ElementsAre(1, 2));
  EXPECT_EQ(elementsPerThread(layout), 64U);
}

TEST(Queries, OfASlice) {
  LinearLayout layout = layoutOf(
      "tensor<256xf16, #ttg.slice<{dim = 0, parent = #ttg.blocked<{"
      "sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], "
      "order = [1, 0]}>}>>");
  EXPECT_THAT(sizePerThread(layout), ElementsAre(4));
  EXPECT_THAT(threadsPerWarp(layout), ElementsAre(8));
  EXPECT_THAT(warpsPerCTA(layout), ElementsAre(2));
  EXPECT_THAT(shapePerCTATile(layout), ElementsAre(64));
  EXPECT_EQ(elementsPerThread(layout), 16U);
}

// Registers 0, 1, 2, 3 hold columns 0, 2, 1, 3: contiguous in another order.
TEST(Queries, OfLinear) {
  LinearLayout layout = layoutOf(
      "tensor<8x8xf16, #ttg.linear<{register = [[0, 2], [0, 1], [4, 0]], lane "
      "= [[0, 4], [1, 0]], warp = [[2, 0]], block = []}>>");
  EXPECT_THAT(sizePerThread(layout), ElementsAre(1, 4));
  EXPECT_THAT(threadsPerWarp(layout), ElementsAre(2, 2));
  EXPECT_THAT(contiguityPerThread(layout), ElementsAre(1, 4));
  EXPECT_EQ(widestAccess(layout, 1, 16), 64U);
  EXPECT_EQ(widestAccess(layout, 1, 64), 128U);
  EXPECT_EQ(widestAccess(layout, 1, 64, 1024), 256U);
  EXPECT_EQ(widestAccess(layout, 0, 16), 16U);
}

// A vector that mixes dimensions counts for the first.
TEST(Queries, OfMixedDimensions) {
  LinearLayout layout =
      get(LinearLayout::fromBases({{Dim::Register, {{0, 1}}},
                                   {Dim::Lane, {{1, 0}, {0, 2}}},
                                   {Dim::Warp, {{2, 2}, {0, 4}}}},
                                  {{D0, 4}, {D1, 8}}));
  EXPECT_THAT(warpsPerCTA(layout), ElementsAre(2, 2));
  EXPECT_THAT(warpOrder(layout), ElementsAre(0, 1));
  EXPECT_THAT(shapePerCTATile(layout), ElementsAre(4, 8));
}

// 8 blocks: 2 parts of dimension 1, each held twice, and 2 of dimension 0.
TEST(Queries, OfBlocksWithCopies) {
  LinearLayout layout = layoutOf(
      "tensor<64x128xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp "
      "= [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 1], "
      "[0, 0], [1, 0]]}>>");
  EXPECT_THAT(ctasPerCGA(layout), ElementsAre(2, 4));
  EXPECT_THAT(ctaSplitNum(layout), ElementsAre(2, 2));
  EXPECT_THAT(ctaOrder(layout), ElementsAre(1, 0));
  EXPECT_THAT(shapePerCTA(layout), ElementsAre(32, 64));
  EXPECT_THAT(shapePerCTATile(layout), ElementsAre(16, 32));
  EXPECT_THAT(sizePerThread(layout), ElementsAre(1, 4));

  LinearLayout copies = layoutOf(
      "tensor<64x128xf16, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp "
      "= [4, 8], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = [[0, 0], "
      "[0, 1]]}>>");
  EXPECT_THAT(ctasPerCGA(copies), ElementsAre(2, 2));
  EXPECT_THAT(ctaSplitNum(copies), ElementsAre(1, 2));
}

TEST(Queries, OfLayoutsAtTheLimits) {
  LinearLayout none;
  EXPECT_THAT(sizePerThread(none), ElementsAre());
  EXPECT_THAT(ctasPerCGA(none), ElementsAre());
  EXPECT_THAT(shapePerCTATile(none), ElementsAre());
  EXPECT_EQ(elementsPerThread(none), 1U);
  EXPECT_EQ(widestAccess(none, 0, 32), 32U);

  LinearLayout scalar = get(LinearLayout::fromWords({}, {{D0, 0}}, {}));
  EXPECT_THAT(sizePerThread(scalar), ElementsAre(1));
  EXPECT_THAT(contiguityPerThread(scalar), ElementsAre(1));
  EXPECT_THAT(registerOrder(scalar), ElementsAre(0));

  LinearLayout huge = get(LinearLayout::identityStandardND(
      Dim::Register, {std::uint64_t(1) << 40, 2}, {0, 1}));
  EXPECT_THAT(sizePerThread(huge), ElementsAre(1U << 31, 2));
  EXPECT_THAT(shapePerCTATile(huge), ElementsAre(1U << 31, 2));
  EXPECT_EQ(elementsPerThread(huge), std::uint64_t(1) << 41);
  EXPECT_EQ(widestAccess(huge, 0, 64), 128U);
}

/// A blocked encoding and a tensor of which each block has one tile or more.
struct BlockedOnTensor {
  BlockedEncoding encoding;
  std::vector<std::uint64_t> shape;
  UnsignedList split, repetitions;

  explicit BlockedOnTensor(std::mt19937 &random) {
    auto power = [&](unsigned most) { return 1U << random() % (most + 1); };
    unsigned rank = 1 + random() % 4;
    for (unsigned axis = 0; axis < rank; ++axis) {
      encoding.sizePerThread.push_back(power(2));
      encoding.threadsPerWarp.push_back(power(2));
      encoding.warpsPerCTA.push_back(power(1));
      encoding.order.push_back(axis);
      repetitions.push_back(power(2));
      split.push_back(power(1));
      shape.push_back(std::uint64_t(tile(axis)) * repetitions[axis] *
                      split[axis]);
    }
    std::shuffle(encoding.order.begin(), encoding.order.end(), random);
    for (unsigned axis = 0; axis < rank; ++axis)
      if (split[axis] > 1) {
        encoding.cga.emplace_back(rank, 0);
        encoding.cga.back()[axis] = 1;
      }
    if (random() % 2)
      encoding.cga.emplace_back(rank, 0);
    std::shuffle(encoding.cga.begin(), encoding.cga.end(), random);
  }

  unsigned tile(unsigned axis) const {
    return encoding.sizePerThread[axis] * threads(axis);
  }
  unsigned threads(unsigned axis) const {
    return encoding.threadsPerWarp[axis] * encoding.warpsPerCTA[axis];
  }
};

/// The dimensions with something in a list, in this order, and then in the
/// next; the others from the last to the first.
UnsignedList orderOf(const UnsignedList &order,
                     const std::vector<UnsignedList> &lists) {
  UnsignedList result;
  auto add = [&](unsigned axis) {
    if (std::ranges::find(result, axis) == result.end())
      result.push_back(axis);
  };
  for (const UnsignedList &sizes : lists)
    for (unsigned axis : order)
      if (sizes[axis] > 1)
        add(axis);
  for (unsigned axis = order.size(); axis-- > 0;)
    add(axis);
  return result;
}

void expectParameters(const BlockedOnTensor &sample,
                      const LinearLayout &layout) {
  const BlockedEncoding &e = sample.encoding;
  EXPECT_EQ(threadsPerWarp(layout), e.threadsPerWarp);
  EXPECT_EQ(warpsPerCTA(layout), e.warpsPerCTA);
  EXPECT_EQ(ctaSplitNum(layout), sample.split);
  EXPECT_EQ(registerOrder(layout),
            orderOf(e.order, {e.sizePerThread, sample.repetitions}));
  EXPECT_EQ(threadOrder(layout), orderOf(e.order, {e.threadsPerWarp}));
  EXPECT_EQ(warpOrder(layout), orderOf(e.order, {e.warpsPerCTA}));

  UnsignedList elements = sizePerThread(layout), block = shapePerCTA(layout);
  UnsignedList tile = shapePerCTATile(layout);
  std::uint64_t perThread = 1;
  for (unsigned axis = 0; axis < sample.shape.size(); ++axis) {
    EXPECT_EQ(block[axis], sample.tile(axis) * sample.repetitions[axis]);
    EXPECT_EQ(elements[axis],
              sample.threads(axis) == 1 ? block[axis] : e.sizePerThread[axis])
        << "dimension " << axis;
    EXPECT_EQ(elements[axis] * sample.threads(axis), tile[axis]);
    perThread *= e.sizePerThread[axis] * sample.repetitions[axis];
  }
  EXPECT_EQ(elementsPerThread(layout), perThread);
}

TEST(Queries, GiveBackTheParametersOfBlocked) {
  constexpr unsigned Seed = 20261;
  SCOPED_TRACE(concat("seed ", Seed));
  std::mt19937 random(Seed);
  for (unsigned i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
    BlockedOnTensor sample(random);
    SCOPED_TRACE(get(toText(sample.encoding)));
    LinearLayout layout = get(toLinearLayout(sample.encoding, sample.shape));
    expectParameters(sample, layout);
    std::uint64_t blocks = 1;
    for (unsigned count : ctasPerCGA(layout))
      blocks *= count;
    EXPECT_EQ(blocks, layout.inSize(Dim::Block));
  }
}

/// Is every aligned run of `length` coordinates along `dim` that a thread has
/// an element of all in that thread? `held` are its elements.
bool holdsRuns(const LinearLayout &layout, const std::set<Word> &held, Dim dim,
               std::uint64_t length) {
  for (Word element : held)
    for (std::uint64_t offset = 0; offset < length; ++offset)
      if (!held.contains(element ^ offset << layout.outShift(dim)))
        return false;
  return true;
}

UnsignedList slowContiguity(const LinearLayout &layout, Word thread) {
  std::set<Word> held;
  for (Word i = 0; i < layout.inSize(Dim::Register); ++i)
    held.insert(layout.applyWord(thread << layout.inBits(Dim::Register) | i));
  UnsignedList contiguity;
  for (const DimBits &out : layout.outs()) {
    unsigned length = 1;
    while (2 * length <= layout.outSize(out.dim) &&
           holdsRuns(layout, held, out.dim, 2 * length))
      length *= 2;
    contiguity.push_back(length);
  }
  return contiguity;
}

TEST(Queries, ContiguityIsWhatAScanOfTheRegistersFinds) {
  constexpr unsigned Seed = 20262;
  SCOPED_TRACE(concat("seed ", Seed));
  std::mt19937 random(Seed);
  for (unsigned i = 0; i < 3000 && !testing::Test::HasFailure(); ++i) {
    DimBits ins[] = {{Dim::Register, unsigned(random() % 6)}, {Dim::Lane, 2}};
    DimBits outs[] = {{D0, unsigned(random() % 4)},
                      {D1, unsigned(random() % 3)},
                      {D2, unsigned(random() % 2)}};
    Words words;
    unsigned outBits = outs[0].bits + outs[1].bits + outs[2].bits;
    for (unsigned bit = 0; bit < ins[0].bits + ins[1].bits; ++bit)
      words.push_back(random() & f2::lowMask(outBits));
    LinearLayout layout = get(LinearLayout::fromWords(ins, outs, words));
    SCOPED_TRACE(toText(layout));
    for (Word thread = 0; thread < 4; ++thread)
      EXPECT_EQ(contiguityPerThread(layout), slowContiguity(layout, thread));
  }
}

} // namespace
