//===- RunSetup.cpp - What sim and run have in common ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunSetup.h"

namespace heddle {

using namespace mlir;

namespace {

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

/// Each KEY=TEXT as the argument's number and the text.
Result<std::vector<AssignedArgument>>
resolve(const KernelLaunch &launch, const std::vector<std::string> &texts) {
  std::vector<AssignedArgument> found;
  for (const std::string &text : texts) {
    Result<AssignedArgument> assigned = findAssigned(launch, text);
    if (!assigned)
      return tl::unexpected(assigned.error());
    const KernelArgument &argument = launch.arguments[assigned->first];
    if (argument.type != "ptr" && argument.block.empty())
      return failure(
          concat("expects a buffer, but '", text, "' is about a number"));
    found.push_back(std::move(*assigned));
  }
  return found;
}

} // namespace

Result<void> addScratch(const KernelLaunch &launch,
                        const std::array<std::uint32_t, 3> &grid,
                        std::vector<GivenArgument> &arguments) {
  if (launch.scratchBytes == 0)
    return {};
  constexpr std::uint64_t Alignment = 256, Most = std::uint64_t(1) << 32;
  constexpr std::uint8_t Poison = 0xA5;
  if (launch.scratchAlignment > Alignment)
    return failure(concat("expects an alignment of at most ", Alignment,
                          " bytes of the global memory of a program, but got ",
                          launch.scratchAlignment));
  std::uint64_t bytes = launch.scratchBytes;
  for (std::uint64_t programs : grid) {
    if (programs != 0 && bytes > Most / programs)
      return failure(concat("expects at most ", Most,
                            " bytes of global memory for programs, but got ",
                            launch.scratchBytes, " for each of ", grid[0],
                            " x ", grid[1], " x ", grid[2]),
                     "", "launch fewer programs");
    bytes *= programs;
  }
  GivenArgument scratch;
  scratch.name = "global_scratch";
  scratch.element = "i8";
  scratch.buffer = {.type = "|i1",
                    .shape = {bytes},
                    .bytes = std::vector<std::uint8_t>(bytes, Poison)};
  // Nobody has written to it.
  scratch.isDefined = false;
  arguments.push_back(std::move(scratch));
  return {};
}

tl::unexpected<ErrorKind> sayError(const Error &error,
                                   const RunOptions &options, ErrorKind kind) {
  say(error, options.compile.messages);
  return tl::unexpected(kind);
}

Reported<ReadyKernel> ReadyKernel::make(const CompileOptions &options) {
  ReadyKernel ready;
  Reported<std::unique_ptr<KernelFile>> read = KernelFile::read(options);
  if (!read)
    return tl::unexpected(read.error());
  ready.file = std::move(*read);
  if (failed(ready.file->giveLayouts()) || failed(ready.file->lower()))
    return tl::unexpected(ErrorKind::Refusal);
  ready.kernel = findKernel(*ready.file);
  if (!ready.kernel)
    return tl::unexpected(ErrorKind::Trouble);
  ready.launch = ready.file->launches().front();
  return ready;
}

Reported<RunSetup> RunSetup::make(const RunOptions &options) {
  Reported<ReadyKernel> ready = ReadyKernel::make(options.compile);
  if (!ready)
    return tl::unexpected(ready.error());
  RunSetup setup = {std::move(*ready), {}, {}, {}};
  auto arguments = readArguments(setup.launch, options.arguments, options.seed);
  auto outputs = resolve(setup.launch, options.outputs);
  auto checks = resolve(setup.launch, options.checks);
  for (const Error *error : {arguments ? nullptr : &arguments.error(),
                             outputs ? nullptr : &outputs.error(),
                             checks ? nullptr : &checks.error()})
    if (error != nullptr)
      return sayError(*error, options, ErrorKind::Trouble);
  setup.arguments = std::move(*arguments);
  if (auto added = addScratch(setup.launch, options.grid, setup.arguments);
      !added)
    return sayError(added.error(), options, ErrorKind::Trouble);
  setup.outputs = std::move(*outputs);
  setup.checks = std::move(*checks);
  return setup;
}

RunReport beginReport(const KernelLaunch &launch, const RunOptions &options) {
  RunReport report;
  report.kernel = launch.name;
  report.programs =
      std::uint64_t(options.grid[0]) * options.grid[1] * options.grid[2];
  return report;
}

Reported<void> RunSetup::end(RunReport &report,
                             const RunOptions &options) const {
  report.checks = checks.size();
  for (const auto &[index, path] : outputs)
    if (Result<void> written = writeNpy(path, *arguments[index].buffer);
        !written)
      return sayError(written.error(), options, ErrorKind::Trouble);
  for (const auto &[index, text] : checks) {
    Result<Expectation> expectation = parseExpectation(text);
    auto difference = expectation ? compareWith(arguments[index], *expectation)
                                  : tl::unexpected(expectation.error());
    if (!difference)
      return sayError(difference.error(), options, ErrorKind::Trouble);
    if (*difference)
      report.differences.push_back(**difference);
  }
  return {};
}

} // namespace heddle
