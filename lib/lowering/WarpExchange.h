//===- WarpExchange.h - How warps exchange what they reduced ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The end of a reduction: every warp has combined what its lanes hold, and
/// conversions bring what several warps have to one thread, which combines it,
/// or to the lanes of one warp.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_WARPEXCHANGE_H
#define HEDDLE_LIB_LOWERING_WARPEXCHANGE_H

#include "ReductionPlan.h"
#include "heddle/f2/Error.h"

namespace heddle {

/// A conversion, after which threads combine what they have got.
struct ExchangeStep {
  /// Layouts of the result, with the directions of warps along the reduced
  /// axis.
  Result<LinearLayout> from, to;
  /// In the second, directions are in so many of the lowest bits of registers,
  /// and in these lanes.
  unsigned registerBits = 0;
  std::vector<LaneDirection> lanes;
  /// Does each register hold the same result in all lanes then?
  bool lanesHaveSameResults = false;
};

/// One after the other.
using Exchange = std::vector<ExchangeStep>;

/// The ways from what warps have to where the result has it, the simplest
/// first. `wanted` is the layout of the result, null of a scalar.
///
/// In one step, directions go to registers as far as one access moves them with
/// the result's registers, of `bytes` each, then to lanes that would hold
/// replicas, then to registers. In two steps, the first one shares the
/// coordinates among all threads with the directions in lanes, and the second
/// one brings the results to where they are wanted. That is not for clusters.
std::vector<Exchange> exchangesOf(const ReductionPlan &plan,
                                  const LinearLayout *wanted, unsigned bytes);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_WARPEXCHANGE_H
