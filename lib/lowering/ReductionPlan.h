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
/// Of a location x the layout gives an element; without the axis, a coordinate
/// of the result. What locations hold that share a coordinate is combined,
/// unless they hold the same element. Over F2 this is elimination: bits of
/// registers first, then of lanes, then of warps, each is
///
///   - kept: it leads to coordinates that those before do not reach;
///   - a direction: with some of those before it stays at its coordinate, at an
///     element along the axis that those before do not reach. So the lane
///     x ^ direction has the same coordinates, in registers that are xored too;
///   - a replica: it leads to elements that those before reach.
///
/// So bits may move along several axes at once, and replicas may hide among
/// sums of bits.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_REDUCTIONPLAN_H
#define HEDDLE_LIB_LOWERING_REDUCTIONPLAN_H

#include "heddle/layout/LinearLayout.h"

#include <span>
#include <vector>

namespace heddle {

/// The lane whose number differs in `lanes` has the same coordinates in
/// registers whose numbers, among those left, differ in `registers`.
struct LaneDirection {
  std::uint32_t lanes = 0;
  std::uint32_t registers = 0;
};

/// Where a bit leads, along each axis; 0 along the reduced one.
using ResultBasis = std::vector<std::uint64_t>;

/// Do all of these bits lead nowhere but along the reduced axis?
bool haveSameResults(std::span<const ResultBasis> bases, unsigned axis);

struct ReductionPlan {
  unsigned axis = 0;
  std::vector<DimSize> outs;
  /// Bits of registers that are left, by their numbers.
  std::vector<unsigned> keptRegisters;
  /// Numbers of registers to combine with: register 0 with each sum of them.
  std::vector<std::uint32_t> registers;
  std::vector<LaneDirection> lanes;
  /// How many directions of warps and blocks there are, and which of them, as
  /// bits, a bit of the warp's or the block's number belongs to.
  unsigned warpDirections = 0;
  std::vector<std::uint32_t> warps, blocks;
  /// Of the bits of registers that are left, and of all of lanes, warps and
  /// blocks.
  std::vector<ResultBasis> registerBases, laneBases, warpBases, blockBases;
  /// Of the bits that are kept: together they lead everywhere.
  std::vector<ResultBasis> keptBases;

  /// All that differ, those left in the low bits.
  std::vector<std::int32_t> registerOrder() const;
};

/// O(bits^2).
ReductionPlan planReduction(const LinearLayout &layout, unsigned axis);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_REDUCTIONPLAN_H
