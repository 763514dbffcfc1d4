//===- Counters.cpp - What was executed -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/sim/Counters.h"

#include <algorithm>

namespace heddle::sim {

Counters &Counters::operator+=(const Counters &other) {
  for (std::size_t kind = 0; kind < InstructionClasses; ++kind)
    instructions[kind] += other.instructions[kind];
  sharedLoadWavefronts += other.sharedLoadWavefronts;
  sharedLoadIdeal += other.sharedLoadIdeal;
  sharedStoreWavefronts += other.sharedStoreWavefronts;
  sharedStoreIdeal += other.sharedStoreIdeal;
  globalLoadSectors += other.globalLoadSectors;
  globalLoadTransactions += other.globalLoadTransactions;
  globalStoreSectors += other.globalStoreSectors;
  globalStoreTransactions += other.globalStoreTransactions;
  peakLiveRegisters = std::max(peakLiveRegisters, other.peakLiveRegisters);
  sharedBytes = std::max(sharedBytes, other.sharedBytes);
  return *this;
}

std::vector<std::pair<std::string_view, std::uint64_t>>
listCounters(const Counters &counters) {
  using enum InstructionClass;
  constexpr std::pair<std::string_view, InstructionClass> Kinds[] = {
      {"instructions.integer", Integer},
      {"instructions.float", Float},
      {"instructions.double", Double},
      {"instructions.conversion", Conversion},
      {"instructions.special", Special},
      {"instructions.shuffle", Shuffle},
      {"instructions.global_load", GlobalLoad},
      {"instructions.global_store", GlobalStore},
      {"instructions.shared_load", SharedLoad},
      {"instructions.shared_store", SharedStore},
      {"instructions.atomic", Atomic},
      {"instructions.barrier", Barrier},
      {"instructions.branch", Branch}};
  std::vector<std::pair<std::string_view, std::uint64_t>> list;
  std::uint64_t total = 0;
  for (auto [name, kind] : Kinds) {
    list.emplace_back(name, counters.of(kind));
    total += counters.of(kind);
  }
  list.emplace(list.begin(), "instructions", total);
  list.insert(list.end(),
              {{"shared_load.wavefronts", counters.sharedLoadWavefronts},
               {"shared_load.wavefronts.ideal", counters.sharedLoadIdeal},
               {"shared_store.wavefronts", counters.sharedStoreWavefronts},
               {"shared_store.wavefronts.ideal", counters.sharedStoreIdeal},
               {"global_load.sectors", counters.globalLoadSectors},
               {"global_load.transactions", counters.globalLoadTransactions},
               {"global_store.sectors", counters.globalStoreSectors},
               {"global_store.transactions", counters.globalStoreTransactions},
               {"peak_live_registers", counters.peakLiveRegisters},
               {"shared_bytes", counters.sharedBytes}});
  return list;
}

} // namespace heddle::sim
