//===- ProductPlanTest.cpp - Products by matrix instructions --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Plans are carried out element by element: each sum meets every depth once,
/// with factors of its own row and column, in every thread.
///
//===----------------------------------------------------------------------===//

#include "ProductPlan.h"
#include "ProductTensors.h"
#include "heddle/analysis/ScaleLayout.h"

#include <bit>

namespace heddle {

namespace {

using enum ScalarType;

struct Sample {
  const MatrixInstruction *instruction;
  LinearLayout a, b, d;
  unsigned warps;
  std::uint64_t depth;
};

/// An instruction, and the element bits of its factors.
struct Row {
  MatrixTypes types;
  unsigned k, bits;
};

constexpr Row Rows[] = {
    {{F16, F16, F32}, 16, 16},   {{F16, F16, F16}, 8, 16},
    {{BF16, BF16, F32}, 16, 16}, {{TF32, TF32, F32}, 8, 32},
    {{TF32, TF32, F32}, 4, 32},  {{S8, S8, S32}, 32, 8},
    {{S8, U8, S32}, 16, 8},      {{E4M3, E5M2, F32}, 32, 8}};

struct Sizes {
  unsigned batchBits, m, n, k;
};

Sizes drawSizes(unsigned depthBits) {
  // 8 to 256, with few enough products to carry all out.
  constexpr unsigned Least = 3, Most = 9, All = 17;
  Sizes sizes = {draw(0U, 3U), draw(Least, Most), draw(Least, Most),
                 std::max(depthBits, draw(Least, Most))};
  while (sizes.m + sizes.n + sizes.k + sizes.batchBits > All) {
    if (sizes.batchBits > 0)
      --sizes.batchBits;
    else if (sizes.m > Least)
      --sizes.m;
    else
      --sizes.n;
  }
  return sizes;
}

std::string list(const std::vector<unsigned> &values, bool isBatched) {
  std::string text = "[";
  for (std::size_t at = isBatched ? 0 : 1; at < values.size(); ++at)
    text += std::to_string(values[at]) + (at + 1 < values.size() ? ", " : "");
  return text + "]";
}

/// kWidth of B is so many times A's.
Sample drawSample(unsigned widthOfB, bool hasSums) {
  const Row &row = Rows[draw<std::size_t>(0, std::size(Rows))];
  unsigned wordWidth = std::max(1U, 32 / row.bits);
  unsigned width = wordWidth << draw(0U, 3U);
  // Eight elements along K of each four lanes' kWidth.
  Sizes sizes =
      drawSizes(static_cast<unsigned>(std::countr_zero(8 * width * widthOfB)));
  bool isBatched = sizes.batchBits > 0;
  std::vector<unsigned> warps = {1U << draw(0U, sizes.batchBits + 1),
                                 1U << draw(0U, 3U), 1U << draw(0U, 3U)};
  std::string parent =
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = " +
      list(warps, isBatched) + ", instrShape = " + list({1, 16, 8}, isBatched) +
      "}>";
  auto factor = [&](unsigned index, unsigned kWidth) {
    return "#ttg.dot_op<{opIdx = " + std::to_string(index) +
           ", parent = " + parent + ", kWidth = " + std::to_string(kWidth) +
           "}>";
  };
  AxisOrder batch, m = drawOrder(sizes.m, hasSums),
                   n = drawOrder(sizes.n, hasSums),
                   k = drawOrder(sizes.k, hasSums);
  auto make = [&](const std::string &encoding, unsigned rows, unsigned columns,
                  const AxisOrder &first, const AxisOrder &second) {
    std::vector<std::uint64_t> shape = {f2::unit(rows), f2::unit(columns)};
    std::vector<AxisOrder> orders = {first, second};
    if (isBatched) {
      shape.insert(shape.begin(), f2::unit(sizes.batchBits));
      orders.insert(orders.begin(), AxisOrder());
    }
    return reordered(registersOf(encoding, shape), orders);
  };
  return {.instruction =
              findInstruction(MatrixFamily::Mma, 16, 8, row.k, row.types),
          .a = make(factor(0, width), sizes.m, sizes.k, m, k),
          .b = make(factor(1, width * widthOfB), sizes.k, sizes.n, k, n),
          .d = make(parent, sizes.m, sizes.n, m, n),
          .warps = (isBatched ? warps[0] : 1) * warps[1] * warps[2],
          .depth = f2::unit(sizes.k)};
}

/// The elements of the instruction's operands.
struct Operand {
  Operand(const MatrixInstruction &row, MatrixOperand operand)
      : cells(cellsOf(row, operand, row.n)),
        size(static_cast<unsigned>(
            get(fragmentOf(row, operand)).inSize(Dim::Register))) {}

