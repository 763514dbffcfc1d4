//===- ScanPlan.h - Along which bits a scan goes ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a scan goes along. The bits of the coordinate along the axis, from the
/// lowest, are runs of bits of registers, lanes and warps; here two of
/// registers, then one of lanes:
///
///     coordinate  0 1 2 3  4 5 6 7
///     register    0 1 2 3  0 1 2 3
///     lane        0 0 0 0  1 1 1 1
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_SCANPLAN_H
#define HEDDLE_LIB_LOWERING_SCANPLAN_H

#include "heddle/f2/Error.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/plan/Program.h"

#include <optional>
#include <vector>

namespace heddle {

enum class ScanOrder { FromStart, FromEnd };

/// Bits of a coordinate that follow each other, and the bits of the register,
/// lane or warp that they are.
struct BitRun {
  Dim dim;
  std::vector<unsigned> bits;

  std::uint64_t size() const { return std::uint64_t(1) << bits.size(); }
  /// The bits of the dimension.
  Word mask() const;
  /// Those of them that are set at a coordinate of the run.
  Word at(std::uint64_t coordinate) const;
  /// The same at a step of a scan, the first of which is 0.
  Word atStep(std::uint64_t step, ScanOrder order) const {
    return at(coordinateAt(step, order));
  }
  std::uint64_t coordinateAt(std::uint64_t step, ScanOrder order) const {
    return order == ScanOrder::FromEnd ? size() - 1 - step : step;
  }
};

struct ScanPlan {
  /// In which the tensor is scanned: its own if that has runs, otherwise one
  /// with as many bits of everything.
  LinearLayout layout;
  bool isConverted = false;
  /// The lowest bits first.
  std::vector<BitRun> runs;
};

/// Fails if no layout with as many registers, lanes and warps has runs along
/// the axis. O(bits).
Result<ScanPlan> planScan(const LinearLayout &layout, unsigned axis);

/// The runs of a layout along an axis; nothing if a bit of the coordinate is in
/// several locations, or moves together with another one.
std::optional<std::vector<BitRun>> runsOfAxis(const LinearLayout &layout,
                                              unsigned axis);

/// The registers at each step of a run of registers.
struct RegisterSteps {
  /// By steps, in their order.
  std::vector<std::vector<std::int32_t>> registers;
  /// Of each register, where it is if those of all steps follow each other.
  std::vector<std::int32_t> position;
};

/// Of `count` registers, whose bits are those of the layout that `numbering`
/// lists. The run's are taken out of the list.
RegisterSteps stepsOf(const BitRun &run, std::vector<unsigned> &numbering,
                      unsigned count, ScanOrder order);

/// How every thread gets what the warps of a run have: layouts of (register,
/// lane, warp), `from` with the registers of one warp, `to` with those of all,
/// one warp after the other.
struct WarpTotals {
  LinearLayout from, to;
};

/// Of 2^registerBits registers of each warp. In lanes and warps that differ in
/// the bits `sameLanes` and `sameWarps` only, they are the same.
Result<WarpTotals> planWarpTotals(const BitRun &run, unsigned registerBits,
                                  const ThreadBits &threads, Word sameLanes,
                                  Word sameWarps);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_SCANPLAN_H
