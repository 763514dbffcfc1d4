//===- SharedPlanner.cpp - Conversions through shared memory --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPlanner.h"
#include "SidePlanner.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

using f2::unit;

/// What the search compares: cycles of the block, from counts per block.
/// Permutes go on beside the accesses, but not all of the time.
double costOf(const AccessSides &both, const AccessForm &write,
              const AccessForm &read, std::array<unsigned, 2> conflictBits,
              std::array<unsigned, 2> permutesOfWord, const Target &target,
              double barriers) {
  constexpr double PermuteWeight = 0.5;
  std::uint64_t wavefronts =
      (both.sides[0].wavefronts(write, target) << conflictBits[0]) +
      (both.sides[1].wavefronts(read, target) << conflictBits[1]);
  std::uint64_t warps = unit(both.sides[0].threads.warp);
  std::uint64_t instructions = warps * (both.sides[0].instructions(write) +
                                        both.sides[1].instructions(read));
  double permutes = 0;
  for (unsigned which = 0; which < 2; ++which) {
    const AccessForm &form = which == 0 ? write : read;
    permutes += static_cast<double>(warps * permutesOfWord[which] *
                                    form.instruction.words() *
                                    both.sides[which].instructions(form));
  }
  return accessCycles(wavefronts, instructions, target) +
         permutes * PermuteWeight * target.costs.alu + barriers;
}

Result<void> findMovement(const BytePair &pair, Word kept, SharedPlan &plan) {
  if (plan.scope == Scope::Cluster) {
    std::optional<ClusterMovement> across = movementAcross(pair);
    if (!across)
      return failure("expects a source that holds all that the destination "
                     "needs, but got one that does not");
    plan.within = across->within;
    plan.registerBlocks = across->registerBlocks;
    plan.threadBlocks = across->threadBlocks;
    return {};
  }
  std::optional<BytePair> within = movementWithin(pair, kept);
  if (!within)
    return failure(concat("expects a conversion inside of a ",
                          plan.scope == Scope::Warp ? "warp" : "block",
                          ", but got one across them"));
  plan.within = *within;
  return {};
}

double barrierCost(Scope scope, const Target &target) {
  switch (scope) {
  case Scope::None:
    return 0;
  case Scope::Warp:
    return target.costs.warpBarrier;
  case Scope::Block:
    return target.costs.blockBarrier;
  case Scope::Cluster:
    return target.costs.clusterBarrier;
  }
  return 0;
}

} // namespace

Result<SharedPlan> planShared(const BytePair &pair, Scope scope,
                              const Target &target, std::uint64_t budget) {
  SharedPlan plan;
  plan.scope = scope;
  // Groups of threads that share memory differ in these bits.
  Word kept = pair.threads.blockMask();
  if (scope == Scope::Warp) {
    kept |= pair.threads.warpMask();
    plan.groupBits = pair.threads.warp;
  }
  if (Result<void> moved = findMovement(pair, kept, plan); !moved)
    return tl::unexpected(std::move(moved.error()));
  AccessSides both(plan.within, kept, plan.registerBlocks);
  AccessForms writes = formsOf(both.sides[0], target);
  AccessForms reads = formsOf(both.sides[1], target);
  unsigned allBits = both.dimensions + plan.groupBits;
  if (budget == 0)
    return failure(concat("expects up to ", unit(allBits),
                          " bytes of shared memory, but got 0"));
  unsigned budgetBits = f2::highestBit(budget);
  unsigned roundBits = allBits > budgetBits ? allBits - budgetBits : 0;
  double barriers =
      2 * barrierCost(scope, target) * static_cast<double>(unit(roundBits));
  std::optional<double> best;
  unsigned mostRoundBits = 0;
  PairPlanner planner(both, target);
  // Of plans of equal cost the first is taken, so that the inverse conversion
  // gets the same.
  bool isWriteFirst = both.first == 0;
  const AccessForms &outer = isWriteFirst ? writes : reads;
  const AccessForms &inner = isWriteFirst ? reads : writes;
  for (const AccessForm &one : outer)
    for (const AccessForm &other : inner) {
      const AccessForm &write = isWriteFirst ? one : other;
      const AccessForm &read = isWriteFirst ? other : one;
      double hoped = costOf(both, write, read, {}, {}, target, barriers);
      if ((best && hoped >= *best) || !planner.plan(write, read))
        continue;
      mostRoundBits = std::max(mostRoundBits, planner.mostRoundBits());
      double cost = costOf(
          both, write, read, {planner.conflictBits(0), planner.conflictBits(1)},
          {planner.movedBits(0), planner.movedBits(1)}, target, barriers);
      if (planner.mostRoundBits() < roundBits || (best && cost >= *best))
        continue;
      best = cost;
      plan.memory = planner.layout(roundBits);
      plan.write.form = write;
      plan.read.form = read;
      plan.write.conflictBits = planner.conflictBits(0);
      plan.read.conflictBits = planner.conflictBits(1);
    }
  if (!best)
    return failure(concat("expects at least ", unit(allBits - mostRoundBits),
                          " bytes of shared memory, but got ", budget));
  finishSides(both, plan);
  return plan;
}

} // namespace heddle
