//===- SeedGuideAnalysisTest.cpp - Examples of seed 000: analyses ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The worked examples of sections 9 to 11 of seed 000, the guide to linear
/// layouts: banks, vectorization, replicas, printing, questions. Where the
/// guide contradicts mathematics, the test pins the right value and names the
/// erratum.
///
//===----------------------------------------------------------------------===//

#include "SeedLayouts.h"
#include "heddle/f2/Elimination.h"

using namespace heddle;

namespace {

// Section 9.1. Erratum F14: the guide inverts the lanes alone, but 16 lanes
// reach 16 of 256 elements, and there is no inverse.
TEST(SeedGuide, LanesAloneHaveNoInverse) {
  LinearLayout lanes =
      get(sublayout(blocked16x16(), {Dim::Lane}, {Dim0, Dim1}));
  EXPECT_EQ(elementCount(lanes), 16U);
  EXPECT_TRUE(failsWith(invert(lanes), "expects as many input bits as output "
                                       "bits, but got 4 and 8"));
}

// Section 9.1. Erratum F14: 128 offsets are no 32 banks, so the identity does
// not reshape; a bank is an offset modulo 32.
TEST(SeedGuide, BankIsTheWordModuloThirtyTwo) {
  LinearLayout offsets =
      get(LinearLayout::identity1D(128, Dim::Offset, Dim::Bank));
  EXPECT_TRUE(failsWith(reshapeOuts(offsets, {{Dim::Bank, 32}}),
                        "whose product is 128, but got 32"));
  LinearLayout banks = get(resizeOut(offsets, Dim::Bank, 32));
  EXPECT_EQ(toText(banks), "{offset: [1, 2, 4, 8, 16, 0, 0]} -> {bank: 32}");
  EXPECT_EQ(valueAt(banks, {{Dim::Offset, 37}}), 5U);
}

// Section 9.1. Erratum F14: the bank depends on the width of an element; of
// 16-bit elements two share a word.
TEST(SeedGuide, BankOfHalfWords) {
  LinearLayout banks =
      get(LinearLayout::zeros1D(2, Dim::Offset, Dim::Bank) *
          LinearLayout::identity1D(32, Dim::Offset, Dim::Bank) *
          LinearLayout::zeros1D(2, Dim::Offset, Dim::Bank));
  for (Word offset = 0; offset < 128; ++offset)
    EXPECT_EQ(valueAt(banks, {{Dim::Offset, offset}}), offset * 16 / 32 % 32);
}

// Section 9.1. Erratum F14: different lanes in one bank conflict only if they
// want different words.
TEST(SeedGuide, EqualWordsDoNotConflict) {
  LinearLayout oneWord = get(parseText("{lane: [0, 0, 0, 0, 0]}"
                                       " -> {offset: 1024}"));
  LinearLayout oneBank = get(parseText("{lane: [32, 64, 128, 256, 512]}"
                                       " -> {offset: 1024}"));
  for (const LinearLayout &layout : {oneWord, oneBank})
    EXPECT_FALSE(get(resizeOut(layout, Dim::Offset, 32)).isInjective());
  EXPECT_EQ(wavefronts(oneWord), 1U);
  EXPECT_EQ(wavefronts(oneBank), 32U);
}

// Section 9.1: the exact count is linear algebra, the words of the access per
// bank that it reaches.
TEST(SeedGuide, WavefrontsFromRanks) {
  LinearLayout column =
      get(parseText("{lane: [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}"
                    " -> {dim0: 32, dim1: 32}"));
  auto ranks = [&](const LinearLayout &shared) {
    LinearLayout words = get(invertAndCompose(column, shared));
    LinearLayout banks = get(resizeOut(words, Dim::Offset, 32));
    EXPECT_EQ(f2::unit(f2::rank(words.bases()) - f2::rank(banks.bases())),
              wavefronts(words));
    return wavefronts(words);
  };
  EXPECT_EQ(ranks(swizzledShared(32, 32, 1, 1, 1)), 32U);
  EXPECT_EQ(ranks(swizzledShared(32, 32, 4, 1, 8)), 4U);
  EXPECT_EQ(ranks(swizzledShared(32, 32, 1, 1, 32)), 1U);
}

/// Vectors of four registers, 32 lanes, two such vectors a lane.
LinearLayout vectorized() {
  return get(LinearLayout::identity1D(4, Dim::Register, Dim0) *
             LinearLayout::identity1D(32, Dim::Lane, Dim0) *
             LinearLayout::identity1D(2, Dim::Register, Dim0));
}

// Section 9.2. Erratum F15: the vectors of a lane are the registers of the
// quotient, 2; all its inputs, 64, count the lanes too.
TEST(SeedGuide, DivideLeftFindsVectorsOfFour) {
  LinearLayout vec4 = get(LinearLayout::identity1D(4, Dim::Register, Dim0));
  LinearLayout quotient = get(divideLeft(vectorized(), vec4));
  EXPECT_EQ(toText(quotient),
            "{register: [32], lane: [1, 2, 4, 8, 16]} -> {dim0: 64}");
  EXPECT_EQ(quotient.inSize(Dim::Register), 2U);
  EXPECT_EQ(f2::unit(quotient.totalInBits()), 64U);
  EXPECT_EQ(get(vec4 * quotient), vectorized());
}

// Section 9.2: A = C * B.
TEST(SeedGuide, DivideRightFindsTheOuterFactor) {
  LinearLayout twice = get(LinearLayout::identity1D(2, Dim::Register, Dim0));
  LinearLayout quotient = get(divideRight(vectorized(), twice));
  EXPECT_EQ(toText(quotient),
            "{register: [1, 2], lane: [4, 8, 16, 32, 64]} -> {dim0: 128}");
  EXPECT_EQ(get(quotient * twice), vectorized());
}

// Section 9.2: without such a factor there is no quotient.
TEST(SeedGuide, DivideLeftRefusesScatteredRegisters) {
  LinearLayout scattered =
      get(parseText("{register: [4, 8, 16], lane: [1, 2]} -> {dim0: 32}"));
  LinearLayout vec4 = get(LinearLayout::identity1D(4, Dim::Register, Dim0));
  auto result = divideLeft(scattered, vec4);
  ASSERT_TRUE(failsWith(result, "expects a layout with that left factor"));
  EXPECT_EQ(result.error().witness, "register=1 holds element (dim0=4), where "
                                    "the factor has (dim0=1)");
}

// Section 9.3: every bit of the lane is free, none of the register.
TEST(SeedGuide, FreeVariableMasksFindTheBroadcast) {
  LinearLayout layout = get(LinearLayout::zeros1D(8, Dim::Lane, Dim0) *
                            LinearLayout::identity1D(4, Dim::Register, Dim0));
  EXPECT_EQ(coordinatesText(layout.freeVariableMasks()), "lane=7, register=0");
}

// Section 9.4: the action {2, 0, 1} on a layout.
TEST(SeedGuide, ColumnActionReordersBases) {
  ColumnAction action = get(ColumnAction::create(Dim::Register, 3, {2, 0, 1}));
  LinearLayout layout =
      get(parseText("{register: [1, 2, 4], lane: [8, 16]} -> {dim0: 32}"));
  EXPECT_EQ(toText(get(apply(action, layout))),
            "{register: [4, 1, 2], lane: [8, 16]} -> {dim0: 32}");
}

// Section 9.4: the values move with the bases, so value i stays the element
// that the layout says register i holds.
TEST(SeedGuide, ColumnActionReordersValues) {
  ColumnAction action = get(ColumnAction::create(Dim::Register, 3, {2, 0, 1}));
  LinearLayout layout = get(parseText("{register: [6, 1, 3]} -> {dim0: 8}"));
  std::vector<Word> values = {0, 6, 1, 7, 3, 5, 2, 4};
  std::vector<Word> moved = get(applyToValues(action, values));
  EXPECT_EQ(moved, (std::vector<Word>{0, 3, 6, 5, 1, 2, 7, 4}));
  LinearLayout after = get(apply(action, layout));
  for (Word r = 0; r < 8; ++r) {
    EXPECT_EQ(layout.applyWord(r), values[r]);
    EXPECT_EQ(after.applyWord(r), moved[r]);
  }
}

// Section 9.4, "Transpose": registers 0..7 of 2 rows and 4 columns, put into
// the other order.
TEST(SeedGuide, ColumnActionTransposes) {
  LinearLayout rowMajor = get(
      parseText("{register: [[0, 1], [0, 2], [1, 0]]} -> {row: 2, col: 4}"));
  ColumnAction action = get(ColumnAction::create(Dim::Register, 3, {2, 0, 1}));
  EXPECT_EQ(get(apply(action, rowMajor)),
            get(LinearLayout::identity1D(2, Dim::Register, Dim::Row) *
                LinearLayout::identity1D(4, Dim::Register, Dim::Col)));
  std::vector<int> registers = {0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> transposed = get(applyToValues(action, registers));
  EXPECT_EQ(transposed, (std::vector<int>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(get(applyToValues(get(inverse(action)), transposed)), registers);
}

std::vector<DimBases> printedBases() {
  return {{Dim::Register, {{1, 0}, {2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}}},
          {Dim::Lane, {{8, 0}, {16, 0}, {0, 8}, {0, 16}, {0, 32}}},
          {Dim::Warp, {{0, 64}, {0, 128}}}};
}

// Section 10.1. Erratum F16: with these bases there are 64 registers and
// 32x256 elements, and this is what is printed.
TEST(SeedGuide, LayoutAsText) {
  LinearLayout layout =
      get(LinearLayout::fromBases(printedBases(), {Dim0, Dim1}));
  EXPECT_EQ(layout.inSize(Dim::Register), 64U);
  EXPECT_EQ(toTritonText(layout), "\n"
                                  " - register=1 -> (1, 0)\n"
                                  "   register=2 -> (2, 0)\n"
                                  "   register=4 -> (4, 0)\n"
                                  "   register=8 -> (0, 1)\n"
                                  "   register=16 -> (0, 2)\n"
                                  "   register=32 -> (0, 4)\n"
                                  " - lane=1 -> (8, 0)\n"
                                  "   lane=2 -> (16, 0)\n"
                                  "   lane=4 -> (0, 8)\n"
                                  "   lane=8 -> (0, 16)\n"
                                  "   lane=16 -> (0, 32)\n"
                                  " - warp=1 -> (0, 64)\n"
                                  "   warp=2 -> (0, 128)\n"
                                  "where out dims are: [dim0 (size 32), dim1 "
                                  "(size 256)]");
}

// Section 10.1. Erratum F16: the bases do not fit the printed 16x16.
TEST(SeedGuide, PrintedLayoutDoesNotFit16x16) {
  EXPECT_TRUE(failsWith(
      LinearLayout::fromBases(printedBases(), {{Dim0, 16}, {Dim1, 16}}),
      "expects coordinates below the size of dim0, which is 16, but basis 1 of "
      "lane has 16"));
}

// Section 10.2: (register=5, lane=10, warp=1), in the layout of 10.1.
TEST(SeedGuide, SpotCheck) {
  LinearLayout layout =
      get(LinearLayout::fromBases(printedBases(), {Dim0, Dim1}));
  // (1,0) ^ (4,0), (16,0) ^ (0,16), (0,64).
  EXPECT_EQ(
      elementAt(layout, {{Dim::Register, 5}, {Dim::Lane, 10}, {Dim::Warp, 1}}),
      "dim0=21, dim1=80");
}

// Section 10.4. Erratum F18: 64 locations do not cover 256 elements.
TEST(SeedGuide, SixBitsDoNotCoverEight) {
  std::vector<DimBases> bases = {{Dim::Register, {{1, 1}, {8, 0}, {4, 2}}},
                                 {Dim::Lane, {{16, 4}, {2, 0}, {0, 1}}}};
  EXPECT_TRUE(
      failsWith(LinearLayout::fromBases(bases, {{Dim0, 32}, {Dim1, 8}}),
                "expects a surjective layout, but got rank 6 for 8 output "
                "bits"));
  LinearLayout layout = get(LinearLayout::fromBases(
      bases, {{Dim0, 32}, {Dim1, 8}}, Surjectivity::NotRequired));
  EXPECT_FALSE(layout.isSurjective());
  EXPECT_EQ(elementCount(layout), 64U);
}

LinearLayout customLayout() {
  return get(
      LinearLayout::fromBases({{Dim::Register, {{1, 1}, {8, 0}, {4, 2}}},
                               {Dim::Lane, {{16, 4}, {2, 0}, {0, 1}, {0, 2}}},
                               {Dim::Warp, {{0, 4}}}},
                              {Dim0, Dim1}));
}

// Section 10.4: the unit test, with as many locations as elements.
TEST(SeedGuide, UnitTestOfACustomLayout) {
  LinearLayout layout = customLayout();
  EXPECT_EQ(layout.totalInBits(), 8U);
  EXPECT_EQ(layout.totalOutBits(), 8U);
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_EQ(
      elementAt(layout, {{Dim::Register, 5}, {Dim::Lane, 3}, {Dim::Warp, 0}}),
      "dim0=23, dim1=7");
}

// Section 10.4. Erratum F18: there and back maps locations to locations; it is
// trivial over the inputs, and knows no dim0.
TEST(SeedGuide, RoundTripIsTrivialOverTheInputs) {
  LinearLayout layout = customLayout();
  LinearLayout inverse = get(invert(layout));
  LinearLayout roundTrip = get(compose(layout, inverse));
  EXPECT_TRUE(roundTrip.isTrivialOver({Dim::Register, Dim::Lane, Dim::Warp}));
  EXPECT_FALSE(roundTrip.isTrivialOver({Dim0, Dim1}));
  EXPECT_TRUE(get(compose(inverse, layout)).isTrivialOver({Dim0, Dim1}));
  EXPECT_FALSE(layout.isTrivialOver({Dim::Register}));
}

// Section 11, Q5: all lanes hold the same.
TEST(SeedGuide, BroadcastLanesHoldTheSame) {
  LinearLayout layout = get(LinearLayout::identity1D(8, Dim::Register, Dim0) *
                            LinearLayout::zeros1D(32, Dim::Lane, Dim0));
  for (Word lane : {0, 5, 31})
    EXPECT_EQ(valueAt(layout, {{Dim::Lane, lane}, {Dim::Register, 3}}), 3U);
  EXPECT_EQ(coordinatesText(layout.freeVariableMasks()), "register=0, lane=31");
}

// Section 11, Q2. Erratum F19: from hardware to tensor is a function, but many
// to one where data is replicated; only up to replicas there is a way back.
TEST(SeedGuide, HardwareToTensorIsManyToOne) {
  LinearLayout layout = get(LinearLayout::identity1D(8, Dim::Register, Dim0) *
                            LinearLayout::zeros1D(32, Dim::Lane, Dim0));
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_FALSE(layout.isInjective());
  EXPECT_TRUE(failsWith(invert(layout), "use pseudoinvert"));
  EXPECT_EQ(elementAt(get(pseudoinvert(layout)), {{Dim0, 3}}),
            "register=3, lane=0");
}

// Section 11, Q3. Erratum F20: each basis that is zeroed halves the elements,
// so that no choice leaves 60 of 64.
TEST(SeedGuide, ZeroBasesOnlyHalve) {
  for (unsigned zeroed = 0; zeroed < 64; ++zeroed) {
    std::vector<std::vector<Word>> bases;
    for (unsigned bit = 0; bit < 6; ++bit)
      bases.push_back({(zeroed >> bit & 1) != 0 ? 0 : f2::unit(bit)});
    LinearLayout layout = get(LinearLayout::fromBases(
        {{Dim::Lane, bases}}, {{Dim0, 64}}, Surjectivity::NotRequired));
    EXPECT_EQ(elementCount(layout), 64U >> std::popcount(zeroed));
  }
}

// Section 11, Q3. Erratum F20: pad 60x60 to 64x64 and mask.
TEST(SeedGuide, MaskLeavesSixtyBySixty) {
  auto tile = [](Word size) {
    return LinearLayout::identityStandardND(Dim::Lane, {size, size}, {1, 0});
  };
  ASSERT_TRUE(failsWith(tile(60), "pad it to 64"));
  LinearLayout layout = get(tile(64));
  unsigned kept = 0;
  for (Word x = 0; x < 64 * 64; ++x) {
    Word element = layout.applyWord(x);
    kept +=
        layout.field(element, Dim0) < 60 && layout.field(element, Dim1) < 60;
  }
  EXPECT_EQ(kept, 3600U);
}

} // namespace
