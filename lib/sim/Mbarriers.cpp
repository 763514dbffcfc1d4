//===- Mbarriers.cpp - mbarriers of a block -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mbarriers.h"
#include "Machine.h"
#include "Schedule.h"

#include <bit>

namespace heddle::sim {

std::string mbarrierText(std::uint32_t at) {
  return concat("the mbarrier at byte ", at, " of shared memory");
}

static std::string countText(std::int64_t count, const char *what) {
  return concat(count, " ", what, count == 1 ? "" : "s");
}

void Mbarriers::clear(std::uint64_t seed, std::uint64_t program) {
  live.clear();
  numbers.clear();
  boxes.clear();
  arrivals.clear();
  lastArrival = 0;
  laneWaits.clear(block.code.warps);
  // Other numbers than those that choose warps.
  turns = Turns(~seed, program);
}

//===----------------------------------------------------------------------===//
// What threads tell mbarriers
//===----------------------------------------------------------------------===//

static unsigned firstOf(const Told &told) {
  return static_cast<unsigned>(std::countr_zero(told.lanes));
}
static unsigned lastOf(const Told &told) {
  return 63U - static_cast<unsigned>(std::countl_zero(told.lanes));
}

static Accessor accessorOf(const Told &told, unsigned lane) {
  const Warp &warp = told.warp;
  return {.warp = warp.number,
          .lane = lane,
          .blockClock = warp.block->clock,
          .warpClock = warp.clock,
          // They are told nothing through the generic proxy.
          .isAsync = true};
}

static bool stopAt(const Told &told, std::string message) {
  return stop(told.warp, told.each, told.lanes, std::move(message));
}

/// Whether there is room for an mbarrier at the address.
static bool isPlace(const Told &told) {
  constexpr unsigned Bytes = SharedMemory::MbarrierBytes;
  if (told.at % Bytes != 0)
    return stopAt(told, concat("expects a multiple of 8 as the address of an "
                               "mbarrier, but got ",
                               told.at));
  std::uint64_t size = told.warp.block->shared.size();
  if (std::uint64_t(told.at) + Bytes > size)
    return stopAt(told, concat("out-of-bounds mbarrier at byte ", told.at,
                               " of ", size, " bytes of shared memory"));
  return true;
}

Mbarriers::Mbarrier *Mbarriers::find(const Told &told) {
  if (!isPlace(told))
    return nullptr;
  auto found = live.find(told.at);
  if (found == live.end()) {
    stopAt(told, concat("expects an mbarrier, but nobody has made one at byte ",
                        told.at, " of shared memory: see mbarrier_init"));
    return nullptr;
  }
  // What one of two lanes has not done itself the other has not either.
  for (unsigned lane : {firstOf(told), lastOf(told)})
    if (const std::string *met = block.shared.meetWriters(
            told.at, SharedMemory::MbarrierBytes, accessorOf(told, lane))) {
      stopAt(told, concat("uses the mbarrier at ", *met));
      return nullptr;
    }
  return &found->second;
}

bool Mbarriers::init(const Told &told, std::uint32_t count) {
  if (!isPlace(told))
    return false;
  if (live.contains(told.at) || !std::has_single_bit(told.lanes))
    return stopAt(told,
                  concat("makes an mbarrier at byte ", told.at,
                         " of shared memory, where there is one already: end "
                         "that one first (mbarrier_end), and let one thread "
                         "make it"));
  Accessor accessor = accessorOf(told, firstOf(told));
  accessor.isAsync = false;
  if (const std::string *met = block.shared.beginMbarrier(told.at, accessor))
    return stopAt(told, concat("makes an mbarrier at ", *met));
  if (Recording *recording = recordingOf(block))
    recording->forgetPhases(told.at);
  unsigned next = block.order.warps() + static_cast<unsigned>(numbers.size());
  unsigned number = numbers.try_emplace(told.at, next).first->second;
  live[told.at] = {.at = told.at,
                   .number = number,
                   .count = count,
                   .arrivals = count,
                   .released = {},
                   .done = {}};
  return true;
}

bool Mbarriers::end(const Told &told) {
  Mbarrier *mbarrier = find(told);
  if (mbarrier == nullptr)
    return false;
  for (const Warp &warp : block.warps)
    if (warp.waiting && warp.waiting->at == told.at)
      return stopAt(told, concat("ends ", mbarrierText(told.at),
                                 ", where warp ", warp.number,
                                 " waits for phase ", warp.waiting->phase));
  if (!pendingAt(told.at).empty())
    return stopAt(told, concat("ends ", mbarrierText(told.at),
                               ", which copies under way still complete"));
  if (!std::has_single_bit(told.lanes))
    return stopAt(told,
                  concat("expects one thread that ends ", mbarrierText(told.at),
                         ", but got ", std::popcount(told.lanes)));
  Accessor accessor = accessorOf(told, firstOf(told));
  accessor.isAsync = false;
  live.erase(told.at);
  if (const std::string *met = block.shared.endMbarrier(told.at, accessor))
    return stopAt(told, concat("ends the mbarrier at ", *met));
  return true;
}

void Mbarriers::release(const Told &told, Mbarrier &mbarrier) {
  mbarrier.released.join(block.order.release(told.warp.number, told.lanes,
                                             told.lanes == told.warp.all,
                                             block.shared.tick()));
}

bool Mbarriers::addBytes(Warp &warp, const Instruction &each,
                         std::uint64_t lanes, Mbarrier &mbarrier,
                         std::int64_t bytes) {
  constexpr std::int64_t Most = (1 << 20) - 1;
  mbarrier.bytes += bytes;
  if (mbarrier.bytes >= -Most && mbarrier.bytes <= Most)
    return true;
  return stop(warp, each, lanes,
              concat("expects at most ", Most, " bytes that phase ",
                     mbarrier.phase, " of ", mbarrierText(mbarrier.at),
                     " waits for or has too many of, but got ",
                     mbarrier.bytes));
}

bool Mbarriers::arriveOnce(Warp &warp, const Instruction &each,
                           std::uint64_t lanes, Mbarrier &mbarrier,
                           std::uint32_t count) {
  if (count > mbarrier.arrivals)
    return stop(
        warp, each, lanes,
        concat("arrives ", count == 1 ? "once" : concat(count, " times"),
               " more in phase ", mbarrier.phase, " of ",
               mbarrierText(mbarrier.at), ", which waits for ",
               countText(mbarrier.arrivals, "arrival"), " of ", mbarrier.count,
               mbarrier.bytes != 0
                   ? concat(" and ", countText(mbarrier.bytes, "byte"))
                   : ""));
  mbarrier.arrivals -= count;
  completeIfDone(mbarrier);
  return !block.trap;
}

bool Mbarriers::arrive(const Told &told, std::uint32_t count,
                       std::uint32_t bytes) {
  Mbarrier *mbarrier = find(told);
  if (mbarrier == nullptr)
    return false;
  release(told, *mbarrier);
  if (Recording *recording = recordingOf(block))
    if (Step *step = recording->current(told.warp.number))
      step->arrives = recording->phaseOf(told.at, mbarrier->phase);
  return arriveAt(told, *mbarrier, count, bytes);
}

bool Mbarriers::arriveAt(const Told &told, Mbarrier &mbarrier,
                         std::uint32_t count, std::uint32_t bytes) {
  told.warp.block->mbarriers.laneWaits.arrive(told.warp.number, told.lanes);
  for (std::uint64_t left = told.lanes; left != 0; left &= left - 1)
    if (!addBytes(told.warp, told.each, left & (~left + 1), mbarrier, bytes))
      return false;
  // Lanes of a warp that arrive in different phases would be a mistake: nobody
  // says which.
  auto lanes = static_cast<std::uint32_t>(std::popcount(told.lanes));
  return arriveOnce(told.warp, told.each, told.lanes, mbarrier, lanes * count);
}

bool Mbarriers::arriveFrom(const Told &told, std::uint32_t count,
                           std::uint32_t bytes) {
  ThreadBlock &sender = *told.warp.block;
  if (&sender == &block)
    return arrive(told, count, bytes);
  Mbarrier *mbarrier =
      findFor({sender.rank, told.warp.number, firstOf(told)}, told.at);
  if (mbarrier == nullptr)
    return stopAt(told, problem);
  Knowledge released =
      sender.order.release(told.warp.number, told.lanes,
                           told.lanes == told.warp.all, sender.shared.tick());
  mbarrier->released.join(released.seenFrom(sender.rank, block.rank));
  return arriveAt(told, *mbarrier, count, bytes);
}

bool Mbarriers::arriveCopies(const Told &told, bool isCounted) {
  Mbarrier *mbarrier = find(told);
  if (mbarrier == nullptr)
    return false;
  laneWaits.arrive(told.warp.number, told.lanes);
  if (!isCounted)
    mbarrier->arrivals += std::popcount(told.lanes);
  StartedArrival arrival = {.number = ++lastArrival,
                            .mbarrier = told.at,
                            .warp = told.warp.number,
                            .lanes = told.lanes,
                            .instruction = &told.each};
  auto claim = [&](std::vector<StartedCopy> &copies) {
    for (StartedCopy &copy : copies)
      if (copy.arrival == 0 && (told.lanes >> copy.lane & 1U) != 0)
        copy.arrival = arrival.number;
  };
  std::ranges::for_each(told.warp.copyGroups, claim);
  claim(told.warp.copies);
  arrivals.push_back(arrival);
  if (Recording *recording = recordingOf(block))
    recording->arrivals[arrival.number] = recording->current(told.warp.number);
  return true;
}

//===----------------------------------------------------------------------===//
// What arrives by itself
//===----------------------------------------------------------------------===//

bool Mbarriers::begin(StartedBox &&box) {
  Warp &warp = block.warps[box.warp];
  if (find({.warp = warp,
            .each = *box.instruction,
            .at = box.mbarrier,
            .lanes = std::uint64_t(1) << box.lane}) == nullptr)
    return false;
  if (Recording *recording = recordingOf(block))
    recording->boxes[box.pieces.front()] = recording->current(box.warp);
  boxes.push_back(std::move(box));
  return true;
}

Mbarriers::Mbarrier *Mbarriers::findFor(const SharedMemory::Peer &peer,
                                        std::uint32_t at) {
  auto found = live.find(at);
  if (found == live.end()) {
    problem = concat("expects an mbarrier at byte ", at,
                     " of shared memory of block ", block.rank,
                     ", but nobody has made one there");
    return nullptr;
  }
  if (const std::string *met = block.shared.meetMaker(at, peer)) {
    problem = "signals the mbarrier at " + *met;
    return nullptr;
  }
  return &found->second;
}

const std::string *Mbarriers::beginFrom(const SharedMemory::Peer &peer,
                                        StartedBox &&box) {
  constexpr unsigned PieceBytes = SharedMemory::PieceBytes;
  if (findFor(peer, box.mbarrier) == nullptr)
    return &problem;
  for (std::uint32_t piece : box.pieces) {
    const std::string *met =
        block.shared.beginCopyFrom(piece, PieceBytes, peer, box.mbarrier);
    if (met != nullptr) {
      problem = "copies a box to " + *met;
      return &problem;
    }
  }
  boxes.push_back(std::move(box));
  return nullptr;
}

std::vector<Mbarriers::Pending>
Mbarriers::pendingAt(std::optional<std::uint32_t> at) const {
  std::vector<Pending> found;
  for (std::size_t index = 0; index < boxes.size(); ++index)
    if (!at || boxes[index].mbarrier == *at)
      found.push_back({.isBox = true, .index = index});
  for (std::size_t index = 0; index < arrivals.size(); ++index)
    if (!at || arrivals[index].mbarrier == *at)
      found.push_back({.isBox = false, .index = index});
  return found;
}

void Mbarriers::complete(const Pending &pending) {
  if (pending.isBox)
    completeBox(pending.index);
  else
    completeArrivals(arrivals[pending.index].warp,
                     arrivals[pending.index].number);
}

void Mbarriers::completeBox(std::size_t index) {
  StartedBox box = std::move(boxes[index]);
  boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(index));
  Mbarrier &mbarrier = live.at(box.mbarrier);
  constexpr unsigned PieceBytes = SharedMemory::PieceBytes;
  std::uint64_t time = 0;
  for (std::size_t piece = 0; piece < box.pieces.size(); ++piece)
    time = block.shared.endCopyAt(mbarrier.number, box.pieces[piece],
                                  PieceBytes, /*isAsync=*/true,
                                  box.bytes.data() + piece * PieceBytes,
                                  box.isDefined.data() + piece * PieceBytes);
  mbarrier.released.join(mbarrier.number, {.all = time});
  if (Recording *recording = recordingOf(block))
    if (Step *step = recording->boxes[box.pieces.front()])
      step->arrives = recording->phaseOf(box.mbarrier, mbarrier.phase);
  if (addBytes(block.warps[box.warp], *box.instruction,
               std::uint64_t(1) << box.lane, mbarrier,
               -static_cast<std::int64_t>(box.bytes.size())))
    completeIfDone(mbarrier);
}

