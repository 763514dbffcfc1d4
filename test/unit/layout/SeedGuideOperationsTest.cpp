//===- SeedGuideOperationsTest.cpp - Examples of seed 000: operations -----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The worked examples of section 5 of seed 000, the guide to linear layouts,
/// with those of section 11 (questions) that concern the same operations. Where
/// the guide contradicts mathematics, the test pins the right value and names
/// the erratum.
///
//===----------------------------------------------------------------------===//

#include "SeedLayouts.h"
#include "heddle/layout/AffineLayout.h"

using namespace heddle;

namespace {

// Section 5.1.1.
TEST(SeedGuide, Identity1DMapsEachValueToItself) {
  LinearLayout layout = get(LinearLayout::identity1D(8, Dim::Lane, Dim0));
  EXPECT_EQ(toText(layout), "{lane: [1, 2, 4]} -> {dim0: 8}");
  for (Word x = 0; x < 8; ++x)
    EXPECT_EQ(valueAt(layout, {{Dim::Lane, x}}), x);
}

// Section 5.1.2.
TEST(SeedGuide, Strided1DMultiplies) {
  LinearLayout layout = get(LinearLayout::strided1D(4, 2, Dim::Lane, Dim0));
  EXPECT_EQ(toText(layout), "{lane: [2, 4]} -> {dim0: 8}");
  for (Word x = 0; x < 4; ++x)
    EXPECT_EQ(valueAt(layout, {{Dim::Lane, x}}), 2 * x);
}

// Section 5.1.2: the stride has to be a power of two.
TEST(SeedGuide, Strided1DNeedsAPowerOfTwo) {
  EXPECT_TRUE(failsWith(LinearLayout::strided1D(4, 3, Dim::Lane, Dim0),
                        "expects the stride to be a power of two, but got 3"));
}

// Section 5.1.3.
TEST(SeedGuide, Zeros1DBroadcasts) {
  LinearLayout layout = get(LinearLayout::zeros1D(8, Dim::Lane, Dim1));
  EXPECT_EQ(toText(layout), "{lane: [0, 0, 0]} -> {dim1: 1}");
  for (Word x = 0; x < 8; ++x)
    EXPECT_EQ(valueAt(layout, {{Dim::Lane, x}}), 0U);
}

LinearLayout swizzle16x16() {
  return get(LinearLayout::fromBases(
      {{Dim::Offset,
        {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 4}, {8, 8}}}},
      {Dim0, Dim1}));
}

// Section 5.2: these bases are vec 4, perPhase 4, maxPhase 4.
TEST(SeedGuide, Swizzle16x16FromBases) {
  LinearLayout layout = swizzle16x16();
  EXPECT_EQ(layout, swizzledShared(16, 16, 4, 4, 4));
  for (Word row = 0; row < 16; ++row)
    for (Word col = 0; col < 16; ++col)
      EXPECT_EQ(elementAt(layout, {{Dim::Offset, 16 * row + col}}),
                concat("dim0=", row, ", dim1=", col ^ (4 * (row / 4 % 4))));
}

// Section 5.2: bases[inDim][i][j] is output j of L(inDim = 2^i).
TEST(SeedGuide, BasisIsTheImageOfOneBit) {
  EXPECT_EQ(swizzle16x16().basis(Dim::Offset, 6, Dim0), 4U);
  EXPECT_EQ(swizzle16x16().basis(Dim::Offset, 6, Dim1), 4U);
  EXPECT_EQ(elementAt(swizzle16x16(), {{Dim::Offset, 64}}), "dim0=4, dim1=4");
}

// Section 5.3, example 1. Erratum F3: the inner layout's dimensions come first,
// so the inputs are (lane, register) and the outputs (dim1, dim0).
TEST(SeedGuide, ProductIsATwoDimensionalIdentity) {
  LinearLayout layout = get(LinearLayout::identity1D(4, Dim::Lane, Dim1) *
                            LinearLayout::identity1D(8, Dim::Register, Dim0));
  EXPECT_EQ(toText(layout),
            "{lane: [[1, 0], [2, 0]], register: [[0, 1], [0, 2], [0, 4]]}"
            " -> {dim1: 4, dim0: 8}");
  EXPECT_EQ(elementAt(layout, {{Dim::Register, 3}, {Dim::Lane, 2}}),
            "dim1=2, dim0=3");
}

