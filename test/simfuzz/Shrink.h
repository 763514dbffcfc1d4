//===- Shrink.h - Makes failing programs small ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a failing program small.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_SHRINK_H
#define HEDDLE_TEST_SIMFUZZ_SHRINK_H

#include "Program.h"

#include <functional>

namespace heddle::simfuzz {

/// The smallest program found that still `fails`: with fewer statements, inner
/// ones in the place of loops and branches, smaller tensors, plain layouts,
/// fewer warps, one program, no passes. Each step is taken if the program then
/// still has clear results and fails.
Program shrink(Program program,
               const std::function<bool(const Program &)> &fails);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_SHRINK_H
