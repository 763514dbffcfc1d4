//===- Threads.cpp - A tensor program and a thread's program ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tensor program is executed first. It says which bytes of which buffers it
// uses; the simulator gets buffers of that size, with the same contents.
//
//===----------------------------------------------------------------------===//

#include "Threads.h"
#include "llvm/Support/FormatVariadic.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {
/// Programs along x.
constexpr std::uint32_t Programs = 2;
/// A kernel that uses more in a trial is not simulated in it.
constexpr std::int64_t MostBytes = std::int64_t(1) << 26;
} // namespace

using Kind = Verdict::Kind;

std::optional<Stop>
ThreadComparison::execute(Memory &memory,
                          const llvm::SmallVector<Datum> &arguments) {
  hasEmptyBoxes = false;
  for (std::uint32_t id = 0; id < Programs; ++id) {
    Program program{.id = {id, 0, 0}, .grid = {Programs, 1, 1}};
    Evaluator evaluator(memory, program);
    if (lockStep != nullptr) {
      lockStep->beginProgram();
      evaluator.watch(*lockStep);
    }
    if (std::optional<Stop> stop = evaluator.run(function, arguments))
      return stop;
    hasEmptyBoxes |= evaluator.hasEmptyBoxes;
  }
  return std::nullopt;
}

bool ThreadComparison::addBuffers(Memory &initial, const Memory &used,
                                  sim::GlobalMemory &memory) {
  constexpr std::int64_t Alignment = sim::GlobalMemory::Alignment;
  Type byte = IntegerType::get(function.getContext(), 8);
  placed.clear();
  argumentRegions = initial.regions();
  std::int64_t all = 0;
  for (std::size_t region = 0; region < used.regions(); ++region) {
    Memory::Extent extent = used.extents()[region];
    std::int64_t first = extent.first & -Alignment;
    std::int64_t bytes = std::max<std::int64_t>(extent.last + 1 - first, 0);
    all += bytes;
    if (all > MostBytes)
      return false;
    std::vector<std::uint8_t> contents;
    contents.reserve(static_cast<std::size_t>(bytes));
    std::uint64_t begin =
        Memory::baseOf(region) + static_cast<std::uint64_t>(first);
    for (std::int64_t at = 0; at < bytes; ++at)
      contents.push_back(static_cast<std::uint8_t>(
          initial.read(begin + static_cast<std::uint64_t>(at), byte)));
    sim::Buffer &buffer = memory.add(used.nameOf(region), std::move(contents),
                                     /*isDefined=*/true);
    placed.push_back({buffer.address, first, bytes});
  }
  return true;
}

std::uint64_t ThreadComparison::argument(const Tensor &scalar) const {
  Bits bits = scalar.elements.front();
  if (!isa<tt::PointerType>(scalar.element))
    return bits;
  std::size_t region = (bits >> Memory::RegionBits) - 1;
  return placed[region].address -
         static_cast<std::uint64_t>(placed[region].first);
}

/// Regions begin in the middle of their addresses. Those of arguments are the
/// first ones; what a kernel allocates lies elsewhere in the simulator.
std::optional<std::uint64_t> ThreadComparison::simulated(Bits address) const {
  std::uint64_t region = (address >> Memory::RegionBits) - 1;
  if (region >= argumentRegions)
    return std::nullopt;
  return placed[region].address -
         static_cast<std::uint64_t>(placed[region].first) + address -
         Memory::baseOf(region);
}

std::optional<ElementDifference>
ThreadComparison::compareMemory(Memory &expected, Memory &initial,
                                sim::GlobalMemory &memory) {
  auto simulated = [&](std::size_t region, std::uint64_t address,
                       unsigned bytes) {
    auto at = static_cast<std::int64_t>(address - Memory::baseOf(region)) -
              placed[region].first;
    Bits bits = 0;
    for (unsigned byte = 0; byte < bytes; ++byte)
      bits |=
          Bits(memory.all()[region].bytes[static_cast<std::size_t>(at) + byte])
          << (8 * byte);
    return bits;
  };
  Contents contents = Contents::Exact;
  for (const Memory::Written &each : expected.written()) {
    std::size_t region = expected.regionOf(each.address);
    Bits bits = simulated(region, each.address, bytesOf(each.element));
    if (!areClose(each.bits, bits, each.element, tolerance, contents))
      return ElementDifference{each.address, each.element, each.bits, bits,
                               each.op};
  }
  // What the tensor program does not write has to be as it was.
  Type byte = IntegerType::get(function.getContext(), 8);
  for (std::size_t region = 0; region < placed.size(); ++region)
    for (std::int64_t at = 0; at < placed[region].bytes; ++at) {
      std::uint64_t address =
          Memory::baseOf(region) +
          static_cast<std::uint64_t>(placed[region].first + at);
      if (expected.isWritten(address))
        continue;
      Bits old = initial.read(address, byte),
           now = simulated(region, address, 1);
      if (old != now)
        return ElementDifference{address, byte, old, now};
    }
  return std::nullopt;
}

