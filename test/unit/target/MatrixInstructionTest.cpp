//===- MatrixInstructionTest.cpp - Tests of the table of products ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/MatrixInstruction.h"

#include "Check.h"

#include <algorithm>
#include <array>
#include <set>

using namespace heddle;

namespace {

using enum ScalarType;

const Target &target(std::string_view name) { return *get(findTarget(name)); }

constexpr std::array Operands = {MatrixOperand::A, MatrixOperand::B,
                                 MatrixOperand::C};

std::string textOf(const MatrixInstruction &instruction,
                   MatrixOperand operand) {
  return concat(
      instruction.name, ", operand ",
      std::string("ABC").substr(static_cast<std::size_t>(operand), 1));
}

/// The element in each location, by the bases alone.
std::pair<std::uint64_t, std::uint64_t> elementAt(const LinearLayout &layout,
                                                  unsigned reg, unsigned lane) {
  std::uint64_t row = 0, column = 0;
  for (auto [dim, location] :
       {std::pair(Dim::Register, reg), std::pair(Dim::Lane, lane)})
    for (unsigned bit = 0; location >> bit != 0; ++bit)
      if (location >> bit & 1) {
        row ^= layout.basis(dim, bit, Dim::standard(0));
        column ^= layout.basis(dim, bit, Dim::standard(1));
      }
  return {row, column};
}

// Every element of every operand is somewhere, in as many registers as the
// matrix takes; only RDNA 3 has copies.
TEST(MatrixInstructions, FragmentsCoverTheirMatrices) {
  for (const MatrixInstruction &instruction : allMatrixInstructions())
    for (MatrixOperand operand : Operands) {
      if (!instruction.canBeInRegisters(operand))
        continue;
      LinearLayout fragment = get(fragmentOf(instruction, operand));
      EXPECT_TRUE(fragment.isSurjective()) << textOf(instruction, operand);
      bool hasCopies =
          instruction.set == MatrixSet::Rdna3 && operand != MatrixOperand::C;
      EXPECT_EQ(fragment.isInjective(), !hasCopies)
          << textOf(instruction, operand);
      bool isWide = instruction.family == MatrixFamily::Mfma;
      EXPECT_EQ(fragment.inSize(Dim::Lane), isWide ? 64U : 32U);
      EXPECT_EQ(fragment.inSize(Dim::Warp),
                instruction.family == MatrixFamily::Wgmma ? 4U : 1U);
    }
}

// A and B have the same elements along K in each lane, or their products would
// not be those of the matrices; but where several instructions make one
// product, a lane has a part of K of the factor that they share, and where only
// one factor has pairs, K is dealt to lanes in pieces of another size.
TEST(MatrixInstructions, FactorsAgreeAlongK) {
  for (const MatrixInstruction &instruction : allMatrixInstructions()) {
    if (!instruction.canBeInRegisters(MatrixOperand::B) ||
        instruction.parts > 1 ||
        instruction.packedOf(MatrixOperand::A) !=
            instruction.packedOf(MatrixOperand::B))
      continue;
    LinearLayout a = get(fragmentOf(instruction, MatrixOperand::A));
    LinearLayout b = get(fragmentOf(instruction, MatrixOperand::B));
    for (unsigned bit = 0; bit < a.inBits(Dim::Lane); ++bit)
      EXPECT_EQ(a.basis(Dim::Lane, bit, Dim::standard(1)),
                b.basis(Dim::Lane, bit, Dim::standard(0)))
          << instruction.name << ", lane bit " << bit;
    std::vector<std::uint64_t> stepsOfA, stepsOfB;
    for (unsigned bit = 0; bit < a.inBits(Dim::Register); ++bit)
      if (auto k = a.basis(Dim::Register, bit, Dim::standard(1)); k != 0)
        stepsOfA.push_back(k);
    for (unsigned bit = 0; bit < b.inBits(Dim::Register); ++bit)
      if (auto k = b.basis(Dim::Register, bit, Dim::standard(0)); k != 0)
        stepsOfB.push_back(k);
    EXPECT_EQ(stepsOfA, stepsOfB) << instruction.name;
  }
}

// PTX ISA, the formulas below the pictures of mma.m16n8k16 for 16-bit floats:
// group = lane / 4, thread = lane % 4.
TEST(MatrixInstructions, M16N8K16IsThatOfTheManual) {
  const MatrixInstruction &mma =
      *matrixInstructions(target("sm_80"), {F16, F16, F32}).front();
  EXPECT_EQ(mma.k, 16U);
  LinearLayout a = get(fragmentOf(mma, MatrixOperand::A));
  LinearLayout b = get(fragmentOf(mma, MatrixOperand::B));
  LinearLayout c = get(fragmentOf(mma, MatrixOperand::C));
  for (unsigned lane = 0; lane < 32; ++lane) {
    unsigned group = lane / 4, thread = lane % 4;
    for (unsigned i = 0; i < 8; ++i)
      EXPECT_EQ(
          elementAt(a, i, lane),
          std::pair(std::uint64_t(i % 4 < 2 ? group : group + 8),
                    std::uint64_t(thread * 2 + (i & 1) + (i < 4 ? 0 : 8))));
    for (unsigned i = 0; i < 4; ++i) {
      EXPECT_EQ(elementAt(b, i, lane),
                std::pair(std::uint64_t(thread * 2 + (i & 1) + (i < 2 ? 0 : 8)),
                          std::uint64_t(group)));
      EXPECT_EQ(elementAt(c, i, lane),
                std::pair(std::uint64_t(i < 2 ? group : group + 8),
                          std::uint64_t(thread * 2 + (i & 1))));
    }
  }
}

// AMD matrix instruction calculator, v_mfma_f32_32x32x8_f16.
TEST(MatrixInstructions, Mfma32x32x8IsThatOfTheCalculator) {
  const MatrixInstruction &mfma =
      *matrixInstructions(target("gfx942"), {F16, F16, F32}).front();
  EXPECT_EQ(mnemonicOf(mfma, {F16, F16, F32}), "v_mfma_f32_32x32x8f16");
  LinearLayout a = get(fragmentOf(mfma, MatrixOperand::A));
  LinearLayout d = get(fragmentOf(mfma, MatrixOperand::C));
  for (unsigned lane = 0; lane < 64; ++lane) {
    for (unsigned i = 0; i < 4; ++i)
      EXPECT_EQ(elementAt(a, i, lane),
                std::pair(std::uint64_t(lane % 32),
                          std::uint64_t(lane / 32 * 4 + i)));
    for (unsigned i = 0; i < 16; ++i)
      EXPECT_EQ(elementAt(d, i, lane),
                std::pair(std::uint64_t(8 * (i / 4) + 4 * (lane / 32) + i % 4),
                          std::uint64_t(lane % 32)));
  }
}

// PTX ISA, "Scale factors for mma with block scaling": with the first two of
// four lanes for A, rows of group = lane / 4 are in the first, those of group +
// 8 in the second; for B, columns are in any one. A byte is a block.
TEST(MatrixInstructions, ScalesAreThoseOfTheManual) {
  for (const MatrixTypes &types : {MatrixTypes{E4M3, E2M3, F32, UE8M0},
                                   MatrixTypes{E2M1, E2M1, F32, UE8M0},
                                   MatrixTypes{E2M1, E2M1, F32, E4M3}}) {
    const MatrixInstruction &mma =
        *matrixInstructions(target("sm_120"), types).front();
    LinearLayout a = get(fragmentOf(mma, MatrixOperand::ScaleA));
    LinearLayout b = get(fragmentOf(mma, MatrixOperand::ScaleB));
    EXPECT_EQ(suppliersOf(mma, MatrixOperand::ScaleA), std::vector{1U});
    EXPECT_EQ(suppliersOf(mma, MatrixOperand::ScaleB), (std::vector{0U, 1U}));
    EXPECT_EQ(a.inSize(Dim::Register), mma.blocks);
    EXPECT_EQ(b.inSize(Dim::Register), mma.blocks);
    for (unsigned lane = 0; lane < 32; ++lane)
      for (unsigned block = 0; block < mma.blocks; ++block) {
        EXPECT_EQ(elementAt(a, block, lane),
                  std::pair(std::uint64_t(lane / 4 + lane % 2 * 8),
                            std::uint64_t(block)));
        EXPECT_EQ(elementAt(b, block, lane),
                  std::pair(std::uint64_t(lane / 4), std::uint64_t(block)));
      }
  }
}

// The layouts that Triton 3.6 gives the operands of tt.dot_scaled for gfx950: a
// lane has bytes of one row in two pieces of 16, pairs in one, and the scale of
// one block of 32.
TEST(MatrixInstructions, ScaledMfmaIsThatOfTriton) {
  for (const MatrixTypes &types : {MatrixTypes{E4M3, E5M2, F32, UE8M0},
                                   MatrixTypes{E5M2, E2M1, F32, UE8M0},
                                   MatrixTypes{E2M1, E4M3, F32, UE8M0},
                                   MatrixTypes{E2M1, E2M1, F32, UE8M0}}) {
    auto found = matrixInstructions(target("gfx950"), types);
    ASSERT_EQ(found.size(), 2U);
    for (const MatrixInstruction *mfma : found) {
      unsigned rows = mfma->m, groups = 64 / rows;
      EXPECT_EQ(mfma->k, 32 * groups);
      LinearLayout a = get(fragmentOf(*mfma, MatrixOperand::A));
      LinearLayout b = get(fragmentOf(*mfma, MatrixOperand::B));
      LinearLayout ofA = get(fragmentOf(*mfma, MatrixOperand::ScaleA));
      LinearLayout ofB = get(fragmentOf(*mfma, MatrixOperand::ScaleB));
      EXPECT_TRUE(suppliersOf(*mfma, MatrixOperand::ScaleA).empty());
      EXPECT_EQ(a.inSize(Dim::Register), types.a == E2M1 ? 16U : 32U);
      EXPECT_EQ(b.inSize(Dim::Register), types.b == E2M1 ? 16U : 32U);
      for (unsigned lane = 0; lane < 64; ++lane) {
        std::uint64_t row = lane % rows, group = lane / rows;
        auto place = [&](unsigned i) {
          return 16 * group + i % 16 + i / 16 * 16 * groups;
        };
        for (unsigned i = 0; i < a.inSize(Dim::Register); ++i)
          EXPECT_EQ(elementAt(a, i, lane), std::pair(row, place(i)));
        for (unsigned i = 0; i < b.inSize(Dim::Register); ++i)
          EXPECT_EQ(elementAt(b, i, lane), std::pair(place(i), row));
        EXPECT_EQ(elementAt(ofA, 0, lane), std::pair(row, group));
        EXPECT_EQ(elementAt(ofB, 0, lane), std::pair(row, group));
      }
    }
  }
}

// A byte of two has the place of one of the other instructions' bytes.
TEST(MatrixInstructions, PairsOfFourBitsLieAsBytesDo) {
  const MatrixInstruction &pairs =
      *matrixInstructions(target("sm_120"), {E2M1, E2M1, F32, UE8M0}).front();
  const MatrixInstruction &bytes =
      *matrixInstructions(target("sm_120"), {E4M3, E4M3, F32}).front();
  EXPECT_EQ(pairs.k, 64U);
  for (MatrixOperand operand : Operands)
    EXPECT_EQ(get(fragmentOf(pairs, operand)), get(fragmentOf(bytes, operand)));
}

TEST(MatrixInstructions, OnlySomeHaveScales) {
  const MatrixInstruction &plain =
      *matrixInstructions(target("sm_120"), {E4M3, E4M3, F32}).front();
  EXPECT_TRUE(failsWith(fragmentOf(plain, MatrixOperand::ScaleB),
                        "but got scales of B"));
  for (const Target &row : allTargets())
    EXPECT_EQ(matrixInstructions(row, {E4M3, E4M3, F32, UE8M0}).empty(),
              row.name != "sm_120" && row.name != "gfx950")
        << row.name;
}

std::vector<std::string> mnemonics(std::string_view name,
                                   const MatrixTypes &types) {
  std::vector<std::string> texts;
  for (const MatrixInstruction *found : matrixInstructions(target(name), types))
    texts.push_back(mnemonicOf(*found, types));
  return texts;
}

TEST(MatrixInstructions, AreFoundByTargetAndTypes) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  EXPECT_THAT(mnemonics("sm_75", {F16, F16, F32}),
              ElementsAre("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32"));
  EXPECT_THAT(mnemonics("sm_80", {F16, F16, F16}),
              ElementsAre("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16",
                          "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16"));
  EXPECT_THAT(mnemonics("sm_90", {BF16, BF16, F32}),
              ElementsAre("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16."
                          "bf16",
                          "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
                          "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16."
                          "f32"));
  EXPECT_THAT(
      mnemonics("sm_90", {TF32, TF32, F32}),
      ElementsAre("wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32",
                  "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
                  "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32."
                  "f32"));
  EXPECT_THAT(mnemonics("sm_89", {E4M3, E5M2, F32}),
              ElementsAre("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32",
                          "mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e5m2."
                          "f32"));
  EXPECT_THAT(mnemonics("sm_120", {E3M2, E5M2, F32, UE8M0}),
              ElementsAre("mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4."
                          "block_scale.scale_vec::1X.f32.e3m2.e5m2.f32.ue8m0"));
  EXPECT_THAT(mnemonics("sm_120", {E2M1, E2M1, F32, E4M3}),
              ElementsAre("mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4."
                          "block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3"));
  EXPECT_THAT(mnemonics("gfx942", {E4M3Fnuz, E5M2Fnuz, F32}),
              ElementsAre("v_mfma_f32_32x32x16_fp8_bf8",
                          "v_mfma_f32_16x16x32_fp8_bf8"));
  EXPECT_THAT(mnemonics("gfx1200", {BF16, BF16, F32}),
              ElementsAre("v_wmma_f32_16x16x16_bf16"));
  EXPECT_THAT(mnemonics("gfx1250", {E5M2, E4M3, F32}),
              ElementsAre("v_wmma_f32_16x16x128_bf8_fp8",
                          "v_wmma_f32_16x16x64_bf8_fp8"));
  // No such types, no such chip.
  EXPECT_THAT(mnemonics("sm_90", {F16, BF16, F32}), IsEmpty());
  EXPECT_THAT(mnemonics("sm_75", {BF16, BF16, F32}), IsEmpty());
  EXPECT_THAT(mnemonics("sm_120", {E2M1, E4M3, F32, UE8M0}), IsEmpty());
  EXPECT_THAT(mnemonics("sm_120", {E4M3, E4M3, F32, E4M3}), IsEmpty());
  EXPECT_THAT(mnemonics("sm_86", {E4M3, E4M3, F32}), IsEmpty());
  EXPECT_THAT(mnemonics("gfx950", {E4M3Fnuz, E4M3Fnuz, F32}), IsEmpty());
  EXPECT_THAT(mnemonics("gfx942", {E4M3, E4M3, F32}), IsEmpty());
}

