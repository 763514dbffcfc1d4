//===- Copies.cpp - Copies that go on by themselves -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A copy reads global memory when it begins. Shared memory has its bytes only
/// when its thread has waited for it, and until then whoever touches them there
/// is stopped: a copy is done as late as it may be. If it were done earlier,
/// mistakes could stay hidden, and none would be found that is not found so.
///
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Lanes.h"
#include "SimtOps.h"

#include <algorithm>
#include <utility>

HEDDLE_SIM_BEGIN

namespace {

/// One copy of every active lane.
struct Sides {
  /// The instruction once more for each side: accesses are known by the index
  /// of their table.
  const Instruction &ofSource, &ofTarget;
  const AccessTable &source, &target;
  Taking from, to;
};

/// Where the source is not read, its address may be anything.
bool takeSides(Warp &warp, Sides &sides, std::size_t number) {
  auto &[ofSource, ofTarget, source, target, from, to] = sides;
  if (!takePart(warp, ofTarget, target, number, to))
    return false;
  from.lanes = to.lanes;
  return (!source.hasReads ||
          keepWhere(warp, ofSource, source.reads, number, from.lanes)) &&
         takeAddresses(warp, ofSource, source, number, from);
}

/// What lanes do not read is zero.
bool readSource(Warp &warp, const Sides &sides, unsigned lane, Piece &piece) {
  if (isIn(sides.from.lanes, lane))
    return loadPiece(warp, sides.ofSource, sides.source, lane,
                     sides.from.at(lane), piece);
  piece.bytes.fill(0);
  piece.isDefined.fill(1);
  return true;
}

/// A copy that comes before an arrival at an mbarrier is done there, and this
/// thread knows of it, too. False after a trap.
bool finish(Warp &warp, const StartedCopy &copy) {
  ThreadBlock &block = *warp.block;
  if (copy.arrival != 0) {
    if (!copy.isDone)
      block.mbarriers.completeArrivals(warp.number, copy.arrival);
    Knowledge known;
    known.join(copy.mbarrier, {.all = copy.time});
    block.order.acquire(warp.number, std::uint64_t(1) << copy.lane,
                        /*areAll=*/false, known);
    return !block.trap;
  }
  block.shared.endCopy(copy.at, copy.count,
                       {.warp = warp.number,
                        .lane = copy.lane,
                        .blockClock = block.clock,
                        .warpClock = warp.clock},
                       copy.bytes.data(), copy.isDefined.data());
  return true;
}

bool begin(Warp &warp, const Sides &sides, unsigned lane) {
  const AccessTable &target = sides.target;
  SharedMemory &shared = warp.block->shared;
  Piece piece;
  if (!readSource(warp, sides, lane, piece))
    return false;
  std::uint64_t at = sides.to.at(lane);
  if (at + target.bytes() > shared.size())
    return !isOutside(warp, sides.ofTarget, target, lane, at);
  if (meets(
          warp, sides.ofTarget, target, lane,
          shared.beginCopy(at, target.bytes(), accessorOf(warp, target, lane))))
    return false;
  StartedCopy &started = warp.copies.emplace_back();
  started.at = static_cast<std::uint32_t>(at);
  started.lane = static_cast<std::uint8_t>(lane);
  started.count = static_cast<std::uint8_t>(target.bytes());
  std::copy_n(piece.bytes.data(), target.bytes(), started.bytes.data());
  std::copy_n(piece.isDefined.data(), target.bytes(), started.isDefined.data());
  return true;
}

/// Of a warp with one address, lane i has to write i times the size past it.
bool liesInRun(Warp &warp, const Sides &sides) {
  if (!warp.block->execution.target.asyncCopies.oneAddressPerWarp)
    return true;
  std::uint64_t bytes = sides.target.bytes(), lanes = sides.to.lanes;
  auto firstLane = static_cast<unsigned>(std::countr_zero(lanes));
  for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t at = sides.to.at(firstLane) + (lane - firstLane) * bytes;
    if (sides.to.at(lane) == at)
      continue;
    stop(warp, sides.ofTarget, std::uint64_t(1) << lane,
         concat("expects lane ", lane, " to copy to byte ", at,
                " of shared memory, as far past lane ", firstLane,
                " as the warp's copies follow each other, but got byte ",
                sides.to.at(lane)));
    return false;
  }
  return true;
}

} // namespace

bool runAsyncCopy(Warp &warp, const Instruction &each) {
  const std::vector<AccessTable> &accesses = warp.block->code.accesses;
  Instruction ofTarget = each;
  ++ofTarget.immediate;
  Sides sides = {.ofSource = each,
                 .ofTarget = ofTarget,
                 .source = accesses[each.immediate],
                 .target = accesses[ofTarget.immediate],
                 .from = {},
                 .to = {}};
  for (std::size_t number = 0; number < sides.target.at.size(); ++number) {
    if (!takeSides(warp, sides, number) || !liesInRun(warp, sides))
      return false;
    countAccess(warp, each, sides.source, sides.from);
    countAccess(warp, ofTarget, sides.target, sides.to);
    for (std::uint64_t left = sides.to.lanes; left != 0; left &= left - 1)
      if (!begin(warp, sides, static_cast<unsigned>(std::countr_zero(left))))
        return false;
  }
  return true;
}

bool runAsyncCommit(Warp &warp, const Instruction &) {
  warp.copyGroups.push_back(std::exchange(warp.copies, {}));
  return true;
}

// Each copy is a write of its own thread, here and now.
bool runAsyncWait(Warp &warp, const Instruction &each) {
  std::vector<std::vector<StartedCopy>> &groups = warp.copyGroups;
  std::size_t left = std::min<std::size_t>(groups.size(), each.immediate);
  auto end = groups.end() - static_cast<std::ptrdiff_t>(left);
  for (auto group = groups.begin(); group != end; ++group)
    for (const StartedCopy &copy : *group)
      if (!finish(warp, copy))
        return false;
  groups.erase(groups.begin(), end);
  return true;
}

HEDDLE_SIM_END
