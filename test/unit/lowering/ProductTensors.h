//===- ProductTensors.h - Layouts of products' operands ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts of factors and sums in orders of their own, and which depths each
/// sum has met.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LOWERING_PRODUCTTENSORS_H
#define HEDDLE_TEST_UNIT_LOWERING_PRODUCTTENSORS_H

#include "RandomTensors.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/target/MatrixInstruction.h"

#include <algorithm>
#include <set>

namespace heddle {

inline LinearLayout layoutOf(const std::string &encoding,
                             const std::vector<std::uint64_t> &shape) {
  return get(toLinearLayout(get(parseEncoding(encoding)), shape, NewestTriton));
}

/// Without registers that only replicate others, as plans want it.
inline LinearLayout registersOf(const std::string &encoding,
                                const std::vector<std::uint64_t> &shape) {
  return get(removeZeroBases(layoutOf(encoding, shape), Dim::Register));
}

/// Where the bits of an axis lead.
using AxisOrder = Words;

/// A permutation of them; with sums, any invertible map.
inline AxisOrder drawOrder(unsigned bits, bool hasSums = false) {
  AxisOrder order;
  for (unsigned bit = 0; bit < bits; ++bit)
    order.push_back(f2::unit(bit));
  for (unsigned last = bits; last > 1; --last)
    std::swap(order[last - 1], order[draw(0U, last)]);
  for (unsigned step = 0; hasSums && bits > 1 && step < 2 * bits; ++step) {
    unsigned to = draw(0U, bits), from = draw(0U, bits);
    if (from != to)
      order[to] ^= order[from];
  }
  return order;
}

/// The layout with coordinates renamed along each axis, and its registers in a
/// random order. Axes without an order keep theirs.
inline LinearLayout reordered(const LinearLayout &layout,
                              const std::vector<AxisOrder> &orders) {
  Words words;
  std::vector<DimBits> ins(layout.ins().begin(), layout.ins().end());
  for (const DimBits &in : ins) {
    std::size_t first = words.size();
    for (Word basis : layout.bases(in.dim)) {
      Word renamed = 0;
      for (unsigned axis = 0; axis < orders.size(); ++axis) {
        Dim dim = Dim::standard(axis);
        Word step = layout.field(basis, dim);
        Word to =
            orders[axis].empty() ? step : f2::multiply(orders[axis], step);
        renamed |= f2::shiftLeft(to, layout.outShift(dim));
      }
      words.push_back(renamed);
    }
    if (in.dim == Dim::Register)
      for (std::size_t last = words.size(); last > first + 1; --last)
        std::swap(words[last - 1], words[draw<std::size_t>(first, last)]);
  }
  std::vector<DimBits> outs(layout.outs().begin(), layout.outs().end());
  return get(LinearLayout::fromWords(ins, outs, words));
}

/// What a fragment's element is of the instruction, (row, column) by (register,
/// lane, warp).
struct Cell {
  std::uint32_t row, column;
  Holder at;
};

/// All elements of an operand of an instruction.
inline std::vector<Cell> cellsOf(const MatrixInstruction &instruction,
                                 MatrixOperand operand, unsigned columns) {
  LinearLayout fragment = get(fragmentOf(instruction, operand, columns));
  unsigned warpBits =
      fragment.hasIn(Dim::Warp) ? fragment.inBits(Dim::Warp) : 0;
  std::vector<Cell> cells;
  for (std::uint32_t warp = 0; warp < 1U << warpBits; ++warp)
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      for (std::uint32_t reg = 0; reg < fragment.inSize(Dim::Register); ++reg) {
        Word element = f2::multiply(fragment.bases(Dim::Register), reg) ^
                       f2::multiply(fragment.bases(Dim::Lane), lane);
        if (warpBits != 0)
          element ^= f2::multiply(fragment.bases(Dim::Warp), warp);
        cells.push_back({static_cast<std::uint32_t>(
                             fragment.field(element, Dim::standard(0))),
                         static_cast<std::uint32_t>(
                             fragment.field(element, Dim::standard(1))),
                         {reg, lane, warp}});
      }
  return cells;
}

/// A coordinate of a matrix and the batch in front of it.
struct MatrixPoint {
  std::uint64_t batch, row, column;
};

inline MatrixPoint pointIn(const LinearLayout &layout, const Holder &holder) {
  auto rank = static_cast<unsigned>(layout.outs().size());
  return {rank > 2 ? coordinateAt(layout, holder, 0) : 0,
          coordinateAt(layout, holder, rank - 2),
          coordinateAt(layout, holder, rank - 1)};
}

/// For each register of the fragments of sums in each thread the depths that
/// were added to it.
class Sums {
public:
  Sums(std::size_t registers, unsigned warps, std::uint64_t depth)
      : registers(registers),
        met(registers * 32 * warps, std::vector<bool>(depth)) {}

  void add(const Holder &holder, std::uint64_t k) {
    std::vector<bool>::reference each = at(holder)[k];
    HEDDLE_ASSERT(!each);
    each = true;
  }
  bool isComplete(const Holder &holder) {
    return std::ranges::all_of(at(holder), std::identity());
  }

private:
  std::vector<bool> &at(const Holder &holder) {
    return met[(std::size_t(holder.warp) * 32 + holder.lane) * registers +
               holder.reg];
  }

  std::size_t registers;
  std::vector<std::vector<bool>> met;
};

/// Every register of the result is a sum of all depths.
inline void expectComplete(Sums &sums, const LinearLayout &d, unsigned warps,
                           const std::vector<std::int32_t> &fragments,
                           const std::vector<std::int32_t> &result) {
  HEDDLE_ASSERT(result.size() == d.inSize(Dim::Register));
  for (std::uint32_t warp = 0; warp < warps; ++warp)
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      for (std::uint32_t reg = 0; reg < result.size(); ++reg) {
        auto position = static_cast<std::uint32_t>(result[reg]);
        auto held = static_cast<std::uint32_t>(fragments[position]);
        HEDDLE_ASSERT(elementAt(d, {held, lane, warp}) ==
                      elementAt(d, {reg, lane, warp}));
        HEDDLE_ASSERT(sums.isComplete({position, lane, warp}));
      }
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_LOWERING_PRODUCTTENSORS_H