TEST(MatrixInstructions, FamiliesAreAskedWithoutATarget) {
  const MatrixInstruction *wgmma =
      widestOf(MatrixFamily::Wgmma, {E5M2, E4M3, F32});
  ASSERT_NE(wgmma, nullptr);
  EXPECT_EQ(wgmma->k, 32U);
  EXPECT_EQ(widestOf(MatrixFamily::Mma, {F16, F16, F32})->k, 16U);
  EXPECT_EQ(widestOf(MatrixFamily::Wgmma, {F64, F64, F64}), nullptr);
  EXPECT_EQ(widestOf(MatrixFamily::Tcgen05, {F16, S8, F32}), nullptr);
}

TEST(MatrixInstructions, EveryRowBelongsToATarget) {
  for (const MatrixInstruction &instruction : allMatrixInstructions())
    EXPECT_TRUE(std::ranges::any_of(allTargets(), [&](const Target &row) {
      return hasInstruction(row, instruction);
    })) << instruction.name;
  for (const Target &row : allTargets())
    EXPECT_FALSE(row.matrix.sets.isEmpty()) << row.name;
}

TEST(MatrixInstructions, OnlyHopperHasWarpgroups) {
  for (const Target &row : allTargets())
    for (const MatrixInstruction &instruction : allMatrixInstructions())
      if (hasInstruction(row, instruction) &&
          instruction.family == MatrixFamily::Wgmma)
        EXPECT_EQ(row.name, "sm_90");
}

