//===- Profile.h - What blocks count ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What blocks count while they run, as little as it takes, and the counters of
/// each op, once all have run.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_PROFILE_H
#define HEDDLE_LIB_SIM_PROFILE_H

#include "heddle/sim/Simulator.h"

namespace heddle::sim {

struct Code;
struct Instruction;

struct Profile {
  /// Of each instruction how many warps came to it otherwise than from the one
  /// before, less those that left the one before otherwise than to it: what it
  /// was executed more often than that one.
  std::vector<std::int64_t> flow;
  /// Of each table of accesses.
  std::vector<AccessCounts> accesses;

  /// Of nothing, for code with so many of both.
  Profile(std::size_t instructions, std::size_t tables)
      : flow(instructions + 1), accesses(tables) {}
  void clear();
  /// What an instruction has accessed, for copies in both memories: nothing if
  /// it accesses none.
  AccessCounts of(const Instruction &each) const;
  /// Of the same code.
  Profile &operator+=(const Profile &other);
};

/// Those ops that were executed, in the order of the code.
std::vector<OpCounters> countOps(const Code &code, const Profile &profile);

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_PROFILE_H
