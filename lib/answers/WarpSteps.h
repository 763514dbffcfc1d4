//===- WarpSteps.h - What a warp executes -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program as the instructions of a warp, in their order, equal ones between
/// two barriers together.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_WARPSTEPS_H
#define HEDDLE_LIB_ANSWERS_WARPSTEPS_H

#include "heddle/plan/Conversion.h"

namespace heddle {

/// So many of one instruction.
struct WarpStep {
  std::string instruction;
  std::uint64_t count = 0;
  /// Of one of them; zero for all but accesses to memory.
  Wavefronts wavefronts;
  /// Which bits of threads have to be zero to take part.
  Word idle = 0;

  /// They differ in number at most.
  bool isLike(const WarpStep &other) const {
    return instruction == other.instruction && wavefronts == other.wavefronts &&
           idle == other.idle;
  }
  friend bool operator==(const WarpStep &, const WarpStep &) = default;
};

/// Several steps, so many times over.
struct WarpRound {
  std::vector<WarpStep> steps;
  std::uint64_t times = 1;
};

/// A round ends where stores follow loads. O(instructions).
std::vector<WarpRound> warpRounds(const Program &program, const Target &target);

/// The names of the instructions that store or load, each once.
std::vector<std::string> accessNames(const Program &program, AccessKind kind,
                                     const Target &target);

/// "barrier of the block".
std::string_view barrierText(Scope scope);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_WARPSTEPS_H
