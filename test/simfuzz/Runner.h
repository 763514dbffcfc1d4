//===- Runner.h - Runs programs ---------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles a program as `heddle sim` does, simulates it, and compares.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_RUNNER_H
#define HEDDLE_TEST_SIMFUZZ_RUNNER_H

#include "Evaluate.h"
#include "Program.h"

#include <memory>

namespace heddle::simfuzz {

struct Verdict {
  enum class Kind : std::uint8_t {
    Right,
    Refused, ///< "cannot be compiled yet"
    Failed,  ///< any other error of the compiler
    Trapped,
    Wrong,
    Crashed ///< or hangs; of a process that is gone
  };
  Kind kind = Kind::Right;
  std::string message;

  bool isFailure() const {
    return kind != Kind::Right && kind != Kind::Refused;
  }
};

/// "wrong"
const char *nameOf(Verdict::Kind kind);

/// Keeps what compilers need between programs, anew every few hundred.
class Runner {
public:
  Runner();
  ~Runner();
  Verdict run(const Program &program, const Expectation &expected);

private:
  struct Compiler;
  std::unique_ptr<Compiler> compiler;
  unsigned runs = 0;
};

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_RUNNER_H
