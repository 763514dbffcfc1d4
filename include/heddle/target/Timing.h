//===- Timing.h - What predicted times are made of --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many blocks a GPU runs at a time and how fast: the numbers of the model
/// that predicts the time of a launch (heddle/sim/PredictTime.h), which has
/// none of its own. Cycles are those of a multiprocessor.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_TIMING_H
#define HEDDLE_TARGET_TIMING_H

#include <cstdint>
#include <string_view>

namespace heddle {

/// The product that stands for its architecture, as its data sheet says.
struct Gpu {
  std::string_view name;
  unsigned multiprocessors;
  /// When busy.
  double gigahertz;
  /// Of the memory, in bytes a nanosecond.
  double bandwidth;

  /// How many programs may start in another order than that of their numbers
  /// (`simt.program_order`): four rounds of two on each multiprocessor, enough
  /// for the short ones to fill the gaps that the long ones leave. They have
  /// the data of one round each at a time, which the L2 cache has to hold: of
  /// causal attention on an H100, programs of 128 rows, keys and values of
  /// 135168 rows, 34 of its 50 MB with 64 numbers of f16 in each.
  constexpr unsigned orderedPrograms() const { return 8 * multiprocessors; }
};

/// What a multiprocessor holds at a time, and does in a cycle.
struct Multiprocessor {
  unsigned blocks, warps;
  std::uint64_t registers, sharedBytes;
  /// What every block takes of the shared memory beside what it asked for.
  std::uint64_t reservedSharedBytes;
  /// A thread takes at least and at most so many registers.
  unsigned leastRegisters, mostRegisters;
  /// Instructions of warps that start in a cycle.
  unsigned issueSlots;
  /// Sectors of global memory that arrive in a cycle, and their size.
  double sectors, sectorBytes;
};

/// What was fitted to measured times.
struct FittedTimes {
  /// An instruction of ours is less than one of the hardware, as the assembler
  /// merges some: issue slots that it takes, and cycles until the next one.
  double instructionSlots, instructionCycles;
  /// Cycles that a warp waits for one access or shuffle.
  double globalTrip, sharedTrip, shuffleTrip, atomicTrip;
  /// Cycles of a launch of nothing.
  double launch;
  /// What stays of the shorter of being busy and waiting, which overlap.
  double overlapLeft;
  /// The cache's share: more bytes than the memory has, as a factor.
  double cacheGain;
};

struct Timing {
  Gpu gpu;
  Multiprocessor multiprocessor;
  FittedTimes fitted;
};

} // namespace heddle

#endif // HEDDLE_TARGET_TIMING_H
