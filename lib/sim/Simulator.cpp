//===- Simulator.cpp - Executes the program of one thread -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/sim/Simulator.h"
#include "Translator.h"

#include <cstring>

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

bool stop(Warp &warp, const Instruction &instruction, std::uint64_t lanes,
          std::string message) {
  ThreadBlock &block = *warp.block;
  warp.state = WarpState::Trapped;
  block.trap = {.place = block.code.ops[instruction.op].place,
                .message = std::move(message),
                .program = block.program,
                .warp = warp.number,
                .lanes = lanes};
  return false;
}

std::uint64_t lanesWhere(const std::uint8_t *bits, unsigned lanes) {
  std::uint64_t found = 0;
  for (unsigned lane = 0; lane < lanes; ++lane)
    found |= std::uint64_t(bits[lane] != 0) << lane;
  return found;
}

SharedInstruction AccessTable::instruction() const {
  using Form = SharedInstruction::Form;
  if (!isMatrix)
    return {.form = Form::Vector,
            .bytes = isShared ? bytes() : SharedInstruction().bytes};
  return {.form = isTransposed ? Form::MatrixTransposed : Form::Matrix,
          .bytes = width * WordBytes};
}

ThreadBlock::ThreadBlock(const Code &code, const Target &target,
                         GlobalMemory &memory, const Launch &launch)
    : code(code), target(target), memory(memory), launch(launch),
      warps(code.warps), executed(code.instructions.size()),
      random(launch.seed) {
  for (const AccessTable &table : code.accesses)
    wavefronts.emplace_back(
        table.instruction(),
        table.isStore ? AccessKind::Store : AccessKind::Load, target);
}

bool ThreadBlock::run(std::array<std::uint32_t, 3> number) {
  program = number;
  shared.clear(code.sharedBytes);
  ++clock;
  for (unsigned index = 0; index < code.warps; ++index) {
    Warp &warp = warps[index];
    warp.block = this;
    warp.data = code.data;
    warp.masks = code.masks;
    warp.next = 0;
    warp.number = index;
    warp.lanes = code.lanes;
    warp.all = allLanes(code.lanes);
    ++warp.clock;
    warp.state = WarpState::Running;
    for (auto [argument, bits] : llvm::zip(code.arguments, launch.arguments)) {
      std::uint8_t *element = warp.at<std::uint8_t>(argument.where);
      for (unsigned lane = 0; lane < warp.lanes; ++lane)
        std::memcpy(element + std::size_t(lane) * argument.bytes, &bits,
                    argument.bytes);
      *warp.masksAt(argument.where) = warp.all;
    }
  }
  std::uint64_t left = launch.maxInstructions;
  for (;;) {
    llvm::SmallVector<Warp *> running;
    for (Warp &warp : warps)
      if (warp.state == WarpState::Running)
        running.push_back(&warp);
    if (running.empty()) {
      if (!passBarrier())
        return !trap;
      continue;
    }
    Warp &warp = *running[random() % running.size()];
    constexpr std::uint64_t MostInARow = 64;
    std::uint64_t turn = 1 + random() % MostInARow;
    if (left == 0)
      return stop(warp, code.instructions[warp.next], warp.all,
                  concat("expects an end within ", launch.maxInstructions,
                         " instructions of a block"));
    left -= runWarp(warp, std::min(turn, left));
    if (trap)
      return false;
  }
}

std::uint64_t ThreadBlock::runWarp(Warp &warp, std::uint64_t most) {
  const Instruction *instructions = code.instructions.data();
  for (std::uint64_t done = 0; done < most; ++done) {
    const Instruction &each = instructions[warp.next];
    ++executed[warp.next];
    ++warp.next;
    if (!each.run(warp, each))
      return done + 1;
  }
  return most;
}

// False if there is nobody to wait for: all are done, or never will come.
bool ThreadBlock::passBarrier() {
  Warp *waiting = nullptr, *elsewhere = nullptr;
  for (Warp &warp : warps) {
    if (warp.state == WarpState::AtBarrier && waiting == nullptr)
      waiting = &warp;
  }
  if (waiting == nullptr)
    return false;
  for (Warp &warp : warps)
    if (warp.state != WarpState::AtBarrier || warp.next != waiting->next)
      elsewhere = &warp;
  if (elsewhere != nullptr) {
    const Instruction &barrier = code.instructions[waiting->next - 1];
    return stop(*waiting, barrier, waiting->all,
                concat("expects all warps at this barrier, but warp ",
                       elsewhere->number,
                       elsewhere->state == WarpState::Done
                           ? " has come to its end"
                           : " waits at another"));
  }
  ++clock;
  shared.passBarrier();
  for (Warp &warp : warps) {
    ++warp.clock;
    warp.state = WarpState::Running;
  }
  return true;
}

FailureOr<Outcome> simulate(simt::KernelOp kernel, const Target &target,
                            GlobalMemory &memory, const Launch &launch) {
  if (launch.arguments.size() != kernel.getNumArguments()) {
    kernel.emitOpError() << "expects " << kernel.getNumArguments()
                         << " arguments, but got " << launch.arguments.size();
    return failure();
  }
  FailureOr<Code> code = Translator().translate(kernel);
  if (failed(code))
    return failure();
  ThreadBlock block(*code, target, memory, launch);
  Outcome outcome;
  auto [x, y, z] = launch.grid;
  std::uint64_t programs = std::uint64_t(x) * y * z;
  for (std::uint64_t index = 0; index < programs && !block.trap; ++index) {
    block.run({static_cast<std::uint32_t>(index % x),
               static_cast<std::uint32_t>(index / x % y),
               static_cast<std::uint32_t>(index / x / y)});
    if (launch.progress)
      launch.progress(index + 1, programs);
  }
  outcome.trap = std::move(block.trap);
  outcome.counters = block.counters;
  outcome.counters.sharedBytes = code->sharedBytes;
  for (auto [each, times] : llvm::zip(code->instructions, block.executed)) {
    if (times == 0)
      continue;
    outcome.counters.count(each.kind, times * each.cost);
    outcome.counters.peakLiveRegisters = std::max<std::uint64_t>(
        outcome.counters.peakLiveRegisters, code->ops[each.op].liveWords);
  }
  return outcome;
}

} // namespace heddle::sim
