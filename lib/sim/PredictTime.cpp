//===- PredictTime.cpp - The time of a launch -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/sim/PredictTime.h"
#include "heddle/simt/ProductTime.h"

#include <algorithm>

namespace heddle::sim {

namespace {

std::uint64_t divideUp(std::uint64_t count, std::uint64_t by) {
  return (count + by - 1) / by;
}

// Without the units of target/Occupancy.h: live registers are fewer than those
// that a thread has, and the numbers were fitted so.
std::uint64_t blocksAtOnce(const Counters &counters, unsigned warps,
                           unsigned lanes, const Multiprocessor &most) {
  std::uint64_t registers = std::clamp<std::uint64_t>(
      counters.peakLiveRegisters, most.leastRegisters, most.mostRegisters);
  std::uint64_t threads = std::uint64_t{warps} * lanes;
  std::uint64_t shared = counters.sharedBytes + most.reservedSharedBytes;
  return std::max<std::uint64_t>(
      1, std::min<std::uint64_t>(
             {most.blocks, most.warps / warps,
              most.sharedBytes / std::max<std::uint64_t>(shared, 1),
              most.registers / (threads * registers)}));
}

} // namespace

std::optional<PredictedTime> predictTime(const Counters &counters,
                                         std::uint64_t blocks, unsigned warps,
                                         const Target &target,
                                         double productCycles) {
  if (!target.timing)
    return std::nullopt;
  const auto &[gpu, unit, fitted] = *target.timing;
  auto all = static_cast<double>(std::max<std::uint64_t>(blocks, 1));
  double allWarps = all * warps;
  auto instructions = static_cast<double>(counters.allInstructions());
  auto perWarp = [&](InstructionClass kind) {
    return static_cast<double>(counters.of(kind)) / allWarps;
  };
  auto wavefronts = static_cast<double>(counters.sharedAccesses().wavefronts);
  auto sectors = static_cast<double>(counters.globalLoads.sectors +
                                     counters.globalStores.sectors +
                                     counters.copies.sectors);
  using enum InstructionClass;
  double atomics =
      perWarp(GlobalAtomic) + perWarp(GlobalReduction) + perWarp(SharedAtomic);
  double globalTrips = perWarp(GlobalLoad) + perWarp(AsyncCopy);
  double sharedTrips = perWarp(SharedLoad) + perWarp(MatrixLoad);
  std::uint64_t share = divideUp(blocks, gpu.multiprocessors);
  double turns = static_cast<double>(
      divideUp(share, blocksAtOnce(counters, warps, target.lanes, unit)));
  double busy =
      static_cast<double>(share) / all *
      std::max({instructions * fitted.instructionSlots / unit.issueSlots,
                wavefronts, sectors / unit.sectors, productCycles});
  double waiting = turns * (fitted.instructionCycles * instructions / allWarps +
                            fitted.globalTrip * std::min(globalTrips, 1.) +
                            fitted.sharedTrip * sharedTrips +
                            fitted.shuffleTrip * perWarp(Shuffle) +
                            fitted.atomicTrip * atomics);
  double memory = sectors * unit.sectorBytes * gpu.gigahertz /
                  (gpu.bandwidth * fitted.cacheGain);
  double cycles = fitted.launch + std::max(busy, waiting) +
                  fitted.overlapLeft * std::min(busy, waiting) + memory;
  return PredictedTime{cycles, cycles / gpu.gigahertz};
}

double productCycles(std::span<const OpCounters> ops, const Target &target) {
  double cycles = 0;
  for (const auto &[op, counters] : ops)
    cycles += simt::productCycles(
        op, counters.of(InstructionClass::MatrixProduct), target);
  return cycles;
}

} // namespace heddle::sim
