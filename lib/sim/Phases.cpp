//===- Phases.cpp - Phases of mbarriers -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockCluster.h"
#include "Lanes.h"
#include "SimtOps.h"

HEDDLE_SIM_BEGIN

namespace {

/// The lanes that take part, and the address that each has. False after a trap.
struct Taking {
  std::uint64_t lanes = 0;
  const std::uint32_t *at = nullptr;
};

bool take(Warp &warp, const Instruction &each, Taking &taking) {
  taking.lanes = warp.all;
  if (each.b.isThere()) {
    std::uint64_t missing = lacking(warp, each.b, warp.all);
    if (missing != 0)
      return stopAtUndefined(warp, each, missing,
                             "expects a defined predicate");
    taking.lanes = lanesWhere(warp.at<std::uint8_t>(each.b), warp.lanes);
  }
  std::uint64_t missing = lacking(warp, each.a, taking.lanes);
  if (missing != 0)
    return stopAtUndefined(warp, each, missing, "expects a defined address");
  taking.at = warp.at<std::uint32_t>(each.a);
  return true;
}

/// Calls back for all lanes that have one address, one address after the other.
/// False if one of the calls was.
template <class Fn>
bool forAddresses(Warp &warp, const Instruction &each, Fn &&tell) {
  Taking taking;
  if (!take(warp, each, taking))
    return false;
  while (taking.lanes != 0) {
    std::uint32_t at = taking.at[std::countr_zero(taking.lanes)];
    std::uint64_t same = 0;
    for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1)
      if (int lane = std::countr_zero(left); taking.at[lane] == at)
        same |= std::uint64_t(1) << lane;
    if (!tell(Told{.warp = warp, .each = each, .at = at, .lanes = same}))
      return false;
    taking.lanes &= ~same;
  }
  return true;
}

/// The same where addresses are those of any block of the cluster:
/// `tell(mbarriers, told)`.
template <class Fn>
bool forPeers(Warp &warp, const Instruction &each, Fn &&tell) {
  return forAddresses(warp, each, [&](Told told) {
    ThreadBlock *peer = findPeer(warp, each, told.lanes, peerOf(told.at),
                                 "arrives at an mbarrier of");
    if (peer == nullptr)
      return false;
    told.at = static_cast<std::uint32_t>(atPeer(told.at));
    return tell(peer->mbarriers, told);
  });
}

} // namespace

bool runMbarrierInit(Warp &warp, const Instruction &each) {
  return forAddresses(warp, each, [&](const Told &told) {
    return warp.block->mbarriers.init(
        told, static_cast<std::uint32_t>(each.immediate));
  });
}

bool runMbarrierEnd(Warp &warp, const Instruction &each) {
  return forAddresses(warp, each, [&](const Told &told) {
    return warp.block->mbarriers.end(told);
  });
}

bool runMbarrierArrive(Warp &warp, const Instruction &each) {
  return forAddresses(warp, each, [&](const Told &told) {
    return warp.block->mbarriers.arrive(
        told, static_cast<std::uint32_t>(each.immediate));
  });
}

bool runMbarrierExpect(Warp &warp, const Instruction &each) {
  return forAddresses(warp, each, [&](const Told &told) {
    return warp.block->mbarriers.arrive(
        told, 1, static_cast<std::uint32_t>(each.immediate));
  });
}

bool runPeerArrive(Warp &warp, const Instruction &each) {
  return forPeers(warp, each, [&](Mbarriers &peers, const Told &told) {
    return peers.arriveFrom(told, static_cast<std::uint32_t>(each.immediate));
  });
}

bool runPeerExpect(Warp &warp, const Instruction &each) {
  return forPeers(warp, each, [&](Mbarriers &peers, const Told &told) {
    return peers.arriveFrom(told, 1,
                            static_cast<std::uint32_t>(each.immediate));
  });
}

bool runMbarrierArriveCopies(Warp &warp, const Instruction &each) {
  return forAddresses(warp, each, [&](const Told &told) {
    return warp.block->mbarriers.arriveCopies(told, each.immediate != 0);
  });
}

// Where the warp stops, it comes here again: lanes that have passed do not wait
// once more.
bool runMbarrierWait(Warp &warp, const Instruction &each) {
  std::uint64_t missing = lacking(warp, each.c, warp.all & ~warp.passed);
  if (missing != 0 && !each.b.isThere())
    return stopAtUndefined(warp, each, missing, "expects a defined parity");
  const auto *parities = warp.at<std::uint32_t>(each.c);
  bool hasPassed = forAddresses(warp, each, [&](Told told) {
    std::uint64_t left = told.lanes & ~warp.passed;
    while (left != 0) {
      std::uint32_t parity = parities[std::countr_zero(left)];
      told.lanes = 0;
      for (std::uint64_t lanes = left; lanes != 0; lanes &= lanes - 1)
        if (int lane = std::countr_zero(lanes); parities[lane] == parity)
          told.lanes |= std::uint64_t(1) << lane;
      if (std::uint64_t undefined = lacking(warp, each.c, told.lanes))
        return stopAtUndefined(warp, each, undefined,
                               "expects a defined parity");
      if (!warp.block->mbarriers.wait(told, parity))
        return false;
      warp.passed |= told.lanes;
      left &= ~told.lanes;
    }
    return true;
  });
  if (hasPassed)
    warp.passed = 0;
  return hasPassed;
}

HEDDLE_SIM_END
