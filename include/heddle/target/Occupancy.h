//===- Occupancy.h - How many blocks fit on a multiprocessor ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many blocks of a kernel a multiprocessor holds at a time, by what it has
/// of each resource and the units in which it hands them out: registers to
/// warps, from a quarter of the multiprocessor each, in units of 256; shared
/// memory to blocks, in units of 128 bytes, of 256 before sm_80 (CUDA C++
/// Programming Guide, "Compute Capabilities"; the units are those of the CUDA
/// toolkit's cuda_occupancy.h).
///
///     // 128 threads of 128 registers: 4 warps of 4096, 4 to a quarter.
///     occupancyOf({.warps = 4, .sharedBytes = 0, .registers = 128}, sm90)
///         ->blocks; // 4, limited by Resource::Registers
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_OCCUPANCY_H
#define HEDDLE_TARGET_OCCUPANCY_H

#include "heddle/target/Target.h"

#include <optional>
#include <string_view>
#include <vector>

namespace heddle {

/// What a block takes.
struct BlockDemand {
  unsigned warps;
  /// That it asked for.
  std::uint64_t sharedBytes;
  /// Of a thread; nothing if that is not known, and then it is no limit.
  std::optional<unsigned> registers;
};

enum class Resource { Blocks, Warps, SharedMemory, Registers };
/// "blocks", "warps", "shared memory", "registers"
std::string_view resourceName(Resource resource);

struct Occupancy {
  /// Zero if not even one fits.
  std::uint64_t blocks;
  /// What keeps one more from fitting, at least one, in the order above.
  std::vector<Resource> limits;
};

/// Nothing where the target's row has no `timing`. `warps` is not zero. O(1).
std::optional<Occupancy> occupancyOf(const BlockDemand &block,
                                     const Target &target);

} // namespace heddle

#endif // HEDDLE_TARGET_OCCUPANCY_H
