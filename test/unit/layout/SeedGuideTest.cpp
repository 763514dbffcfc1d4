//===- SeedGuideTest.cpp - Examples of seed 000: what a layout is ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The worked examples of the introduction and of sections 1 to 4 of seed 000,
/// the guide to linear layouts. Where the guide contradicts mathematics, the
/// test pins the right value and names the erratum.
///
//===----------------------------------------------------------------------===//

#include "SeedLayouts.h"

using namespace heddle;

namespace {

using Pair = std::pair<std::uint64_t, std::uint64_t>;

// Section 3.4: the layout as the guide's code defines it.
LinearLayout swizzle4x4() {
  return get(LinearLayout::fromBases(
      {{Dim::Thread, {{1, 1}, {2, 2}}}, {Dim::Warp, {{0, 1}, {0, 2}}}},
      {Dim0, Dim1}));
}

/// L(thread, warp) = (dim0, dim1).
Pair swizzled(Pair location) {
  Coordinates element = get(swizzle4x4().apply(
      {{Dim::Thread, location.first}, {Dim::Warp, location.second}}));
  return {element[0].value, element[1].value};
}

Pair operator^(Pair a, Pair b) {
  return {a.first ^ b.first, a.second ^ b.second};
}

// Introduction: "L(thread=4, warp=0) = (row=8, col=0)".
TEST(SeedGuide, ThreadFourHoldsRowEight) {
  LinearLayout layout =
      get(LinearLayout::strided1D(8, 2, Dim::Thread, Dim::Row) *
          LinearLayout::identity1D(4, Dim::Warp, Dim::Col));
  EXPECT_EQ(elementAt(layout, {{Dim::Thread, 4}, {Dim::Warp, 0}}),
            "row=8, col=0");
}

// Section 1.1: "thread 5 in warp 2 holds the value at tensor [7,3]".
TEST(SeedGuide, LocationHoldsElement) {
  LinearLayout layout = get(LinearLayout::fromBases(
      {{Dim::Thread, {{1, 1}, {2, 0}, {4, 0}}}, {Dim::Warp, {{0, 1}, {2, 2}}}},
      {Dim::Row, Dim::Col}));
  // thread=1, thread=4 and warp=2: (1,1) ^ (4,0) ^ (2,2).
  EXPECT_EQ(elementAt(layout, {{Dim::Thread, 5}, {Dim::Warp, 2}}),
            "row=7, col=3");
  EXPECT_EQ(elementAt(get(invert(layout)), {{Dim::Row, 7}, {Dim::Col, 3}}),
            "thread=5, warp=2");
}

// Introduction and section 3.3: the whole table. Erratum F2: the places are
// (dim0, dim1) = (t, w ^ t), neither (col, row) nor now one and now the other.
TEST(SeedGuide, SwizzleTableOf4x4) {
  constexpr Pair Table[4][4] = {{{0, 0}, {0, 1}, {0, 2}, {0, 3}},
                                {{1, 1}, {1, 0}, {1, 3}, {1, 2}},
                                {{2, 2}, {2, 3}, {2, 0}, {2, 1}},
                                {{3, 3}, {3, 2}, {3, 1}, {3, 0}}};
  for (std::uint64_t t = 0; t < 4; ++t)
    for (std::uint64_t w = 0; w < 4; ++w) {
      EXPECT_EQ(swizzled({t, w}), Table[t][w]) << "t=" << t << ", w=" << w;
      EXPECT_EQ(swizzled({t, w}), Pair(t, w ^ t));
    }
  EXPECT_TRUE(swizzle4x4().isInvertible());
}

// Introduction: L(0, 0) = (0, 0) whatever the bases are.
TEST(SeedGuide, LocationZeroHoldsElementZero) {
  LinearLayout other = get(LinearLayout::fromBases(
      {{Dim::Thread, {{3, 1}, {2, 3}}}, {Dim::Warp, {{1, 3}, {3, 2}}}},
      {{Dim0, 4}, {Dim1, 4}}, Surjectivity::NotRequired));
  for (const LinearLayout &layout : {swizzle4x4(), other})
    EXPECT_EQ(elementAt(layout, {{Dim::Thread, 0}, {Dim::Warp, 0}}),
              "dim0=0, dim1=0");
}

/// L(at) = L(left) ^ L(right) = leftElement ^ rightElement = element.
struct Derivation {
  Pair at, left, right, leftElement, rightElement, element;
};

// Introduction and section 3.3: each line of the two derivations.
TEST(SeedGuide, SwizzleDerivations) {
  constexpr Derivation Lines[] = {
      {{0, 0}, {1, 0}, {1, 0}, {1, 1}, {1, 1}, {0, 0}},
      {{0, 3}, {0, 2}, {0, 1}, {0, 2}, {0, 1}, {0, 3}},
      {{3, 0}, {2, 0}, {1, 0}, {2, 2}, {1, 1}, {3, 3}},
      {{3, 3}, {3, 0}, {0, 3}, {3, 3}, {0, 3}, {3, 0}},
      {{1, 1}, {1, 0}, {0, 1}, {1, 1}, {0, 1}, {1, 0}},
      {{2, 1}, {2, 0}, {0, 1}, {2, 2}, {0, 1}, {2, 3}},
      {{3, 3}, {1, 1}, {2, 2}, {1, 0}, {2, 0}, {3, 0}}};
  for (const Derivation &line : Lines) {
    SCOPED_TRACE(concat("L(", line.at.first, ", ", line.at.second, ")"));
    EXPECT_EQ(line.left ^ line.right, line.at);
    EXPECT_EQ(swizzled(line.left), line.leftElement);
    EXPECT_EQ(swizzled(line.right), line.rightElement);
    EXPECT_EQ(line.leftElement ^ line.rightElement, line.element);
    EXPECT_EQ(swizzled(line.at), line.element);
  }
}

// Introduction: from the formula (t, w ^ t) to a layout by its values at
// (0, 1), (0, 2), (1, 0) and (2, 0).
TEST(SeedGuide, SwizzleBasesFromTheFormula) {
  auto formula = [](std::uint64_t t, std::uint64_t w) {
    return std::vector<std::uint64_t>{t, w ^ t};
  };
  LinearLayout layout = get(
      LinearLayout::fromBases({{Dim::Thread, {formula(1, 0), formula(2, 0)}},
                               {Dim::Warp, {formula(0, 1), formula(0, 2)}}},
                              {Dim0, Dim1}));
  EXPECT_EQ(layout, swizzle4x4());
  EXPECT_EQ(toText(layout), "{thread: [[1, 1], [2, 2]], warp: [[0, 1], [0, 2]]}"
                            " -> {dim0: 4, dim1: 4}");
}

// Section 3.4: the code example.
TEST(SeedGuide, SwizzleAppliedInCode) {
  EXPECT_EQ(elementAt(swizzle4x4(), {{Dim::Thread, 3}, {Dim::Warp, 2}}),
            "dim0=3, dim1=1");
}

// Section 2.1: addition is xor, multiplication is and.
TEST(SeedGuide, FieldOfTwoElements) {
  constexpr f2::Word Sums[2][2] = {{0, 1}, {1, 0}};
  constexpr f2::Word Products[2][2] = {{0, 0}, {0, 1}};
  for (f2::Word a : {0, 1})
    for (f2::Word b : {0, 1}) {
      f2::Matrix x = get(f2::Matrix::fromColumns(1, {a}));
      f2::Matrix y = get(f2::Matrix::fromColumns(1, {b}));
      EXPECT_EQ(get(f2::add(x, y)).column(0), Sums[a][b]);
      EXPECT_EQ(get(f2::multiply(x, y)).column(0), Products[a][b]);
    }
}

f2::Matrix matrix4x4() {
  return get(f2::Matrix::fromRows(4, {0b0001, 0b0110, 0b1100, 0b1100}));
}

// Section 2.2: L(a) is the xor of the products of a's bits with the bases.
TEST(SeedGuide, LinearFunctionAddsChosenBases) {
  constexpr f2::Word Bases[] = {1, 2, 14, 12};
  for (f2::Word a = 0; a < 16; ++a) {
    f2::Word sum = 0;
    for (unsigned i = 0; i < 4; ++i)
      sum ^= (a >> i & 1) * Bases[i];
    EXPECT_EQ(f2::apply(matrix4x4(), a), sum);
  }
}

// Section 2.3. Erratum F1: the columns that enter are (0,1,0,0) and (0,1,1,1);
// the guide's intermediate lines show others, its result is right.
TEST(SeedGuide, MatrixTimesVector) {
  f2::Matrix matrix = matrix4x4();
  EXPECT_EQ(matrix.column(1), 0b0010U);
  EXPECT_EQ(matrix.column(2), 0b1110U);
  EXPECT_EQ(matrix.column(1) ^ matrix.column(2), 0b1100U);
  EXPECT_EQ(f2::apply(matrix, 0b0110), 0b1100U);
}

// Section 2.4: the same matrix as the integers [1 2 14 12], times 6.
TEST(SeedGuide, MatrixAsIntegers) {
  f2::Matrix matrix = get(f2::Matrix::fromColumns(4, {1, 2, 14, 12}));
  EXPECT_EQ(matrix, matrix4x4());
  EXPECT_EQ(2U ^ 14U, 12U);
  EXPECT_EQ(f2::apply(matrix, 6), 12U);
}

// "Examples of linear layouts" and section 3.1: three bases define the identity
// of eight elements.
TEST(SeedGuide, IdentityFromThreeBases) {
  LinearLayout identity = get(LinearLayout::fromBases(
      {{Dim::Lane, {{0b001}, {0b010}, {0b100}}}}, {Dim0}));
  EXPECT_EQ(identity.bases().size(), 3U);
  EXPECT_TRUE(identity.isInjective());
  for (Word x = 0; x < 8; ++x)
    EXPECT_EQ(valueAt(identity, {{Dim::Lane, x}}), x);
  EXPECT_EQ(identity.applyWord(0b011),
            identity.applyWord(0b010) ^ identity.applyWord(0b001));
}

// Section 3.1: four bases define all sixteen values of a 4x4 layout.
TEST(SeedGuide, FourBasesDefineSixteenValues) {
  EXPECT_EQ(swizzle4x4().bases().size(), 4U);
  EXPECT_EQ(elementCount(swizzle4x4()), 16U);
}

// Section 4.1: sizePerThread [4,2], threadsPerWarp [8,4], warpsPerCTA [2,2].
TEST(SeedGuide, InputDimensionsOfABlockedLayout) {
  LinearLayout layout =
      get(LinearLayout::identityStandardND(Dim::Register, {4, 2}, {1, 0}) *
          LinearLayout::identityStandardND(Dim::Lane, {8, 4}, {1, 0}) *
          LinearLayout::identityStandardND(Dim::Warp, {2, 2}, {1, 0}));
  EXPECT_EQ(layout.inSize(Dim::Register), 8U);
  EXPECT_EQ(layout.inSize(Dim::Lane), 32U);
  EXPECT_EQ(layout.inSize(Dim::Warp), 4U);
  EXPECT_EQ(layout.outSize(Dim0), 64U);
  EXPECT_EQ(layout.outSize(Dim1), 16U);
}

// Section 4.2: the order decides how memory is walked, not what an axis is
// called.
TEST(SeedGuide, OutputNamesDoNotFollowTheOrder) {
  LinearLayout rowMajor =
      get(LinearLayout::identityStandardND(Dim::Offset, {4, 2}, {1, 0}));
  LinearLayout columnMajor =
      get(LinearLayout::identityStandardND(Dim::Offset, {4, 2}, {0, 1}));
  for (const LinearLayout &layout : {rowMajor, columnMajor}) {
    EXPECT_EQ(layout.outSize(Dim0), 4U);
    EXPECT_EQ(layout.outSize(Dim1), 2U);
  }
  EXPECT_EQ(rowMajor.basis(Dim::Offset, 0, Dim1), 1U);
  EXPECT_EQ(columnMajor.basis(Dim::Offset, 0, Dim0), 1U);
}

// Section 4.3: flattened, the register is minor and the lane major.
TEST(SeedGuide, FlattenPutsTheFirstDimensionLow) {
  LinearLayout layout = get(LinearLayout::identity1D(4, Dim::Register, Dim1) *
                            LinearLayout::identity1D(8, Dim::Lane, Dim0));
  LinearLayout flat = flattenIns(layout);
  EXPECT_EQ(flat.ins().size(), 1U);
  EXPECT_EQ(flat.inSize(Dim::Register), 32U);
  for (Word r = 0; r < 4; ++r)
    for (Word lane = 0; lane < 8; ++lane)
      EXPECT_EQ(elementAt(flat, {{Dim::Register, r + 4 * lane}}),
                elementAt(layout, {{Dim::Register, r}, {Dim::Lane, lane}}));
}

} // namespace
