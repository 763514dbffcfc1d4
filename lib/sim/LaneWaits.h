//===- LaneWaits.h - Lanes that may still wait ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_LANEWAITS_H
#define HEDDLE_LIB_SIM_LANEWAITS_H

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::sim {

struct Instruction;

/// Phases of mbarriers that lanes have waited for since the lanes of their warp
/// have last met: here all leave such a wait together, on a GPU one after the
/// other.
class LaneWaits {
public:
  void clear(unsigned warps) { waits.assign(warps, {}); }
  /// They go on because the mbarrier is in this phase.
  void add(unsigned warp, std::uint64_t lanes, std::uint32_t at,
           std::uint64_t phase, const Instruction *each) {
    waits[warp].push_back({lanes, at, phase, each});
  }
  /// These lanes have arrived somewhere: they do not wait any more.
  void arrive(unsigned warp, std::uint64_t lanes) {
    std::erase_if(waits[warp],
                  [&](Wait &wait) { return (wait.lanes &= ~lanes) == 0; });
  }
  /// All lanes of the warp are at one instruction: a barrier, or one that they
  /// execute together (PTX ISA, .sync and .aligned).
  void meet(unsigned warp) { waits[warp].clear(); }

  struct Wait {
    std::uint64_t lanes;
    std::uint32_t at;
    std::uint64_t phase;
    const Instruction *each;
  };
  /// A warp and its wait at this mbarrier where some lanes may not have been in
  /// time to see the phase before this one.
  std::optional<std::pair<unsigned, Wait>>
  findBehind(std::uint32_t at, std::uint64_t phase) const {
    for (unsigned warp = 0; warp < waits.size(); ++warp)
      for (const Wait &wait : waits[warp])
        if (wait.at == at && wait.phase < phase)
          return std::pair(warp, wait);
    return std::nullopt;
  }

private:
  /// Of each warp.
  std::vector<std::vector<Wait>> waits;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_LANEWAITS_H
