//===- Cost.h - What everybody's estimates have in common -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Costs that several parts weigh, each defined once.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_COST_H
#define HEDDLE_PLAN_COST_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"

namespace heddle {

/// The assumed trip count of a loop whose bounds are unknown.
/// Whoever weighs what is in a loop against what is not uses it.
inline constexpr unsigned AssumedIterations = 8;

/// Cycles of a multiprocessor for the conversion between two layouts of one
/// tensor, without planning it: about what `planConversion` would say, for
/// choosing among many layouts. What a thread waits for counts fully, since
/// between a load and a store there is little else to do. O(bits^2).
double estimateConversion(const LinearLayout &from, const LinearLayout &to,
                          unsigned elementBits, const Target &target);

} // namespace heddle

#endif // HEDDLE_PLAN_COST_H