void Mbarriers::completeArrivals(unsigned warp, std::uint64_t number) {
  for (std::size_t index = 0; index < arrivals.size() && !block.trap;)
    if (arrivals[index].warp == warp && arrivals[index].number <= number)
      completeArrival(index);
    else
      ++index;
}

// The copies of one that came before are done, and known to those who wait for
// this one.
void Mbarriers::completeArrival(std::size_t index) {
  StartedArrival arrival = arrivals[index];
  arrivals.erase(arrivals.begin() + static_cast<std::ptrdiff_t>(index));
  Mbarrier &mbarrier = live.at(arrival.mbarrier);
  Warp &warp = block.warps[arrival.warp];
  if (Recording *recording = recordingOf(block))
    if (Step *step = recording->arrivals[arrival.number])
      step->arrives = recording->phaseOf(arrival.mbarrier, mbarrier.phase);
  auto finish = [&](std::vector<StartedCopy> &copies) {
    for (StartedCopy &copy : copies) {
      if (copy.arrival == 0 || copy.arrival > arrival.number ||
          (arrival.lanes >> copy.lane & 1U) == 0)
        continue;
      if (!copy.isDone) {
        copy.isDone = true;
        copy.mbarrier = mbarrier.number;
        copy.time = block.shared.endCopyAt(mbarrier.number, copy.at, copy.count,
                                           /*isAsync=*/false, copy.bytes.data(),
                                           copy.isDefined.data());
      }
      mbarrier.released.join(copy.mbarrier, {.all = copy.time});
    }
  };
  std::ranges::for_each(warp.copyGroups, finish);
  finish(warp.copies);
  // A phase that is complete with some lanes' copies does not wait for those of
  // the others.
  arriveOnce(warp, *arrival.instruction, arrival.lanes, mbarrier,
             static_cast<std::uint32_t>(std::popcount(arrival.lanes)));
}

