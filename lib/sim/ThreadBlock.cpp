//===- ThreadBlock.cpp - Warps take turns ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Origins.h"
#include "Schedule.h"

#include <algorithm>

namespace heddle::sim {

/// Instructions between two notes of progress: some hundredths of a second.
static constexpr std::uint64_t NoteInterval = std::uint64_t(1) << 22;

bool stop(Warp &warp, const Instruction &instruction, std::uint64_t lanes,
          std::string message) {
  ThreadBlock &block = *warp.block;
  warp.state = WarpState::Trapped;
  block.trap = {.loc = block.code.ops[instruction.op].loc,
                .message = std::move(message),
                .program = block.program,
                .warp = warp.number,
                .lanes = lanes};
  if (block.cluster != nullptr)
    block.trap->block = block.rank;
  return false;
}

bool stopAtUndefined(Warp &warp, const Instruction &instruction,
                     std::uint64_t lanes, std::string message) {
  stop(warp, instruction, lanes, std::move(message));
  warp.block->trap->isUndefined = true;
  return false;
}

ThreadBlock::ThreadBlock(const Execution &execution)
    : execution(execution), code(execution.code), warps(code.warps),
      profile(code.instructions.size(), code.accesses.size()),
      lastAccesses(code.accesses.size() * code.warps) {
  if (code.isTracked) {
    order.clear(code.warps);
    shared.follow(order);
  }
  for (unsigned index = 0; index < code.warps; ++index) {
    Warp &warp = warps[index];
    warp.block = this;
    // One line at least, for kernels without registers.
    warp.data.resize(code.data.size() / DataAlignment + 1);
    std::ranges::copy(code.data, warp.at<std::uint8_t>({}));
    warp.number = index;
    warp.lanes = code.lanes;
    warp.all = allLanes(code.lanes);
  }
}

const BufferView *ThreadBlock::findOther(std::uint64_t address,
                                         std::uint64_t count) {
  for (std::size_t index = 0; index < execution.buffers.size(); ++index)
    if (execution.buffers[index].holds(address, count)) {
      recent = index;
      return &execution.buffers[index];
    }
  return nullptr;
}

// Of registers the elements stay from program to program: constants have theirs
// for good, and nothing else is defined, as the masks say.
void ThreadBlock::begin(std::uint64_t number) {
  auto [x, y, z] = execution.launch.grid;
  program = {static_cast<std::uint32_t>(number % x),
             static_cast<std::uint32_t>(number / x % y),
             static_cast<std::uint32_t>(number / x / y)};
  if (code.isTracked)
    order.clear(code.warps);
  mbarriers.clear(execution.launch.seed, number);
  registers.clear(code.warps, code.startRegisters, execution.launch.seed,
                  ~number);
  partitions = nullptr;
  writtenMaps.clear();
  storeTurns = Turns(~execution.launch.seed, ~number);
  shared.clear(code.sharedBytes);
  profile.clear();
  isStalled = false;
  nextNote = NoteInterval;
  turns = Turns(execution.launch.seed, number * code.clusterBlocks + rank);
  instructionsLeft = execution.launch.maxInstructions;
  ++clock;
  for (Warp &warp : warps) {
    warp.masks = code.masks;
    warp.next = 0;
    ++warp.clock;
    warp.timesRead = 0;
    warp.state =
        warp.number < code.kernelWarps ? WarpState::Running : WarpState::Idle;
    warp.part = warp.first = 0;
    warp.waiting.reset();
    warp.passed = 0;
    warp.acquiredMaps.clear();
    warp.storeGroups.clear();
    warp.boxStores.clear();
    warp.underWay.clear();
    warp.copyGroups.clear();
    warp.copies.clear();
    warp.doneMasks.assign(code.groups.size(), {});
    for (auto [argument, bits] :
         llvm::zip(code.arguments, execution.launch.arguments)) {
      auto *element = warp.at<std::uint8_t>(argument.where);
      for (unsigned lane = 0; lane < warp.lanes; ++lane)
        std::memcpy(element + std::size_t(lane) * argument.bytes, &bits,
                    argument.bytes);
      *warp.masksAt(argument.where) = warp.all;
    }
  }
}

void ThreadBlock::run(std::uint64_t number) {
  begin(number);
  runWarps(number);
  endFlow();
}

unsigned ThreadBlock::findRunning(std::array<unsigned, 64> &running) const {
  unsigned count = 0;
  for (const Warp &warp : warps)
    if (warp.state == WarpState::Running)
      running[count++] = warp.number;
  return count;
}

// Warp 0 begins, with the longest turn: an early error of all warps is then
// reported for it.
void ThreadBlock::runWarps(std::uint64_t number) {
  std::uint64_t &left = instructionsLeft;
  constexpr std::uint32_t MostInARow = 64;
  // Those that can go on come first.
  std::array<unsigned, 64> running;
  unsigned count = findRunning(running), index = 0;
  std::uint64_t turn = MostInARow;
  while (count != 0) {
    Warp &warp = warps[running[index]];
    if (left == 0) {
      stop(warp, code.instructions[warp.next], warp.all,
           concat("expects the block to end within ",
                  execution.launch.maxInstructions, " instructions"));
      return;
    }
    turn = count == 1 && !code.isTracked ? left : std::min(turn, left);
    // A warp that runs alone has a turn of any length, in parts, with reports
    // of progress between them.
    while (turn != 0 && warp.state == WarpState::Running) {
      std::uint64_t done = takeTurn(warp, std::min(turn, NoteInterval));
      turn -= done;
      left -= done;
      if (!noteProgress(number, execution.launch.maxInstructions - left))
        return;
    }
    if (warp.state != WarpState::Running)
      running[index] = running[--count];
    if (code.isTracked) {
      // Others may go on by what this one did.
      settle();
      count = findRunning(running);
    }
    if (trap || (count == 0 && !(code.isTracked ? goOn() : passBarrier())))
      return;
    if (count == 0)
      count = findRunning(running);
    index = turns.below(count);
    turn = 1 + turns.below(MostInARow);
  }
}

std::uint64_t ThreadBlock::takeTurn(Warp &warp, std::uint64_t most) {
  if (execution.origins != nullptr)
    return traceWarp(warp, most);
  return isRecorded() ? recordWarp(warp, most) : runWarp(warp, most);
}

bool ThreadBlock::noteProgress(std::uint64_t number, std::uint64_t executed) {
  if (executed < nextNote)
    return true;
  nextNote = executed + NoteInterval;
  return !execution.note || execution.note(number, executed);
}

std::uint64_t ThreadBlock::runWarp(Warp &warp, std::uint64_t most) {
  const Instruction *instructions = code.instructions.data();
  for (std::uint64_t done = 0; done < most; ++done) {
    const Instruction &each = instructions[warp.next];
    ++warp.next;
    if (!each.run(warp, each))
      return done + 1;
  }
  return most;
}

std::uint64_t ThreadBlock::recordWarp(Warp &warp, std::uint64_t most) {
  Recording &recording = *execution.recording;
  if (recording.isFull())
    return runWarp(warp, most);
  for (std::uint64_t done = 0; done < most; ++done) {
    const Instruction &each = code.instructions[warp.next];
    ++warp.next;
    if (!recording.run(warp, each))
      return done + 1;
  }
  return most;
}

std::uint64_t ThreadBlock::traceWarp(Warp &warp, std::uint64_t most) {
  for (std::uint64_t done = 0; done < most; ++done) {
    const Instruction &each = code.instructions[warp.next];
    ++warp.next;
    if (!execution.origins->run(warp, each))
      return done + 1;
  }
  return most;
}

// False if no warp is waited for: all have ended, or wait for other blocks, or
// none will arrive.
bool ThreadBlock::passBarrier() {
  auto first = std::ranges::find(warps, WarpState::AtBarrier, &Warp::state);
  if (first == warps.end())
    first = std::ranges::find(warps, WarpState::AtClusterBarrier, &Warp::state);
  if (first == warps.end())
    return false;
  Warp &waiting = *first;
  const Warp *elsewhere = nullptr;
  for (const Warp &warp : warps)
    if (warp.state != waiting.state || warp.next != waiting.next)
      elsewhere = &warp;
  if (elsewhere != nullptr) {
    const Instruction &barrier = code.instructions[waiting.next - 1];
    return stop(waiting, barrier, waiting.all,
                concat("expects all warps at this barrier, but warp ",
                       elsewhere->number,
                       elsewhere->state == WarpState::Done
                           ? " has ended"
                           : " waits at another"));
  }
  if (waiting.state == WarpState::AtClusterBarrier)
    return false;
  leaveBarrier();
  return true;
}

void ThreadBlock::leaveBarrier() {
  meetAll();
  if (Recording *recording = recordingOf(*this))
    recording->passBarrier(allLanes(code.warps));
  for (Warp &warp : warps)
    if (warp.state != WarpState::Idle)
      warp.state = WarpState::Running;
}

const Instruction *ThreadBlock::clusterBarrier() const {
  return isAtClusterBarrier() ? &code.instructions[warps.front().next - 1]
                              : nullptr;
}

void ThreadBlock::goOnWith(std::uint64_t number) {
  // What others have copied to this block lets warps go on.
  if (isStalled) {
    while (!trap && !isRunning() && mbarriers.completeAny())
      settle();
    isStalled = !trap && !isRunning();
  }
  hasMoved = isRunning();
  runWarps(number);
}

void ThreadBlock::passClusterBarrier() {
  bool isOwn = clusterBarrier()->immediate != 0;
  leaveBarrier();
  shared.passClusterBarrier(clock, /*ordersPeerStores=*/!isOwn);
}

void ThreadBlock::passWarpBarrier(Warp &warp) {
  ++warp.clock;
  mbarriers.meet(warp.number);
  if (code.isTracked)
    order.passWarpBarrier(warp.number, shared.tick());
}

void ThreadBlock::meetAll() {
  ++clock;
  shared.passBarrier();
  for (Warp &warp : warps) {
    ++warp.clock;
    mbarriers.meet(warp.number);
  }
  if (code.isTracked)
    order.passBarrier(allLanes(code.warps), shared.tick());
}

// Those that have begun a partition have counted that.
void ThreadBlock::endFlow() {
  profile.flow[0] += static_cast<std::int64_t>(code.kernelWarps);
  for (const Warp &warp : warps)
    if (warp.number < code.kernelWarps || warp.part != 0)
      --profile.flow[warp.next];
}

} // namespace heddle::sim
