//===- Interpreter.h - Running conversions ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a program on arrays: registers of every thread of a cluster, and each
/// block's shared memory. The witness of a plan that looks at nothing but its
/// instructions.
///
/// Registers and memory start as poison. What a program may not do is an error
/// that names the threads: to read what was never written, to read in an
/// interval between barriers what another thread writes in it, to write one
/// byte twice in an interval with different values, to access memory out of
/// bounds or misaligned.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_INTERPRETER_H
#define HEDDLE_PLAN_INTERPRETER_H

#include "heddle/plan/Program.h"

namespace heddle {

/// The registers of all threads: register r of thread t starts at byte
/// `(t * registers + r) * elementBytes`.
using RegisterBytes = std::vector<std::uint8_t>;

/// The output registers. Threads of the block may still be in another call
/// before this one, which reads the same shared memory. `inputs` has those of
/// the source layout. Bytes of the output that the program leaves undefined are
/// an error too. O(threads * instructions).
[[nodiscard]] Result<RegisterBytes> runProgram(const Program &program,
                                               const RegisterBytes &inputs);

} // namespace heddle

#endif // HEDDLE_PLAN_INTERPRETER_H
