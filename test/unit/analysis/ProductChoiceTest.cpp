//===- ProductChoiceTest.cpp - Which instruction multiplies ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For every size: the target has the instruction, it divides K, and the warps
/// are all used. For common tiles: what an expert would take.
///
//===----------------------------------------------------------------------===//

#include "heddle/analysis/ProductChoice.h"
#include "Check.h"

#include <algorithm>
#include <array>
#include <string>

namespace heddle {

namespace {

using enum ScalarType;

constexpr const char *Targets[] = {"sm_75", "sm_80", "sm_89", "sm_90",
                                   "sm_120"};
constexpr MatrixTypes Types[] = {
    {F16, F16, F32}, {BF16, BF16, F32}, {TF32, TF32, F32}, {F64, F64, F64},
    {S8, S8, S32},   {E4M3, E5M2, F32}, {F16, F16, F16}};

void expectLegal(const Target &target, const ProductShape &shape,
                 MatrixFamily family) {
  std::optional<ProductChoice> choice = chooseProduct(target, shape, family);
  auto rows = matrixInstructions(target, shape.types);
  bool isPossible = std::ranges::any_of(rows, [&](const auto *row) {
    return row->family == family && shape.k % row->k == 0;
  });
  if (family == MatrixFamily::Mma)
    ASSERT_EQ(choice.has_value(), isPossible);
  if (!choice) {
    ASSERT_TRUE(family == MatrixFamily::Wgmma || !isPossible);
    return;
  }
  const MatrixInstruction &row = *choice->instruction;
  ASSERT_TRUE(std::ranges::find(rows, &row) != rows.end());
  ASSERT_EQ(row.family, family);
  ASSERT_EQ(shape.k % row.k, 0U);
  ASSERT_TRUE(row.hasColumns(choice->columns));
  ASSERT_EQ(choice->batchWarps * choice->rowWarps * choice->columnWarps,
            shape.warps);
  ASSERT_GT(choice->cycles, 0);
  if (family != MatrixFamily::Wgmma)
    return;
  ASSERT_EQ(choice->rowWarps % 4, 0U);
  ASSERT_EQ(shape.batch, 1U);
  ASSERT_EQ(shape.m % (16 * choice->rowWarps), 0U);
  ASSERT_EQ(shape.n % (choice->columns * choice->columnWarps), 0U);
}

std::optional<ProductChoice> choose(const char *target,
                                    const ProductShape &shape,
                                    MatrixFamily family = MatrixFamily::Mma) {
  return chooseProduct(*get(findTarget(target)), shape, family);
}

/// "m16n8k16 4x2", and columns and warps along rows and columns.
std::string textOf(const std::optional<ProductChoice> &choice) {
  if (!choice)
    return "none";
  const MatrixInstruction &row = *choice->instruction;
  return concat("m", row.m, "n", choice->columns, "k", row.k, " ",
                choice->rowWarps, "x", choice->columnWarps);
}

ProductShape half(std::uint64_t m, std::uint64_t n, std::uint64_t k,
                  unsigned warps) {
  return {.m = m,
          .n = n,
          .k = k,
          .types = {F16, F16, F32},
          .warps = warps,
          .addedToBy = std::nullopt};
}

} // namespace

TEST(ProductChoice, IsLegalForEverySize) {
  for (const char *name : Targets) {
    const Target &target = *get(findTarget(name));
    for (const MatrixTypes &types : Types)
      for (std::uint64_t m = 1; m <= 256; m *= 4)
        for (std::uint64_t n = 1; n <= 256; n *= 4)
          for (std::uint64_t k = 4; k <= 256; k *= 2)
            for (unsigned warps = 1; warps <= 16; warps *= 2)
              for (std::uint64_t batch : {1U, 2U})
                for (bool isChained : {false, true})
                  for (MatrixFamily family :
                       {MatrixFamily::Mma, MatrixFamily::Wgmma}) {
                    SCOPED_TRACE(concat(name, ", ", nameOf(types.a), " ", batch,
                                        "x", m, "x", n, "x", k, ", ", warps,
                                        " warps"));
                    ASSERT_NO_FATAL_FAILURE(expectLegal(
                        target, {batch, m, n, k, types, warps, isChained, {}},
                        family));
                  }
  }
}

TEST(ProductChoice, TakesTheWidestInstructionOfAChip) {
  EXPECT_EQ(textOf(choose("sm_75", half(128, 128, 32, 4))), "m16n8k8 2x2");
  EXPECT_EQ(textOf(choose("sm_80", half(128, 128, 32, 4))), "m16n8k16 2x2");
  EXPECT_EQ(textOf(choose("sm_89", half(128, 128, 32, 4))), "m16n8k16 2x2");
  EXPECT_EQ(textOf(choose("sm_120", half(128, 128, 32, 4))), "m16n8k16 2x2");
  // Half of an instruction along K.
  EXPECT_EQ(textOf(choose("sm_80", half(128, 128, 8, 4))), "m16n8k8 2x2");
  EXPECT_EQ(textOf(choose("sm_80", half(128, 128, 4, 4))), "none");
  // 8-bit floats came with sm_89.
  ProductShape bytes = half(128, 128, 64, 4);
  bytes.types = {E4M3, E4M3, F32};
  EXPECT_EQ(textOf(choose("sm_80", bytes)), "none");
  EXPECT_EQ(textOf(choose("sm_89", bytes)), "m16n8k32 2x2");
}

TEST(ProductChoice, SharesRowsAndColumnsEvenly) {
  // As in the header: (64 + 64) * 64 elements loaded by each warp.
  EXPECT_EQ(textOf(choose("sm_80", half(128, 256, 64, 8))), "m16n8k16 2x4");
  EXPECT_EQ(textOf(choose("sm_80", half(256, 128, 64, 8))), "m16n8k16 4x2");
  // A chained product keeps its rows in one warp.
  ProductShape chained = half(64, 64, 64, 4);
  EXPECT_EQ(textOf(choose("sm_80", chained)), "m16n8k16 2x2");
  chained.isChained = true;
  EXPECT_EQ(textOf(choose("sm_80", chained)), "m16n8k16 4x1");
  // So does one whose sums a product goes on with that does.
  ProductShape first = half(64, 64, 64, 4);
  first.addedToBy = WarpSplit{4, 1};
  EXPECT_EQ(textOf(choose("sm_80", first)), "m16n8k16 4x1");
  first.addedToBy = WarpSplit{2, 2};
  EXPECT_EQ(textOf(choose("sm_80", first)), "m16n8k16 2x2");
  // But not where that costs more than to move the sums.
  ProductShape deep = half(64, 64, 1024, 4);
  deep.addedToBy = WarpSplit{4, 1};
  EXPECT_EQ(textOf(choose("sm_80", deep)), "m16n8k16 2x2");
  // Matrices of a batch each for a warp.
  ProductShape batched = half(16, 16, 16, 4);
  batched.batch = 4;
  EXPECT_EQ(choose("sm_80", batched)->batchWarps, 4U);
}

TEST(ProductChoice, HasWarpGroupsOnHopperOnly) {
  auto wgmma = [](const char *target, const ProductShape &shape) {
    return textOf(choose(target, shape, MatrixFamily::Wgmma));
  };
  EXPECT_EQ(wgmma("sm_90", half(128, 256, 64, 8)), "m64n256k16 8x1");
  EXPECT_EQ(wgmma("sm_90", half(64, 64, 64, 4)), "m64n64k16 4x1");
  for (const char *target : {"sm_75", "sm_80", "sm_89", "sm_120"})
    EXPECT_EQ(wgmma(target, half(128, 256, 64, 8)), "none");
  // Too few rows or warps, or several matrices.
  EXPECT_EQ(wgmma("sm_90", half(32, 256, 64, 4)), "none");
  EXPECT_EQ(wgmma("sm_90", half(64, 64, 64, 2)), "none");
  ProductShape batched = half(64, 64, 64, 8);
  batched.batch = 2;
  EXPECT_EQ(wgmma("sm_90", batched), "none");
}

// Large tiles have to be faster in groups, or nobody would need them.
TEST(ProductChoice, FindsWarpGroupsFaster) {
  for (auto [m, n, warps] : std::array<std::array<unsigned, 3>, 3>{
           {{128, 128, 4}, {128, 256, 8}, {256, 128, 8}}}) {
    ProductShape shape = half(m, n, 64, warps);
    EXPECT_LT(choose("sm_90", shape, MatrixFamily::Wgmma)->cycles,
              choose("sm_90", shape)->cycles)
        << m << "x" << n;
  }
}

} // namespace heddle
