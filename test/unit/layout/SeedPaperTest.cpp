//===- SeedPaperTest.cpp - Examples of seed 001: linear layouts -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The worked examples of the first two parts of seed 001, the slides of the
/// paper on linear layouts: background, definitions and operators. The comments
/// name a slide by its title. Where the slides contradict mathematics, the test
/// pins the right value and names the erratum.
///
//===----------------------------------------------------------------------===//

#include "SeedLayouts.h"
#include "heddle/f2/Elimination.h"

using namespace heddle;

namespace {

// Title slide: w = L * v. Vectors are read with bit 0 first.
TEST(SeedPaper, TitleMatrix) {
  f2::Matrix matrix =
      get(f2::Matrix::fromRows(4, {0b1101, 0b0010, 0b0111, 0b1101}));
  f2::Word v = 0b0111; // (1, 1, 1, 0)
  EXPECT_EQ(f2::apply(matrix, v), 0b0110U) << "w = (0, 1, 1, 0)";
}

/// Slide "vecAdd": what a launch of add_kernel with 4x4 blocks on 5x7 elements
/// switches on.
struct AddKernelCounts {
  unsigned lanes = 0;
  unsigned wrong = 0;
  unsigned beyondTheBuffer = 0;
};
template <class Mask> AddKernelCounts countLanes(Mask mask) {
  constexpr unsigned Rows = 5, Cols = 7, Block = 4;
  AddKernelCounts counts;
  for (unsigned program = 0; program < 4; ++program)
    for (unsigned lane = 0; lane < Block * Block; ++lane) {
      unsigned row = program / 2 * Block + lane / Block;
      unsigned col = program % 2 * Block + lane % Block;
      bool isOn =
          mask(lane / Block, row, Rows) && mask(lane % Block, col, Cols);
      counts.lanes += isOn;
      counts.wrong += isOn && (row >= Rows || col >= Cols);
      counts.beyondTheBuffer += isOn && row * Cols + col >= Rows * Cols;
    }
  return counts;
}

// Slide "vecAdd". Erratum F21: the slide's mask compares the offset within the
// block, so it never switches off a lane of the outer blocks.
TEST(SeedPaper, AddKernelMaskForgetsTheProgram) {
  AddKernelCounts counts = countLanes(
      [](unsigned offset, unsigned, unsigned dim) { return offset < dim; });
  EXPECT_EQ(counts.lanes, 64U);
  EXPECT_EQ(counts.wrong, 29U);
  EXPECT_EQ(counts.beyondTheBuffer, 25U);
}

// Slide "vecAdd". Erratum F21: the place in the tensor has to be compared.
TEST(SeedPaper, AddKernelMaskOfThePlace) {
  AddKernelCounts counts = countLanes(
      [](unsigned, unsigned place, unsigned dim) { return place < dim; });
  EXPECT_EQ(counts.lanes, 5U * 7U);
  EXPECT_EQ(counts.wrong, 0U);
}

const Dim I = Dim::named("i");
const Dim J = Dim::named("j");

/// Slides "Indices are Bits" and "Defining Linear Layouts": 16x16 elements,
/// 2x2 registers a thread, 4x8 threads, and, erratum F22, 2 warps: one bit.
LinearLayout paperLayout() {
  return get(LinearLayout::fromBases(
      {{Dim::Register, {{1, 0}, {0, 1}}},
       {Dim::Thread, {{2, 0}, {4, 0}, {8, 0}, {0, 2}, {0, 4}}},
       {Dim::Warp, {{0, 8}}}},
      {J, I}));
}

// Slide "Motivation: Indices are Bits": r3 is 0b11, t19 is 0b10011, i2 and j1
// are 0b10 and 0b01; each is the sum of its bits.
TEST(SeedPaper, IndicesAreBits) {
  LinearLayout layout = paperLayout();
  auto element = [&](Word r, Word t) {
    return elementAt(layout,
                     {{Dim::Register, r}, {Dim::Thread, t}, {Dim::Warp, 0}});
  };
  EXPECT_EQ(element(0b11, 0), "j=1, i=1");
  // t16 is at i=4, t2 at j=4, t1 at j=2.
  EXPECT_EQ(element(0, 0b10011), "j=6, i=4");
  EXPECT_EQ(elementAt(get(invert(layout)), {{I, 0b10}, {J, 0b01}}),
            "register=1, thread=8, warp=0");
}

// Slide "Motivation: Indices are Bits". Erratum F22: w2 has two bits, of which
// a 16x16 tensor leaves one.
TEST(SeedPaper, WarpTwoIsOutside) {
  EXPECT_TRUE(failsWith(
      paperLayout().apply(
          {{Dim::Register, 0}, {Dim::Thread, 0}, {Dim::Warp, 0b10}}),
      "expects a coordinate below the size of warp, which is 2, but got 2"));
}

// Slide "Defining Linear Layouts": the table of locations. Its rows give t in
// four bits; t9 stays 0b1001 with five.
TEST(SeedPaper, TableOfLocations) {
  struct Row {
    Word i, j;
    const char *location;
  };
  constexpr Row Rows[] = {{0, 0, "register=0, thread=0, warp=0"},
                          {0, 1, "register=1, thread=0, warp=0"},
                          {0, 2, "register=0, thread=1, warp=0"},
                          {0, 3, "register=1, thread=1, warp=0"},
                          {1, 0, "register=2, thread=0, warp=0"},
                          {1, 1, "register=3, thread=0, warp=0"},
                          {2, 2, "register=0, thread=9, warp=0"},
                          {2, 3, "register=1, thread=9, warp=0"},
                          {3, 2, "register=2, thread=9, warp=0"},
                          {3, 3, "register=3, thread=9, warp=0"}};
  LinearLayout locations = get(invert(paperLayout()));
  for (const Row &row : Rows)
    EXPECT_EQ(elementAt(locations, {{I, row.i}, {J, row.j}}), row.location);
}

// Slide "Defining Linear Layouts": the rows that the table leaves out.
TEST(SeedPaper, TableOfAllLocations) {
  LinearLayout locations = get(invert(paperLayout()));
  for (Word i = 0; i < 16; ++i)
    for (Word j = 0; j < 16; ++j)
      EXPECT_EQ(elementAt(locations, {{I, i}, {J, j}}),
                concat("register=", j % 2 + 2 * (i % 2),
                       ", thread=", j / 2 + 8 * (i / 2 % 4), ", warp=", i / 8));
}

// Slide "Defining Linear Layouts", w = L * v. Erratum F22: L is 8x8, with the
// row of i3 and the column of w0 that the slide leaves out.
TEST(SeedPaper, LayoutAsMatrix) {
  f2::Matrix matrix = get(f2::Matrix::fromRows(8, {0b00000001,    // j0 = r0
                                                   0b00000100,    // j1 = t0
                                                   0b00001000,    // j2 = t1
                                                   0b00010000,    // j3 = t2
                                                   0b00000010,    // i0 = r1
                                                   0b00100000,    // i1 = t3
                                                   0b01000000,    // i2 = t4
                                                   0b10000000})); // i3 = w0
  EXPECT_EQ(paperLayout().matrix(), matrix);
}

// Slide "Defining Linear Layouts": v = (2, 0, 0). Erratum F22: the result is
// (i, j) = (1, 0); the slide writes it as (j, i).
TEST(SeedPaper, MatrixTimesLocation) {
  EXPECT_EQ(f2::apply(paperLayout().matrix(), 0b00000010), 0b00010000U);
  EXPECT_EQ(elementAt(paperLayout(),
                      {{Dim::Register, 2}, {Dim::Thread, 0}, {Dim::Warp, 0}}),
            "j=0, i=1");
}

// Slide "F2 Mathematics": sums and products modulo 2.
TEST(SeedPaper, ArithmeticModuloTwo) {
  for (f2::Word a : {0, 1})
    for (f2::Word b : {0, 1}) {
      f2::Matrix x = get(f2::Matrix::fromRows(1, {a}));
      f2::Matrix y = get(f2::Matrix::fromRows(1, {b}));
      EXPECT_EQ(get(f2::add(x, y)).at(0, 0), (a + b) % 2 == 1);
      EXPECT_EQ(get(f2::multiply(x, y)).at(0, 0), a * b % 2 == 1);
    }
}

// Slide "Composition": Reg -> Memory Offset -> Logical Coordinate.
TEST(SeedPaper, Composition) {
  LinearLayout first = get(parseText("{register: [2, 1]} -> {offset: 4}"));
  LinearLayout second =
      get(parseText("{offset: [[0, 1], [1, 1]]} -> {dim0: 2, dim1: 2}"));
  LinearLayout composed = get(compose(first, second));
  EXPECT_EQ(toText(composed),
            "{register: [[1, 1], [0, 1]]} -> {dim0: 2, dim1: 2}");
  EXPECT_EQ(composed.matrix(),
            get(f2::multiply(second.matrix(), first.matrix())));
}

// Slide "Product": U1 x U2 -> V1 x V2, a block-diagonal matrix.
TEST(SeedPaper, ProductIsBlockDiagonal) {
  LinearLayout first = get(parseText("{register: [2, 3]} -> {offset: 4}"));
  LinearLayout second = get(parseText("{thread: [1, 3, 2]} -> {bank: 4}"));
  f2::Matrix top =
      get(f2::concatColumns(first.matrix(), get(f2::Matrix::zero(2, 3))));
  f2::Matrix bottom =
      get(f2::concatColumns(get(f2::Matrix::zero(2, 2)), second.matrix()));
  EXPECT_EQ(get(first * second).matrix(), get(f2::concatRows(top, bottom)));
}

// Slide "Product": Reg x Thread -> Memory Offset repeats the mapping of the
// registers in each thread.
TEST(SeedPaper, ProductRepeatsTheRegistersInEachThread) {
  LinearLayout registers = get(parseText("{register: [2, 1]} -> {offset: 4}"));
  LinearLayout threads =
      get(LinearLayout::identity1D(8, Dim::Thread, Dim::Offset));
  LinearLayout layout = get(registers * threads);
  for (Word t = 0; t < 8; ++t)
    for (Word r = 0; r < 4; ++r)
      EXPECT_EQ(valueAt(layout, {{Dim::Register, r}, {Dim::Thread, t}}),
                valueAt(registers, {{Dim::Register, r}}) + 4 * t);
}

// Slide "Product". Erratum F25: it is a direct sum; the xor of two maps into
// the same output, as seed 000 has it, is another operation.
TEST(SeedPaper, DirectSumIsNotXor) {
  LinearLayout lanes = get(LinearLayout::identity1D(4, Dim::Lane, Dim0));
  LinearLayout registers =
      get(LinearLayout::identity1D(8, Dim::Register, Dim0));
  std::array<Coordinate, 2> location = {{{Dim::Lane, 2}, {Dim::Register, 3}}};
  LinearLayout sum = get(lanes * registers);
  EXPECT_EQ(valueAt(sum, location), 2U + 4 * 3);
  EXPECT_TRUE(sum.isInjective());
  LinearLayout xored =
      get(concatIns(get(resizeOut(lanes, Dim0, 8)), registers));
  EXPECT_EQ(valueAt(xored, location), 2U ^ 3U);
  EXPECT_FALSE(xored.isInjective());
}

// Slide "Right Inverse". Erratum F23: the inverse is the solution X of
// M * X = I, not M.
TEST(SeedPaper, RightInverse) {
  LinearLayout layout = get(parseText("{register: [1, 1, 3]} -> {offset: 4}"));
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_FALSE(layout.isInjective());
  LinearLayout inverse = get(pseudoinvert(layout));
  // Offset 1 is register 1, the smaller of 1 and 2; offset 2 is 4 ^ 1.
  EXPECT_EQ(toText(inverse), "{offset: [1, 5]} -> {register: 8}");
  EXPECT_EQ(get(f2::multiply(layout.matrix(), inverse.matrix())),
            get(f2::Matrix::identity(2)));
  EXPECT_EQ(get(f2::rightInverse(layout.matrix())), inverse.matrix());
  EXPECT_NE(get(f2::multiply(inverse.matrix(), layout.matrix())),
            get(f2::Matrix::identity(3)));
}

// Slide "Right Inverse", the example: Reg -> Memory Offset and back.
TEST(SeedPaper, InverseOfRegistersToOffsets) {
  LinearLayout layout = get(parseText("{register: [3, 1]} -> {offset: 4}"));
  EXPECT_EQ(toText(get(invert(layout))), "{offset: [2, 3]} -> {register: 4}");
}

// Slide "Right Inverse": without surjectivity there is none.
TEST(SeedPaper, InjectiveIsNotEnoughForARightInverse) {
  LinearLayout layout = get(parseText("{register: [1]} -> {offset: 4}"));
  EXPECT_TRUE(layout.isInjective());
  EXPECT_TRUE(
      failsWith(pseudoinvert(layout), "no location holds element (offset=2)"));
}

} // namespace
