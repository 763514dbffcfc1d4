//===- Evaluate.h - What a program computes ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a program computes, tensor by tensor: elements in row-major order, no
/// threads, no layouts.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_EVALUATE_H
#define HEDDLE_TEST_SIMFUZZ_EVALUATE_H

#include "Program.h"

namespace heddle::simfuzz {

/// Why a program has no result to compare with: something undefined is seen,
/// or the order of threads is. `statement` is of the program.
struct Unclear {
  const Statement *statement;
  std::string reason;
};

struct Expectation {
  std::optional<Unclear> unclear;
  /// Of each global, when all is done.
  std::vector<std::vector<std::uint64_t>> contents;
};

/// A mistake of the evaluation, made on purpose: to see that it is found.
enum class Mistake : std::uint8_t {
  None,
  Subtraction, ///< a - b is b - a
  Transpose,   ///< of a square matrix is itself
  Memory       ///< a buffer that is stored to again keeps its first contents
};

Expectation evaluate(const Program &program, Mistake mistake = Mistake::None);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_EVALUATE_H