// ptxas takes 8, 16, 24, ... columns of floats, and above 32 every 16 of bytes.
TEST(MatrixInstructions, WarpgroupsHaveSteppedColumns) {
  const MatrixInstruction &half =
      *matrixInstructions(target("sm_90"), {F16, F16, F32}).front();
  const MatrixInstruction &bytes =
      *matrixInstructions(target("sm_90"), {S8, U8, S32}).front();
  for (unsigned columns : {8U, 16U, 24U, 32U, 48U, 64U, 240U, 256U}) {
    EXPECT_TRUE(half.hasColumns(columns)) << columns;
    EXPECT_TRUE(bytes.hasColumns(columns)) << columns;
  }
  EXPECT_TRUE(half.hasColumns(40));
  EXPECT_FALSE(bytes.hasColumns(40));
  for (unsigned columns : {0U, 4U, 12U, 264U, 512U})
    EXPECT_FALSE(half.hasColumns(columns)) << columns;
  EXPECT_EQ(mnemonicOf(half, {F16, F16, F32}, 64),
            "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16");
  LinearLayout narrow = get(fragmentOf(half, MatrixOperand::C, 16));
  EXPECT_EQ(narrow.inSize(Dim::Register), 8U);
  EXPECT_TRUE(narrow.isInvertible());
}

