//===- ReductionPlan.h - What a reduction combines --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which registers, lanes and warps hold what a reduction combines.
///
/// Of a location x the layout gives an element; without the axis, its place in
/// the result. Places that two locations share are combined, unless both have
/// the same element. Over F2 this is elimination: bits of registers first, then
/// of lanes, then of warps, each is
///
///   - kept: it leads to places that those before do not reach;
///   - a direction: with some of those before it stays in its place, at an
///     element along the axis that those before do not reach. So the lane
///     x ^ direction has the same places, in registers that are xored too;
///   - a copy: it leads to elements that those before reach.
///
/// So bits may move along several axes at once, and copies may hide among sums
/// of bits.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_REDUCTIONPLAN_H
#define HEDDLE_LIB_LOWERING_REDUCTIONPLAN_H

#include "heddle/layout/LinearLayout.h"

#include <optional>
#include <vector>

namespace heddle {

/// The lane whose number differs in `lanes` has the same places in registers
/// whose numbers, among those left, differ in `registers`.
struct LaneDirection {
  std::uint32_t lanes = 0;
  std::uint32_t registers = 0;
};

struct ReductionPlan {
  unsigned axis = 0;
  std::vector<DimSize> outs;
  /// Bits of registers that are left, by their numbers.
  std::vector<unsigned> keptRegisters;
  /// Numbers of registers to combine with: register 0 with each sum of them.
  std::vector<std::uint32_t> registers;
  std::vector<LaneDirection> lanes;
  /// How many directions of warps there are, and which of them, as bits, a bit
  /// of the warp's number belongs to.
  unsigned warpDirections = 0;
  std::vector<std::uint32_t> warps;
  /// Where bits lead, along each axis; nowhere along the reduced one.
  using Place = std::vector<std::uint64_t>;
  std::vector<Place> registerPlaces, lanePlaces, warpPlaces;
  /// Of the bits that are kept: together they lead everywhere.
  std::vector<Place> keptPlaces;

  /// All that differ, those left in the low bits.
  std::vector<std::int32_t> registerOrder() const;
};

/// O(bits^2).
ReductionPlan planReduction(const LinearLayout &layout, unsigned axis);

/// A conversion, after which threads combine what they have got.
struct ExchangeStep {
  /// Layouts of the result, with the directions of warps along the reduced
  /// axis.
  Result<LinearLayout> from, to;
  /// In the second, directions are in so many of the lowest bits of registers,
  /// and in these lanes.
  unsigned registerBits = 0;
  std::vector<LaneDirection> lanes;
};

/// Ways from what warps have to where the result has it, the simplest first.
/// `wanted` is the layout of the result, null of a scalar.
///
/// In one step, directions go to registers as far as one access moves them with
/// the result's registers, of `bytes` each, then to lanes that would hold
/// copies, then to registers. In two steps, the first one shares the places
/// among all threads with the directions in lanes, and the second one brings
/// the results to where they are wanted.
std::vector<std::vector<ExchangeStep>> exchangesOf(const ReductionPlan &plan,
                                                   const LinearLayout *wanted,
                                                   unsigned bytes);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_REDUCTIONPLAN_H
