//===- CountShuffles.cpp - Counts of shuffles -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShufflePlanner.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>

namespace heddle {

namespace {

using f2::unit;

/// The bits of a byte's number inside of a word.
constexpr unsigned WordBits = 2;

bool areWords(std::span<const Word> bytes) {
  return std::ranges::all_of(
      bytes, [](Word byte) { return (byte & f2::lowMask(WordBits)) == 0; });
}

/// Are the first two bytes those inside of a word, and all others of whole
/// words?
bool fillWords(std::span<const Word> bytes) {
  return bytes.size() >= WordBits && bytes[0] == unit(0) &&
         bytes[1] == unit(1) && areWords(bytes.subspan(WordBits));
}

/// Are the words that travel words of registers as they are?
bool movesWords(const ShufflePlan &plan) {
  return plan.pack.size() == WordBits && fillWords(plan.packSources) &&
         fillWords(plan.coordinates) && areWords(plan.roundSources) &&
         areWords(plan.sent);
}

/// Selections of what is sent. Each stage makes the words that the next one
/// selects from: those that are asked for, shifted by all later stages.
std::uint64_t countSent(const Words &asked, const SelectShifts &shifts) {
  f2::VectorEchelon words;
  for (Word byte : asked)
    words.insert(byte);
  std::uint64_t count = 0;
  for (std::size_t stage = shifts.size(); stage-- > 0;) {
    count += unit(words.rank());
    words.insert(shifts[stage].amount);
  }
  return count;
}

/// Selections of words that stay in their lane, on the same condition as the
/// first selection of what comes: that looks through them, and nothing needs
/// them unless they are sent, too.
std::uint64_t countMerged(const ShufflePlan &plan, const Words &asked,
                          const SelectShifts &sent,
                          const SelectShifts &chosen) {
  if (!plan.readsOwnLane || sent.empty() || chosen.empty() ||
      sent.back().mask != chosen[0].mask)
    return 0;
  // Words that stay are independent: if any two passages are for one word, one
  // of them travels, and so does one for each word that stays.
  bool areSent = f2::rank(asked) < asked.size();
  return areSent ? 0 : unit(plan.localRoundBits());
}

} // namespace

std::optional<ProgramCounts> countShuffles(const ShufflePlan &plan,
                                           const BytePair &pair) {
  if (!plan.turns.empty() || !movesWords(plan))
    return std::nullopt;
  Words asked = askedBytes(plan);
  SelectShifts sent = shiftsOf(plan.sent);
  SelectShifts chosen = shiftsOf(roundShifts(plan));
  std::uint64_t selects = countSent(asked, sent) +
                          (chosen.size() * unit(plan.rounds.size())) -
                          countMerged(plan, asked, sent, chosen);
  ProgramCounts counts;
  counts.warps = unit(pair.threads.warp);
  counts.selects = counts.warps * selects;
  counts.shuffles = counts.warps * plan.shuffles();
  if (counts.shuffles == 0)
    return counts;
  counts.shuffleSteps = 1;
  // The map of lanes that are read from.
  counts.addresses = plan.readsOwnLane ? 0 : counts.warps;
  std::uint64_t in = wordsOfBytes(unit(pair.src.registers.size()));
  std::uint64_t out = wordsOfBytes(unit(pair.dst.registers.size()));
  counts.heldRegisters = out + std::min(in, out) / 2;
  if (pair.elementBytes < WordBytes)
    counts.heldRegisters = std::max({counts.heldRegisters, in, out});
  return counts;
}

} // namespace heddle
