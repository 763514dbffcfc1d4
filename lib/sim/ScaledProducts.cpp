//===- ScaledProducts.cpp - Products of blocks with scales ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductKernels.h"

HEDDLE_SIM_BEGIN

namespace {

/// 2^(s - 127), and NaN for 255: OCP Microscaling Formats, 5.4.1.
double powerOf(std::uint8_t scale) {
  constexpr int Bias = 127;
  constexpr std::uint8_t NaN = 255;
  return scale == NaN ? std::numeric_limits<double>::quiet_NaN()
                      : std::ldexp(1., scale - Bias);
}

/// Of e4m3, whose sign does not count.
double fractionOf(std::uint8_t scale) { return ByteE4M3::load(scale & 0x7FU); }

/// The scales of one factor, in the threads that have them.
class Scales {
public:
  /// `numbers` are those of the first product, four for each.
  Scales(Warp &warp, const ProductTable &table, const ScaleTable &scales,
         const std::int32_t *numbers)
      : scales(scales), numbers(numbers), lanes(warp.lanes), all(warp.all),
        stored(warp.at<std::uint8_t>(scales.from)),
        masks(IsWatched ? warp.masksAt(scales.from) : nullptr),
        value(table.types.scale == ScalarType::UE8M0 ? powerOf : fractionOf) {}

  double at(std::size_t product, unsigned row, unsigned block) const {
    auto [index, lane] = placeOf(product, row, block);
    return value(stored[std::size_t(index) * lanes + lane]);
  }
  bool isDefined(std::size_t product, unsigned row, unsigned block) const {
    auto [index, lane] = placeOf(product, row, block);
    return isIn(masks[index], lane);
  }
  bool areDefined() const {
    return std::all_of(masks, masks + scales.registers,
                       [&](std::uint64_t mask) { return mask == all; });
  }

private:
  ScaleTable::Place placeOf(std::size_t product, unsigned row,
                            unsigned block) const {
    ScaleTable::Place place = scales.places[row * scales.blocks + block];
    auto fragment = static_cast<unsigned>(numbers[4 * product]);
    auto supplier = static_cast<std::size_t>(numbers[4 * product + 1]);
    return {fragment * scales.perFragment + place.index,
            place.lane ^ scales.suppliers[supplier]};
  }

  const ScaleTable &scales;
  const std::int32_t *numbers;
  unsigned lanes;
  std::uint64_t all;
  const std::uint8_t *stored;
  const std::uint64_t *masks;
  double (*value)(std::uint8_t);
};

/// Those of both factors.
struct BothScales {
  const ProductTable &table;
  Scales a, b;

  BothScales(Warp &warp, const ProductTable &table)
      : table(table), a(warp, table, table.aScales, table.scales.data()),
        b(warp, table, table.bScales, table.scales.data() + 2) {}

  bool areDefined() const { return a.areDefined() && b.areDefined(); }
  bool isHole(std::size_t product, unsigned row, unsigned column) const {
    for (unsigned block = 0; block < table.blocks; ++block)
      if (!a.isDefined(product, row, block) ||
          !b.isDefined(product, column, block))
        return true;
    return false;
  }
};

void gatherAs(ScalarType type, Warp &warp, Operand from,
              const FragmentTable &table, unsigned fragments, unsigned elements,
              float *matrices) {
  switch (type) {
  case ScalarType::E4M3:
    return gather<ByteE4M3>(warp, from, table, fragments, elements, matrices);
  case ScalarType::E5M2:
    return gather<ByteE5M2>(warp, from, table, fragments, elements, matrices);
  case ScalarType::E2M3:
    return gather<ByteE2M3>(warp, from, table, fragments, elements, matrices);
  case ScalarType::E3M2:
    return gather<ByteE3M2>(warp, from, table, fragments, elements, matrices);
  default:
    return gather<NibbleE2M1>(warp, from, table, fragments, elements, matrices);
  }
}

/// Adds one product. The scales are exact in a double, and so is their product
/// with a block's sum but for its last bits: it is rounded once to C.
void multiplyScaled(const ProductTable &table, const BothScales &scales,
                    std::size_t product, const float *a, const float *b,
                    float *c) {
  constexpr unsigned Rows = 4;
  unsigned depth = table.k / table.blocks;
  std::vector<float> sums(std::size_t(table.m) * table.n);
  for (unsigned block = 0; block < table.blocks; ++block) {
    std::ranges::fill(sums, 0.F);
    const float *left = a + std::size_t(block) * depth;
    const float *right = b + std::size_t(block) * depth * table.n;
    for (unsigned row = 0; row < table.m; row += Rows)
      for (unsigned column = 0; column < table.n; column += Columns)
        multiplyRows<float, Rows>(
            left + std::size_t(row) * table.k, right + column, depth, table.k,
            table.n, sums.data() + std::size_t(row) * table.n + column);
    for (unsigned row = 0; row < table.m; ++row)
      for (unsigned column = 0; column < table.n; ++column) {
        std::size_t at = std::size_t(row) * table.n + column;
        c[at] = static_cast<float>(c[at] +
                                   sums[at] * scales.a.at(product, row, block) *
                                       scales.b.at(product, column, block));
      }
  }
}

} // namespace

bool runScaledProducts(Warp &warp, const Instruction &each) {
  const ProductTable &table = warp.block->code.products[each.immediate];
  unsigned sizeA = table.m * table.k, sizeB = table.k * table.n,
           sizeC = table.m * table.n;
  std::vector<float> a(std::size_t(table.countA) * sizeA),
      b(std::size_t(table.countB) * sizeB),
      c(std::size_t(table.countC) * sizeC);
  gatherAs(table.types.a, warp, each.a, table.a, table.countA, sizeA, a.data());
  gatherAs(table.types.b, warp, each.b, table.b, table.countB, sizeB, b.data());
  gather<Single>(warp, each.c, table.c, table.countC, sizeC, c.data());
  const BothScales scales(warp, table);
  for (std::size_t at = 0; at < table.products.size(); at += 3)
    multiplyScaled(table, scales, at / 3,
                   a.data() + std::size_t(table.products[at]) * sizeA,
                   b.data() + std::size_t(table.products[at + 1]) * sizeB,
                   c.data() + std::size_t(table.products[at + 2]) * sizeC);
  if constexpr (IsWatched)
    spreadAllHoles(warp, table, each, scales);
  scatter<Single>(warp, each.result, table.c, table.countC, sizeC, c.data());
  return true;
}

HEDDLE_SIM_END
