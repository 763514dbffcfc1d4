//===- AmdLayoutTest.cpp - Fragments as AMD's calculator has them ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AMD matrix instruction calculator: i is the row of D, j its column, k the
/// step. Around an instruction are tiles of a warp, warps and repetitions.
///
//===----------------------------------------------------------------------===//

#include "NaiveLayout.h"

using namespace heddle;

namespace {

unsigned repetitions(std::uint64_t size, unsigned covered) {
  return size > covered ? static_cast<unsigned>(size / covered) : 1;
}

/// Warps or tiles along M and N.
struct Grid {
  unsigned m, n;
};

struct Instruction {
  unsigned m, n, bits;
};

/// D of v_mfma: "i = 8 * (GPR / 4) + 4 * (lane / 32) + GPR % 4, j = lane % 32"
/// for 32x32, "i = 4 * (lane / 16) + GPR % 4, j = lane % 16" for 16x16, and so
/// on; for 64-bit elements "i = 4 * GPR + lane / 16".
Grid mfmaElement(const Instruction &instruction, unsigned gpr, unsigned lane) {
  unsigned group = instruction.bits == 64 ? 1 : 4;
  unsigned lanesDown = 64 / instruction.n;
  return {lanesDown * group * (gpr / group) + group * (lane / instruction.n) +
              gpr % group,
          lane % instruction.n};
}

TEST(MfmaLayout, Result) {
  for (Instruction instruction : {Instruction{32, 32, 32},
                                  {16, 16, 32},
                                  {64, 4, 32},
                                  {4, 64, 32},
                                  {16, 16, 64}})
    for (bool transposed : {false, true})
      for (Grid warps : {Grid{1, 1}, {4, 1}, {2, 2}})
        for (Grid tiles : {Grid{1, 1}, {2, 2}, {1, 4}})
          for (Element shape :
               std::vector<Element>{{64, 64}, {32, 128}, {32, 16}, {4, 2}}) {
            LinearLayout layout = layoutOf(
                concat("#ttg.amd_mfma<{version = 3, warpsPerCTA = [", warps.m,
                       ", ", warps.n, "], instrShape = [", instruction.m, ", ",
                       instruction.n,
                       ", 8], isTransposed = ", transposed ? "true" : "false",
                       ", tilesPerWarp = [", tiles.m, ", ", tiles.n,
                       "], elementBitWidth = ", instruction.bits, "}>"),
                shape);
            // Transposed, the operands change places: the instruction of the
            // transposed shape computes the transposed tile.
            Instruction real = instruction;
            if (transposed)
              std::swap(real.m, real.n);
            unsigned values = real.m * real.n / 64;
            unsigned repsN =
                repetitions(shape[1], instruction.n * tiles.n * warps.n);
            EXPECT_TRUE(follows(layout, [&](const Place &p) {
              Grid in = mfmaElement(real, p.reg % values, p.lane);
              if (transposed)
                std::swap(in.m, in.n);
              unsigned rest = p.reg / values;
              unsigned tileN = rest % tiles.n;
              rest /= tiles.n;
              unsigned repN = rest % repsN;
              rest /= repsN;
              unsigned tileM = rest % tiles.m, repM = rest / tiles.m;
              tileN += tiles.n * (p.warp % warps.n + warps.n * repN);
              tileM += tiles.m * (p.warp / warps.n + warps.m * repM);
              return Element{(instruction.m * tileM + in.m) % shape[0],
                             (instruction.n * tileN + in.n) % shape[1]};
            }));
          }
}

// "A: i = lane % 32, k = kWidth * (lane / 32) + GPR", and so on; B the same
// with j. All of K comes before further tiles.
TEST(MfmaLayout, Operands) {
  for (unsigned nonK : {32U, 16U})
    for (unsigned kWidth : {1U, 4U, 8U})
      for (unsigned operand : {0U, 1U})
        for (Grid warps : {Grid{1, 1}, {4, 1}, {2, 2}})
          for (Grid tiles : {Grid{1, 1}, {2, 2}})
            for (auto [nonKSize, kSize] :
                 {std::pair{64U, 64U}, {256U, 16U}, {16U, 8U}}) {
              Element shape = operand == 0 ? Element{nonKSize, kSize}
                                           : Element{kSize, nonKSize};
              LinearLayout layout = layoutOf(
                  concat("#ttg.dot_op<{opIdx = ", operand,
                         ", parent = #ttg.amd_mfma<{version = 3, warpsPerCTA = "
                         "[",
                         warps.m, ", ", warps.n, "], instrShape = [", nonK,
                         ", ", nonK,
                         ", 8], isTransposed = true, tilesPerWarp = [", tiles.m,
                         ", ", tiles.n, "]}>, kWidth = ", kWidth, "}>"),
                  shape);
              unsigned step = kWidth * 64 / nonK;
              unsigned repsK = repetitions(kSize, step);
              unsigned ownTiles = operand == 0 ? tiles.m : tiles.n;
              unsigned ownWarps = operand == 0 ? warps.m : warps.n;
              EXPECT_TRUE(follows(layout, [&](const Place &p) {
                unsigned rest = p.reg / kWidth;
                unsigned k = kWidth * (p.lane / nonK) + p.reg % kWidth +
                             step * (rest % repsK);
                rest /= repsK;
                unsigned warp =
                    operand == 0 ? p.warp / warps.n : p.warp % warps.n;
                unsigned tile =
                    rest % ownTiles +
                    ownTiles * (warp + ownWarps * (rest / ownTiles));
                std::uint64_t i = (nonK * tile + p.lane % nonK) % nonKSize;
                return operand == 0 ? Element{i, k % kSize}
                                    : Element{k % kSize, i};
              }));
            }
}

// The 64x4 and 4x64 instructions are sixteen products of 4x4 side by side.
TEST(MfmaLayout, OperandsOfManySmallProducts) {
  const char *parent = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], "
                       "instrShape = [4, 64, 4], isTransposed = false}>";
  LinearLayout a = layoutOf(
      concat("#ttg.dot_op<{opIdx = 0, parent = ", parent, ", kWidth = 4}>"),
      {4, 64});
  EXPECT_TRUE(follows(a, [](const Place &p) {
    return Element{p.lane % 4, 4 * (p.lane / 4) + p.reg};
  }));
  LinearLayout b = layoutOf(
      concat("#ttg.dot_op<{opIdx = 1, parent = ", parent, ", kWidth = 4}>"),
      {64, 64});
  EXPECT_TRUE(
      follows(b, [](const Place &p) { return Element{p.reg, p.lane}; }));
}