// Section 5.3, example 2. Erratum F4: the bits of a shared output concatenate,
// 2 + 4*3; they are not xored to 1.
TEST(SeedGuide, ProductConcatenatesASharedOutput) {
  LinearLayout layout = get(LinearLayout::identity1D(4, Dim::Lane, Dim0) *
                            LinearLayout::identity1D(8, Dim::Register, Dim0));
  EXPECT_EQ(layout.outSize(Dim0), 32U);
  EXPECT_EQ(valueAt(layout, {{Dim::Lane, 2}, {Dim::Register, 3}}), 14U);
}

// Section 5.3, example 3: dim1 is 0 in every lane.
TEST(SeedGuide, ProductWithABroadcast) {
  LinearLayout layout = get(LinearLayout::zeros1D(4, Dim::Lane, Dim1) *
                            LinearLayout::identity1D(8, Dim::Register, Dim0));
  for (Word lane = 0; lane < 4; ++lane)
    EXPECT_EQ(elementAt(layout, {{Dim::Lane, lane}, {Dim::Register, 5}}),
              "dim1=0, dim0=5");
}

// Section 5.4: (register) -> (offset) -> (dim0, dim1).
TEST(SeedGuide, ComposeGoesThroughTheOffset) {
  LinearLayout toOffset =
      get(LinearLayout::identity1D(32, Dim::Register, Dim::Offset));
  LinearLayout shared = swizzledShared(4, 8, 1, 1, 4);
  LinearLayout composed = get(compose(toOffset, shared));
  EXPECT_EQ(toText(composed),
            "{register: [[0, 1], [0, 2], [0, 4], [1, 1], [2, 2]]}"
            " -> {dim0: 4, dim1: 8}");
  // Row 1, column 5 ^ 1.
  EXPECT_EQ(elementAt(composed, {{Dim::Register, 13}}), "dim0=1, dim1=4");
}

// Section 5.4: the inner output may be smaller than the outer input, not
// larger.
TEST(SeedGuide, ComposeNeedsALargeEnoughOuterLayout) {
  LinearLayout shared = swizzledShared(4, 8, 1, 1, 4);
  auto registers = [](std::uint64_t size) {
    return get(LinearLayout::identity1D(size, Dim::Register, Dim::Offset));
  };
  EXPECT_EQ(
      elementAt(get(compose(registers(16), shared)), {{Dim::Register, 15}}),
      "dim0=1, dim1=6");
  EXPECT_TRUE(failsWith(compose(registers(64), shared),
                        "'offset' has size 64 inside and 32 outside"));
}

// A 4x4 tensor: registers and lane 1 along the rows, lane 2 and the warps down.
LinearLayout registers4x4() {
  return get(LinearLayout::fromBases({{Dim::Register, {{0, 1}}},
                                      {Dim::Lane, {{0, 2}, {1, 0}}},
                                      {Dim::Warp, {{2, 0}}}},
                                     {Dim0, Dim1}));
}

// The same tensor in memory, rows 2 and 3 with their columns xored with 1.
LinearLayout memory4x4() {
  return get(LinearLayout::fromBases(
      {{Dim::Offset, {{0, 1}, {0, 2}, {1, 0}, {2, 1}}}, {Dim::Block, {}}},
      {Dim0, Dim1}));
}

// Section 5.5: where in memory a register belongs; outer(X(x)) = A(x).
TEST(SeedGuide, InvertAndComposeFindsTheOffset) {
  LinearLayout conversion = get(invertAndCompose(registers4x4(), memory4x4()));
  // Element (2, 0) is (2, 1) ^ (0, 1), at offset 8 ^ 1.
  EXPECT_EQ(toText(conversion),
            "{register: [[1, 0]], lane: [[2, 0], [4, 0]], warp: [[9, 0]]}"
            " -> {offset: 16, block: 1}");
  EXPECT_EQ(get(compose(conversion, memory4x4())), registers4x4());
}

// Section 5.5, the scenario: element (2, 3) is at offset 10. The seed gives it
// to location 0, but L(0) = 0 in every linear layout; here the location is
// (1, 1, 1).
TEST(SeedGuide, RegisterOfElementTwoThreeGoesToOffsetTen) {
  std::array<Coordinate, 3> location = {
      {{Dim::Register, 1}, {Dim::Lane, 1}, {Dim::Warp, 1}}};
  EXPECT_EQ(elementAt(registers4x4(), location), "dim0=2, dim1=3");
  EXPECT_EQ(elementAt(memory4x4(), {{Dim::Offset, 10}, {Dim::Block, 0}}),
            "dim0=2, dim1=3");
  EXPECT_EQ(
      elementAt(get(invertAndCompose(registers4x4(), memory4x4())), location),
      "offset=10, block=0");
}

