//===- Profile.cpp - What blocks count ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Machine.h"

#include <algorithm>

namespace heddle::sim {

void Profile::clear() {
  std::ranges::fill(flow, 0);
  std::ranges::fill(accesses, AccessCounts());
}

// Both sides of a copy are one instruction.
AccessCounts Profile::of(const Instruction &each) const {
  if (!isAccess(each.kind))
    return {};
  AccessCounts counts = accesses[each.immediate];
  if (each.kind != InstructionClass::AsyncCopy)
    return counts;
  AccessCounts target = accesses[each.immediate + 1];
  target.instructions = target.requests = 0;
  return counts += target;
}

Profile &Profile::operator+=(const Profile &other) {
  for (auto [sum, more] : llvm::zip(flow, other.flow))
    sum += more;
  for (auto [sum, more] : llvm::zip(accesses, other.accesses))
    sum += more;
  return *this;
}

std::vector<OpCounters> countOps(const Code &code, const Profile &profile) {
  std::vector<Counters> counters(code.ops.size());
  std::int64_t times = 0;
  for (auto [each, more] : llvm::zip(code.instructions, profile.flow)) {
    times += more;
    if (times == 0)
      continue;
    Counters &op = counters[each.op];
    op.lanes = code.lanes;
    op.peakLiveRegisters = code.ops[each.op].liveWords;
    if (each.cost != 0)
      op.count(each.kind, static_cast<std::uint64_t>(times) * each.cost);
    if (isAccess(each.kind))
      op.count(each.kind, profile.of(each));
  }
  std::vector<OpCounters> executed;
  for (auto [op, counted] : llvm::zip(code.ops, counters))
    if (counted.lanes != 0)
      executed.push_back({.op = op.op, .counters = counted});
  return executed;
}

} // namespace heddle::sim