/// How the simulator is called, in buffers that are there.
sim::Launch ThreadComparison::launchOf(const Trial &trial,
                                       const Arguments &made,
                                       sim::GlobalMemory &buffers) {
  sim::Launch launch;
  launch.grid = {Programs, 1, 1};
  launch.seed = trial.seed;
  launch.areAllZero = true;
  launch.print = [](std::string_view) {};
  // One program may read what another writes: in the order of the tensor
  // programs.
  launch.threads = 1;
  for (const Scalar &each : made.all())
    launch.arguments.push_back(argument(Tensor{each.type, {}, {each.bits}}));
  if (std::optional<simt::GlobalScratch> scratch =
          simt::globalScratchOf(kernel)) {
    std::vector<std::uint8_t> bytes(std::size_t(scratch->bytes) * Programs);
    launch.arguments.push_back(
        buffers.add("scratch", std::move(bytes), /*isDefined=*/false).address);
  }
  if (lockStep != nullptr) {
    lockStep->simulate(buffers, [&](Bits at) { return simulated(at); });
    launch.observe = [&](const sim::Observation &seen) {
      lockStep->observe(seen);
    };
  }
  return launch;
}

std::optional<Verdict> ThreadComparison::tryOnce(const Trial &trial) {
  Memory memory(trial.contents, trial.seed),
      initial(trial.contents, trial.seed);
  Arguments made(function, trial, memory), again(function, trial, initial);
  std::optional<llvm::SmallVector<Datum>> arguments = made.passTo(function);
  if (!arguments)
    return Verdict{.kind = Kind::Undecided,
                   .message = "expects arguments that a launch can pass",
                   .left = function.getLoc()};
  if (lockStep != nullptr)
    lockStep->begin(trial.contents);
  std::optional<Stop> stop = execute(memory, *arguments);
  if (stop && stop->kind == Stop::Kind::Unknown)
    return Verdict{.kind = Kind::Undecided,
                   .message = stop->message,
                   .left = stop->op->getLoc()};
  sim::GlobalMemory buffers;
  // The simulator traps where threads store different values to one place.
  if (stop || hasEmptyBoxes || memory.hasUnknown() ||
      !addBuffers(initial, memory, buffers))
    return std::nullopt;
  sim::Launch launch = launchOf(trial, made, buffers);
  if (launch.arguments.size() != kernel.getNumArguments())
    return Verdict{.kind = Kind::Undecided,
                   .message = llvm::formatv(
                       "expects a kernel of {0} arguments, "
                       "but got {1}",
                       launch.arguments.size(), kernel.getNumArguments()),
                   .left = function.getLoc(),
                   .right = kernel.getLoc()};
  FailureOr<sim::Outcome> outcome =
      sim::simulate(kernel, target, buffers, launch);
  if (failed(outcome) && lockStep != nullptr)
    lockStep->begin(trial.contents);
  if (failed(outcome))
    return Verdict{.kind = Kind::Undecided,
                   .message = "the simulator cannot execute it",
                   .left = function.getLoc(),
                   .right = kernel.getLoc()};
  ++ended;
  std::string called = "with " + made.text();
  trap = outcome->trap;
  difference.reset();
  if (trap)
    return Verdict{.kind = Kind::Different,
                   .trials = ended,
                   .message = trap->message,
                   .left = std::nullopt,
                   .right = trap->loc,
                   .witness = {called}};
  difference = compareMemory(memory, initial, buffers);
  if (!difference)
    return std::nullopt;
  return Verdict{
      .kind = Kind::Different,
      .trials = ended,
      .message = "the threads' program writes something else than the tensor "
                 "program",
      .left =
          difference->leftOp ? difference->leftOp->getLoc() : function.getLoc(),
      .right = kernel.getLoc(),
      .witness = {difference->text(memory), called}};
}

Verdict ThreadComparison::run() {
  if (!Arguments::canMakeFor(function))
    return {.kind = Kind::Undecided,
            .message =
                "expects arguments that a launch can pass, but got tensors",
            .left = function.getLoc()};
  for (unsigned number = 0; number < options.trials; ++number) {
    Trial trial = trialOf(number, options.seed);
    // Instructions make NaNs and infinities of their own kind.
    if (trial.contents == Contents::Special)
      continue;
    if (std::optional<Verdict> verdict = tryOnce(trial))
      return *verdict;
  }
  if (ended == 0)
    return {.kind = Kind::Undecided,
            .message = "no execution ended",
            .left = function.getLoc()};
  return {.kind = Kind::Tried, .trials = ended};
}

Verdict compare(tt::FuncOp function, simt::KernelOp kernel,
                const Target &target, const VerifyOptions &options) {
  return ThreadComparison(function, kernel, target, options).run();
}

} // namespace heddle::equivalence
