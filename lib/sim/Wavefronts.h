//===- Wavefronts.h - Bank conflicts of an access ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How long one access keeps shared memory busy: `countPhases` of plan/Banks.h,
/// as fast as a simulator needs it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_WAVEFRONTS_H
#define HEDDLE_LIB_SIM_WAVEFRONTS_H

#include "heddle/plan/Banks.h"

namespace heddle::sim {

/// Counts the wavefronts of an instruction by the addresses of its lanes.
class Wavefronts {
public:
  Wavefronts(const SharedInstruction &instruction, AccessKind kind,
             const Target &target);

  /// Steps in which shared memory serves an access, in so many phases: each
  /// takes one at least, and what is beyond is conflicts.
  struct Time {
    unsigned wavefronts = 0, phases = 0;
  };
  /// What `countPhases` of the same lanes sums up to, neighbours merged where
  /// they agree. Addresses are multiples of what a lane accesses there; none
  /// but those of `lanes` count. O(lanes) without conflicts.
  Time count(std::uint64_t lanes, const std::uint32_t *addresses) const;

private:
  bool hasNoConflict(std::uint64_t lanes, const std::uint32_t *addresses) const;
  unsigned countPhase(std::uint64_t lanes,
                      const std::uint32_t *addresses) const;

  /// The lanes of each phase.
  std::vector<std::uint64_t> phases, mergedPhases;
  /// log2 of the bytes that are asked for as one, and of how many of them all
  /// banks deliver at once.
  unsigned unitShift, bankBits;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_WAVEFRONTS_H
