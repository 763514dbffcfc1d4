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
#include <utility>

namespace heddle {

namespace {

using f2::unit;

/// A form of a side's accesses, and what those of the block are at least.
struct FormCounts {
  const AccessForm *form;
  std::uint64_t wavefronts, instructions;
  /// Of other blocks' memory, for each wavefront.
  std::uint64_t pieces = 0;
};

using FormsCounts = InplaceVector<FormCounts, MostForms>;

/// How the two sides go together.
struct PairCounts {
  std::array<unsigned, 2> conflictBits = {}, movedBits = {};
};

/// What the search compares: cycles of the block, from counts per block.
/// Permutes go on beside the accesses, but not all of the time.
double costOf(const FormCounts &write, const FormCounts &read,
              const PairCounts &counts, const Target &target, double barriers) {
  constexpr double PermuteWeight = 0.5;
  std::uint64_t reads = read.wavefronts << counts.conflictBits[1];
  std::uint64_t wavefronts =
      (write.wavefronts << counts.conflictBits[0]) + reads;
  double permutes = 0;
  for (unsigned which = 0; which < 2; ++which) {
    const FormCounts &side = which == 0 ? write : read;
    permutes +=
        static_cast<double>(counts.movedBits[which] * side.instructions *
                            side.form->instruction.words());
  }
  return accessCycles(wavefronts, write.instructions + read.instructions,
                      target) +
         static_cast<double>(reads * read.pieces) * target.costs.piece +
         permutes * PermuteWeight * target.costs.alu + barriers;
}

/// `threadBlocks` is empty unless the side reads from other blocks' memory.
FormsCounts countsOf(const AccessForms &forms, const AccessSide &side,
                     const Words &threadBlocks, const Target &target) {
  FormsCounts counts;
  for (const AccessForm &form : forms) {
    counts.push_back(
        {.form = &form,
         .wavefronts = side.wavefronts(form, target),
         .instructions = unit(side.threads.warp) * side.instructions(form)});
    if (!threadBlocks.empty())
      counts.back().pieces =
          blocksOfWavefront(threadBlocks, side.threads.lane, form.instruction);
  }
  return counts;
}

/// A cost, and a number: of plans of equal cost, the first is taken.
using Rank = std::pair<double, std::size_t>;

/// Pairs of forms that may go together, the most hopeful first: by what they
/// cost if they do so without conflicts and permutes. Few of them are looked
/// at, so that the forms of a side are sorted, not the pairs.
class FormPairs {
public:
  /// Numbers do not depend on which side writes, so that the inverse conversion
  /// gets the same plan.
  struct Pair {
    const FormCounts *write, *read;
    std::size_t number;
    /// A little less where sums are rounded otherwise.
    double leastCost;
  };

  FormPairs(const std::array<FormsCounts, 2> &counts, unsigned first,
            const Target &target, double barriers)
      : barriers(barriers) {
    for (unsigned which = 0; which < 2; ++which) {
      std::size_t number = 0;
      std::size_t step = which == first ? counts[1 - first].size() : 1;
      for (const FormCounts &form : counts[which])
        sides[which].push_back({.form = &form,
                                .cost = costOf(form, target),
                                .number = step * number++});
      std::ranges::sort(sides[which], {}, &Side::cost);
    }
    for (unsigned i = 0; i < sides[0].size(); ++i)
      nexts.push_back(0);
  }

  /// Nothing after the last.
  std::optional<Pair> next() {
    constexpr double Rounding = 1 - 1e-9;
    std::size_t best = nexts.size();
    double least = 0;
    for (std::size_t row = 0; row < nexts.size(); ++row) {
      if (nexts[row] < sides[1].size()) {
        double cost = sides[0][row].cost + sides[1][nexts[row]].cost;
        if (best == nexts.size() || cost < least) {
          best = row;
          least = cost;
        }
      }
      // Rows below cost no less.
      if (nexts[row] == 0)
        break;
    }
    if (best == nexts.size())
      return std::nullopt;
    const Side &write = sides[0][best], &read = sides[1][nexts[best]++];
    return Pair{.write = write.form,
                .read = read.form,
                .number = write.number + read.number,
                .leastCost = (least + barriers) * Rounding};
  }

private:
  struct Side {
    const FormCounts *form;
    double cost;
    std::size_t number;
  };

  static double costOf(const FormCounts &form, const Target &target) {
    return accessCycles(form.wavefronts, form.instructions, target) +
           static_cast<double>(form.wavefronts * form.pieces) *
               target.costs.piece;
  }

  double barriers;
  /// Writes and reads.
  std::array<InplaceVector<Side, MostForms>, 2> sides;
  /// Of each write, the first read that it has not been paired with.
  InplaceVector<std::size_t, MostForms> nexts;
};

ProgramCounts leastCounts(const FormCounts &write, const FormCounts &read,
                          Scope scope, const BytePair &pair) {
  ProgramCounts counts;
  counts.warps = unit(pair.threads.warp);
  counts.heldRegisters = wordsOfBytes(
      unit(std::max(pair.src.registers.size(), pair.dst.registers.size())));
  counts.stores = write.instructions;
  counts.loads = read.instructions;
  counts.write = {write.wavefronts, write.wavefronts};
  counts.read = {read.wavefronts, read.wavefronts};
  counts.pieces = read.wavefronts * read.pieces;
  counts.memorySteps = 1;
  counts.warpBarriers = scope == Scope::Warp ? 1 : 0;
  counts.blockBarriers = scope == Scope::Block ? 1 : 0;
  counts.clusterBarriers = scope == Scope::Cluster ? 1 : 0;
  return counts;
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
  std::optional<Rank> best;
  unsigned mostRoundBits = 0;
  PairPlanner planner(both, target);
  std::array<FormsCounts, 2> counts = {
      countsOf(writes, both.sides[0], {}, target),
      countsOf(reads, both.sides[1], plan.threadBlocks, target)};
  unsigned mostCommonBits = planner.mostCommonBits();
  FormPairs pairs(counts, both.first, target, barriers);
  while (std::optional<FormPairs::Pair> each = pairs.next()) {
    if (best && each->leastCost > best->first)
      break;
    const FormCounts &write = *each->write, &read = *each->read;
    Rank hoped = {costOf(write, read, {}, target, barriers), each->number};
    if ((best && hoped > *best) ||
        std::min(write.form->free, read.form->free) > mostCommonBits ||
        !planner.plan(*write.form, *read.form))
      continue;
    mostRoundBits = std::max(mostRoundBits, planner.mostRoundBits());
    double cost = costOf(
        write, read,
        {.conflictBits = {planner.conflictBits(0), planner.conflictBits(1)},
         .movedBits = {planner.movedBits(0), planner.movedBits(1)}},
        target, barriers);
    Rank rank = {cost, each->number};
    if (planner.mostRoundBits() < roundBits || (best && rank >= *best))
      continue;
    best = rank;
    plan.memory = planner.layout(roundBits);
    plan.write.form = *write.form;
    plan.read.form = *read.form;
    plan.write.conflictBits = planner.conflictBits(0);
    plan.read.conflictBits = planner.conflictBits(1);
    plan.least = leastCounts(write, read, scope, pair);
  }
  if (!best)
    return failure(concat("expects at least ", unit(allBits - mostRoundBits),
                          " bytes of shared memory, but got ", budget));
  finishSides(both, plan);
  return plan;
}

} // namespace heddle
