//===- Wavefronts.cpp - Bank conflicts of an access -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Wavefronts.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle::sim {

namespace {

constexpr unsigned MostLanes = 64;

/// Lanes in sets, each the one that has the lowest lane not in those before.
std::vector<std::uint64_t> splitByPhase(unsigned lanes,
                                        const LaneSpace &phase) {
  std::uint64_t together = 1;
  for (std::uint32_t vector : phase.basis()) {
    std::uint64_t others = 0;
    for (std::uint64_t left = together; left != 0; left &= left - 1)
      others |= std::uint64_t(1)
                << (static_cast<unsigned>(std::countr_zero(left)) ^ vector);
    together |= others;
  }
  std::vector<std::uint64_t> phases;
  std::uint64_t seen = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    if ((seen >> lane & 1U) != 0)
      continue;
    std::uint64_t moved = 0;
    for (std::uint64_t left = together; left != 0; left &= left - 1)
      moved |= std::uint64_t(1)
               << (static_cast<unsigned>(std::countr_zero(left)) ^ lane);
    phases.push_back(moved);
    seen |= moved;
  }
  return phases;
}

/// Lanes whose numbers differ in this bit have the same address, or none.
bool doAgree(std::uint64_t lanes, const std::uint32_t *addresses,
             unsigned bit) {
  constexpr std::array<std::uint64_t, 2> Lower = {0x5555555555555555U,
                                                  0x3333333333333333U};
  std::uint64_t lower = lanes & Lower[bit], upper = lanes >> (1U << bit);
  if (lower != (upper & Lower[bit]))
    return false;
  for (; lower != 0; lower &= lower - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lower));
    if (addresses[lane] != addresses[lane + (1U << bit)])
      return false;
  }
  return true;
}

} // namespace

Wavefronts::Wavefronts(const SharedInstruction &instruction, AccessKind kind,
                       const Target &target) {
  bool isVector = instruction.form == SharedInstruction::Form::Vector;
  constexpr unsigned RowBytes = 16;
  unsigned unitBytes =
      isVector ? std::max(instruction.bytes, WordBytes) : RowBytes;
  unitShift = static_cast<unsigned>(std::countr_zero(unitBytes));
  bankBits = static_cast<unsigned>(
      std::countr_zero(target.banks * WordBytes / unitBytes));
  unsigned lanes = addressingLanes(instruction, target);
  phases = splitByPhase(lanes, phaseOf(instruction, kind, target));
  LaneSpace merged = phaseOf(instruction, kind, target,
                             {.idle = 0, .doNeighboursAgree = true});
  if (merged.dimension != phaseOf(instruction, kind, target).dimension)
    mergedPhases = splitByPhase(lanes, merged);
}

/// Each bank delivers one unit at most.
bool Wavefronts::hasNoConflict(std::uint64_t lanes,
                               const std::uint32_t *addresses) const {
  // Of banks that are accessed, in `asked`.
  std::array<std::uint32_t, 64> units;
  std::uint64_t asked = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    std::uint32_t unit = addresses[std::countr_zero(lanes)] >> unitShift;
    std::uint32_t bank = unit & ((std::uint32_t(1) << bankBits) - 1);
    if ((asked >> bank & 1U) != 0 && units[bank] != unit)
      return false;
    asked |= std::uint64_t(1) << bank;
    units[bank] = unit;
  }
  return true;
}

unsigned Wavefronts::countPhase(std::uint64_t lanes,
                                const std::uint32_t *addresses) const {
  // For each bank the units that it has to deliver, as a list.
  constexpr std::uint8_t None = 0xFF;
  std::array<std::uint8_t, 64> firsts, counts{};
  std::array<std::uint8_t, MostLanes> nexts;
  firsts.fill(None);
  unsigned most = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    std::uint32_t unit = addresses[lane] >> unitShift;
    std::uint32_t bank = unit & ((std::uint32_t(1) << bankBits) - 1);
    std::uint8_t other = firsts[bank];
    while (other != None && addresses[other] >> unitShift != unit)
      other = nexts[other];
    if (other != None)
      continue;
    nexts[lane] = firsts[bank];
    firsts[bank] = static_cast<std::uint8_t>(lane);
    most = std::max<unsigned>(most, ++counts[bank]);
  }
  return most;
}

Wavefronts::Time Wavefronts::count(std::uint64_t lanes,
                                   const std::uint32_t *addresses) const {
  bool isMerged = !mergedPhases.empty() && (doAgree(lanes, addresses, 0) ||
                                            doAgree(lanes, addresses, 1));
  Time time;
  for (std::uint64_t phase : isMerged ? mergedPhases : phases) {
    std::uint64_t asking = lanes & phase;
    if (asking == 0)
      continue;
    ++time.phases;
    time.wavefronts +=
        hasNoConflict(asking, addresses) ? 1 : countPhase(asking, addresses);
  }
  return time;
}

} // namespace heddle::sim
