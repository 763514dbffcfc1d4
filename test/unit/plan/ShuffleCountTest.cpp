//===- ShuffleCountTest.cpp - Counts of shuffles --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a plan of shuffles says that its program counts.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "RandomFamilies.h"
#include "RandomPairs.h"
#include "Sample.h"
#include "ShufflePlanner.h"

namespace heddle {
namespace {

ProgramCounts countsOfProgram(const ShufflePlan &plan, const BytePair &pair,
                              const Target &target) {
  ProgramBuilder builder(pair.threads, pair.elementBytes);
  ByteState state = builder.inputs(pair.inputs());
  emitShuffles(plan, pair.threads, builder, state);
  return countProgram(builder.finish(state, 0), target);
}

/// What was compared, and of what kinds.
struct Compared {
  unsigned plans = 0, counted = 0, fromOwnLane = 0, narrow = 0;
};

void compare(const LinearLayout &src, const LinearLayout &dst,
             unsigned elementBits, const Target &target,
             const std::string &text, Compared &sum) {
  Result<BytePair> pair = makeBytePair(src, dst, elementBits);
  if (!pair)
    return;
  std::optional<ShufflePlan> plan = planShuffles(*pair);
  if (!plan)
    return;
  ++sum.plans;
  std::optional<ProgramCounts> counts = countShuffles(*plan, *pair);
  if (!counts)
    return;
  ++sum.counted;
  sum.fromOwnLane += plan->readsOwnLane ? 1 : 0;
  sum.narrow += pair->elementBytes < WordBytes ? 1 : 0;
  EXPECT_TRUE(*counts == countsOfProgram(*plan, *pair, target)) << text;
}

TEST(ShuffleCounts, AreThoseOfPrograms) {
  constexpr std::uint64_t Pairs = 20'000 / SampledOneIn;
  Compared sum;
  for (std::uint64_t seed = 0; seed < Pairs; ++seed) {
    RandomPair pair = PairSource(seed).next();
    compare(pair.src, pair.dst, pair.elementBits, *pair.target, pair.text, sum);
    FamilyPair families = FamilySource(seed).next();
    compare(families.src, families.dst, families.elementBits, *families.target,
            families.text(), sum);
  }
  EXPECT_GT(sum.counted, sum.plans / 4);
  EXPECT_GT(sum.fromOwnLane, sum.counted / 10);
  EXPECT_LT(sum.fromOwnLane, sum.counted);
  EXPECT_GT(sum.narrow, sum.counted / 20);
}

} // namespace
} // namespace heddle
