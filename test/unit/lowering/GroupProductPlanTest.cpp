//===- GroupProductPlanTest.cpp - Products by warp groups -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Plans are carried out element by element: what descriptors mean as tiles is
/// looked up in the memory's layout. Descriptors are those that Triton makes
/// for the same tiles.
///
//===----------------------------------------------------------------------===//

#include "GroupProductPlan.h"
#include "ProductTensors.h"

namespace heddle {

namespace {

using enum ScalarType;

struct Row {
  MatrixTypes types;
  unsigned k, bits;
};

constexpr Row Rows[] = {{{F16, F16, F32}, 16, 16},
                        {{BF16, BF16, F32}, 16, 16},
                        {{TF32, TF32, F32}, 8, 32},
                        {{E4M3, E5M2, F32}, 32, 8},
                        {{S8, S8, S32}, 32, 8}};

const MatrixInstruction &wgmma(const Row &row) {
  const MatrixInstruction *found = widestOf(MatrixFamily::Wgmma, row.types);
  HEDDLE_ASSERT(found != nullptr && found->k == row.k);
  return *found;
}

std::string parentOf(unsigned rowWarps, unsigned columnWarps, unsigned columns,
                     unsigned k) {
  return "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = "
         "[" +
         std::to_string(rowWarps) + ", " + std::to_string(columnWarps) +
         "], instrShape = [16, " + std::to_string(columns) + ", " +
         std::to_string(k) + "]}>";
}

std::string memoryText(unsigned swizzle, bool isTransposed, unsigned bits) {
  return "#ttg.nvmma_shared<{swizzlingByteWidth = " + std::to_string(swizzle) +
         ", transposed = " + (isTransposed ? "true" : "false") +
         ", elementBitWidth = " + std::to_string(bits) + "}>";
}

/// A factor as Triton puts it in memory: swizzled as far as rows are long.
SharedFactor factorOf(std::uint64_t rows, std::uint64_t columns,
                      bool isTransposed, unsigned bits) {
  std::uint64_t length = (isTransposed ? rows : columns) * bits / 8;
  auto swizzle = static_cast<unsigned>(std::min<std::uint64_t>(128, length));
  if (swizzle < 32)
    swizzle = 0;
  return {.layout = layoutOf(memoryText(swizzle, isTransposed, bits),
                             {rows, columns}),
          .elementBits = bits,
          .alignment = 1024,
          .start = 0};
}

struct Sample {
  const MatrixInstruction *instruction;
  std::optional<LinearLayout> registersOfA;
  std::optional<SharedFactor> a;
  SharedFactor b;
  LinearLayout d;
  unsigned warps, bits;
  std::uint64_t depth;
};

Sample drawSample() {
  const Row &row = Rows[draw<std::size_t>(0, std::size(Rows))];
  unsigned rowWarps = 4U << draw(0U, 2U), columnWarps = 1U << draw(0U, 2U);
  std::uint64_t m = std::uint64_t(rowWarps) * 16 << draw(0U, 2U);
  unsigned columns = 8U << draw(0U, 5U);
  std::uint64_t n = std::uint64_t(columns) * columnWarps << draw(0U, 2U);
  std::uint64_t k = std::uint64_t(row.k) << draw(0U, 4U);
  while (m * n * k > f2::unit(20) && k > row.k)
    k /= 2;
  std::string parent = parentOf(rowWarps, columnWarps, columns, row.k);
  bool mayTranspose = row.bits == 16;
  auto isTransposed = [&] { return mayTranspose && draw(0U, 2U) == 1; };
  // Renaming K would break tiles in memory; rows of registers may be renamed.
  Sample sample = {.instruction = &wgmma(row),
                   .registersOfA = {},
                   .a = {},
                   // K-major memory of B is transposed in its own axes.
                   .b = factorOf(k, n, !isTransposed(), row.bits),
                   .d = reordered(registersOf(parent, {m, n}), {{}, {}}),
                   .warps = rowWarps * columnWarps,
                   .bits = row.bits,
                   .depth = k};
  if (draw(0U, 2U) == 1)
    sample.a = factorOf(m, k, isTransposed(), row.bits);
  else
    sample.registersOfA = reordered(
        registersOf("#ttg.dot_op<{opIdx = 0, parent = " + parent +
                        ", kWidth = " + std::to_string(32 / row.bits) + "}>",
                    {m, k}),
        {{}, {}});
  return sample;
}

/// The element at (row, depth) of a tile whose rows are M's or N's, as the
/// hardware reads it.
std::pair<std::uint64_t, std::uint64_t>
elementIn(const SharedFactor &factor, const FactorTiles &tiles,
          std::int32_t offset, std::uint32_t warp, unsigned row, unsigned k) {
  // Any multiple of the alignment.
  constexpr std::uint32_t Base = 5 * 1024;
  Word address = Base + static_cast<Word>(offset);
  for (std::size_t bit = 0; bit < tiles.warps.size(); ++bit)
    if ((warp >> bit & 1) != 0)
      address += tiles.warps[bit];
  unsigned bytes = factor.elementBits / 8;
  std::uint32_t at =
      addressIn(tiles.descriptor, tiles.isTransposed,
                static_cast<std::uint32_t>(address), row, k * bytes);
  HEDDLE_ASSERT(at >= Base && (at - Base) % bytes == 0);
  Word index = (at - Base) / bytes;
  HEDDLE_ASSERT(index < factor.layout.inSize(Dim::Offset));
  Word element = f2::multiply(factor.layout.bases(Dim::Offset), index);
  return {factor.layout.field(element, Dim::standard(0)),
          factor.layout.field(element, Dim::standard(1))};
}

/// Where a row and a depth of A's fragment are.
std::vector<Holder> holdersOf(const MatrixInstruction &row, unsigned columns) {
  std::vector<Holder> holders(std::size_t(row.m) * row.k);
  for (const Cell &cell : cellsOf(row, MatrixOperand::A, columns))
    holders[cell.row * row.k + cell.column] = cell.at;
  return holders;
}

void expectRight(const Sample &sample, const GroupProductPlan &plan) {
  const MatrixInstruction &row = *sample.instruction;
  constexpr std::uint32_t GroupWarps = 4;
  const std::vector<Cell> cells = cellsOf(row, MatrixOperand::C, plan.columns);
  std::vector<Holder> holdersOfA;
  if (sample.registersOfA)
    holdersOfA = holdersOf(row, plan.columns);
  auto sizeC = static_cast<std::uint32_t>(
      get(fragmentOf(row, MatrixOperand::C, plan.columns))
          .inSize(Dim::Register));
  std::size_t sizeA = std::size_t(row.m) * row.k / 128;
  Sums sums(plan.c.size(), sample.warps, sample.depth);
  auto leftAt = [&](std::int32_t first, std::uint32_t group, unsigned m,
                    unsigned k) {
    if (sample.a)
      return elementIn(*sample.a, plan.left.value(), first, group, m, k);
    const Holder &at = holdersOfA[m * row.k + k];
    auto reg = static_cast<std::uint32_t>(
        plan.a.at(static_cast<std::size_t>(first) * sizeA + at.reg));
    MatrixPoint found =
        pointIn(*sample.registersOfA, {reg, at.lane, group + at.warp});
    return std::pair(found.row, found.column);
  };
  auto carryOut = [&](std::size_t at, std::uint32_t group) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> left, right;
    for (unsigned m = 0; m < row.m; ++m)
      for (unsigned k = 0; k < row.k; ++k)
        left.push_back(leftAt(plan.products[at], group, m, k));
    for (unsigned n = 0; n < plan.columns; ++n)
      for (unsigned k = 0; k < row.k; ++k)
        right.push_back(elementIn(sample.b, plan.right, plan.products[at + 1],
                                  group, n, k));
    for (const Cell &cell : cells) {
      Holder to = {static_cast<std::uint32_t>(plan.products[at + 2]) * sizeC +
                       cell.at.reg,
                   cell.at.lane, group + cell.at.warp};
      auto reg = static_cast<std::uint32_t>(plan.c.at(to.reg));
      MatrixPoint sum = pointIn(sample.d, {reg, to.lane, to.warp});
      for (unsigned k = 0; k < row.k; ++k) {
        auto [m, depthOfA] = left[cell.row * row.k + k];
        auto [depthOfB, n] = right[cell.column * row.k + k];
        HEDDLE_ASSERT(m == sum.row && n == sum.column);
        HEDDLE_ASSERT(depthOfA == depthOfB);
        sums.add(to, depthOfA);
      }
    }
  };
  for (std::uint32_t group = 0; group < sample.warps; group += GroupWarps)
    for (std::size_t at = 0; at < plan.products.size(); at += 3)
      carryOut(at, group);
  expectComplete(sums, sample.d, sample.warps, plan.c, plan.result);
}

Result<GroupProductPlan> planOf(const Sample &sample) {
  return planGroupProduct(*sample.instruction, sample.registersOfA, sample.a,
                          sample.b, sample.d,
                          sample.b.layout.outSize(Dim::standard(0)));
}

/// Two factors in memory, of one group of warps.
Sample inMemory(const Row &row, std::uint64_t m, std::uint64_t n,
                std::uint64_t k, bool isBTransposed) {
  return {
      .instruction = widestOf(MatrixFamily::Wgmma, row.types),
      .registersOfA = {},
      .a = factorOf(m, k, false, row.bits),
      .b = factorOf(k, n, !isBTransposed, row.bits),
      .d = registersOf(parentOf(4, 1, static_cast<unsigned>(n), row.k), {m, n}),
      .warps = 4,
      .bits = row.bits,
      .depth = k};
}

/// Offsets of an operand's tiles, in order.
std::set<std::int32_t> offsetsOf(const GroupProductPlan &plan,
                                 std::size_t operand) {
  std::set<std::int32_t> offsets;
  for (std::size_t at = operand; at < plan.products.size(); at += 3)
    offsets.insert(plan.products[at]);
  return offsets;
}

} // namespace