// Triton counts the steps of all of K for each block, although the blocks share
// them: the registers for the others' steps are copies.
TEST(MfmaLayout, OperandsInAClusterHaveRegistersForAllOfK) {
  LinearLayout a = layoutOf(
      "#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_mfma<{version = 3, "
      "warpsPerCTA = [1, 1], instrShape = [16, 16, 16], isTransposed = true, "
      "CGALayout = [[0, 1]]}>, kWidth = 4}>",
      {16, 64});
  EXPECT_EQ(a.inSize(Dim::Register), 16U);
  EXPECT_TRUE(follows(a, [](const Place &p) {
    unsigned step = p.reg / 4 % 2;
    return Element{p.lane % 16,
                   p.reg % 4 + 4 * (p.lane / 16) + 16 * step + 32 * p.block};
  }));
}

/// D of v_wmma on RDNA 3: "i = 2 * GPR + lane / 16, j = lane % 16"; on RDNA 4
/// and gfx1250: "i = GPR + 8 * (lane / 16)".
Grid wmmaElement(unsigned version, unsigned gpr, unsigned lane) {
  if (version == 1)
    return {2 * gpr + lane / 16, lane % 16};
  return {gpr + 8 * (lane / 16), lane % 16};
}

std::string wmma(unsigned version, bool transposed, std::string_view layout) {
  return concat("#ttg.amd_wmma<{version = ", version,
                ", isTranspose = ", transposed ? "true" : "false",
                ", ctaLayout = {", layout, "}",
                version == 3 ? ", instrShape = [16, 16, 32]" : "", "}>");
}

// Two warps along N, two along M, and a warp has two tiles side by side.
TEST(WmmaLayout, Result) {
  for (unsigned version : {1U, 2U, 3U})
    for (bool transposed : {false, true})
      for (Element shape :
           std::vector<Element>{{32, 64}, {128, 64}, {64, 256}, {16, 16}}) {
        LinearLayout layout =
            layoutOf(wmma(version, transposed,
                          "register = [[0, 1]], warp = [[0, 2], [1, 0]]"),
                     shape);
        unsigned repsN = repetitions(shape[1], 64);
        EXPECT_TRUE(follows(layout, [&](const Place &p) {
          Grid in = wmmaElement(version, p.reg % 8, p.lane);
          if (transposed)
            std::swap(in.m, in.n);
          unsigned rep = p.reg / 16;
          unsigned tileN = p.reg / 8 % 2 + 2 * (p.warp % 2) + 4 * (rep % repsN);
          unsigned tileM = p.warp / 2 + 2 * (rep / repsN);
          return Element{(16 * tileM + in.m) % shape[0],
                         (16 * tileN + in.n) % shape[1]};
        }));
      }
}

