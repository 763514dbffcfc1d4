//===- Simulate.cpp - Running a kernel on the simulator -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunSetup.h"
#include "heddle/files/OutputFile.h"
#include "heddle/ptx/ExpandAssembly.h"
#include "heddle/report/MakeSimReport.h"
#include "heddle/sim/Simulator.h"
#include "heddle/simt/Origin.h"

#include <chrono>
#include <unistd.h>

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// A line on the terminal that is written over, from a second on.
class Progress {
public:
  ~Progress() {
    if (wasShown)
      llvm::errs() << "\r\033[K";
  }
  /// How far the grid is; while it is one program, or none of the first ones
  /// has ended, how much that has executed.
  void show(std::uint64_t done, std::uint64_t all, std::uint64_t executed) {
    auto now = std::chrono::steady_clock::now();
    constexpr auto Pause = std::chrono::seconds(1);
    if (!isTerminal || now - last < Pause)
      return;
    last = now;
    wasShown = true;
    llvm::errs() << "\r\033[K" << done << " of " << all << " programs";
    if (done == 0)
      llvm::errs() << ", " << executed << " instructions of the first";
  }

private:
  bool isTerminal = isatty(STDERR_FILENO) != 0;
  bool wasShown = false;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

std::string locationText(Location place) {
  std::string text;
  llvm::raw_string_ostream(text) << simt::withoutOrigin(place);
  return text;
}

using Origin = std::optional<sim::UndefinedOrigin>;

RunTrap describe(const sim::Trap &trap, const Origin &origin) {
  RunTrap described = {.location = locationText(trap.loc),
                       .message = trap.message,
                       .origin = {},
                       .program = trap.program,
                       .warp = trap.warp,
                       .lanes = {},
                       .block = trap.block};
  if (origin)
    described.origin = {locationText(origin->loc), origin->message};
  for (std::uint64_t left = trap.lanes; left != 0; left &= left - 1)
    described.lanes.push_back(static_cast<unsigned>(std::countr_zero(left)));
  return described;
}

/// "lanes 0 to 15 and 31"
std::string lanesText(llvm::ArrayRef<unsigned> lanes) {
  std::string text;
  for (std::size_t index = 0; index < lanes.size();) {
    std::size_t end = index;
    while (end + 1 < lanes.size() && lanes[end + 1] == lanes[end] + 1)
      ++end;
    text += concat(text.empty() ? "" : ", ", lanes[index]);
    if (end > index)
      text += concat(end > index + 1 ? " to " : ", ", lanes[end]);
    index = end + 1;
  }
  return (lanes.size() == 1 ? "lane " : "lanes ") + text;
}

/// "lane 4 of warp 3 of program (0, 0, 0), with seed 1"; in a cluster "... of
/// warp 3 of block 1 of program ..."
std::string whereText(const sim::Trap &trap, std::uint64_t seed) {
  return concat(lanesText(describe(trap, std::nullopt).lanes), " of warp ",
                trap.warp,
                trap.block ? concat(" of block ", *trap.block) : std::string(),
                " of program (", trap.program[0], ", ", trap.program[1], ", ",
                trap.program[2], "), with seed ", seed);
}

void say(const sim::Trap &trap, const Origin &origin, std::uint64_t seed) {
  InFlightDiagnostic error = emitError(trap.loc) << trap.message;
  error.attachNote() << "in " << whereText(trap, seed);
  if (origin)
    error.attachNote(origin->loc)
        << "the undefined value comes from " << origin->message;
}

/// Lists a load whose inactive lanes are used, where the run would have
/// trapped.
RunWarning warn(const sim::UndefinedOrigin &load, const sim::Trap &use,
                std::uint64_t seed) {
  std::string message = "inactive lanes of this masked load are used; they are "
                        "0, since it has no `other`";
  InFlightDiagnostic warning = emitWarning(load.loc) << message;
  warning.attachNote(use.loc) << "used here, in " << whereText(use, seed);
  return {.location = locationText(load.loc), .message = std::move(message)};
}

/// What a trap at an undefined value goes back to, on memory as it was.
Origin originOf(const ReadyKernel &ready,
                const std::vector<GivenArgument> &arguments,
                const sim::Launch &run, const sim::Trap &trap) {
  if (!trap.isUndefined)
    return std::nullopt;
  sim::GlobalMemory memory;
  placeArguments(arguments, memory);
  return sim::traceUndefined(ready.kernel, ready.file->target(), memory, run,
                             trap);
}

SimReport countsOf(const ReadyKernel &ready, const RunOptions &options,
                   const sim::Outcome &outcome) {
  simt::KernelOp kernel = ready.kernel;
  SimReport report = {.kernel = ready.launch.name,
                      .target = std::string(ready.file->target().name),
                      .grid = options.grid,
                      .warps = kernel.getWarps(),
                      .begin = sourceLocationOf(kernel.getLoc(), ""),
                      .source = {},
                      .counters = {},
                      .prediction = {},
                      .ops = {},
                      .lines = {}};
  addCounts(report, outcome);
  const Target &target = ready.file->target();
  std::uint64_t blocks = std::uint64_t{options.grid[0]} * options.grid[1] *
                         options.grid[2] * kernel.getClusterBlocks();
  if (auto time =
          sim::predictTime(report.counters, blocks, report.warps, target,
                           sim::productCycles(outcome.ops, target)))
    report.prediction = {std::string(target.timing->gpu.name), *time};
  report.source =
      findSource(report.begin.file, options.compile.input).value_or("");
  return report;
}

/// False if the file cannot be written, which is said.
Reported<void> writeTimeline(const RunOptions &options, const SimReport &report,
                             const sim::Timeline &timeline) {
  std::string text = traceOf(timeline, report);
  if (Result<void> written = writeOutput(options.timeline, text); !written)
    return sayError(written.error(), options, ErrorKind::Trouble);
  return {};
}

/// A run to its end or its trap, and where that comes from.
struct Run {
  sim::Outcome outcome;
  Origin origin;
  sim::GlobalMemory memory;
  std::vector<RunWarning> warnings;
};

/// Runs the kernel again from its beginning whenever another load has to be
/// taken for zeros.
FailureOr<Run> runToEnd(const ReadyKernel &ready,
                        const std::vector<GivenArgument> &arguments,
                        const RunOptions &options, sim::Launch &launch) {
  launch.areAllZero = options.inactiveLanes == InactiveLanes::Zero;
  std::vector<RunWarning> warnings;
  // Lines of this run, and the most of any: they are the same each time.
  std::uint64_t line = 0, printed = 0;
  launch.print = [&](std::string_view text) {
    if (++line <= printed)
      return;
    printed = line;
    if (options.print)
      options.print(text);
    else
      llvm::errs() << text;
  };
  while (true) {
    line = 0;
    sim::GlobalMemory memory;
    launch.arguments = placeArguments(arguments, memory);
    FailureOr<sim::Outcome> outcome =
        sim::simulate(ready.kernel, ready.file->target(), memory, launch);
    if (failed(outcome))
      return failure();
    Origin origin;
    if (outcome->trap)
      origin = originOf(ready, arguments, launch, *outcome->trap);
    bool goesOn = origin && origin->zeroLoad != nullptr &&
                  options.inactiveLanes == InactiveLanes::Warn;
    if (!goesOn)
      return Run{std::move(*outcome), std::move(origin), std::move(memory),
                 std::move(warnings)};
    warnings.push_back(warn(*origin, *outcome->trap, options.seed));
    launch.zeroLoads.insert(origin->zeroLoad);
  }
}

void readBack(std::vector<GivenArgument> &arguments,
              sim::GlobalMemory &memory) {
  auto buffer = memory.all().begin();
  for (GivenArgument &argument : arguments)
    if (argument.buffer)
      argument.buffer->bytes = std::move((buffer++)->bytes);
}

} // namespace