TEST(GroupProductPlan, AddsEveryDepthOnceInEveryThread) {
  unsigned inRegisters = 0, transposed = 0;
  EXPECT_TRUE(rc::check([&] {
    Sample sample = drawSample();
    Result<GroupProductPlan> plan = planOf(sample);
    if (!plan)
      RC_FAIL(plan.error().text());
    inRegisters += sample.registersOfA ? 1 : 0;
    transposed += plan->right.isTransposed ? 1 : 0;
    expectRight(sample, *plan);
  }));
  EXPECT_GT(inRegisters, 3U);
  EXPECT_GT(transposed, 3U);
}

// All are what Triton 3.6 emits for the same tiles.
TEST(GroupProductPlan, MakesTritonsDescriptors) {
  const Row &f16 = Rows[0], &tf32 = Rows[2], &f8 = Rows[3];
  struct Case {
    const Row &row;
    std::uint64_t m, n, k;
    bool isBTransposed;
    std::uint64_t left, right;
    std::set<std::int32_t> leftOffsets, rightOffsets;
  } cases[] = {{f16,
                128,
                128,
                64,
                false,
                0x4000004000000000,
                0x4000004000000000,
                {0, 32, 64, 96, 8192, 8224, 8256, 8288},
                {0, 32, 64, 96}},
               {f16,
                64,
                128,
                128,
                false,
                0x4000004000000000,
                0x4000004000000000,
                {0, 32, 64, 96, 8192, 8224, 8256, 8288},
                {0, 32, 64, 96, 16384, 16416, 16448, 16480}},
               {f16,
                64,
                64,
                32,
                false,
                0x8000002000000000,
                0x8000002000000000,
                {0, 32},
                {0, 32}},
               {f16,
                64,
                64,
                16,
                false,
                0xC000001000000000,
                0xC000001000000000,
                {0},
                {0}},
               {f8,
                128,
                128,
                64,
                false,
                0x8000002000000000,
                0x8000002000000000,
                {0, 32, 4096, 4128},
                {0, 32}},
               {tf32,
                64,
                128,
                32,
                false,
                0x4000004000000000,
                0x4000004000000000,
                {0, 32, 64, 96},
                {0, 32, 64, 96}},
               {f16,
                64,
                128,
                64,
                true,
                0x4000004000000000,
                0x4000004002000000,
                {0, 32, 64, 96},
                {0, 2048, 4096, 6144}},
               {f16,
                64,
                128,
                16,
                true,
                0xC000001000000000,
                0x4000004000800000,
                {0},
                {0}},
               {f16,
                64,
                16,
                64,
                true,
                0x4000004000000000,
                0xC000001000000000,
                {0, 32, 64, 96},
                {0, 512, 1024, 1536}}};
  for (const Case &each : cases) {
    SCOPED_TRACE(concat(each.m, " x ", each.n, " x ", each.k));
    GroupProductPlan plan = get(
        planOf(inMemory(each.row, each.m, each.n, each.k, each.isBTransposed)));
    EXPECT_EQ(encode(plan.left.value().descriptor), each.left);
    EXPECT_EQ(encode(plan.right.descriptor), each.right);
    EXPECT_FALSE(plan.left->isTransposed);
    EXPECT_EQ(plan.right.isTransposed, each.isBTransposed);
    EXPECT_EQ(offsetsOf(plan, 0), each.leftOffsets);
    EXPECT_EQ(offsetsOf(plan, 1), each.rightOffsets);
  }
}