TEST(MatrixInstructions, TensorMemoryHasNoFragments) {
  const MatrixInstruction &tcgen05 =
      *matrixInstructions(target("sm_100"), {F16, BF16, F32}).front();
  EXPECT_EQ(mnemonicOf(tcgen05, {F16, BF16, F32}),
            "tcgen05.mma.cta_group::1.kind::f16");
  EXPECT_TRUE(tcgen05.hasColumns(16));
  EXPECT_FALSE(tcgen05.hasColumns(8));
  for (MatrixOperand operand : Operands)
    EXPECT_FALSE(fragmentOf(tcgen05, operand));
  EXPECT_TRUE(failsWith(fragmentOf(tcgen05, MatrixOperand::C),
                        "but got C of tcgen05.mma.cta_group::1.kind::f16"));
}

TEST(MatrixInstructions, RefuseWhatHasNoFragment) {
  const MatrixInstruction &half =
      *matrixInstructions(target("sm_90"), {F16, F16, F32}).front();
  EXPECT_TRUE(failsWith(fragmentOf(half, MatrixOperand::B),
                        "expects an operand in registers, but got B of"));
  EXPECT_TRUE(failsWith(fragmentOf(half, MatrixOperand::C, 12),
                        "m64n{n}k16.{c}.{a}.{b} has, but got 12"));
  EXPECT_TRUE(failsWith(fragmentOf(half, MatrixOperand::C, 24),
                        "expects a power of two of columns, but got 24"));
}

