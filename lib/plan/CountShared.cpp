//===- CountShared.cpp - Counts of accesses to shared memory --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPlanner.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>

namespace heddle {

namespace {

using f2::unit;

/// The bits of a byte's number inside of a word.
constexpr unsigned WordBits = 2;

/// Are the first two directions those inside of a word, and all others of whole
/// words?
bool movesWords(const Words &directions) {
  for (unsigned i = 0; i < WordBits; ++i)
    if (i >= directions.size() || directions[i] != unit(i))
      return false;
  return std::ranges::all_of(
      std::span(directions).subspan(WordBits),
      [](Word direction) { return (direction & f2::lowMask(WordBits)) == 0; });
}

/// Are the words of its accesses words of registers as they are?
bool accessesWords(const SharedSide &side) {
  return side.form.registers >= WordBits && movesWords(side.registers);
}

/// The parts of constants of addresses that threads touch, by the directions of
/// registers that change the address: each makes another base.
Words basesOf(const SharedSide &side) {
  Word touched = 0;
  for (Word offset : side.threadOffsets)
    touched |= offset;
  Words bases;
  for (unsigned i = side.form.registers; i < side.registerOffsets.size(); ++i)
    bases.push_back(side.registerOffsets[i] & touched);
  return bases;
}

/// Bases of both sides, of which those with the same offsets of threads are one
/// where they are the same.
std::uint64_t countAddresses(const SharedSide &write, const SharedSide &read) {
  Words writes = basesOf(write), reads = basesOf(read);
  unsigned writeRank = f2::rank(writes), readRank = f2::rank(reads);
  std::uint64_t count = unit(writeRank) + unit(readRank);
  if (write.threadOffsets != read.threadOffsets)
    return count;
  f2::VectorEchelon both;
  for (const Words *list : {&writes, &reads})
    for (Word base : *list)
      both.insert(base);
  return count - unit(writeRank + readRank - both.rank());
}

Wavefronts wavefrontsOfSide(const SharedSide &side, AccessKind kind,
                            std::uint64_t accesses, const ThreadBits &threads,
                            const Target &target) {
  Word idle = kind == AccessKind::Store ? side.idle : 0;
  Wavefronts one = wavefrontsOfAccess(
      side.form.instruction, kind, side.threadOffsets, idle, threads, target);
  std::uint64_t active =
      unit(threads.warp) >> std::popcount(idle & threads.warpMask());
  return {active * accesses * one.actual, active * accesses * one.minimum};
}

} // namespace

std::optional<ProgramCounts> countShared(const SharedPlan &plan,
                                         const Target &target) {
  const ThreadBits &threads = plan.within.threads;
  Words coordinates = outputCoordinates(plan);
  if (plan.scope == Scope::Cluster || !plan.paddings.empty() ||
      !accessesWords(plan.write) || !accessesWords(plan.read) ||
      !movesWords(coordinates))
    return std::nullopt;
  auto accessesOf = [&](const SharedSide &side) {
    return unit(side.registers.size() - side.form.registers);
  };
  std::uint64_t stores = accessesOf(plan.write), loads = accessesOf(plan.read);
  std::uint64_t rounds = unit(plan.memory.rounds.size());
  ProgramCounts counts;
  counts.warps = unit(threads.warp);
  counts.stores = counts.warps * stores;
  counts.loads = counts.warps * loads;
  counts.write =
      wavefrontsOfSide(plan.write, AccessKind::Store, stores, threads, target);
  counts.read =
      wavefrontsOfSide(plan.read, AccessKind::Load, loads, threads, target);
  counts.addresses = counts.warps * countAddresses(plan.write, plan.read);
  (plan.scope == Scope::Warp ? counts.warpBarriers : counts.blockBarriers) =
      2 * rounds - 1;
  ++(threads.warp == 0 && plan.scope == Scope::Warp ? counts.warpBarriers
                                                    : counts.blockBarriers);
  counts.memorySteps = rounds;
  counts.heldRegisters = wordsOfBytes(
      unit(std::max(plan.within.src.registers.size(), coordinates.size())));
  return counts;
}

} // namespace heddle
