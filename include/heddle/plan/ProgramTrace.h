//===- ProgramTrace.h - Where elements are while a plan runs ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a conversion's program on labels instead of data: which byte of which
/// element is in each byte of registers and of memory after each step. It is
/// what people see who step through a plan.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_PROGRAMTRACE_H
#define HEDDLE_PLAN_PROGRAMTRACE_H

#include "heddle/plan/Program.h"

namespace heddle {

/// 1 + element * bytes of an element + byte; 0 where nothing is known.
using ByteLabel = std::uint32_t;

/// Instructions that do not wait for each other and are of one kind.
struct TraceStep {
  enum class Kind {
    Start,     ///< the input registers
    Rename,    ///< registers get other numbers; no instruction
    Registers, ///< permutes and selects within a thread
    Shuffle,
    Store,
    Barrier,
    Load
  };
  Kind kind = Kind::Start;
  /// Places of the instructions in `Program::code`.
  std::vector<unsigned> instructions;
  /// Words of a thread that are still needed after the step.
  unsigned words = 0;
  /// Byte b of word w of thread t is at (t * words + w) * WordBytes + b.
  std::vector<ByteLabel> registers;
  /// The bytes of shared memory of the first block; empty if the program has
  /// none.
  std::vector<ByteLabel> memory;
};

/// The steps of a program from `source` to wherever it leads; the first is the
/// start, and the registers of the last are the outputs. Fails if the tensor or
/// the program is too large to follow: more than 2^24 labels.
/// O(threads * instructions).
[[nodiscard]] Result<std::vector<TraceStep>>
traceProgram(const Program &program, const LinearLayout &source);

} // namespace heddle

#endif // HEDDLE_PLAN_PROGRAMTRACE_H