Reported<RunReport> simulate(ReadyKernel &ready,
                             std::vector<GivenArgument> &arguments,
                             const RunOptions &options) {
  if (ready.file->target().vendor == Vendor::Nvidia &&
      failed(expandAssembly(ready.kernel)))
    return tl::unexpected(ErrorKind::Refusal);
  for (unsigned axis = 0; axis < 3 && !options.timeline.empty(); ++axis)
    if (options.timelineBlock[axis] >= options.grid[axis])
      return sayError({concat("expects a program of the grid to time, but ",
                              options.timelineBlock[axis], " along ",
                              std::string_view("xyz").substr(axis, 1),
                              " is not below ", options.grid[axis]),
                       "", ""},
                      options, ErrorKind::Trouble);
  Progress progress;
  sim::Launch launch;
  launch.grid = options.grid;
  launch.seed = options.seed;
  if (!options.timeline.empty())
    launch.timed = options.timelineBlock;
  launch.threads = options.threads;
  if (options.maxSteps != 0)
    launch.maxInstructions = options.maxSteps;
  launch.progress = [&](std::uint64_t done, std::uint64_t all,
                        std::uint64_t executed) {
    progress.show(done, all, executed);
  };
  launch.isCancelled = options.isCancelled;
  FailureOr<Run> run = runToEnd(ready, arguments, options, launch);
  if (failed(run))
    return tl::unexpected(ErrorKind::Refusal);
  const sim::Outcome &outcome = run->outcome;
  RunReport report = beginReport(ready.launch, options);
  report.warnings = std::move(run->warnings);
  report.sim = countsOf(ready, options, outcome);
  if (outcome.timeline)
    if (auto written = writeTimeline(options, *report.sim, *outcome.timeline);
        !written)
      return tl::unexpected(written.error());
  if (outcome.trap) {
    say(*outcome.trap, run->origin, options.seed);
    report.traps.push_back(describe(*outcome.trap, run->origin));
    return report;
  }
  if (options.isCancelled == nullptr || !options.isCancelled->load())
    readBack(arguments, run->memory);
  return report;
}

Reported<RunReport> simulateKernel(const RunOptions &options) {
  Reported<RunSetup> setup = RunSetup::make(options);
  if (!setup)
    return tl::unexpected(setup.error());
  Reported<RunReport> report = simulate(*setup, setup->arguments, options);
  if (!report || !report->traps.empty())
    return report;
  if (Reported<void> ended = setup->end(*report, options); !ended)
    return tl::unexpected(ended.error());
  return report;
}

} // namespace heddle