// Section 5.5: as the seed has it, with element (2, 3) at location 0, the
// scenario needs an affine layout.
TEST(SeedGuide, AffineRegisterZeroGoesToOffsetTen) {
  AffineLayout registers =
      get(AffineLayout::create(registers4x4(), {{Dim0, 2}, {Dim1, 3}}));
  AffineLayout conversion =
      get(invertAndCompose(registers, AffineLayout(memory4x4())));
  std::array<Coordinate, 3> zero = {
      {{Dim::Register, 0}, {Dim::Lane, 0}, {Dim::Warp, 0}}};
  EXPECT_EQ(coordinatesText(get(registers.apply(zero))), "dim0=2, dim1=3");
  EXPECT_EQ(coordinatesText(get(conversion.apply(zero))), "offset=10, block=0");
}

// Section 5.5: an outer layout with replicas gives the smallest location.
TEST(SeedGuide, InvertAndComposeTakesTheSmallestReplica) {
  LinearLayout wanted = get(LinearLayout::identity1D(8, Dim::Register, Dim0));
  LinearLayout outer = get(
      LinearLayout::fromBases({{Dim::Offset, {{1}, {2}, {1}, {6}}}}, {Dim0}));
  LinearLayout conversion = get(invertAndCompose(wanted, outer));
  for (Word r = 0; r < 8; ++r) {
    Word smallest = 0;
    while (outer.applyWord(smallest) != r)
      ++smallest;
    EXPECT_EQ(valueAt(conversion, {{Dim::Register, r}}), smallest);
  }
  EXPECT_EQ(toText(conversion), "{register: [1, 2, 10]} -> {offset: 16}");
}

// (register:4, lane:8, warp:warps), with the lanes lowest in the element.
LinearLayout laneMajor(std::uint64_t warps) {
  return get(transposeIns(get(LinearLayout::identity1D(8, Dim::Lane, Dim0) *
                              LinearLayout::identity1D(4, Dim::Register, Dim0) *
                              LinearLayout::identity1D(warps, Dim::Warp, Dim0)),
                          {Dim::Register, Dim::Lane, Dim::Warp}));
}

// Section 5.6: (register:4, lane:8, warp:2) -> (register:64).
TEST(SeedGuide, FlattenInsMergesFromMinorToMajor) {
  EXPECT_EQ(toText(flattenIns(laneMajor(2))),
            "{register: [8, 16, 1, 2, 4, 32]} -> {dim0: 64}");
}

// Section 5.6: all outputs in one dimension; 16x16 elements become 256.
TEST(SeedGuide, FlattenOutsMergesFromMinorToMajor) {
  EXPECT_EQ(toText(flattenOuts(swizzle16x16())),
            "{offset: [16, 32, 64, 128, 1, 2, 68, 136]} -> {dim0: 256}");
}

// Section 5.6: to (register:8, lane:32), by flattening and cutting again.
TEST(SeedGuide, ReshapeInsCutsTheFlattenedInput) {
  EXPECT_EQ(toText(get(reshapeIns(laneMajor(8),
                                  {{Dim::Register, 8}, {Dim::Lane, 32}}))),
            "{register: [8, 16, 1], lane: [2, 4, 32, 64, 128]}"
            " -> {dim0: 256}");
}

// Section 5.6: the outputs in the order (dim1, dim0).
TEST(SeedGuide, TransposeOutsReordersEachBasis) {
  EXPECT_EQ(toText(get(transposeOuts(registers4x4(), {Dim1, Dim0}))),
            "{register: [[1, 0]], lane: [[2, 0], [0, 1]], warp: [[0, 2]]}"
            " -> {dim1: 4, dim0: 4}");
}

// Section 5.7: apply at (register=3, lane=5, warp=1).
TEST(SeedGuide, ApplyAddsTheBasesOfTheSetBits) {
  // (0,1) ^ (1,0) of the register, (0,2) ^ (2,0) of the lane, (0,8) of the
  // warp.
  EXPECT_EQ(elementAt(blocked16x16(),
                      {{Dim::Register, 3}, {Dim::Lane, 5}, {Dim::Warp, 1}}),
            "dim0=3, dim1=11");
}