TEST(WmmaLayout, WarpsMayMixDimensions) {
  LinearLayout layout =
      layoutOf(wmma(2, false, "warp = [[0, 1], [1, 1]]"), {32, 32});
  EXPECT_TRUE(follows(layout, [](const Place &p) {
    Grid in = wmmaElement(2, p.reg % 8, p.lane);
    unsigned tileM = p.warp / 2, tileN = (p.warp % 2) ^ (p.warp / 2);
    return Element{16 * tileM + in.m, 16 * tileN + in.n};
  }));
}

// Version 1: both halves of the wave have the same 16 steps of K. Later: the
// halves have alternate groups of kWidth.
TEST(WmmaLayout, Operands) {
  struct Case {
    unsigned version, kWidth, k;
  };
  for (Case c :
       {Case{1, 16, 16}, Case{2, 8, 16}, Case{3, 8, 32}, Case{3, 16, 32}})
    for (unsigned operand : {0U, 1U}) {
      Element shape = operand == 0 ? Element{64, 64} : Element{64, 64};
      LinearLayout layout =
          layoutOf(concat("#ttg.dot_op<{opIdx = ", operand, ", parent = ",
                          wmma(c.version, false, "warp = [[0, 1], [1, 0]]"),
                          ", kWidth = ", c.kWidth, "}>"),
                   shape);
      unsigned values = c.version == 1 ? 16 : c.k / 2;
      unsigned repsK = repetitions(64, c.k);
      EXPECT_TRUE(follows(layout, [&](const Place &p) {
        unsigned i = p.reg % values, rep = p.reg / values;
        unsigned half = c.version == 1 ? 0 : p.lane / 16;
        unsigned k =
            i % c.kWidth +
            c.kWidth * (c.version == 1 ? 0 : half + 2 * (i / c.kWidth)) +
            c.k * (rep % repsK);
        unsigned warp = operand == 0 ? p.warp / 2 : p.warp % 2;
        unsigned tile = warp + 2 * (rep / repsK);
        std::uint64_t row = 16 * tile + p.lane % 16;
        return operand == 0 ? Element{row, k} : Element{k, row};
      }));
    }
}

// Both families: as Triton 3.6 prints it for this type.
TEST(AmdLayout, TilesAlongABatchHaveNoEffect) {
  EXPECT_EQ(toText(layoutOf("#ttg.amd_wmma<{version = 2, isTranspose = false, "
                            "warpsPerCTA = [2, 1, 1], tilesPerWarp = "
                            "[2, 2, 1]}>",
                            {4, 32, 32}, TritonVersion::V3_6)),
            "{register: [[0, 1, 0], [0, 2, 0], [0, 4, 0], [0, 0, 16], "
            "[0, 16, 0], [2, 0, 0]], lane: [[0, 0, 1], [0, 0, 2], [0, 0, 4], "
            "[0, 0, 8], [0, 8, 0]], warp: [[1, 0, 0]], block: []} -> "
            "{dim0: 4, dim1: 32, dim2: 32}");
  EXPECT_EQ(toText(layoutOf("#ttg.amd_mfma<{version = 3, warpsPerCTA = "
                            "[2, 1, 1], instrShape = [16, 16, 16], "
                            "isTransposed = false, tilesPerWarp = "
                            "[2, 2, 1]}>",
                            {4, 32, 64})),
            "{register: [[0, 1, 0], [0, 2, 0], [0, 0, 16], [0, 0, 32], "
            "[0, 16, 0], [2, 0, 0]], lane: [[0, 0, 1], [0, 0, 2], [0, 0, 4], "
            "[0, 0, 8], [0, 4, 0], [0, 8, 0]], warp: [[1, 0, 0]], block: []} "
            "-> {dim0: 4, dim1: 32, dim2: 64}");
}

// Up to 3.6 all columns of the tensor came before the next row of tiles, with a
// warp's own tiles; from 3.7 on a warp's tiles come first.
TEST(WmmaLayout, RegistersWereInAnotherOrderUpTo36) {
  std::string text = wmma(2, false, "register = [[1, 0]], warp = [[0, 1]]");
  EXPECT_TRUE(follows(layoutOf(text, {32, 64}, TritonVersion::V3_6),
                      [](const Place &p) {
                        Grid in = wmmaElement(2, p.reg % 8, p.lane);
                        unsigned rest = p.reg / 8;
                        return Element{16 * (rest / 2) + in.m,
                                       16 * (p.warp + 2 * (rest % 2)) + in.n};
                      }));
  EXPECT_TRUE(follows(layoutOf(text, {32, 64}, TritonVersion::V3_7),
                      [](const Place &p) {
                        Grid in = wmmaElement(2, p.reg % 8, p.lane);
                        unsigned rest = p.reg / 8;
                        return Element{16 * (rest % 2) + in.m,
                                       16 * (p.warp + 2 * (rest / 2)) + in.n};
                      }));
}

} // namespace
