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
        RC_ASSERT(a.batch == sum.batch && b.batch == sum.batch);
        RC_ASSERT(a.row == sum.row && b.column == sum.column);
        RC_ASSERT(a.column == b.row);
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

} // namespace

TEST(ProductPlan, AddsEveryDepthOnceInEveryThread) {
  EXPECT_TRUE(rc::check([] {
    Sample sample = drawSample(1, false);
    RC_ASSERT(sample.instruction != nullptr);
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
    RC_ASSERT(!plan.error().reason.empty());
    RC_ASSERT(!plan.error().witness.empty());
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