/// Section 8.2, as the guide's `applyLinearLayout` does it: for each bit of
/// each index a select between the basis and zero, and an xor.
Word selectAndXor(const LinearLayout &layout, ListRef<Coordinate> indices,
                  Dim out) {
  Word result = 0;
  for (const auto &[dim, value] : indices)
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit)
      result ^= (value & f2::unit(bit)) != 0 ? layout.basis(dim, bit, out) : 0;
  return result;
}

// Section 8.2: the emitted code computes what apply computes.
TEST(SeedGuide, SelectAndXorEqualsApply) {
  LinearLayout layout = blocked16x16();
  for (Word x = 0; x < 256; ++x) {
    std::array<Coordinate, 3> location = {{{Dim::Register, x & 3},
                                           {Dim::Lane, x >> 2 & 15},
                                           {Dim::Warp, x >> 6}}};
    EXPECT_EQ(elementAt(layout, location),
              concat("dim0=", selectAndXor(layout, location, Dim0),
                     ", dim1=", selectAndXor(layout, location, Dim1)));
  }
}

// Section 11, Q4: compose goes forward twice, as from Celsius to Kelvin.
TEST(SeedGuide, ComposeChainsTwoScales) {
  LinearLayout a = get(parseText("{celsius: [2, 1]} -> {fahrenheit: 4}"));
  LinearLayout b = get(parseText("{fahrenheit: [3, 1]} -> {kelvin: 4}"));
  EXPECT_EQ(toText(get(compose(a, b))), "{celsius: [1, 3]} -> {kelvin: 4}");
}

// Section 11, Q4: invertAndCompose meets in the middle, as an address and a
// postal code do in a city; with an invertible B it is B^-1 after A.
TEST(SeedGuide, InvertAndComposeMeetsInTheMiddle) {
  LinearLayout a = get(parseText("{address: [3, 1]} -> {city: 4}"));
  LinearLayout b = get(parseText("{code: [2, 3]} -> {city: 4}"));
  // City 3 is code 2; city 1 = 2 ^ 3 is code 1 ^ 2.
  EXPECT_EQ(toText(get(invertAndCompose(a, b))),
            "{address: [2, 3]} -> {code: 4}");
  EXPECT_EQ(get(invertAndCompose(a, b)), get(compose(a, get(invert(b)))));
}

// Section 11, Q6: transposing changes the order of the names, not the map.
TEST(SeedGuide, TransposeInsKeepsTheMap) {
  LinearLayout layout = get(parseText("{register: [8, 16], lane: [1, 2, 4]}"
                                      " -> {dim0: 32}"));
  LinearLayout transposed =
      get(transposeIns(layout, {Dim::Lane, Dim::Register}));
  EXPECT_EQ(toText(transposed),
            "{lane: [1, 2, 4], register: [8, 16]} -> {dim0: 32}");
  for (Word r = 0; r < 4; ++r)
    for (Word lane = 0; lane < 8; ++lane)
      EXPECT_EQ(valueAt(transposed, {{Dim::Register, r}, {Dim::Lane, lane}}),
                8 * r + lane);
}

// Section 11, Q6: (register:4, lane:8) -> (thread:32) -> (x:8, y:4).
TEST(SeedGuide, ReshapeInsMergesAndSplits) {
  LinearLayout layout = get(parseText("{register: [8, 16], lane: [1, 2, 4]}"
                                      " -> {dim0: 32}"));
  LinearLayout merged = get(reshapeIns(layout, {{Dim::Thread, 32}}));
  EXPECT_EQ(toText(merged), "{thread: [8, 16, 1, 2, 4]} -> {dim0: 32}");
  LinearLayout split =
      get(reshapeIns(merged, {{Dim::named("x"), 8}, {Dim::named("y"), 4}}));
  EXPECT_EQ(toText(split), "{x: [8, 16, 1], y: [2, 4]} -> {dim0: 32}");
}

// Section 11, Q6: to flatten with the lane varying fastest, transpose first.
TEST(SeedGuide, TransposeThenFlattenIsLaneMinor) {
  LinearLayout layout = get(parseText("{register: [8, 16], lane: [1, 2, 4]}"
                                      " -> {dim0: 32}"));
  LinearLayout flat =
      flattenIns(get(transposeIns(layout, {Dim::Lane, Dim::Register})));
  EXPECT_EQ(flat, get(LinearLayout::identity1D(32, Dim::Lane, Dim0)));
}

} // namespace
