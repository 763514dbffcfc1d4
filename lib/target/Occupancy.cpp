//===- Occupancy.cpp - How many blocks fit on a multiprocessor ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/target/Occupancy.h"

#include <algorithm>

namespace heddle {

namespace {

constexpr std::uint64_t Quarters = 4, RegisterUnit = 256;

std::uint64_t roundUp(std::uint64_t count, std::uint64_t unit) {
  return (count + unit - 1) / unit * unit;
}

std::uint64_t blocksByShared(const BlockDemand &block, const Target &target,
                             const Multiprocessor &has) {
  std::uint64_t unit = target.capability < 80 ? 256 : 128;
  std::uint64_t taken =
      roundUp(block.sharedBytes + has.reservedSharedBytes, unit);
  return taken == 0 ? has.blocks : has.sharedBytes / taken;
}

// A warp's registers are all in one quarter.
std::uint64_t blocksByRegisters(const BlockDemand &block, unsigned registers,
                                const Target &target,
                                const Multiprocessor &has) {
  std::uint64_t ofWarp =
      roundUp(std::uint64_t{registers} * target.lanes, RegisterUnit);
  if (ofWarp == 0)
    return has.blocks;
  return has.registers / Quarters / ofWarp * Quarters / block.warps;
}

} // namespace

std::string_view resourceName(Resource resource) {
  switch (resource) {
  case Resource::Blocks:
    return "blocks";
  case Resource::Warps:
    return "warps";
  case Resource::SharedMemory:
    return "shared memory";
  case Resource::Registers:
    return "registers";
  }
  return {};
}

std::optional<Occupancy> occupancyOf(const BlockDemand &block,
                                     const Target &target) {
  if (!target.timing)
    return std::nullopt;
  const Multiprocessor &has = target.timing->multiprocessor;
  struct Bound {
    Resource resource;
    std::uint64_t blocks;
  };
  std::vector<Bound> bounds = {
      {Resource::Blocks, has.blocks},
      {Resource::Warps, has.warps / block.warps},
      {Resource::SharedMemory, blocksByShared(block, target, has)}};
  if (block.registers)
    bounds.push_back({Resource::Registers,
                      blocksByRegisters(block, *block.registers, target, has)});
  Occupancy result = {.blocks =
                          std::ranges::min(bounds, {}, &Bound::blocks).blocks,
                      .limits = {}};
  for (const Bound &bound : bounds)
    if (bound.blocks == result.blocks)
      result.limits.push_back(bound.resource);
  return result;
}

} // namespace heddle
