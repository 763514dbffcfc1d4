//===- Parts.cpp - Warps that go on without the others --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The parts of a block, each with warps and barriers of its own: the kernel's
/// warps are part 0, and partition i is part 1 + i. Where warps do not only
/// wait for all others, one that stops may let others go on.
///
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Schedule.h"
#include "heddle/simt/RegisterLimit.h"

#include <bit>
#include <numeric>
#include <tuple>

namespace heddle::sim {

//===----------------------------------------------------------------------===//
// Barriers of parts
//===----------------------------------------------------------------------===//

std::uint64_t ThreadBlock::warpsOf(unsigned part) const {
  std::uint64_t found = 0;
  for (const Warp &warp : warps)
    if (warp.state != WarpState::Idle && warp.part == part)
      found |= std::uint64_t(1) << warp.number;
  return found;
}

void ThreadBlock::settle() {
  if (trap)
    return;
  if (registers.isWaiting())
    goOnWithRegisters(registers.changeSome());
  bool isAlone = true;
  for (const Warp &warp : warps)
    isAlone = isAlone && warp.part == 0;
  for (const Warp &warp : warps)
    if (warp.state == WarpState::AtBarrier)
      passPartBarrier(warp.part);
  if (isAlone)
    enterPartitions();
  else
    leavePartitions();
}

bool ThreadBlock::passPartBarrier(unsigned part) {
  std::uint64_t members = warpsOf(part);
  const Warp *first = nullptr;
  for (const Warp &warp : warps) {
    if ((members >> warp.number & 1U) == 0)
      continue;
    if (first == nullptr)
      first = &warp;
    if (warp.state != WarpState::AtBarrier || warp.next != first->next)
      return false;
  }
  if (Recording *recording = recordingOf(*this))
    recording->passBarrier(members);
  std::uint64_t active = 0;
  for (const Warp &warp : warps)
    if (warp.state != WarpState::Idle)
      active |= std::uint64_t(1) << warp.number;
  for (Warp &warp : warps)
    if ((members >> warp.number & 1U) != 0)
      warp.state = WarpState::Running;
  if (members == active) {
    meetAll();
    return true;
  }
  for (Warp &warp : warps)
    if ((members >> warp.number & 1U) != 0) {
      ++warp.clock;
      mbarriers.meet(warp.number);
    }
  order.passBarrier(members, shared.tick());
  shared.forgetLives();
  return true;
}

//===----------------------------------------------------------------------===//
// Partitions
//===----------------------------------------------------------------------===//

bool ThreadBlock::enterPartitions() {
  if (registers.isWaiting())
    return false;
  Warp &first = warps.front();
  for (const Warp &warp : warps)
    if (warp.number < code.kernelWarps &&
        (warp.state != WarpState::AtPartitions || warp.next != first.next))
      return false;
  meetAll();
  const PartitionTable &table =
      code.partitions[code.instructions[first.next - 1].immediate];
  partitions = &table;
  if (!checkRegisters(first))
    return false;
  std::uint64_t others = 0;
  for (const PartitionTable::Partition &each : table.partitions)
    others |= allLanes(each.warps) << each.first;
  if (Recording *recording = recordingOf(*this))
    recording->passBarrier(allLanes(code.kernelWarps), others);
  for (unsigned index = 0; index < table.partitions.size(); ++index)
    start(table, table.partitions[index], 1 + index);
  for (Warp &warp : warps) {
    if (warp.number < code.kernelWarps)
      warp.state = WarpState::Running;
    ask(warp, table.exchange.entering);
    // One without a partition is at the end at once.
    if (warp.state == WarpState::Idle)
      ask(warp, table.exchange.leaving);
  }
  return true;
}

// All get what the first thread has, as all threads of the kernel have it.
void ThreadBlock::start(const PartitionTable &table,
                        const PartitionTable::Partition &partition,
                        unsigned part) {
  Warp &from = warps.front();
  for (unsigned number = partition.first;
       number < partition.first + partition.warps; ++number) {
    Warp &warp = warps[number];
    warp.part = part;
    warp.first = partition.first;
    warp.next = partition.begin;
    warp.state = WarpState::Running;
    ++profile.flow[warp.next];
    for (auto [capture, argument] :
         llvm::zip(table.captures, partition.arguments)) {
      std::memcpy(warp.at<std::uint8_t>(argument),
                  from.at<std::uint8_t>(capture.from),
                  std::size_t(capture.bytes) * warp.lanes);
      *warp.masksAt(argument) = *from.masksAt(capture.from);
    }
  }
}

void ThreadBlock::endPartition(Warp &warp) {
  ask(warp, partitions->exchange.leaving);
  warp.state = WarpState::AtPartitionsEnd;
}

bool ThreadBlock::leavePartitions() {
  if (registers.isWaiting())
    return false;
  for (const Warp &warp : warps)
    if (warp.state != WarpState::Idle &&
        warp.state != WarpState::AtPartitionsEnd)
      return false;
  meetAll();
  if (Recording *recording = recordingOf(*this)) {
    std::uint64_t active = 0;
    for (const Warp &warp : warps)
      if (warp.state != WarpState::Idle)
        active |= std::uint64_t(1) << warp.number;
    recording->passBarrier(active);
  }
  for (Warp &warp : warps) {
    if (warp.state != WarpState::Idle) {
      warp.state = warp.part == 0 ? WarpState::Running : WarpState::Idle;
      if (warp.part != 0)
        --profile.flow[warp.next];
      warp.part = warp.first = 0;
    }
    ask(warp, partitions->exchange.behind);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

void ThreadBlock::ask(Warp &warp,
                      std::span<const simt::RegisterChange> changes) {
  for (const simt::RegisterChange &each : changes)
    if (each.has(warp.number))
      registers.ask(warp.number, each.to);
  if (registers.isWaiting(warp.number) && warp.state == WarpState::Running)
    warp.state = WarpState::AtRegisters;
}

void ThreadBlock::goOnWithRegisters(std::optional<unsigned> warp) {
  if (warp && !registers.isWaiting(*warp) &&
      warps[*warp].state == WarpState::AtRegisters)
    warps[*warp].state = WarpState::Running;
}

// The warps of a group wait for each other before they give any back, so that
// all four have them at a time. The others may have given theirs back, or not
// have come to take them yet.
bool ThreadBlock::checkRegisters(Warp &first) {
  std::vector<unsigned> least(warps.size(), code.startRegisters);
  for (const simt::RegisterChange &each : partitions->exchange.entering)
    for (unsigned warp = each.first; warp < each.first + each.warps; ++warp)
      least[warp] = std::min(each.from, each.to);
  unsigned all = code.startRegisters * code.warps;
  unsigned kept = std::accumulate(least.begin(), least.end(), 0U);
  for (const simt::RegisterChange &each : partitions->exchange.entering) {
    unsigned together = std::min(each.warps, simt::GroupWarps);
    unsigned others = kept - together * least[each.first];
    if (together * each.to + others <= all)
      continue;
    unsigned left = (all - others) / together;
    return stop(first, code.instructions[partitions->begin], first.all,
                concat("expects at most ", left, " registers a thread in ",
                       each.warps == 1 ? "warp " : "warps ", each.first,
                       each.warps == 1
                           ? ""
                           : concat(" to ", each.first + each.warps - 1),
                       ", but they ask for ", each.to, ": the block has ",
                       code.startRegisters, " in each of ", code.warps,
                       " warps, and the other ones keep ", others));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Where no warp runs
//===----------------------------------------------------------------------===//

// The other blocks let them go on. Warps of no partition have nothing to do.
bool ThreadBlock::isAtClusterBarrier() const {
  const Warp &first = warps.front();
  return !registers.isWaiting() &&
         std::ranges::all_of(warps, [&](const Warp &warp) {
           return warp.state == WarpState::Idle ||
                  (warp.state == WarpState::AtClusterBarrier &&
                   warp.next == first.next);
         });
}

bool ThreadBlock::changeRegisters() {
  std::optional<unsigned> warp = registers.changeAny();
  goOnWithRegisters(warp);
  return warp.has_value();
}

// The kernel's warps end when the others have come back, with their registers.
bool ThreadBlock::goOn() {
  while (!trap && !isRunning() && changeRegisters())
    settle();
  if (trap || isRunning())
    return !trap;
  bool areDone = true;
  for (const Warp &warp : warps)
    areDone = areDone && !registers.isWaiting(warp.number) &&
              (warp.state == WarpState::Done || warp.state == WarpState::Idle);
  if (areDone) {
    if (mbarriers.checkEnd())
      endStores();
    return false;
  }
  while (!trap && !isRunning() && !isAtClusterBarrier() &&
         (changeRegisters() || mbarriers.completeAny()))
    settle();
  if (!trap && !isRunning() && !isAtClusterBarrier()) {
    auto waits = [](const Warp &warp) {
      return warp.state == WarpState::AtMbarrier;
    };
    isStalled = cluster != nullptr && std::ranges::any_of(warps, waits);
    if (!isStalled)
      stopStuck();
  }
  return !trap && isRunning();
}

static std::string placeText(const Code &code, const Warp &warp,
                             std::uint32_t next) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::Location loc = code.ops[code.instructions[next].op].loc;
  if (auto place = loc->findInstanceOf<mlir::FileLineColLoc>())
    stream << " (" << place.getFilename().getValue() << ":" << place.getLine()
           << ":" << place.getColumn() << ")";
  return concat("warp ", warp.number, text);
}

/// What a warp that has stopped waits for; empty if it does not.
static std::string waitText(const ThreadBlock &block, const Warp &warp) {
  const Code &code = block.code;
  if (block.registers.isWaiting(warp.number))
    return concat(placeText(code, warp, block.partitions->begin),
                  warp.state == WarpState::Idle ? ", in no partition," : "",
                  " waits for ", block.registers.waitText(warp.number));
  switch (warp.state) {
  case WarpState::AtMbarrier:
    return concat(placeText(code, warp, warp.next), " waits for ",
                  block.mbarriers.waitText(*warp.waiting));
  case WarpState::AtBarrier:
    return concat(placeText(code, warp, warp.next - 1), " waits at a barrier");
  case WarpState::AtPartitions:
    return concat(placeText(code, warp, warp.next - 1),
                  " waits for the kernel's other warps at partitions");
  case WarpState::AtPartitionsEnd:
    return concat(placeText(code, warp, warp.next - 1),
                  " waits at the end of its partition");
  case WarpState::Done:
    return concat("warp ", warp.number, " has ended");
  case WarpState::AtClusterBarrier:
    return concat(placeText(code, warp, warp.next - 1),
                  " waits at a barrier of the cluster");
  case WarpState::AtRegisters:
  case WarpState::Running:
  case WarpState::Idle:
  case WarpState::Trapped:
    break;
  }
  return "";
}

std::string ThreadBlock::stuckText() const {
  std::string text;
  for (const Warp &warp : warps)
    if (std::string each = waitText(*this, warp); !each.empty())
      text += (text.empty() ? "" : "; ") + each;
  if (registers.isWaiting())
    text += "; " + registers.ownersText();
  return text;
}

// A barrier that its part's warps cannot all come to is what is wrong, unless
// one of them waits for what may never come. Without its registers a warp has
// not even begun.
void ThreadBlock::stopStuck() {
  auto beginning =
      std::ranges::find(warps, WarpState::AtRegisters, &Warp::state);
  if (beginning != warps.end()) {
    stop(*beginning, code.instructions[partitions->begin], beginning->all,
         concat("expects a warp that can go on, but all wait: ", stuckText()));
    return;
  }
  auto waiting = std::ranges::find(warps, WarpState::AtMbarrier, &Warp::state);
  if (waiting != warps.end()) {
    stop(*waiting, code.instructions[waiting->next], waiting->all,
         concat("expects a warp that can go on, but all wait: ", stuckText()));
    return;
  }
  for (Warp &warp : warps) {
    if (warp.state != WarpState::AtBarrier &&
        warp.state != WarpState::AtClusterBarrier)
      continue;
    for (const Warp &other : warps) {
      bool isElsewhere = other.state != WarpState::Idle &&
                         other.part == warp.part &&
                         (other.state != warp.state || other.next != warp.next);
      if (!isElsewhere)
        continue;
      bool hasEnded = other.state == WarpState::Done ||
                      other.state == WarpState::AtPartitionsEnd;
      stop(warp, code.instructions[warp.next - 1], warp.all,
           concat("expects all warps at this barrier, but warp ", other.number,
                  hasEnded ? " has ended" : " waits at another"));
      return;
    }
  }
  for (Warp &warp : warps)
    if (warp.state == WarpState::AtPartitions ||
        warp.state == WarpState::AtPartitionsEnd) {
      stop(
          warp, code.instructions[warp.next - 1], warp.all,
          concat("expects a warp that can go on, but all wait: ", stuckText()));
      return;
    }
}

} // namespace heddle::sim
