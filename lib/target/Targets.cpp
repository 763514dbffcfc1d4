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
#include <charconv>

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

Result<const Target *> findTarget(std::string_view name) {
  std::string known;
  for (const Target &target : Table) {
    if (target.name == name)
      return &target;
    known += concat(known.empty() ? "" : ", ", target.name);
  }
  return failure(concat("expects a target, but got '", name, "'"), {},
                 concat("the targets known here are ", known));
}

// A chip runs the code of older ones of its vendor, so the newest row that is
// not newer stands for it.
const Target *targetOfModule(std::string_view name) {
  std::size_t colon = name.find(':');
  if (colon == std::string_view::npos)
    return nullptr;
  std::string_view chip = name.substr(colon + 1);
  if (name.starts_with("hip:")) {
    const auto *found = std::ranges::find(Table, chip, &Target::name);
    return found == Table.end() ? nullptr : &*found;
  }
  if (!name.starts_with("cuda:"))
    return nullptr;
  auto numberOf = [](std::string_view digits) {
    unsigned number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
  };
  const Target *newest = nullptr;
  for (const Target &target : Table)
    if (target.vendor == Vendor::Nvidia &&
        numberOf(target.name.substr(3)) <= numberOf(chip))
      newest = &target;
  return newest;
}

} // namespace heddle
