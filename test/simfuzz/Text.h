//===- Text.h - Programs in Triton's IR -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The kernel that a program describes, in Triton's IR.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_TEXT_H
#define HEDDLE_TEST_SIMFUZZ_TEXT_H

#include "Program.h"

namespace heddle::simfuzz {

/// A module with one kernel, `@k`. Its arguments are the globals, `%g0`, ...,
/// and the numbers of `Op::Argument`, `%n0`, ... in the order of the
/// statements.
std::string textOf(const Program &program);

/// Those numbers.
std::vector<std::int64_t> argumentsOf(const Program &program);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_TEXT_H
