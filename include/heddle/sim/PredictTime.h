//===- PredictTime.h - The time of a launch ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How long a launch would take, from what it executed.
///
/// A simple model, to tell slow kernels from fast ones before there is a GPU. A
/// multiprocessor has its share of the blocks, some of them at a time. It is as
/// busy as the busiest of its units: issue slots, shared memory, the path to
/// the cache; and each block has its latencies one after the other: steps of
/// arithmetic, one trip to global memory, trips to shared memory, shuffles,
/// atomics. The longer of the two counts, and some of the shorter, as they do
/// not overlap all of the time; then bytes at the speed of the memory, and the
/// launch itself. The numbers are `Target::timing`; docs/simulator.md says how
/// far off it is.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIM_PREDICTTIME_H
#define HEDDLE_SIM_PREDICTTIME_H

#include "heddle/sim/Simulator.h"
#include "heddle/target/Target.h"

#include <optional>
#include <span>

namespace heddle::sim {

struct PredictedTime {
  double cycles;
  double nanoseconds;
};

/// Of all blocks of a launch together; nothing where the target's row has no
/// `timing`. `productCycles` is how long one multiprocessor would take for all
/// products of matrices (`productCycles` below). O(1).
std::optional<PredictedTime> predictTime(const Counters &counters,
                                         std::uint64_t blocks, unsigned warps,
                                         const Target &target,
                                         double productCycles = 0);

/// Of the ops of a launch: cycles of one multiprocessor for all of their
/// products of matrices, by its tensor cores or by shared memory, whichever
/// takes longer. O(ops).
double productCycles(std::span<const OpCounters> ops, const Target &target);

} // namespace heddle::sim

#endif // HEDDLE_SIM_PREDICTTIME_H
