//===- SeedGuideLayoutsTest.cpp - Examples of seed 000: built layouts -----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The worked examples of sections 6 to 8 of seed 000, the guide to linear
/// layouts: layouts built step by step, and Triton's families. Where the guide
/// contradicts mathematics, the test pins the right value and names the
/// erratum.
///
//===----------------------------------------------------------------------===//

#include "SeedLayouts.h"

using namespace heddle;

namespace {

// Section 6.1. Erratum F5: the layout that the comment lists, thread t holds
// t, t+4, t+8, ..., has the lanes as the inner factor.
TEST(SeedGuide, LanesHoldEveryFourthElement) {
  LinearLayout layout = get(LinearLayout::identity1D(4, Dim::Lane, Dim0) *
                            LinearLayout::identity1D(8, Dim::Register, Dim0));
  EXPECT_EQ(toText(layout), "{lane: [1, 2], register: [4, 8, 16]}"
                            " -> {dim0: 32}");
  constexpr Word Rows[4][8] = {{0, 4, 8, 12, 16, 20, 24, 28},
                               {1, 5, 9, 13, 17, 21, 25, 29},
                               {2, 6, 10, 14, 18, 22, 26, 30},
                               {3, 7, 11, 15, 19, 23, 27, 31}};
  for (Word lane = 0; lane < 4; ++lane)
    for (Word r = 0; r < 8; ++r)
      EXPECT_EQ(valueAt(layout, {{Dim::Register, r}, {Dim::Lane, lane}}),
                Rows[lane][r]);
}

// Section 6.1. Erratum F5: the product as the guide writes it gives each lane
// eight neighbours.
TEST(SeedGuide, RegistersInsideHoldNeighbours) {
  LinearLayout layout = get(LinearLayout::identity1D(8, Dim::Register, Dim0) *
                            LinearLayout::strided1D(4, 1, Dim::Lane, Dim0));
  auto at = [&](Word r, Word lane) {
    return valueAt(layout, {{Dim::Register, r}, {Dim::Lane, lane}});
  };
  EXPECT_EQ(at(0, 0), 0U);
  EXPECT_EQ(at(1, 0), 1U);
  EXPECT_EQ(at(0, 1), 8U);
  EXPECT_EQ(at(2, 3), 26U);
}

/// A rows x cols identity with dim1 varying fastest.
Result<LinearLayout> rowMajor(std::uint64_t rows, std::uint64_t cols, Dim in) {
  return LinearLayout::identity1D(cols, in, Dim1) *
         LinearLayout::identity1D(rows, in, Dim0);
}

// Section 6.2. Errata F6 and F7: a product multiplies the strides itself, so
// the factors are plain identities, dim1 first; (register 2, lane 5) is (3, 2).
TEST(SeedGuide, BlockedLayoutOf16x16) {
  LinearLayout layout = get(
      transposeOuts(get(rowMajor(2, 2, Dim::Register) *
                        rowMajor(4, 4, Dim::Lane) * rowMajor(2, 2, Dim::Warp)),
                    {Dim0, Dim1}));
  EXPECT_EQ(toText(layout), "{register: [[0, 1], [1, 0]],"
                            " lane: [[0, 2], [0, 4], [2, 0], [4, 0]],"
                            " warp: [[0, 8], [8, 0]]} -> {dim0: 16, dim1: 16}");
  EXPECT_EQ(layout, blocked16x16());
  EXPECT_EQ(
      elementAt(layout, {{Dim::Register, 2}, {Dim::Lane, 5}, {Dim::Warp, 0}}),
      "dim0=3, dim1=2");
}

// Section 6.2: the automatic construction from sizePerThread [2,2],
// threadsPerWarp [4,4], warpsPerCTA [2,2], order [1,0] is the same.
TEST(SeedGuide, BlockedLayoutFromStandardIdentities) {
  LinearLayout layout =
      get(LinearLayout::identityStandardND(Dim::Register, {2, 2}, {1, 0}) *
          LinearLayout::identityStandardND(Dim::Lane, {4, 4}, {1, 0}) *
          LinearLayout::identityStandardND(Dim::Warp, {2, 2}, {1, 0}));
  EXPECT_EQ(get(transposeOuts(layout, {Dim0, Dim1})), blocked16x16());
}

// Section 6.2. Erratum F6: strided factors count the strides twice, which
// leaves holes.
TEST(SeedGuide, StridedFactorsLeaveHoles) {
  auto strided = [](std::uint64_t size, std::uint64_t stride, Dim in) {
    return LinearLayout::strided1D(size, stride, in, Dim0) *
           LinearLayout::strided1D(size, stride, in, Dim1);
  };
  LinearLayout layout =
      get(strided(2, 1, Dim::Register) * strided(4, 2, Dim::Lane) *
          strided(2, 8, Dim::Warp));
  EXPECT_EQ(toText(layout),
            "{register: [[1, 0], [0, 1]],"
            " lane: [[4, 0], [8, 0], [0, 4], [0, 8]],"
            " warp: [[128, 0], [0, 128]]} -> {dim0: 256, dim1: 256}");
  EXPECT_FALSE(layout.isSurjective());
  EXPECT_EQ(
      elementAt(layout, {{Dim::Register, 2}, {Dim::Lane, 5}, {Dim::Warp, 0}}),
      "dim0=4, dim1=5");
}

// Section 6.3: 128x32 elements, vec 8, perPhase 4, maxPhase 8. Erratum F8:
// offset 17 is in row 0; (row 4, column 1) is offset 129 and holds (4, 9).
TEST(SeedGuide, SharedSwizzleOf128x32) {
  LinearLayout layout = swizzledShared(128, 32, 8, 4, 8);
  EXPECT_EQ(toText(layout),
            "{offset: [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 0], [2, 0],"
            " [4, 8], [8, 16], [16, 0], [32, 0], [64, 0]]}"
            " -> {dim0: 128, dim1: 32}");
  EXPECT_EQ(elementAt(layout, {{Dim::Offset, 16}}), "dim0=0, dim1=16");
  EXPECT_EQ(elementAt(layout, {{Dim::Offset, 17}}), "dim0=0, dim1=17");
  EXPECT_EQ(elementAt(layout, {{Dim::Offset, 129}}), "dim0=4, dim1=9");
}

/// The columns that the element of column 0 of each row is moved by.
std::set<Word> phases(const LinearLayout &shared, std::uint64_t cols) {
  std::set<Word> result;
  for (Word offset = 0; offset < shared.inSize(Dim::Offset); offset += cols)
    result.insert(shared.field(shared.applyWord(offset), Dim1));
  return result;
}

// Section 6.3. Erratum F9: 32 columns have room for 4 phases of 8, not for 8;
// row 16 is back at phase 0.
TEST(SeedGuide, SharedSwizzleHasFourPhases) {
  LinearLayout layout = swizzledShared(128, 32, 8, 4, 8);
  EXPECT_EQ(phases(layout, 32), std::set<Word>({0, 8, 16, 24}));
  EXPECT_EQ(elementAt(layout, {{Dim::Offset, 16 * 32}}), "dim0=16, dim1=0");
}

/// The wavefronts of an access to f32 elements in this shared memory.
std::size_t wavefrontsOf(std::string_view access, const LinearLayout &shared) {
  return wavefronts(get(invertAndCompose(get(parseText(access)), shared)));
}

// Section 6.3. Erratum F9: the guide's parameters conflict 4 and 8 ways. What
// is free of conflicts for f32, in rows of 128 bytes, is vec 4, perPhase 1,
// maxPhase 8.
TEST(SeedGuide, SharedSwizzleConflicts) {
  constexpr std::string_view EightRowsOf16Bytes =
      "{register: [[0, 1], [0, 2]], lane: [[1, 0], [2, 0], [4, 0]]}"
      " -> {dim0: 128, dim1: 32}";
  constexpr std::string_view ColumnOf32Rows =
      "{lane: [[1, 0], [2, 0], [4, 0], [8, 0], [16, 0]]}"
      " -> {dim0: 128, dim1: 32}";
  LinearLayout guide = swizzledShared(128, 32, 8, 4, 8);
  EXPECT_EQ(wavefrontsOf(EightRowsOf16Bytes, guide), 4U);
  EXPECT_EQ(wavefrontsOf(ColumnOf32Rows, guide), 8U);
  LinearLayout right = swizzledShared(128, 32, 4, 1, 8);
  EXPECT_EQ(wavefrontsOf(EightRowsOf16Bytes, right), 1U);
  EXPECT_EQ(wavefrontsOf(ColumnOf32Rows, right), 4U);
}

// Section 6.4: (register, lane, warp, block) -> (offset, block).
TEST(SeedGuide, RegistersToSharedMemory) {
  auto block = LinearLayout::identity1D(1, Dim::Block, Dim0);
  LinearLayout registers = get(blocked16x16() * block);
  LinearLayout memory = get(swizzledShared(16, 16, 4, 4, 4) * block);
  LinearLayout conversion = get(invertAndCompose(registers, memory));
  // Rows 4 and 8 are swizzled: (4, 0) is at 64 ^ 4, (8, 0) at 128 ^ 8.
  EXPECT_EQ(toText(conversion),
            "{register: [[1, 0], [16, 0]],"
            " lane: [[2, 0], [4, 0], [32, 0], [68, 0]],"
            " warp: [[8, 0], [136, 0]], block: []} -> {offset: 256, block: 1}");
  EXPECT_EQ(get(compose(conversion, memory)), registers);
}

// Sections 6.4 and 8.1: the store loop puts every element where the memory's
// layout wants it.
TEST(SeedGuide, StoreLoopFillsSharedMemory) {
  LinearLayout registers = blocked16x16();
  LinearLayout memory = swizzledShared(16, 16, 4, 4, 4);
  LinearLayout conversion = get(invertAndCompose(registers, memory));
  std::vector<Word> stored(256, ~Word(0));
  for (Word location = 0; location < 256; ++location)
    stored[conversion.applyWord(location)] = registers.applyWord(location);
  for (Word offset = 0; offset < 256; ++offset)
    EXPECT_EQ(stored[offset], memory.applyWord(offset)) << offset;
}

// Section 7.2: sizePerThread [4, 2], order [1, 0]; dim1 alternates, dim0 moves
// every second register.
TEST(SeedGuide, StandardIdentityOf4x2) {
  LinearLayout layout =
      get(LinearLayout::identityStandardND(Dim::Register, {4, 2}, {1, 0}));
  EXPECT_EQ(layout, get(LinearLayout::identity1D(2, Dim::Register, Dim1) *
                        LinearLayout::identity1D(4, Dim::Register, Dim0)));
  for (Word r = 0; r < 8; ++r)
    EXPECT_EQ(elementAt(layout, {{Dim::Register, r}}),
              concat("dim1=", r % 2, ", dim0=", r / 2));
}

// Section 7.3: the bases give every row the column xored with its phase.
TEST(SeedGuide, SwizzleFormulaHoldsForAllRows) {
  struct Parameters {
    Word cols, vec, perPhase, maxPhase;
  };
  for (auto [cols, vec, perPhase, maxPhase] :
       {Parameters{64, 8, 1, 8}, {32, 4, 2, 4}, {16, 4, 4, 4}, {32, 8, 4, 8}}) {
    LinearLayout layout = swizzledShared(64, cols, vec, perPhase, maxPhase);
    for (Word offset = 0; offset < 64 * cols; ++offset) {
      Word row = offset / cols;
      Word swizzle = vec * (row / perPhase % maxPhase) % cols;
      EXPECT_EQ(elementAt(layout, {{Dim::Offset, offset}}),
                concat("dim0=", row, ", dim1=", (offset % cols) ^ swizzle));
    }
  }
}

// Section 7.3: further axes repeat the swizzled tile.
TEST(SeedGuide, SwizzleRepeatsAlongHigherAxes) {
  LinearLayout layout =
      get(swizzledShared(16, 16, 4, 4, 4) *
          LinearLayout::identity1D(2, Dim::Offset, Dim::standard(2)));
  EXPECT_EQ(elementAt(layout, {{Dim::Offset, 64}}), "dim0=4, dim1=4, dim2=0");
  EXPECT_EQ(elementAt(layout, {{Dim::Offset, 256 + 64}}),
            "dim0=4, dim1=4, dim2=1");
}

/// Section 7.4: 8 rows of 128 bytes swizzled in 16-byte units, every 16 bytes
/// of which carry 8 bytes of fp4 values and 8 of padding.
LinearLayout paddedCoreMatrix() {
  auto packed = [](Word col) { return col / 16 * 8 + col % 8; };
  std::vector<std::vector<Word>> bases;
  for (Word col = 1; col < 128; col *= 2)
    bases.push_back({0, packed(col)});
  for (Word row = 1; row < 8; row *= 2)
    bases.push_back({row, packed(16 * row)});
  return get(LinearLayout::fromBases({{Dim::Offset, bases}}, {Dim0, Dim1}));
}

// Section 7.4. Erratum F11: of 16 byte offsets 8 carry data (16 fp4 values);
// offset bit 3 is the zero basis.
TEST(SeedGuide, PaddedCoreMatrixFoldsSixteenOffsetsToEight) {
  LinearLayout layout = paddedCoreMatrix();
  EXPECT_EQ(toText(layout),
            "{offset: [[0, 1], [0, 2], [0, 4], [0, 0], [0, 8], [0, 16],"
            " [0, 32], [1, 8], [2, 16], [4, 32]]} -> {dim0: 8, dim1: 64}");
  EXPECT_EQ(coordinatesText(layout.freeVariableMasks()), "offset=8");
  LinearLayout sixteenBytes = get(resizeIn(layout, Dim::Offset, 16));
  EXPECT_EQ(elementCount(sixteenBytes), 8U);
}

// Section 7.4: of the two offsets of an element the conversion takes the lower.
TEST(SeedGuide, PaddedCoreMatrixConversionTakesTheDataBytes) {
  LinearLayout packedBytes = get(parseText(
      "{register: [[0, 1], [0, 2], [0, 4], [0, 8]], lane: [[0, 16], [0, 32],"
      " [1, 0], [2, 0], [4, 0]]} -> {dim0: 8, dim1: 64}"));
  LinearLayout conversion =
      get(invertAndCompose(packedBytes, paddedCoreMatrix()));
  // Offset 128 holds (1, 8) and offset 16 holds (0, 8), so (1, 0) is at 144.
  EXPECT_EQ(toText(conversion),
            "{register: [1, 2, 4, 16], lane: [32, 64, 144, 288, 576]}"
            " -> {offset: 1024}");
  EXPECT_EQ(get(compose(conversion, paddedCoreMatrix())), packedBytes);
}

/// 32 lanes of one element each, and the blocks of a cluster of two.
LinearLayout oneWarp() {
  return get(LinearLayout::identity1D(1, Dim::Register, Dim0) *
             LinearLayout::identity1D(32, Dim::Lane, Dim0) *
             LinearLayout::identity1D(1, Dim::Warp, Dim0));
}
LinearLayout twoBlocks() {
  return get(LinearLayout::identity1D(2, Dim::Block, Dim0));
}

// Section 7.5. Erratum F12: the layout of a block grows to the block's share of
// the shape first, so that each block holds one half of 128.
TEST(SeedGuide, BlocksGrowBeforeTheyAreCombined) {
  LinearLayout grown = get(growToShape(oneWarp(), {{Dim0, 128 / 2}}));
  EXPECT_EQ(toText(get(grown * twoBlocks())),
            "{register: [32], lane: [1, 2, 4, 8, 16], warp: [], block: [64]}"
            " -> {dim0: 128}");
}

// Section 7.5. Erratum F12: in the guide's order the blocks alternate by 32.
TEST(SeedGuide, BlocksCombinedBeforeTheyGrowAlternate) {
  LinearLayout combined = get(oneWarp() * twoBlocks());
  EXPECT_EQ(toText(get(growToShape(combined, {{Dim0, 128}}))),
            "{register: [64], lane: [1, 2, 4, 8, 16], warp: [], block: [32]}"
            " -> {dim0: 128}");
}

/// Section 7.5, makeCgaLayout, for two axes: of the CTAs along an axis `split`
/// hold parts of their own, and the rest repeat them.
LinearLayout cgaLayout(std::array<Word, 2> ctas, std::array<Word, 2> split,
                       std::array<unsigned, 2> order) {
  LinearLayout result;
  for (unsigned axis : order) {
    Dim dim = Dim::standard(axis);
    result =
        get(result * LinearLayout::identity1D(split[axis], Dim::Block, dim) *
            LinearLayout::zeros1D(ctas[axis] / split[axis], Dim::Block, dim));
  }
  return get(transposeOuts(result, {Dim0, Dim1}));
}

// Section 7.5: CTAsPerCGA [2,4], CTASplitNum [2,2], CTAOrder [1,0]. Erratum
// F13: dim0 is block >> 2, so block 1 is at dim0 0; dim1 is block & 1.
TEST(SeedGuide, ClusterSplitsAndReplicates) {
  LinearLayout layout = cgaLayout({2, 4}, {2, 2}, {1, 0});
  EXPECT_EQ(toText(layout),
            "{block: [[0, 1], [0, 0], [1, 0]]} -> {dim0: 2, dim1: 2}");
  for (Word block = 0; block < 8; ++block)
    EXPECT_EQ(elementAt(layout, {{Dim::Block, block}}),
              concat("dim0=", block >> 2, ", dim1=", block & 1));
}

// Section 11, Q5: CTAsPerCGA [2,1], CTASplitNum [1,1]; both blocks hold all of
// dim0.
TEST(SeedGuide, UnsplitBlocksHoldTheSameData) {
  LinearLayout cluster = cgaLayout({2, 1}, {1, 1}, {1, 0});
  EXPECT_EQ(toText(cluster), "{block: [[0, 0]]} -> {dim0: 1, dim1: 1}");
  LinearLayout layout = get(blocked16x16() * cluster);
  EXPECT_EQ(layout.outSize(Dim0), 16U);
  for (Word block : {0, 1}) {
    Coordinate location[] = {{Dim::Register, 2},
                             {Dim::Lane, 5},
                             {Dim::Warp, 2},
                             {Dim::Block, block}};
    EXPECT_EQ(elementAt(layout, location), "dim0=11, dim1=2");
  }
}

} // namespace