// 64 x 16 f16 in matrices of 8 x 16 bytes, along M or along K first.
TEST(GroupProductPlan, FindsCoresInAnyOrder) {
  auto cores = [](const std::vector<Word> &words) {
    std::vector<DimBits> ins = {{Dim::Offset, 10}, {Dim::Block, 0}},
                         outs = {{Dim::standard(0), 6}, {Dim::standard(1), 4}};
    return SharedFactor{.layout =
                            get(LinearLayout::fromWords(ins, outs, words)),
                        .elementBits = 16,
                        .alignment = 16,
                        .start = 0};
  };
  LinearLayout shape = layoutOf(memoryText(32, false, 16), {64, 16});
  auto row = [&](Word step) {
    return f2::shiftLeft(step, shape.outShift(Dim::standard(0)));
  };
  auto column = [&](Word step) {
    return f2::shiftLeft(step, shape.outShift(Dim::standard(1)));
  };
  std::vector<Word> inCore = {column(1), column(2), column(4),
                              row(1),    row(2),    row(4)};
  std::vector<Word> alongRows = inCore, alongDepth = inCore;
  for (Word each : {row(8), row(16), row(32), column(8)})
    alongRows.push_back(each);
  for (Word each : {column(8), row(8), row(16), row(32)})
    alongDepth.push_back(each);
  Sample sample = inMemory(Rows[0], 64, 64, 16, false);
  sample.a = cores(alongRows);
  GroupProductPlan plan = get(planOf(sample));
  EXPECT_EQ(plan.left.value().descriptor, (MatrixDescriptor{0, 1024, 128}));
  expectRight(sample, plan);
  sample.a = cores(alongDepth);
  plan = get(planOf(sample));
  EXPECT_EQ(plan.left.value().descriptor, (MatrixDescriptor{0, 128, 256}));
  expectRight(sample, plan);
}

TEST(GroupProductPlan, RefusesWhatNoDescriptorMeans) {
  Sample sample = inMemory(Rows[3], 64, 64, 64, true);
  // 8 bits, contiguous along columns.
  Result<GroupProductPlan> plan = planOf(sample);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().reason,
            "expects shared memory that a descriptor of wgmma describes");
  EXPECT_FALSE(plan.error().witness.empty());
  EXPECT_EQ(plan.error().remedy, "nvmma_shared layouts are such");
  // A swizzle of 128 bytes at a multiple of 512.
  sample = inMemory(Rows[0], 64, 64, 64, false);
  sample.a->alignment = 512;
  EXPECT_FALSE(planOf(sample));
  sample.a->alignment = 1024;
  EXPECT_TRUE(planOf(sample));
}

TEST(GroupProductPlan, RefusesFewerRowsThanTheInstructionHas) {
  Sample sample = inMemory(Rows[0], 64, 64, 64, false);
  sample.d = registersOf(parentOf(4, 1, 64, 16), {32, 64});
  Result<GroupProductPlan> plan = planOf(sample);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().reason, "expects as many rows as the instruction has");
}

} // namespace heddle