// Half of the time nothing arrives before the warp waits.
void Mbarriers::completeSome(std::uint32_t at) {
  std::vector<Pending> pending = pendingAt(at);
  if (pending.empty() || turns.below(2) == 0)
    return;
  std::uint32_t count =
      1 + turns.below(static_cast<std::uint32_t>(pending.size()));
  for (; count > 0 && !pending.empty() && !block.trap; --count) {
    complete(pending[turns.below(static_cast<std::uint32_t>(pending.size()))]);
    pending = pendingAt(at);
  }
}

bool Mbarriers::completeAny() {
  std::vector<Pending> pending, awaited;
  for (const Warp &warp : block.warps)
    if (warp.state == WarpState::AtMbarrier)
      for (const Pending &each : pendingAt(warp.waiting->at))
        awaited.push_back(each);
  pending = awaited.empty() ? pendingAt(std::nullopt) : awaited;
  if (pending.empty())
    return false;
  complete(pending[turns.below(static_cast<std::uint32_t>(pending.size()))]);
  return true;
}

//===----------------------------------------------------------------------===//
// What is left
//===----------------------------------------------------------------------===//

std::string Mbarriers::waitText(const MbarrierWait &wait) const {
  const Mbarrier &mbarrier = live.at(wait.at);
  std::string text =
      concat("phase ", wait.phase, " of ", mbarrierText(wait.at), ", which");
  if (mbarrier.arrivals != 0)
    text += " lacks " + countText(mbarrier.arrivals, "arrival");
  if (mbarrier.bytes > 0)
    text += (mbarrier.arrivals != 0 ? " and " : " lacks ") +
            countText(mbarrier.bytes, "byte");
  if (mbarrier.bytes < 0)
    text += (mbarrier.arrivals != 0 ? " and has " : " has ") +
            countText(-mbarrier.bytes, "byte") + " too many";
  return text;
}

bool Mbarriers::checkEnd() {
  if (!boxes.empty()) {
    const StartedBox &box = boxes.front();
    return stop(block.warps[box.warp], *box.instruction,
                std::uint64_t(1) << box.lane,
                concat("expects a wait for this copy before the program ends: "
                       "nobody has waited at ",
                       mbarrierText(box.mbarrier)));
  }
  while (!arrivals.empty() && !block.trap)
    complete({.isBox = false, .index = 0});
  for (const auto &[at, mbarrier] : live) {
    if (mbarrier.bytes == 0 || block.trap)
      continue;
    Warp &first = block.warps.front();
    return stop(first, block.code.instructions[first.next - 1], first.all,
                concat("expects no phase that still waits for bytes when the "
                       "program ends, but got ",
                       waitText({.at = at, .phase = mbarrier.phase})));
  }
  return !block.trap;
}

} // namespace heddle::sim
