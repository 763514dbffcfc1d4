//===- Schedule.h - When warps do what --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the warps of a block executed, one after the other, and when they would
/// have.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_SCHEDULE_H
#define HEDDLE_LIB_SIM_SCHEDULE_H

#include "Machine.h"
#include "heddle/sim/Timeline.h"

namespace heddle::sim {

/// An instruction that a warp executed.
struct Step {
  std::uint32_t instruction;
  /// What its accesses took.
  std::uint32_t accesses = 0, wavefronts = 0, sectors = 0;
};

/// Of each warp its steps.
struct Recording {
  static constexpr std::size_t MostSteps = std::size_t(1) << 20;
  std::vector<std::vector<Step>> steps;
  std::size_t count = 0;

  bool isFull() const { return count >= MostSteps; }
  /// Executes the warp's next instruction.
  bool run(Warp &warp, const Instruction &each);
};

/// What ops wait for. Numbers are those of the code's ops, followed by one for
/// each value that a `for` carries from iteration to iteration.
struct Dependences {
  using Numbers = std::vector<std::uint32_t>;
  /// Of each op what its operands come from, through ops that only name
  /// registers.
  std::vector<Numbers> uses;
  struct Carried {
    std::uint32_t number;
    Numbers from;
  };
  /// For each op the values that it passes to the next iteration, all at once.
  std::vector<std::vector<Carried>> carried;
  std::uint32_t numbers = 0;
};
Dependences dependencesOf(const Code &code);

/// O(steps * warps).
Timeline schedule(const Code &code, const Recording &recording,
                  const Target &target);

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_SCHEDULE_H
