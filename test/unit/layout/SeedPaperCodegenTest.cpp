//===- SeedPaperCodegenTest.cpp - Examples of seed 001: code generation ---===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The worked examples of the third part of seed 001, the slides of the paper
/// on linear layouts: broadcasts, conversions, banks, vectorization. The
/// comments name a slide by its title. Where the slides contradict mathematics,
/// the test pins the right value and names the erratum.
///
//===----------------------------------------------------------------------===//

#include "SeedLayouts.h"
#include "heddle/layout/Equality.h"

using namespace heddle;

namespace {

const Dim I = Dim::named("i");
const Dim J = Dim::named("j");

/// Slide "Broadcasting - Linear Layouts": 2x8 elements, 4 registers and 16
/// threads, of whose bits t2 and t3 are free.
LinearLayout broadcastLayout() {
  return get(
      LinearLayout::fromBases({{Dim::Register, {{1, 0}, {0, 1}}},
                               {Dim::Thread, {{2, 0}, {4, 0}, {0, 0}, {0, 0}}}},
                              {J, I}));
}

// Slide "Broadcasting - Linear Layouts": the matrix, and
// L x (r1, t5) = L x (r1, t1).
TEST(SeedPaper, BroadcastEveryFourThreads) {
  LinearLayout layout = broadcastLayout();
  EXPECT_EQ(layout.matrix(), get(f2::Matrix::fromRows(6, {0b000001, // j0 = r0
                                                          0b000100, // j1 = t0
                                                          0b001000, // j2 = t1
                                                          0b000010})));
  auto element = [&](Word r, Word t) {
    return elementAt(layout, {{Dim::Register, r}, {Dim::Thread, t}});
  };
  EXPECT_EQ(element(1, 1), "j=3, i=0");
  EXPECT_EQ(element(1, 5), "j=3, i=0");
  for (Word t = 0; t < 16; ++t)
    EXPECT_EQ(element(3, t), element(3, t % 4));
  EXPECT_EQ(coordinatesText(layout.freeVariableMasks()),
            "register=0, thread=12");
}

/// A tile of 8x8 elements.
LinearLayout tile8x8() {
  return get(
      LinearLayout::fromBases({{Dim::Register, {{1, 0}, {0, 1}}},
                               {Dim::Thread, {{2, 0}, {4, 0}, {0, 2}, {0, 4}}}},
                              {J, I}));
}

// Slide "Broadcasting - Background", "Tensor < Tile": the tile repeats the
// tensor.
TEST(SeedPaper, TensorSmallerThanTile) {
  EXPECT_EQ(get(shrinkToShape(tile8x8(), {{I, 2}, {J, 8}})), broadcastLayout());
}

// Slide "Broadcasting - Background", "Tile < Tensor": the tensor repeats the
// tile.
TEST(SeedPaper, TileSmallerThanTensor) {
  EXPECT_EQ(toText(get(growToShape(tile8x8(), {{I, 8}, {J, 16}}))),
            "{register: [[1, 0], [0, 1], [8, 0]],"
            " thread: [[2, 0], [4, 0], [0, 2], [0, 4]]} -> {j: 16, i: 8}");
}

// Slide "Layout Conversions - Background". Erratum F24: L_B^-1 o L_A reaches
// one replica in B of each element, here those in lane 0.
TEST(SeedPaper, SourceToDestinationReachesOneReplica) {
  LinearLayout a = get(parseText("{lane: [1, 2]} -> {dim0: 4}"));
  LinearLayout b =
      get(parseText("{register: [1, 2], lane: [0, 0]} -> {dim0: 4}"));
  EXPECT_EQ(toText(get(invertAndCompose(a, b))),
            "{lane: [[1, 0], [2, 0]]} -> {register: 4, lane: 4}");
}

// Slide "Layout Conversions - Background". Erratum F24: L_A^-1 o L_B tells
// every destination where to read.
TEST(SeedPaper, DestinationToSourceFillsEveryReplica) {
  LinearLayout a = get(parseText("{lane: [1, 2]} -> {dim0: 4}"));
  LinearLayout b =
      get(parseText("{register: [1, 2], lane: [0, 0]} -> {dim0: 4}"));
  LinearLayout source = get(invertAndCompose(b, a));
  EXPECT_EQ(toText(source), "{register: [1, 2], lane: [0, 0]} -> {lane: 4}");
  for (Word destination = 0; destination < 16; ++destination)
    EXPECT_EQ(a.applyWord(source.applyWord(destination)),
              b.applyWord(destination));
}

/// Slide "Intra Thread": 4 registers and 16 threads of 8x8 elements; B is
/// `tile8x8`, and A has the register bits the other way round.
LinearLayout tileWithSwappedRegisters() {
  return get(
      LinearLayout::fromBases({{Dim::Register, {{0, 1}, {1, 0}}},
                               {Dim::Thread, {{2, 0}, {4, 0}, {0, 2}, {0, 4}}}},
                              {J, I}));
}

// Slide "Intra Thread": the matrix of the conversion. The threads are the
// identity; the registers r0 r1 r2 r3 of A go to r0 r2 r1 r3 of B.
TEST(SeedPaper, IntraThreadConversion) {
  LinearLayout conversion =
      get(invertAndCompose(tileWithSwappedRegisters(), tile8x8()));
  EXPECT_EQ(conversion.matrix(),
            get(f2::Matrix::fromRows(6, {0b000010, 0b000001, 0b000100, 0b001000,
                                         0b010000, 0b100000})));
  EXPECT_TRUE(conversion.isTrivialOver({Dim::Thread}));
  EXPECT_FALSE(conversion.isTrivialOver({Dim::Register}));
  LinearLayout registers = get(quotient(conversion, {Dim::Thread}));
  constexpr Word Destination[] = {0, 2, 1, 3};
  for (Word r = 0; r < 4; ++r)
    EXPECT_EQ(registers.applyWord(r), Destination[r]);
}

// Slide "Intra Thread": the conversion is a register permutation.
TEST(SeedPaper, IntraThreadRegisterPermutation) {
  LinearLayout a = tileWithSwappedRegisters();
  EXPECT_TRUE(equalUpToPermutation(a, tile8x8(), Dim::Register));
  ColumnAction swap = get(ColumnAction::create(Dim::Register, 2, {1, 0}));
  EXPECT_EQ(get(apply(swap, a)), tile8x8());
  EXPECT_EQ(get(applyToValues(swap, std::vector<int>{10, 11, 12, 13})),
            (std::vector<int>{10, 12, 11, 13}));
}

// Slide "Intra Thread": its condition, equal threads, is necessary only. Here
// register 1 of A's thread 0 holds element 3, which B keeps in thread 1.
TEST(SeedPaper, EqualThreadsAreNotEnoughForIntraThread) {
  LinearLayout a = get(parseText("{register: [3], thread: [2]} -> {dim0: 4}"));
  LinearLayout b = get(parseText("{register: [1], thread: [2]} -> {dim0: 4}"));
  LinearLayout conversion = get(invertAndCompose(a, b));
  EXPECT_EQ(elementAt(conversion, {{Dim::Register, 1}, {Dim::Thread, 0}}),
            "register=1, thread=1");
  EXPECT_EQ(elementAt(conversion, {{Dim::Register, 0}, {Dim::Thread, 1}}),
            "register=0, thread=1");
  EXPECT_FALSE(conversion.isTrivialOver({Dim::Thread}));
}

// Slide "Intra Warp": equal warps, different threads.
TEST(SeedPaper, IntraWarpConversion) {
  LinearLayout a = get(parseText("{register: [1, 2], thread: [4, 8],"
                                 " warp: [16]} -> {dim0: 32}"));
  LinearLayout b = get(parseText("{register: [1, 4], thread: [2, 8],"
                                 " warp: [16]} -> {dim0: 32}"));
  LinearLayout conversion = get(invertAndCompose(a, b));
  EXPECT_EQ(toText(get(quotient(conversion, {Dim::Warp}))),
            "{register: [[1, 0], [0, 1]], thread: [[2, 0], [0, 2]]}"
            " -> {register: 4, thread: 4}");
  EXPECT_TRUE(conversion.isTrivialOver({Dim::Warp}));
  EXPECT_FALSE(conversion.isTrivialOver({Dim::Thread}));
  EXPECT_FALSE(equalUpToPermutation(a, b, Dim::Register));
}

// Slide "Intra CTA": neither threads nor warps stay; through shared memory,
// L_BS o L_AS with L_AS = L_S o L_A and L_BS = L_B^-1 o L_S^-1.
TEST(SeedPaper, IntraCtaConversionThroughSharedMemory) {
  LinearLayout a = get(parseText("{register: [[0, 1]], thread: [[0, 2],"
                                 " [1, 0]], warp: [[2, 0]]}"
                                 " -> {dim0: 4, dim1: 4}"));
  LinearLayout b = get(parseText("{register: [[1, 0]], thread: [[2, 0],"
                                 " [0, 1]], warp: [[0, 2]]}"
                                 " -> {dim0: 4, dim1: 4}"));
  LinearLayout direct = get(invertAndCompose(a, b));
  EXPECT_FALSE(direct.isTrivialOver({Dim::Warp}));
  EXPECT_FALSE(direct.isTrivialOver({Dim::Thread}));

  LinearLayout offsetToElement = swizzledShared(4, 4, 1, 1, 4);
  LinearLayout store = get(compose(a, get(invert(offsetToElement))));
  LinearLayout load = get(compose(offsetToElement, get(invert(b))));
  // Row 1 is swizzled by 1, row 2 by 2.
  EXPECT_EQ(toText(store),
            "{register: [1], thread: [2, 5], warp: [10]} -> {offset: 16}");
  EXPECT_EQ(get(compose(store, load)), direct);
}

// Slides "Bank Conflicts" and "Avoid Bank Conflicts": an offset is vector, bank
// and segment; threads in one segment do not conflict.
TEST(SeedPaper, OneSegmentDoesNotConflict) {
  LinearLayout row = get(parseText("{thread: [[0, 1], [0, 2], [0, 4], [0, 8],"
                                   " [0, 16]]} -> {dim0: 32, dim1: 32}"));
  LinearLayout offsets =
      get(invertAndCompose(row, swizzledShared(32, 32, 1, 1, 1)));
  LinearLayout places = get(reshapeOuts(
      offsets, {{Dim::Vector, 1}, {Dim::Bank, 32}, {Dim::Segment, 32}}));
  EXPECT_EQ(elementAt(places, {{Dim::Thread, 19}}),
            "vector=0, bank=19, segment=0");
  EXPECT_TRUE(get(isZeroSublayout(places, {Dim::Thread}, {Dim::Segment})));
  EXPECT_EQ(wavefronts(offsets), 1U);
}

// Slide "Avoid Bank Conflicts", intuition 3: a column of a plain buffer changes
// the segment and keeps the bank; swizzled, both change together.
TEST(SeedPaper, SegmentsMustNotShareABank) {
  LinearLayout column = get(parseText("{thread: [[1, 0], [2, 0], [4, 0],"
                                      " [8, 0], [16, 0]]}"
                                      " -> {dim0: 32, dim1: 32}"));
  auto places = [&](std::uint64_t maxPhase) {
    LinearLayout shared = swizzledShared(32, 32, 1, 1, maxPhase);
    return get(reshapeOuts(get(invertAndCompose(column, shared)),
                           {{Dim::Bank, 32}, {Dim::Segment, 32}}));
  };
  EXPECT_EQ(elementAt(places(1), {{Dim::Thread, 19}}), "bank=0, segment=19");
  EXPECT_EQ(wavefronts(flattenOuts(places(1))), 32U);
  EXPECT_EQ(elementAt(places(32), {{Dim::Thread, 19}}), "bank=19, segment=19");
  EXPECT_EQ(wavefronts(flattenOuts(places(32))), 1U);
}

// Slide "Other Use Cases": ldmatrix and stmatrix by division. The accumulator
// of a 16x8 MMA consists of two 8x8 tiles.
TEST(SeedPaper, MatrixTilesByDivision) {
  LinearLayout tile = get(LinearLayout::identity1D(2, Dim::Register, Dim1) *
                          LinearLayout::identity1D(4, Dim::Lane, Dim1) *
                          LinearLayout::identity1D(8, Dim::Lane, Dim0));
  LinearLayout accumulator = get(parseText(
      "{register: [[1, 0], [0, 8]], lane: [[2, 0], [4, 0], [0, 1], [0, 2],"
      " [0, 4]]} -> {dim1: 8, dim0: 16}"));
  EXPECT_EQ(toText(get(divideLeft(accumulator, tile))),
            "{register: [[0, 1]], lane: []} -> {dim1: 1, dim0: 2}");
  EXPECT_TRUE(failsWith(divideLeft(blocked16x16(), tile), "expects a factor"));
}

// Slide "Other Use Cases", contiguous elements: the largest u such that
// L_reg^-1(i) = i for all i <= u; u + 1 is the length of a vector.
TEST(SeedPaper, ContiguousElements) {
  auto contiguous = [](std::string_view text) {
    return get(parseText(text)).numConsecutiveInOut();
  };
  EXPECT_EQ(contiguous("{register: [1, 2], thread: [4, 8]} -> {dim0: 16}"), 4U);
  EXPECT_EQ(contiguous("{register: [1, 2, 16], thread: [4, 8]} -> {dim0: 32}"),
            4U);
  EXPECT_EQ(contiguous("{register: [2, 1], thread: [4, 8]} -> {dim0: 16}"), 1U);
  // Thread 1 reads 2 3 0 1.
  EXPECT_EQ(contiguous("{register: [1, 2], thread: [2]} -> {dim0: 4}"), 2U);
}

/// Registers out of memory order: elements 0 8 1 9 2 10 3 11 in thread 0.
LinearLayout scatteredRegisters() {
  return get(parseText("{register: [8, 1, 2], thread: [4, 16]} -> {dim0: 32}"));
}

// Slide "Other Use Cases", generalized vectorization: permuted registers make
// vectors of four where there was none.
TEST(SeedPaper, GeneralizedVectorization) {
  LinearLayout layout = scatteredRegisters();
  LinearLayout vec4 = get(LinearLayout::identity1D(4, Dim::Register, Dim0));
  EXPECT_EQ(layout.numConsecutiveInOut(), 1U);
  EXPECT_FALSE(divideLeft(layout, vec4));
  auto [quotient, permutation] =
      get(divideLeftPermuted(layout, vec4, Dim::Register));
  EXPECT_EQ(toText(quotient), "{register: [2], thread: [1, 4]} -> {dim0: 8}");
  LinearLayout permuted = get(apply(permutation, layout));
  EXPECT_EQ(permuted.numConsecutiveInOut(), 4U);
  EXPECT_EQ(get(vec4 * quotient), permuted);
}

// Slide "Other Use Cases", generalized vectorization: the values follow.
TEST(SeedPaper, GeneralizedVectorizationMovesTheValues) {
  LinearLayout vec4 = get(LinearLayout::identity1D(4, Dim::Register, Dim0));
  auto division =
      get(divideLeftPermuted(scatteredRegisters(), vec4, Dim::Register));
  std::vector<int> elements = {0, 8, 1, 9, 2, 10, 3, 11};
  EXPECT_EQ(get(applyToValues(division.permutation, elements)),
            (std::vector<int>{0, 1, 2, 3, 8, 9, 10, 11}));
}

// Slide "Other Use Cases": no permutation makes vectors of registers that are
// not there.
TEST(SeedPaper, NoPermutationVectorizesOtherThreads) {
  LinearLayout layout =
      get(parseText("{register: [4, 1], thread: [2, 8]} -> {dim0: 16}"));
  LinearLayout vec4 = get(LinearLayout::identity1D(4, Dim::Register, Dim0));
  EXPECT_TRUE(failsWith(divideLeftPermuted(layout, vec4, Dim::Register),
                        "no further bit of register holds element (dim0=2)"));
}

} // namespace
