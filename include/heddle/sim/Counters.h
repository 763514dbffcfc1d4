//===- Counters.h - What was executed ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a launch executed, counted from the addresses and predicates that it
/// had, never from plans. Metrics have the names of Nsight Compute where it has
/// one for the same thing: docs/simulator.md says how each is defined, and
/// whether it is the hardware's number or near it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIM_COUNTERS_H
#define HEDDLE_SIM_COUNTERS_H

#include "heddle/simt/InstructionClass.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::sim {

using simt::InstructionClass;
using simt::InstructionClasses;
using simt::isAccess;

/// The memory traffic of accesses of one kind.
struct AccessCounts {
  /// Instructions of one warp, and those with an active lane.
  std::uint64_t instructions = 0, requests = 0;
  /// Steps in which shared memory served them; the fewest that so many bytes
  /// take; and those beyond one for each phase, which bank conflicts are.
  std::uint64_t wavefronts = 0, idealWavefronts = 0, conflicts = 0;
  /// Sectors of 32 bytes of global memory that instructions touched, and the
  /// fewest that so many bytes take; lines of 128 bytes.
  std::uint64_t sectors = 0, idealSectors = 0, lines = 0;

  AccessCounts &operator+=(const AccessCounts &other);
  bool operator==(const AccessCounts &other) const = default;
};

/// Sums over all warps of all blocks: of a launch, a line or an op.
struct Counters {
  /// Instructions of one warp each; a vector of n registers is n of them.
  std::array<std::uint64_t, InstructionClasses> instructions{};
  /// Accesses of matrices are among those of shared memory.
  AccessCounts globalLoads, globalStores, globalAtomics, globalReductions;
  AccessCounts sharedLoads, sharedStores, sharedAtomics;
  /// Of shared memory of the cluster's blocks, the own one among them. Of time
  /// only the instructions and requests are counted.
  AccessCounts distributedLoads, distributedStores;
  /// From global to shared memory: what they do to both, their requests being
  /// those of global memory.
  AccessCounts copies;
  /// Copies of boxes, either way: what they do to global memory.
  AccessCounts boxCopies;
  /// The most words of 32 bits that a thread has in values which are still
  /// used.
  std::uint64_t peakLiveRegisters = 0;
  /// Bytes of a block.
  std::uint64_t sharedBytes = 0;
  /// Of a warp.
  std::uint64_t lanes = 0;

  std::uint64_t of(InstructionClass kind) const {
    return instructions[static_cast<std::size_t>(kind)];
  }
  void count(InstructionClass kind, std::uint64_t times) {
    instructions[static_cast<std::size_t>(kind)] += times;
  }
  std::uint64_t allInstructions() const;
  /// Loads, stores and copies: how long shared memory takes for atomic accesses
  /// is not known.
  AccessCounts sharedAccesses() const;
  /// Those of global memory, all six kinds.
  AccessCounts globalAccesses() const;
  /// Adds accesses of such instructions, which it counts.
  void count(InstructionClass kind, const AccessCounts &accesses);
  /// The maximum of the counters that are not sums.
  Counters &operator+=(const Counters &other);
  bool operator==(const Counters &other) const = default;
};

/// A number derived from counters.
struct Metric {
  std::string_view name;
  /// "instructions", "wavefronts", "sectors", ...
  std::string_view unit;
  std::uint64_t (*of)(const Counters &counters);
  /// The ideal; null where it is unknown.
  std::uint64_t (*ideal)(const Counters &counters) = nullptr;
  /// A cost: more of it is worse. The other metrics are the ideals of costs.
  bool isCost = true;
};

/// All of them, in the order in which they are shown; names are unique.
std::span<const Metric> metrics();

/// The one of that name; null if there is none. O(metrics).
const Metric *findMetric(std::string_view name);

/// Names and numbers, in that order.
std::vector<std::pair<std::string_view, std::uint64_t>>
listCounters(const Counters &counters);

} // namespace heddle::sim

#endif // HEDDLE_SIM_COUNTERS_H
