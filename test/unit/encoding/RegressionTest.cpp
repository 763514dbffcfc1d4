//===- RegressionTest.cpp - Layouts that others got wrong -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts on which other compilers stopped or computed wrongly, as far as it
/// concerned what the layout means. Each test names the report.
///
//===----------------------------------------------------------------------===//

#include "NaiveLayout.h"
#include "Refusals.h"

using namespace heddle;

namespace {

LinearLayout layoutOfType(std::string_view text) {
  return get(toLinearLayout(get(parseType(text))));
}

/// Which coordinates along `axis` each warp holds.
std::map<unsigned, std::set<std::uint64_t>> heldByWarp(const LinearLayout &a,
                                                       unsigned axis) {
  std::map<unsigned, std::set<std::uint64_t>> held;
  for (Word location = 0; location < f2::unit(a.totalInBits()); ++location)
    held[placeOf(a, location).warp].insert(elementAt(a, location)[axis]);
  return held;
}

// triton #4727: a tile of 4 rows is less than the 8 rows of a swizzle; TMA
// supports it, Triton stopped.
TEST(Regression, Triton4727TilesMayHaveFewerRowsThanTheSwizzle) {
  LinearLayout layout = layoutOfType(
      "!ttg.memdesc<4x128xf32, #triton_gpu.shared<{vec = 4, perPhase = 1, "
      "maxPhase = 8, order = [1, 0], hasLeadingOffset = true}>, #smem>");
  EXPECT_EQ(toText(layout),
            "{offset: [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16], [1, 4], [2, "
            "8], [0, 32], [0, 64]], block: []} -> {dim0: 4, dim1: 128}");
  EXPECT_TRUE(layout.isInvertible());
}

// triton #4116: a slice of a slice was converted wrongly.
TEST(Regression, Triton4116SlicesOfSlicesKeepTheThreadsOfTheParent) {
  const char *parent = "#ttg.blocked<{sizePerThread = [1, 1, 4], "
                       "threadsPerWarp = [2, 2, 8], warpsPerCTA = [1, 1, 1], "
                       "order = [2, 0, 1]}>";
  LinearLayout slice = layoutOf(
      concat("#ttg.slice<{dim = 1, parent = #ttg.slice<{dim = 2, parent = ",
             parent, "}>}>"),
      {2});
  EXPECT_EQ(toText(slice), "{register: [], lane: [0, 0, 0, 1, 0], warp: [], "
                           "block: []} -> {dim0: 2}");
  std::map<Element, std::set<std::array<unsigned, 3>>> above;
  for (const auto &[element, threads] : threadsOf(layoutOf(parent, {2, 2, 32})))
    above[{element[0]}].insert(threads.begin(), threads.end());
  EXPECT_EQ(threadsOf(slice), above);
}

// intel #1153: a tensor of one element, of which a thread would hold two.
TEST(Regression, Intel1153ThreadsMayHoldMoreThanThereIs) {
  const char *text = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = "
                     "[1, 2], warpsPerCTA = [1, 2], order = [1, 0]}>";
  EXPECT_EQ(toText(layoutOf(text, {1, 1})),
            "{register: [], lane: [[0, 0]], warp: [[0, 0]], block: []} -> "
            "{dim0: 1, dim1: 1}");
  EXPECT_EQ(toText(layoutOf(text, {1, 1}, TritonVersion::V3_6)),
            "{register: [[0, 0]], lane: [[0, 0]], warp: [[0, 0]], block: []} "
            "-> {dim0: 1, dim1: 1}");
}

// triton #6220: sub-tiles along K of a swizzled buffer were read as if they had
// a buffer of their own.
TEST(Regression, Triton6220SubTilesAreWhereTheBufferHasThem) {
  std::string whole =
      concat("!ttg.memdesc<128x64xf32, ",
             replaced(Nvmma, "elementBitWidth = 16", "elementBitWidth = 32"),
             ", #smem>");
  for (unsigned k : {8U, 16U, 32U}) {
    std::string view =
        replaced(replaced(whole, "128x64xf32", concat("128x", k, "xf32")),
                 "#smem", "#smem, 128x64");
    EXPECT_EQ(layoutOfType(view), layoutOfType(whole)) << k;
  }
  // The address of (1, 8) in the buffer: row 1 of the swizzle, group 2 ^ 1.
  EXPECT_EQ(elementAt(layoutOfType(whole), 32 + (2 ^ 1) * 4), (Element{1, 8}));
  // A buffer of 8 columns cannot have that swizzle at all.
  EXPECT_TRUE(failsWith(
      toLinearLayout(get(parseType(replaced(whole, "128x64", "128x8")))),
      "expects at least 32 elements of a block along dimension 1"));
}

// triton #4774: a tensor smaller than the instruction gave "invalid code".
TEST(Regression, Triton4774TensorsMayBeSmallerThanTheInstruction) {
  LinearLayout layout = layoutOf(
      replaced(Mma2, "warpsPerCTA = [4, 1]", "warpsPerCTA = [2, 1]"), {4, 4});
  EXPECT_EQ(toText(layout),
            "{register: [[0, 1], [0, 0]], lane: [[0, 2], [0, 0], [1, 0], [2, "
            "0], [0, 0]], warp: [[0, 0]], block: []} -> {dim0: 4, dim1: 4}");
  EXPECT_TRUE(layout.isSurjective());
}

// triton #10242: blocks that hold the same, in a slice of blocks that hold the
// same.
TEST(Regression, Triton10242SlicesKeepBlocksThatHoldTheSame) {
  std::string zeros;
  for (unsigned blocks = 2; blocks <= 8; blocks *= 2) {
    zeros += concat(zeros.empty() ? "" : ", ", "[0, 0]");
    LinearLayout slice = layoutOf(
        concat("#ttg.slice<{dim = 0, parent = ",
               replaced(Blocked, "order = [1, 0]",
                        concat("order = [1, 0], CGALayout = [", zeros, "]")),
               "}>"),
        {64});
    EXPECT_EQ(slice.inSize(Dim::Block), blocks);
    for (Word basis : slice.bases(Dim::Block))
      EXPECT_EQ(basis, 0U);
    EXPECT_TRUE(slice.isSurjective());
  }
  // Blocks that split the dropped dimension hold the same too.
  EXPECT_EQ(toText(layoutOf(
                concat("#ttg.slice<{dim = 0, parent = ",
                       replaced(Blocked, "order = [1, 0]",
                                "order = [1, 0], CGALayout = [[1, 0], [0, 1]]"),
                       "}>"),
                {8})),
            "{register: [1, 2], lane: [0, 0, 0, 0, 0], warp: [0, 0], block: "
            "[0, 4]} -> {dim0: 8}");
}

/// Each warp has the rows of A and the columns of B that its part of the result
/// needs.
void expectOperandsMatch(const std::string &parent, unsigned kWidth) {
  LinearLayout result = layoutOf(parent, {64, 128});
  for (unsigned operand : {0U, 1U}) {
    if (operand == 1 && parent.find("versionMajor = 3") != std::string::npos)
      continue;
    Element shape = operand == 0 ? Element{64, 32} : Element{32, 128};
    std::string text =
        concat("#ttg.dot_op<{opIdx = ", operand, ", parent = ", parent);
    if (kWidth != 0)
      text += concat(", kWidth = ", kWidth);
    EXPECT_EQ(heldByWarp(layoutOf(text + "}>", shape), operand),
              heldByWarp(result, operand))
        << text;
  }
}

// triton #4891: operands of warps that are neither in a row nor in a column.
TEST(Regression, Triton4891OperandsOfAGridOfWarps) {
  for (const char *warps : {"[2, 2]", "[4, 2]", "[2, 4]", "[4, 1]", "[1, 4]"})
    for (std::string_view parent : {Mma2, Mma3})
      expectOperandsMatch(replaced(parent, "[4, 1]", warps), 2);
  LinearLayout a =
      layoutOf(concat("#ttg.dot_op<{opIdx = 0, parent = ",
                      replaced(Mma2, "[4, 1]", "[2, 2]"), ", kWidth = 2}>"),
               {32, 16});
  EXPECT_EQ(toText(a), "{register: [[0, 1], [8, 0], [0, 8]], lane: [[0, 2], "
                       "[0, 4], [1, 0], [2, 0], [4, 0]], warp: [[0, 0], [16, "
                       "0]], block: []} -> {dim0: 32, dim1: 16}");
}

// triton #3512, rocm #227: the order of the warps of MFMA operands.
TEST(Regression, Triton3512OperandsOfMfmaHaveTheWarpsOfTheResult) {
  for (const char *warps : {"[2, 2]", "[4, 2]", "[4, 1]", "[1, 4]"})
    for (const char *transposed : {"true", "false"})
      expectOperandsMatch(
          replaced(replaced(Mfma, "[4, 1]", warps), "true", transposed), 4);
}

/// The coordinates along `axis` of one thread, in the order in which its
/// registers come to them first.
std::vector<std::uint64_t> inOrder(const LinearLayout &layout, unsigned axis) {
  std::vector<std::uint64_t> order;
  for (Word reg = 0; reg < layout.inSize(Dim::Register); ++reg) {
    std::uint64_t coordinate = elementAt(layout, reg)[axis];
    if (std::find(order.begin(), order.end(), coordinate) == order.end())
      order.push_back(coordinate);
  }
  return order;
}

// triton #5423: repetitions of an operand of a blocked result came in another
// order than the result's own.
TEST(Regression, Triton5423OperandsRepeatInTheOrderOfTheResult) {
  for (const char *order : {"[1, 0]", "[0, 1]"}) {
    std::string parent =
        replaced("#ttg.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, "
                 "4], warpsPerCTA = [2, 2], order = [1, 0]}>",
                 "[1, 0]", order);
    LinearLayout result = layoutOf(parent, {64, 128});
    for (unsigned operand : {0U, 1U})
      EXPECT_EQ(
          inOrder(layoutOf(concat("#ttg.dot_op<{opIdx = ", operand,
                                  ", parent = ", parent, "}>"),
                           operand == 0 ? Element{64, 16} : Element{16, 128}),
                  operand),
          inOrder(result, operand));
    expectOperandsMatch(parent, 0);
  }
}

// fbtriton #216: buffers of one dimension have rows of one element or one row;
// either way element i is at offset i.
TEST(Regression, Fbtriton216OneDimensionalBuffers) {
  for (unsigned width : {0U, 32U, 64U, 128U})
    for (const char *transposed : {"false", "true"}) {
      LinearLayout layout =
          layoutOf(concat("#ttg.nvmma_shared<{swizzlingByteWidth = ", width,
                          ", transposed = ", transposed,
                          ", elementBitWidth = 16, rank = 1}>"),
                   {256});
      EXPECT_EQ(toText(layout),
                "{offset: [1, 2, 4, 8, 16, 32, 64, 128], block: []} -> {dim0: "
                "256}")
          << width << ", " << transposed;
    }
}

// cutlass #3254: the fragment of the accumulator of a 64x8x16 wgmma.
TEST(Regression, Cutlass3254AccumulatorOf64x8) {
  EXPECT_EQ(
      toText(layoutOf(replaced(Mma3, "[16, 64, 16]", "[16, 8, 16]"), {64, 8})),
      "{register: [[0, 1], [8, 0]], lane: [[0, 2], [0, 4], [1, 0], [2, "
      "0], [4, 0]], warp: [[16, 0], [32, 0]], block: []} -> {dim0: 64, "
      "dim1: 8}");
}

// tilelang #2632: a many-to-one layout of memory passed for replication.
TEST(Regression, Tilelang2632TwoElementsAtOneOffset) {
  expectRefused({{"#ttg.shared_linear<{offset = [[0, 1], [1, 0], [1, 1]]}, "
                  "alignment = 16>",
                  "column 30: expects basis vectors that do not overlap as "
                  "'offset', but got (1, 1), the sum of vectors before "
                  "offset[2]"}});
  // A zero is a copy; that is no mistake.
  EXPECT_FALSE(layoutOf("#ttg.shared_linear<{offset = [[0, 1], [0, 0], [1, "
                        "0]]}, alignment = 16>",
                        {2, 2})
                   .isInjective());
}

} // namespace
