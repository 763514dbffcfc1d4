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
/// had, never from plans.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIM_COUNTERS_H
#define HEDDLE_SIM_COUNTERS_H

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::sim {

/// Kinds of instructions, by the unit that executes them.
enum class InstructionClass : std::uint8_t {
  None, ///< names registers, nothing is executed
  Integer,
  Float,
  Double,
  Conversion, ///< between number formats
  Special,    ///< approximations of functions
  Shuffle,
  GlobalLoad,
  GlobalStore,
  SharedLoad,
  SharedStore,
  Atomic,
  Barrier,
  Branch,
};
inline constexpr std::size_t InstructionClasses = 14;

/// Sums over all warps of all blocks.
struct Counters {
  /// Instructions of one warp each; a vector of n registers is n of them.
  std::array<std::uint64_t, InstructionClasses> instructions{};
  /// Times that shared memory was busy (Nsight Compute: wavefronts), and how
  /// often it had to be for so many bytes.
  std::uint64_t sharedLoadWavefronts = 0, sharedLoadIdeal = 0;
  std::uint64_t sharedStoreWavefronts = 0, sharedStoreIdeal = 0;
  /// Pieces of 32 bytes that an instruction touches; lines of 128 bytes that it
  /// does are its transactions.
  std::uint64_t globalLoadSectors = 0, globalLoadTransactions = 0;
  std::uint64_t globalStoreSectors = 0, globalStoreTransactions = 0;
  /// The most words of 32 bits that a thread has in values which are still
  /// used.
  std::uint64_t peakLiveRegisters = 0;
  /// Bytes of a block.
  std::uint64_t sharedBytes = 0;

  std::uint64_t of(InstructionClass kind) const {
    return instructions[static_cast<std::size_t>(kind)];
  }
  void count(InstructionClass kind, std::uint64_t times) {
    instructions[static_cast<std::size_t>(kind)] += times;
  }
  Counters &operator+=(const Counters &other);
};

/// Names and numbers, in the order in which they are shown.
std::vector<std::pair<std::string_view, std::uint64_t>>
listCounters(const Counters &counters);

} // namespace heddle::sim

#endif // HEDDLE_SIM_COUNTERS_H
