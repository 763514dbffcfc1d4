//===- NaiveProgram.h - Running programs plainly ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs small integer programs of `arith`, `scf` and `tt` on tensors, element
/// by element, the slow and obvious way: the oracle for what analyses claim.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_ANALYSIS_NAIVEPROGRAM_H
#define HEDDLE_TEST_UNIT_ANALYSIS_NAIVEPROGRAM_H

#include "heddle/ir/Ttg.h"

#include <functional>
#include <stdexcept>
#include <vector>

namespace heddle::test {

/// A tensor, row by row; a scalar has no axes and one number. Numbers of one
/// bit are 0 and 1, all others signed; addresses are in bytes, floats whole
/// numbers.
struct Tensor {
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> numbers;
};

/// The program does what is not defined: it overflows or divides by zero.
struct Undefined : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Executes the function. `seen` is told of every result and block argument
/// that gets a value, each time that it does. Throws `Undefined`.
void execute(tt::FuncOp function, const std::vector<Tensor> &arguments,
             std::int64_t programId,
             const std::function<void(mlir::Value, const Tensor &)> &seen);

} // namespace heddle::test

#endif // HEDDLE_TEST_UNIT_ANALYSIS_NAIVEPROGRAM_H
