//===- SimCommand.cpp - heddle sim ----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCommand.h"
#include "Command.h"
#include "KernelCommands.h"
#include "RunArguments.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

namespace heddle {

namespace {

constexpr int MostThreads = 1024;

struct SimArguments {
  RunArguments run;
  bool wantsCounters = false, wantsListing = false;
  /// The file of the baseline, and what is in it.
  std::string baseline, baselineText;
  double tolerance = 0;
  std::vector<std::uint32_t> block = {0};
};

/// The text of the baseline; empty if none is wanted.
Result<std::string> readBaseline(const std::string &path) {
  if (path.empty())
    return std::string();
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  // A folder can be opened, but not read.
  if (!file.is_open() || file.bad() || text.empty())
    return failure(
        concat("cannot read '", path, "'"), {},
        "--baseline expects what an earlier run printed with --json");
  return text;
}

/// How the run differs from the baseline; a cost that grew is an error.
Result<std::string> compare(const SimArguments &arguments,
                            const SimReport &report, int &exitCode) {
  const std::string &path = arguments.baseline;
  Result<Comparison> comparison = compareWithBaseline(
      report, arguments.baselineText, path, arguments.tolerance);
  if (!comparison)
    return tl::unexpected(comparison.error());
  if (std::size_t worse = comparison->worse.size(); worse != 0) {
    std::cerr << "heddle: error: " << worse
              << (worse == 1 ? " metric is" : " metrics are")
              << " worse than in '" << path << "'\n";
    exitCode = BadInput;
  }
  std::string changes = comparisonText(*comparison, path);
  // The standard output is JSON.
  if (arguments.run.wantsJson)
    std::cerr << changes;
  return changes;
}

Result<std::string> textOf(const SimArguments &arguments,
                           const RunReport &report, int &exitCode) {
  std::string text;
  if (!report.sim)
    return text;
  if (arguments.wantsCounters)
    text += countersText(*report.sim);
  if (arguments.wantsListing) {
    Result<std::string> listing = listingText(*report.sim);
    if (!listing)
      return listing;
    if (std::optional<std::string> mismatch = sourceMismatch(*report.sim))
      std::cerr << "heddle: warning: '" << report.sim->source
                << "' is not what was compiled: " << *mismatch << "\n";
    text += (text.empty() ? "" : "\n") + *listing;
  }
  // What a run that was stopped counted says nothing.
  if (!arguments.baseline.empty() && report.traps.empty()) {
    Result<std::string> changes = compare(arguments, *report.sim, exitCode);
    if (!changes)
      return changes;
    text += (text.empty() ? "" : "\n") + *changes;
  }
  return text;
}

} // namespace

void addSimCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<SimArguments>();
  RunArguments &run = arguments->run;
  CLI::App *sim =
      program.add_subcommand(SimCommand.name, SimCommand.description);
  addRunOptions(*sim, run);
  sim->add_option("--threads", run.options.threads,
                  "of this machine; one for each core if nothing is said")
      ->check(CLI::Range(1, MostThreads));
  sim->add_option("--max-steps", run.options.maxSteps,
                  "stop a program whose warps together execute more "
                  "instructions (default 2^32)")
      ->check(CLI::Range(std::uint64_t(1), ~std::uint64_t(0) >> 1));
  sim->add_flag("--counters", arguments->wantsCounters,
                "print what was executed, and what would have been best");
  sim->add_flag("--annotate", arguments->wantsListing,
                "print the kernel's source with what each line executed");
  CLI::Option *baseline =
      sim->add_option("--baseline", arguments->baseline,
                      "compare with an earlier output of --json: exit code 1 "
                      "if a metric is worse");
  sim->add_option("--tolerance", arguments->tolerance,
                  "by which part a metric may be worse: 0.02")
      ->check(CLI::Range(0.0, 1e6))
      ->needs(baseline);
  CLI::Option *timeline = sim->add_option(
      "--timeline", run.options.timeline,
      "file.json: when the warps of one program did what, for Perfetto");
  sim->add_option("--timeline-block", arguments->block,
                  "which program, as x,y,z")
      ->delimiter(',')
      ->expected(1, 3)
      ->needs(timeline)
      ->capture_default_str();
  sim->callback([=, &exitCode] {
    arguments->run.compile.options.needsSource = arguments->wantsListing;
    // A run may take long: what it cannot be compared with is said before.
    Result<std::string> baseline = readBaseline(arguments->baseline);
    if (!baseline) {
      exitCode = report(baseline.error());
      return;
    }
    arguments->baselineText = std::move(*baseline);
    std::ranges::copy(arguments->block,
                      arguments->run.options.timelineBlock.begin());
    exitCode = runKernel(arguments->run, simulateKernel,
                         [&](const RunReport &report, int &code) {
                           return textOf(*arguments, report, code);
                         });
  });
}

} // namespace heddle
