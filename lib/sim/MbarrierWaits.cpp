//===- MbarrierWaits.cpp - Who waits at mbarriers -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Mbarriers.h"
#include "Schedule.h"

#include <bit>

namespace heddle::sim {

bool Mbarriers::wait(const Told &told, std::uint32_t parity) {
  parity &= 1U;
  Mbarrier *mbarrier = find(told);
  if (mbarrier == nullptr)
    return false;
  if ((mbarrier->phase & 1U) == parity)
    completeSome(told.at);
  if (block.trap)
    return false;
  Warp &warp = told.warp;
  if ((mbarrier->phase & 1U) == parity) {
    warp.waiting = {.at = told.at, .phase = mbarrier->phase};
    warp.state = WarpState::AtMbarrier;
    --warp.next;
    return false;
  }
  warp.waiting.reset();
  if (Recording *recording = recordingOf(block);
      recording && mbarrier->phase > 0)
    if (Step *step = recording->current(warp.number))
      step->awaits = recording->phaseOf(told.at, mbarrier->phase - 1);
  block.order.acquire(warp.number, told.lanes, told.lanes == warp.all,
                      mbarrier->done);
  if (!std::has_single_bit(told.lanes))
    laneWaits.add(warp.number, told.lanes, told.at, mbarrier->phase,
                  &told.each);
  return true;
}

void Mbarriers::completeIfDone(Mbarrier &mbarrier) {
  if (mbarrier.arrivals != 0 || mbarrier.bytes != 0)
    return;
  ++mbarrier.phase;
  mbarrier.arrivals = mbarrier.count;
  mbarrier.done = mbarrier.released;
  notifyWaiting(mbarrier);
  checkLanes(mbarrier);
}

// A warp has left when it has taken its turn again, and not before.
void Mbarriers::notifyWaiting(const Mbarrier &mbarrier) {
  for (Warp &warp : block.warps) {
    if (!warp.waiting || warp.waiting->at != mbarrier.at || block.trap)
      continue;
    if (mbarrier.phase == warp.waiting->phase + 1) {
      warp.state = WarpState::Running;
      continue;
    }
    stop(warp, block.code.instructions[warp.next], warp.all,
         concat("waits for phase ", warp.waiting->phase, " of ",
                mbarrierText(mbarrier.at), ", which has gone on to phase ",
                mbarrier.phase,
                " before this warp has left: who completes a phase has to wait "
                "until all have seen the one before"));
  }
}

// Where all lanes wait and one goes on for them, the others may be late.
void Mbarriers::checkLanes(const Mbarrier &mbarrier) {
  auto found = laneWaits.findBehind(mbarrier.at, mbarrier.phase);
  if (!found || block.trap)
    return;
  const auto &[number, wait] = *found;
  Warp &warp = block.warps[number];
  stop(warp, *wait.each, wait.lanes,
       concat("waits at ", mbarrierText(mbarrier.at),
              ", which has gone on to phase ", mbarrier.phase,
              " before all lanes need have left: a barrier of the warp has to "
              "come between the wait and what lets others complete a phase"));
}

} // namespace heddle::sim
