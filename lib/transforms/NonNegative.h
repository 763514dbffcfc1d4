//===- NonNegative.h - Numbers that are not negative ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_NONNEGATIVE_H
#define HEDDLE_LIB_TRANSFORMS_NONNEGATIVE_H

#include "heddle/analysis/AxisAnalysis.h"

namespace heddle {

/// Not negative, if no argument of the kernel is and no number that it loads,
/// and sums do not overflow: so is `x + 8` where a loop carries x, from -8 on,
/// and adds 8 to it. O(values that it is made of).
bool isNonNegative(mlir::Value index, const AxisFacts &facts);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_NONNEGATIVE_H
