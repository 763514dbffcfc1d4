//===- BlockOccupancy.cpp - Blocks of a kernel that fit together ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/report/BlockOccupancy.h"
#include "heddle/target/Occupancy.h"

#include <algorithm>

namespace heddle {

void addOccupancy(KernelReport &report, const CompiledModule &module) {
  const Target &target = *module.target;
  if (!target.timing)
    return;
  const Multiprocessor &has = target.timing->multiprocessor;
  ReportedOccupancy found;
  found.mostWarps = has.warps;
  if (const Assembled *assembled = module.assembledOf(report.kernel)) {
    found.registers = assembled->registers;
    found.spillBytes = assembled->spillBytes;
  } else if (report.registersAtStart) {
    found.registers = report.registersAtStart;
  } else if (auto words = module.liveWords.find(report.kernel);
             words != module.liveWords.end()) {
    // More of them are spilled.
    found.leastRegisters = std::min(words->second, has.mostRegisters);
  }
  std::optional<unsigned> registers =
      found.registers ? found.registers : found.leastRegisters;
  std::optional<Occupancy> occupancy =
      occupancyOf({report.blockWarps, report.sharedBytes, registers}, target);
  found.blocks = occupancy->blocks;
  found.warps = found.blocks * report.blockWarps;
  for (Resource limit : occupancy->limits)
    found.limits.emplace_back(resourceName(limit));
  report.occupancy = std::move(found);
}

} // namespace heddle