  std::uint32_t indexOf(std::int32_t fragment, const Cell &cell) const {
    return static_cast<std::uint32_t>(fragment) * size + cell.at.reg;
  }
  MatrixPoint inTensor(const LinearLayout &layout,
                       const std::vector<std::int32_t> &registers,
                       std::int32_t fragment, const Cell &cell,
                       std::uint32_t warp) const {
    auto reg =
        static_cast<std::uint32_t>(registers.at(indexOf(fragment, cell)));
    return pointIn(layout, {reg, cell.at.lane, warp});
  }

  std::vector<Cell> cells;
  unsigned size;
};

void expectRight(const Sample &sample, const ProductPlan &plan) {
  const MatrixInstruction &row = *sample.instruction;
  const Operand ofA(row, MatrixOperand::A), ofB(row, MatrixOperand::B),
      ofC(row, MatrixOperand::C);
  Sums sums(plan.c.size(), sample.warps, sample.depth);
  // By their places in the matrices of one instruction.
  std::vector<MatrixPoint> left(row.m * row.k), right(row.k * row.n);
  auto carryOut = [&](std::size_t at, std::uint32_t warp) {
    for (const Cell &cell : ofA.cells)
      left[cell.row * row.k + cell.column] =
          ofA.inTensor(sample.a, plan.a, plan.products[at], cell, warp);
    for (const Cell &cell : ofB.cells)
      right[cell.row * row.n + cell.column] =
          ofB.inTensor(sample.b, plan.b, plan.products[at + 1], cell, warp);
    for (const Cell &cell : ofC.cells) {
      std::int32_t fragment = plan.products[at + 2];
      MatrixPoint sum = ofC.inTensor(sample.d, plan.c, fragment, cell, warp);
      for (unsigned k = 0; k < row.k; ++k) {
        const MatrixPoint &a = left[cell.row * row.k + k];
        const MatrixPoint &b = right[k * row.n + cell.column];
        HEDDLE_ASSERT(a.batch == sum.batch && b.batch == sum.batch);
        HEDDLE_ASSERT(a.row == sum.row && b.column == sum.column);
        HEDDLE_ASSERT(a.column == b.row);
        sums.add({ofC.indexOf(fragment, cell), cell.at.lane, warp}, a.column);
      }
    }
  };
  for (std::uint32_t warp = 0; warp < sample.warps; ++warp)
    for (std::size_t at = 0; at < plan.products.size(); at += 3)
      carryOut(at, warp);
  expectComplete(sums, sample.d, sample.warps, plan.c, plan.result);
}

std::vector<std::uint64_t> square(std::uint64_t size) { return {size, size}; }

std::string mma(const std::string &warps) {
  return "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = " +
         warps + ", instrShape = [16, 8]}>";
}

std::string factorOf(unsigned index, const std::string &parent,
                     unsigned kWidth) {
  return "#ttg.dot_op<{opIdx = " + std::to_string(index) +
         ", parent = " + parent + ", kWidth = " + std::to_string(kWidth) + "}>";
}

const MatrixInstruction &f16() {
  return *findInstruction(MatrixFamily::Mma, 16, 8, 16, {F16, F16, F32});
}

void expectRefused(const Result<ProductPlan> &plan, const std::string &reason,
                   const std::string &witness) {
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().reason, reason);
  EXPECT_EQ(plan.error().witness, witness);
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

struct ScaledSample {
  Sample product;
  LinearLayout aScales, bScales;
  /// Locations along K of a block.
  std::uint64_t block;
};

/// The layout with some lanes that need not supply scales having copies.
LinearLayout withCopies(const LinearLayout &layout,
                        const std::vector<unsigned> &suppliers) {
  std::vector<DimBases> bases;
  for (const DimBits &in : layout.ins()) {
    std::vector<std::vector<std::uint64_t>> steps;
    for (Word basis : layout.bases(in.dim))
      steps.push_back({layout.field(basis, Dim::standard(0)),
                       layout.field(basis, Dim::standard(1))});
    bases.emplace_back(in.dim, steps);
  }
  for (unsigned bit : suppliers)
    if (draw(0U, 2U) == 0) {
      bases[0].second.push_back(bases[1].second[bit]);
      bases[1].second[bit] = {0, 0};
    }
  LinearLayout copied = get(LinearLayout::fromBases(
      bases, {DimSize{Dim::standard(0), layout.outSize(Dim::standard(0))},
              DimSize{Dim::standard(1), layout.outSize(Dim::standard(1))}}));
  return get(removeZeroBases(copied, Dim::Register));
}

ScaledSample drawScaled() {
  constexpr std::array Types = {MatrixTypes{E4M3, E5M2, F32, UE8M0},
                                MatrixTypes{E2M1, E2M1, F32, UE8M0},
                                MatrixTypes{E2M1, E2M1, F32, E4M3}};
  const MatrixTypes &types = Types[draw<std::size_t>(0, Types.size())];
  const MatrixInstruction &row = *widestOf(MatrixFamily::Mma, types);
  Sizes sizes = {0, draw(3U, 8U), draw(3U, 8U), draw(5U, 8U)};
  unsigned m = 1U << draw(0U, 3U), n = 1U << draw(0U, 3U);
  std::string parent =
      "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [" +
      std::to_string(m) + ", " + std::to_string(n) +
      "], instrShape = [16, 8]}>";
  auto factor = [&](unsigned index) { return factorOf(index, parent, 4); };
  std::uint64_t depth = f2::unit(sizes.k);
  LinearLayout whole = layoutOf(parent, {f2::unit(sizes.m), f2::unit(sizes.n)});
  std::uint64_t block = row.k / row.packed / row.blocks;
  // An instruction without several blocks may have a part of one.
  if (row.blocks == 1)
    block = std::min(depth, block << draw(0U, 2U));
  auto shuffled = [](const LinearLayout &layout) {
    return reordered(layout, {AxisOrder(), AxisOrder()});
  };
  auto scales = [&](MatrixOperand operand) {
    LinearLayout layout = get(scaleLayout(row, operand, whole, depth / block));
    return shuffled(withCopies(layout, suppliersOf(row, operand)));
  };
  return {.product = {.instruction = &row,
                      .a = shuffled(
                          registersOf(factor(0), {f2::unit(sizes.m), depth})),
                      .b = shuffled(
                          registersOf(factor(1), {depth, f2::unit(sizes.n)})),
                      .d = get(removeZeroBases(whole, Dim::Register)),
                      .warps = m * n,
                      .depth = depth},
          .aScales = scales(MatrixOperand::ScaleA),
          .bScales = scales(MatrixOperand::ScaleB),
          .block = block};
}

/// Every row of an instruction's factor finds the scales of its blocks.
void expectScales(const ScaledSample &sample, const ScaledProductPlan &plan,
                  MatrixOperand operand) {
  const MatrixInstruction &row = *sample.product.instruction;
  bool isLeft = operand == MatrixOperand::ScaleA;
  MatrixOperand factor = isLeft ? MatrixOperand::A : MatrixOperand::B;
  const Operand ofFactor(row, factor), ofScales(row, operand);
  const LinearLayout &held = isLeft ? sample.product.a : sample.product.b;
  const LinearLayout &scales = isLeft ? sample.aScales : sample.bScales;
  const auto &registers = isLeft ? plan.product.a : plan.product.b;
  const auto &bytes = isLeft ? plan.aScales : plan.bScales;
  std::uint32_t free = 0;
  for (unsigned bit : suppliersOf(row, operand))
    free |= 1U << bit;
  for (std::uint32_t warp = 0; warp < sample.product.warps; ++warp)
    for (std::size_t each = 0; 3 * each < plan.product.products.size();
         ++each) {
      auto number = [&](std::size_t at) {
        return plan.scales.at(4 * each + (isLeft ? 0 : 2) + at);
      };
      std::uint32_t from = 0, next = 0;
      for (unsigned bit : suppliersOf(row, operand))
        from |= (static_cast<std::uint32_t>(number(1)) >> next++ & 1U) << bit;
      std::map<std::pair<std::uint32_t, std::uint32_t>, MatrixPoint> found;
      for (const Cell &cell : ofScales.cells)
        if ((cell.at.lane & free) == from)
          found[{cell.row, cell.column}] =
              ofScales.inTensor(scales, bytes, number(0), cell, warp);
      for (const Cell &cell : ofFactor.cells) {
        MatrixPoint at = ofFactor.inTensor(
            held, registers, plan.product.products[3 * each + (isLeft ? 0 : 1)],
            cell, warp);
        std::uint32_t line = isLeft ? cell.row : cell.column;
        std::uint32_t depth = isLeft ? cell.column : cell.row;
        const MatrixPoint &scale =
            found.at({line, depth * row.blocks / (row.k / row.packed)});
        HEDDLE_ASSERT(scale.row == (isLeft ? at.row : at.column));
        HEDDLE_ASSERT(scale.column ==
                      (isLeft ? at.column : at.row) / sample.block);
      }
    }
}

} // namespace

TEST(ProductPlan, FindsTheScalesOfEveryBlock) {
  unsigned planned = 0;
  EXPECT_TRUE(rc::check([&] {
    ScaledSample sample = drawScaled();
    const Sample &product = sample.product;
    Result<ScaledProductPlan> plan =
        planScaledProduct(*product.instruction, product.a, product.b, product.d,
                          sample.aScales, sample.bScales);
    // Instructions of several blocks need all of their K.
    if (!plan &&
        product.depth < product.instruction->k / product.instruction->packed)
      return;
    if (!plan)
      RC_FAIL(plan.error().text());
    ++planned;
    expectScales(sample, *plan, MatrixOperand::ScaleA);
    expectScales(sample, *plan, MatrixOperand::ScaleB);
  }));
  EXPECT_GT(planned, 50U);
}

TEST(ProductPlan, SaysWhichScalesAreElsewhere) {
  const MatrixInstruction &row =
      *widestOf(MatrixFamily::Mma, {E4M3, E4M3, F32, UE8M0});
  std::string parent = mma("[2, 2]");
  LinearLayout a = registersOf(factorOf(0, parent, 4), square(64));
  LinearLayout b = registersOf(factorOf(1, parent, 4), square(64));
  LinearLayout d = registersOf(parent, square(64));
  std::vector<std::uint64_t> shape = {64, 2};
  auto linear = [&](const std::string &lanes, const std::string &warps) {
    return registersOf("#ttg.linear<{register = [[0, 1], [32, 0]], lane = " +
                           lanes + ", warp = " + warps + ", block = []}>",
                       shape);
  };
  LinearLayout ofA =
      linear("[[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]]", "[[0, 0], [16, 0]]");
  LinearLayout ofB = registersOf(
      "#ttg.linear<{register = [[0, 1], [16, 0], [32, 0]], lane = [[0, 0], [0, "
      "0], [1, 0], [2, 0], [4, 0]], warp = [[8, 0], [0, 0]], block = []}>",
      shape);
  EXPECT_TRUE(planScaledProduct(row, a, b, d, ofA, ofB));
  auto refused = [&](const LinearLayout &scales) {
    Result<ScaledProductPlan> plan =
        planScaledProduct(row, a, b, d, scales, ofB);
    return plan ? std::string() : plan.error().text();
  };
  EXPECT_THAT(refused(linear("[[1, 0], [0, 0], [8, 0], [2, 0], [4, 0]]",
                             "[[0, 0], [16, 0]]")),
              testing::HasSubstr("lane bit 0 is not m8"));
  EXPECT_THAT(refused(linear("[[8, 0], [0, 0], [1, 0], [2, 0], [4, 0]]",
                             "[[16, 0], [0, 0]]")),
              testing::HasSubstr("warp bit 0 is another row or column"));
}

TEST(ProductPlan, AddsEveryDepthOnceInEveryThread) {
  EXPECT_TRUE(rc::check([] {
    Sample sample = drawSample(1, false);
    HEDDLE_ASSERT(sample.instruction != nullptr);
    Result<ProductPlan> plan =
        planProduct(*sample.instruction, sample.a, sample.b, sample.d);
    if (!plan)
      RC_FAIL(plan.error().text());
    expectRight(sample, *plan);
  }));
}

// Axes whose bits are sums of others, and factors with different orders of K.
TEST(ProductPlan, AddsEveryDepthOnceOrRefuses) {
  unsigned planned = 0, refused = 0;
  EXPECT_TRUE(rc::check([&] {
    Sample sample = drawSample(draw(1U, 3U), true);
    Result<ProductPlan> plan =
        planProduct(*sample.instruction, sample.a, sample.b, sample.d);
    if (plan) {
      ++planned;
      expectRight(sample, *plan);
      return;
    }
    ++refused;
    HEDDLE_ASSERT(!plan.error().reason.empty());
    HEDDLE_ASSERT(!plan.error().witness.empty());
  }));
  EXPECT_GT(planned, 5U);
  EXPECT_GT(refused, 5U);
}

TEST(ProductPlan, SaysWhichBitIsNotTheInstructions) {
  std::string parent = mma("[2, 2]");
  LinearLayout a = registersOf(factorOf(0, parent, 2), square(64));
  LinearLayout b = registersOf(factorOf(1, parent, 2), square(64));
  LinearLayout d = registersOf(parent, square(64));
  ASSERT_TRUE(planProduct(f16(), a, b, d));
  // Rows in the lanes of columns.
  LinearLayout blocked = registersOf(
      "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], "
      "warpsPerCTA = [2, 2], order = [1, 0]}>",
      square(64));
  expectRefused(planProduct(f16(), a, b, blocked),
                "expects threads that hold what the instruction's do",
                "lane bit 2 is not m1");
  // Warps of A along the columns of the result.
  LinearLayout other = registersOf(factorOf(0, mma("[1, 4]"), 2), square(64));
  expectRefused(planProduct(f16(), other, b, d),
                "expects warps that have the rows and columns of their part of "
                "the result",
                "warp bit 1 does not");
  // Half of an instruction along K.
  std::vector<std::uint64_t> flat = {64, 8}, low = {8, 64};
  expectRefused(planProduct(f16(), registersOf(factorOf(0, parent, 2), flat),
                            registersOf(factorOf(1, parent, 2), low), d),
                "expects registers that hold what the instruction's do",
                "none is k8");
}

TEST(ProductPlan, LetsNeighboursAddToDifferentSums) {
  std::string parent = mma("[1, 1]");
  ProductPlan plan =
      get(planProduct(f16(), registersOf(factorOf(0, parent, 2), square(32)),
                      registersOf(factorOf(1, parent, 2), square(32)),
                      registersOf(parent, square(32))));
  // Two by four sums, of two steps along K each.
  ASSERT_EQ(plan.products.size(), 3U * 16);
  for (std::size_t step : {0U, 8U}) {
    std::set<std::int32_t> sums;
    for (std::size_t at = step; at < step + 8; ++at)
      sums.insert(plan.products[3 * at + 2]);
    EXPECT_EQ(sums.size(), 8U);
  }
}

} // namespace heddle