// H100: a wgmma of n columns takes n / 2 cycles. MI300X: four SIMDs take 32
// cycles for a 32x32x8 each. A100: 312 TFLOP/s of 108 at 1.41 GHz. MI355X: 10
// PFLOP/s of four bits, 5 of bytes, of 256 at 2.4 GHz.
TEST(MatrixInstructions, CyclesAreThoseOfTheWhitePapers) {
  auto cycles = [](std::string_view name, const MatrixTypes &types,
                   unsigned columns = 0) {
    const Target &row = target(name);
    return cyclesOf(*matrixInstructions(row, types).front(), types, row,
                    columns);
  };
  EXPECT_EQ(cycles("sm_90", {F16, F16, F32}), 128);
  EXPECT_EQ(cycles("sm_90", {F16, F16, F32}, 64), 32);
  EXPECT_EQ(cycles("sm_90", {E4M3, E4M3, F32}), 128);
  EXPECT_EQ(cycles("sm_90", {TF32, TF32, F32}), 128);
  EXPECT_EQ(cycles("gfx942", {F16, F16, F32}), 8);
  EXPECT_EQ(cycles("gfx950", {E2M1, E2M1, F32, UE8M0}), 8);
  EXPECT_EQ(cycles("gfx950", {E2M1, E4M3, F32, UE8M0}), 16);
  EXPECT_EQ(cycles("sm_80", {F16, F16, F32}), 2);
  EXPECT_EQ(cycles("sm_100", {F16, F16, F32}), 128);
  EXPECT_EQ(cycles("sm_100", {F64, F64, F64}), std::nullopt);
}

} // namespace
