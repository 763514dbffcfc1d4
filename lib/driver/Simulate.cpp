//===- Simulate.cpp - Running a kernel on the simulator -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/driver/KernelArguments.h"
#include "heddle/driver/KernelFile.h"
#include "heddle/driver/Run.h"
#include "heddle/sim/Simulator.h"

#include <chrono>
#include <unistd.h>

namespace heddle {

using namespace mlir;

namespace {

void say(const Error &error) {
  llvm::errs() << "heddle: error: " << error.text() << "\n";
}

/// A line on the terminal that is written over, from a second on.
class Progress {
public:
  ~Progress() {
    if (wasShown)
      llvm::errs() << "\r\033[K";
  }
  void show(std::uint64_t done, std::uint64_t all) {
    auto now = std::chrono::steady_clock::now();
    constexpr auto Pause = std::chrono::seconds(1);
    if (!isTerminal || now - last < Pause)
      return;
    last = now;
    wasShown = true;
    llvm::errs() << "\r" << done << " of " << all << " programs";
  }

private:
  bool isTerminal = isatty(STDERR_FILENO) != 0;
  bool wasShown = false;
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

simt::KernelOp findKernel(KernelFile &file) {
  auto kernels = file.kernels().getOps<simt::KernelOp>();
  if (llvm::hasSingleElement(kernels))
    return *kernels.begin();
  std::string names;
  for (simt::KernelOp kernel : kernels)
    names += (names.empty() ? "" : ", ") + kernel.getSymName().str();
  file.source().emitError()
      << "expects one kernel, but got " << (names.empty() ? "none" : names)
      << "; name one with --entry";
  return {};
}

std::string locationText(Location place) {
  std::string text;
  llvm::raw_string_ostream(text) << place;
  return text;
}

RunTrap describe(const sim::Trap &trap) {
  RunTrap described = {.location = locationText(trap.place),
                       .message = trap.message,
                       .program = trap.program,
                       .warp = trap.warp,
                       .lanes = {}};
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

void say(const sim::Trap &trap, std::uint64_t seed) {
  RunTrap described = describe(trap);
  InFlightDiagnostic error = emitError(trap.place) << trap.message;
  error.attachNote() << "in " << lanesText(described.lanes) << " of warp "
                     << trap.warp << " of program (" << trap.program[0] << ", "
                     << trap.program[1] << ", " << trap.program[2]
                     << "), with seed " << seed;
}

/// Each KEY=TEXT as the argument's number and the text.
Result<std::vector<std::pair<unsigned, std::string>>>
resolve(const KernelLaunch &launch, const std::vector<std::string> &texts) {
  std::vector<std::pair<unsigned, std::string>> found;
  for (const std::string &text : texts) {
    auto assignment = splitAssignment(text);
    if (!assignment)
      return tl::unexpected(assignment.error());
    Result<unsigned> index = findArgument(launch, assignment->first);
    if (!index)
      return tl::unexpected(index.error());
    if (launch.arguments[*index].type != "ptr")
      return failure(
          concat("expects a buffer, but '", text, "' is about a number"));
    found.emplace_back(*index, assignment->second);
  }
  return found;
}

void readBack(std::vector<GivenArgument> &arguments,
              sim::GlobalMemory &memory) {
  auto buffer = memory.all().begin();
  for (GivenArgument &argument : arguments)
    if (argument.buffer)
      argument.buffer->bytes = std::move((buffer++)->bytes);
}

} // namespace

std::optional<RunReport> simulateKernel(const RunOptions &options) {
  std::unique_ptr<KernelFile> file = KernelFile::read(options.compile);
  if (!file || failed(file->giveLayouts()) || failed(file->lower()))
    return std::nullopt;
  simt::KernelOp kernel = findKernel(*file);
  if (!kernel)
    return std::nullopt;
  KernelLaunch launch = file->launches().front();
  auto arguments = readArguments(launch, options.arguments, options.seed);
  auto outputs = resolve(launch, options.outputs);
  auto checks = resolve(launch, options.checks);
  for (const Error *error : {arguments ? nullptr : &arguments.error(),
                             outputs ? nullptr : &outputs.error(),
                             checks ? nullptr : &checks.error()})
    if (error != nullptr) {
      say(*error);
      return std::nullopt;
    }
  sim::GlobalMemory memory;
  Progress progress;
  sim::Launch run;
  run.grid = options.grid;
  run.arguments = placeArguments(*arguments, memory);
  run.seed = options.seed;
  run.progress = [&](std::uint64_t done, std::uint64_t all) {
    progress.show(done, all);
  };
  FailureOr<sim::Outcome> outcome =
      sim::simulate(kernel, file->target(), memory, run);
  if (failed(outcome))
    return std::nullopt;
  RunReport report;
  report.kernel = launch.name;
  report.programs = std::uint64_t(run.grid[0]) * run.grid[1] * run.grid[2];
  for (auto [name, value] : sim::listCounters(outcome->counters))
    report.counters.emplace_back(name, value);
  report.checks = checks->size();
  if (outcome->trap) {
    say(*outcome->trap, options.seed);
    report.traps.push_back(describe(*outcome->trap));
    return report;
  }
  readBack(*arguments, memory);
  for (const auto &[index, path] : *outputs)
    if (Result<void> written = writeNpy(path, *(*arguments)[index].buffer);
        !written) {
      say(written.error());
      return std::nullopt;
    }
  for (const auto &[index, text] : *checks) {
    Result<Expectation> expectation = parseExpectation(text);
    auto difference = expectation
                          ? compareWith((*arguments)[index], *expectation)
                          : tl::unexpected(expectation.error());
    if (!difference) {
      say(difference.error());
      return std::nullopt;
    }
    if (*difference)
      report.differences.push_back(**difference);
  }
  return report;
}

} // namespace heddle
