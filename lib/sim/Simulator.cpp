//===- Simulator.cpp - Executes the program of one thread -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/sim/Simulator.h"
#include "BlockCluster.h"
#include "BlockQueue.h"
#include "Origins.h"
#include "Schedule.h"
#include "Translator.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

SharedInstruction AccessTable::instruction() const {
  using Form = SharedInstruction::Form;
  if (!isMatrix)
    return {.form = Form::Vector,
            .bytes = isShared ? bytes() : SharedInstruction().bytes};
  return {.form = isTransposed ? Form::MatrixTransposed : Form::Matrix,
          .bytes = width * WordBytes};
}

Execution::Execution(const Code &code, const Target &target,
                     GlobalMemory &memory, const Launch &launch)
    : code(code), target(target), memory(memory), launch(launch) {
  for (Buffer &buffer : memory.all())
    buffers.push_back(
        {.address = buffer.address,
         .size = buffer.bytes.size(),
         .bytes = buffer.bytes.data(),
         .isDefined = buffer.isDefined.data(),
         .isAllDefined = buffer.isDefined.empty() ||
                         std::memchr(buffer.isDefined.data(), 0,
                                     buffer.isDefined.size()) == nullptr});
  for (const AccessTable &table : code.accesses)
    wavefronts.emplace_back(
        table.instruction(),
        table.isStore ? AccessKind::Store : AccessKind::Load, target);
}

namespace {

/// The code of a kernel, as the launch wants it.
FailureOr<Code> translateFor(simt::KernelOp kernel, const Launch &launch) {
  FailureOr<Code> code =
      translate(kernel, executorsOf(launch.host, launch.watching));
  if (failed(code))
    return failure();
  for (const Instruction &each : code->instructions)
    if (isAccess(each.kind) &&
        (launch.areAllZero || launch.zeroLoads.contains(code->ops[each.op].op)))
      code->accesses[each.immediate].isOtherUndefined = false;
  return code;
}

void runClusters(const Execution &execution, BlockQueue &queue) {
  BlockCluster cluster(execution);
  while (std::optional<std::uint64_t> number = queue.take()) {
    cluster.run(*number);
    queue.finish(*number,
                 {.trap = cluster.takeTrap(), .profile = cluster.profile()});
  }
}

void runBlocks(const Execution &execution, BlockQueue &queue) {
  if (execution.code.clusterBlocks != 1)
    return runClusters(execution, queue);
  ThreadBlock block(execution);
  while (std::optional<std::uint64_t> number = queue.take()) {
    block.run(*number);
    queue.finish(*number,
                 {.trap = std::move(block.trap), .profile = block.profile});
    block.trap.reset();
  }
}

unsigned threadsFor(const Code &code, const Launch &launch,
                    std::uint64_t blocks) {
  if (code.isOrdered)
    return 1;
  unsigned wanted = launch.threads != 0
                        ? launch.threads
                        : std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::uint64_t>(wanted, blocks));
}

} // namespace

FailureOr<Outcome> simulate(simt::KernelOp kernel, const Target &target,
                            GlobalMemory &memory, const Launch &launch) {
  if (launch.arguments.size() != kernel.getNumArguments()) {
    kernel.emitOpError() << "expects " << kernel.getNumArguments()
                         << " arguments, but got " << launch.arguments.size();
    return failure();
  }
  FailureOr<Code> code = translateFor(kernel, launch);
  if (failed(code))
    return failure();
  Execution execution(*code, target, memory, launch);
  Recording recording;
  recording.steps.resize(code->warps);
  if (launch.timed)
    execution.recording = &recording;
  auto [x, y, z] = launch.grid;
  std::uint64_t blocks = std::uint64_t(x) * y * z;
  BlockQueue queue(blocks, launch,
                   Profile(code->instructions.size(), code->accesses.size()));
  execution.note = [&](std::uint64_t block, std::uint64_t executed) {
    return queue.note(block, executed);
  };
  std::vector<std::thread> threads;
  for (unsigned more = threadsFor(*code, launch, blocks); more > 1; --more)
    threads.emplace_back([&] { runBlocks(execution, queue); });
  runBlocks(execution, queue);
  for (std::thread &thread : threads)
    thread.join();
  BlockQueue::BlockEnd end = queue.sum();
  Outcome outcome = {
      .trap = std::move(end.trap), .counters = {}, .ops = {}, .timeline = {}};
  if (launch.watching == Watching::Nothing)
    return outcome;
  outcome.ops = countOps(*code, end.profile);
  for (const OpCounters &op : outcome.ops)
    outcome.counters += op.counters;
  outcome.counters.sharedBytes = code->sharedBytes;
  if (launch.timed) {
    outcome.timeline = schedule(*code, recording, target);
    outcome.timeline->program = *launch.timed;
  }
  return outcome;
}

namespace {

bool hasGlobalAtomics(const Code &code) {
  return llvm::any_of(code.accesses, [](const AccessTable &table) {
    return table.isAtomic && !table.isShared;
  });
}

} // namespace

std::optional<UndefinedOrigin>
traceUndefined(simt::KernelOp kernel, const Target &target,
               GlobalMemory &memory, const Launch &launch, const Trap &trap) {
  const Executors &runs = executorsOf(launch.host, launch.watching);
  FailureOr<Code> code = translateFor(kernel, launch);
  if (failed(code))
    return std::nullopt;
  for (Instruction &each : code->instructions)
    if (each.run == runs.runPrint)
      each.run = [](Warp &, const Instruction &) { return true; };
  Execution execution(*code, target, memory, launch);
  OriginTrace origins(*code, runs);
  auto trace = [&](auto &&program, auto &&hasTrap) {
    auto [x, y, z] = trap.program;
    std::uint64_t number =
        x + launch.grid[0] * (y + std::uint64_t(launch.grid[1]) * z);
    if (hasGlobalAtomics(*code))
      for (std::uint64_t before = 0; before < number; ++before) {
        program.run(before);
        if (hasTrap())
          return;
      }
    execution.origins = &origins;
    program.run(number);
  };
  if (code->clusterBlocks == 1) {
    ThreadBlock block(execution);
    trace(block, [&] { return block.trap.has_value(); });
  } else {
    BlockCluster cluster(execution);
    trace(cluster, [&] { return cluster.takeTrap().has_value(); });
  }
  return origins.found;
}

} // namespace heddle::sim
