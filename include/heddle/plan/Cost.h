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

struct ProgramCounts;

/// What a plan costs where it is weighed against others and against computing a
/// value once more, in cycles of a multiprocessor.
struct Price {
  /// `predictCycles`.
  double cycles = 0;
  /// Latency that the plan leaves to other blocks to hide. Between a load and a
  /// store there may be little else to do.
  double latency = 0;
};

Price priceOf(const ProgramCounts &counts, const Target &target);

/// Of a conversion, and half a cycle more, since even what moves nothing is an
/// op. Finds the cheapest plan (`countConversion`), which takes about 15
/// microseconds, and up to milliseconds for hundreds of registers whose bytes
/// are permuted: keep the answer. Fails where `planConversion` does.
[[nodiscard]] Result<Price> priceConversion(const LinearLayout &from,
                                            const LinearLayout &to,
                                            unsigned elementBits,
                                            const Target &target);

/// What a conversion costs about, cycles and latency, without a plan: the words
/// of each thread once through the lanes of its warp or through memory, without
/// conflicts. Good enough to search with. O(bits^2) word operations.
double estimatedPrice(const LinearLayout &from, const LinearLayout &to,
                      unsigned elementBits, const Target &target);

/// Does each thread hold all elements that it is to have? O(bits^2) word
/// operations.
bool staysInThreads(const LinearLayout &from, const LinearLayout &to);

/// What a conversion costs at least, cycles and latency: nothing if threads
/// keep what they have, else the fewest shuffles that bring each thread the
/// words it lacks, or the fewest accesses of memory for all that it is to have.
/// O(bits^2) word operations.
double leastPrice(const LinearLayout &from, const LinearLayout &to,
                  unsigned elementBits, const Target &target);

} // namespace heddle

#endif // HEDDLE_PLAN_COST_H
