//===- RegisterPool.cpp - Registers that warps exchange -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPool.h"
#include "heddle/f2/Error.h"

#include <algorithm>

namespace heddle::sim {

void RegisterPool::clear(unsigned warps, unsigned each, std::uint64_t seed,
                         std::uint64_t program) {
  shares.assign(warps, {.registers = each, .asked = {}});
  free = 0;
  turns = Turns(seed, program);
}

bool RegisterPool::isWaiting() const {
  return std::ranges::any_of(
      shares, [](const Share &share) { return !share.asked.empty(); });
}

std::optional<unsigned> RegisterPool::changeAny() {
  auto count = static_cast<std::uint32_t>(std::ranges::count_if(
      shares, [&](const Share &share) { return canChange(share); }));
  if (count == 0)
    return std::nullopt;
  std::uint32_t before = turns.below(count);
  for (unsigned warp = 0; warp < shares.size(); ++warp) {
    Share &share = shares[warp];
    if (!canChange(share) || before-- != 0)
      continue;
    free += share.registers;
    free -= share.asked.front();
    share.registers = share.asked.front();
    share.asked.erase(share.asked.begin());
    return warp;
  }
  return std::nullopt;
}

std::optional<unsigned> RegisterPool::changeSome() {
  return turns.below(2) == 0 ? std::nullopt : changeAny();
}

std::string RegisterPool::waitText(unsigned warp) const {
  const Share &share = shares[warp];
  return concat(share.asked.front() - share.registers,
                " more registers a thread, to have ", share.asked.front());
}

std::string RegisterPool::ownersText() const {
  std::string text =
      concat("of the block's registers ", free, " of a thread are free, and ");
  for (unsigned warp = 0, next = 0; warp < shares.size(); warp = next) {
    while (next < shares.size() &&
           shares[next].registers == shares[warp].registers)
      ++next;
    text += concat(warp == 0 ? "" : ", ",
                   next - warp == 1
                       ? concat("warp ", warp, " has ")
                       : concat("warps ", warp, " to ", next - 1, " have "),
                   shares[warp].registers);
  }
  return text;
}

} // namespace heddle::sim
