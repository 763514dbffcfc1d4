//===- PredictTime.cpp - The time of a launch -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "heddle/sim/PredictTime.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace heddle::sim {

namespace {

// NVIDIA's data sheets and architecture white papers.
constexpr std::array Gpus = {
    Gpu{"sm_75", "T4", 40, 1.59, 320},
    Gpu{"sm_80", "A100", 108, 1.41, 2039},
    Gpu{"sm_86", "A10", 72, 1.695, 600},
    Gpu{"sm_89", "L40S", 142, 2.52, 864},
    Gpu{"sm_90", "H200", 132, 1.98, 4800},
    Gpu{"sm_100", "B200", 148, 1.965, 8000},
    Gpu{"sm_120", "RTX 5090", 170, 2.41, 1792},
};

// What a multiprocessor has (CUDA C++ Programming Guide, "Compute
// Capabilities", sm_90).
constexpr unsigned MostBlocks = 32, MostWarps = 64, SlotsOfCycle = 4;
constexpr std::uint64_t MostRegisters = 65536, MostShared = 228 * 1024;
constexpr std::uint64_t SharedOfSystem = 1024;
constexpr unsigned LeastRegisters = 32, MostRegistersOfThread = 255;
constexpr double SectorsOfCycle = 2, BytesOfSector = 32;

// Found by least squares of logarithms on an H200. An instruction of ours is
// less than one of the hardware, as ptxas merges some.
constexpr double SlotsOfInstruction = 0.39, CyclesOfInstruction = 0.59;
constexpr double GlobalTrip = 125, SharedTrip = 34, ShuffleTrip = 7.4;
constexpr double AtomicTrip = 332, Launch = 4280;
/// Of the shorter of two that overlap.
constexpr double Left = 0.18;
/// The cache's share: more bytes than the memory has.
constexpr double CacheGain = 1.18;

std::uint64_t divideUp(std::uint64_t count, std::uint64_t by) {
  return (count + by - 1) / by;
}

std::uint64_t blocksAtOnce(const Counters &counters, unsigned warps) {
  std::uint64_t registers = std::clamp<std::uint64_t>(
      counters.peakLiveRegisters, LeastRegisters, MostRegistersOfThread);
  std::uint64_t threads = std::uint64_t{warps} * 32;
  return std::max<std::uint64_t>(
      1, std::min<std::uint64_t>(
             {MostBlocks, MostWarps / warps,
              MostShared / (counters.sharedBytes + SharedOfSystem),
              MostRegisters / (threads * registers)}));
}

} // namespace

std::optional<Gpu> gpuOf(const Target &target) {
  const auto *found = std::ranges::find(Gpus, target.name, &Gpu::target);
  return found == Gpus.end() ? std::nullopt : std::optional(*found);
}

PredictedTime predictTime(const Counters &counters, std::uint64_t blocks,
                          unsigned warps, const Gpu &gpu) {
  auto all = static_cast<double>(std::max<std::uint64_t>(blocks, 1));
  double allWarps = all * warps;
  auto instructions = static_cast<double>(counters.allInstructions());
  auto perWarp = [&](InstructionClass kind) {
    return static_cast<double>(counters.of(kind)) / allWarps;
  };
  auto wavefronts = static_cast<double>(counters.sharedAccesses().wavefronts);
  auto sectors = static_cast<double>(counters.globalLoads.sectors +
                                     counters.globalStores.sectors);
  using enum InstructionClass;
  double atomics =
      perWarp(GlobalAtomic) + perWarp(GlobalReduction) + perWarp(SharedAtomic);
  double sharedTrips = perWarp(SharedLoad) + perWarp(MatrixLoad);
  std::uint64_t share = divideUp(blocks, gpu.multiprocessors);
  double turns =
      static_cast<double>(divideUp(share, blocksAtOnce(counters, warps)));
  double busy = static_cast<double>(share) / all *
                std::max({instructions * SlotsOfInstruction / SlotsOfCycle,
                          wavefronts, sectors / SectorsOfCycle});
  double waiting =
      turns * (CyclesOfInstruction * instructions / allWarps +
               GlobalTrip * std::min(perWarp(GlobalLoad), 1.) +
               SharedTrip * sharedTrips + ShuffleTrip * perWarp(Shuffle) +
               AtomicTrip * atomics);
  double memory =
      sectors * BytesOfSector * gpu.gigahertz / (gpu.bandwidth * CacheGain);
  double cycles = Launch + std::max(busy, waiting) +
                  Left * std::min(busy, waiting) + memory;
  return {cycles, cycles / gpu.gigahertz};
}

} // namespace heddle::sim
