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

#include <deque>
#include <map>

namespace heddle::sim {

/// An instruction that a warp executed.
struct Step {
  std::uint32_t instruction;
  /// What its accesses took.
  std::uint32_t accesses = 0, wavefronts = 0, sectors = 0;
  /// Numbers of events, 0 if there is none: the barrier that it waits at, the
  /// one behind which its warp begins, the phase of an mbarrier that waits for
  /// it, or for what it has begun, and the one that it waits for.
  std::uint32_t barrier = 0, begin = 0, arrives = 0, awaits = 0;
};

/// Of each warp its steps.
struct Recording {
  static constexpr std::size_t MostSteps = std::size_t(1) << 20;
  /// Steps stay where they are.
  std::vector<std::deque<Step>> steps;
  std::size_t count = 0;

  /// What is only known while the program is executed.
  std::uint32_t events = 0;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> phases;
  /// Of each warp the event behind which it begins.
  std::map<unsigned, std::uint32_t> begins;
  /// The steps of what is under way: copies of boxes by their first piece,
  /// arrivals behind copies by their numbers.
  std::map<std::uint64_t, Step *> boxes, arrivals;

  bool isFull() const { return count >= MostSteps; }
  /// Executes the warp's next instruction.
  bool run(Warp &warp, const Instruction &each);

  /// These warps leave a barrier together; others begin behind it.
  void passBarrier(std::uint64_t warps, std::uint64_t begin = 0);
  /// The event that a phase of the mbarrier there is.
  std::uint32_t phaseOf(std::uint32_t at, std::uint64_t phase);
  /// There is another mbarrier now.
  void forgetPhases(std::uint32_t at);
  /// The step that the warp executes; null if it is not recorded.
  Step *current(unsigned warp);

private:
  /// While a warp executes an instruction, which one.
  std::optional<unsigned> executing;
};
/// The recording of the block's program; null if it is not recorded.
Recording *recordingOf(const ThreadBlock &block);

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
