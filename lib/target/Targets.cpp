//===- Targets.cpp - The table of GPUs ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmdTargets.h"
#include "NvidiaTargets.h"
#include "heddle/target/Target.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace heddle {

namespace {

constexpr std::size_t NvidiaCount = std::size(NvidiaTargets);

constexpr auto Table = [] {
  std::array<Target, NvidiaCount + std::size(AmdTargets)> table = {};
  std::ranges::copy(NvidiaTargets, table.begin());
  std::ranges::copy(AmdTargets, table.begin() + NvidiaCount);
  return table;
}();

} // namespace

const LaneSpace &AccessPhases::phase(unsigned bytes) const {
  assert(std::has_single_bit(bytes) && bytes <= 16);
  return spaces[static_cast<unsigned>(std::countr_zero(bytes))];
}

bool Atomics::has(AtomicOperation operation, ScalarType type) const {
  switch (operation) {
  case AtomicOperation::And:
  case AtomicOperation::Or:
  case AtomicOperation::Xor:
    return bitwise.has(type);
  case AtomicOperation::Add:
    return add.has(type);
  case AtomicOperation::Maximum:
  case AtomicOperation::Minimum:
    return extremum.has(type);
  case AtomicOperation::Exchange:
    return exchange.has(type);
  case AtomicOperation::CompareAndSwap:
    return compareAndSwap.has(type);
  }
  return false;
}

std::span<const Target> allTargets() { return Table; }

} // namespace heddle
