//===- SimCommand.cpp - heddle sim ----------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimCommand.h"
#include "Options.h"
#include "RunArguments.h"
#include "heddle/files/InputFile.h"

#include <algorithm>
#include <iostream>

namespace heddle {

namespace {

constexpr int MostThreads = 1024;

struct SimArguments {
  RunArguments run;
  bool wantsCounters = false, wantsListing = false;
  /// The file of the baseline, and what is in it.
  std::string baseline, baselineText;
  double tolerance = 0;
  std::string undefined = "warn";
  std::vector<std::uint32_t> block = {0};
};

/// The word has been checked to be one of them.
InactiveLanes inactiveLanesOf(std::string_view word) {
  return word == "trap"   ? InactiveLanes::Trap
         : word == "zero" ? InactiveLanes::Zero
                          : InactiveLanes::Warn;
}

/// The text of the baseline; empty if none is wanted.
Result<std::string> readBaseline(const std::string &path) {
  return path.empty() ? Result<std::string>(std::string()) : readFile(path);
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
    exitCode = Refused;
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
  CLI::App *sim = program.add_subcommand(
      "sim", "Run a kernel on the simulator: no GPU is needed");
  addRunOptions(*sim, run);
  CLI::Option *threads =
      sim->add_option("--threads", run.options.threads,
                      "of this machine; one for each core if nothing is said");
  takeNumber(*threads, 1, MostThreads);
  CLI::Option *steps = sim->add_option(
      "--max-steps", run.options.maxSteps,
      "stop a program whose warps together execute more instructions (default "
      "2^32)");
  takeNumber(*steps, 1, ~std::uint64_t(0) >> 1);
  CLI::Option *undefined = sim->add_option(
      "--undefined", arguments->undefined,
      "when something depends on inactive lanes of a masked load without "
      "`other`: list the load, stop, or take them for the zeros that they are");
  takeOneOf(*undefined, {"warn", "trap", "zero"});
  undefined->capture_default_str();
  sim->add_flag("!--no-fences", run.compile.options.insertsFences,
                "add no proxy fences: stop where stores meet products of warp "
                "groups and the program has none");
  sim->add_flag("--counters", arguments->wantsCounters,
                "print what was executed, and what would have been best");
  sim->add_flag("--annotate", arguments->wantsListing,
                "print the kernel's source with what each line executed");
  CLI::Option *baseline =
      sim->add_option("--baseline", arguments->baseline,
                      "compare with an earlier output of --json: exit code 1 "
                      "if a metric is worse");
  baseline->type_name("FILE");
  sim->add_option("--tolerance", arguments->tolerance,
                  "by which part a metric may be worse: 0.02")
      ->check(CLI::Range(0.0, 1e6))
      ->needs(baseline);
  CLI::Option *timeline = sim->add_option(
      "--timeline", run.options.timeline,
      "write when the warps of one program did what, for Perfetto, as JSON");
  timeline->type_name("FILE");
  sim->add_option("--timeline-block", arguments->block, "which program")
      ->type_name("X,Y,Z")
      ->delimiter(',')
      ->expected(1, 3)
      ->needs(timeline)
      ->capture_default_str();
  addExample(*sim, "A thousand additions, and what they execute",
             "heddle sim examples/kernels/add_vectors.ttir --target sm_90 "
             "--arg 0=f32[1024]:randn --arg 1=f32[1024]:randn --arg "
             "2=f32[1024]:zeros --arg 3=1024 --counters");
  sim->callback([=, &exitCode] {
    RunArguments &used = arguments->run;
    used.inputs = {{.option = "--baseline", .path = arguments->baseline}};
    used.outputs = {
        {.option = "--timeline", .path = arguments->run.options.timeline}};
    arguments->run.compile.options.needsSource = arguments->wantsListing;
    // A run may take long: what it cannot be compared with is said before.
    Result<std::string> baseline = readBaseline(arguments->baseline);
    if (!baseline) {
      exitCode = report(baseline.error(), ErrorKind::Trouble);
      return;
    }
    arguments->baselineText = std::move(*baseline);
    used.options.inactiveLanes = inactiveLanesOf(arguments->undefined);
    std::ranges::copy(arguments->block,
                      arguments->run.options.timelineBlock.begin());
    exitCode = runKernel(arguments->run, simulateKernel,
                         [&](const RunReport &report, int &code) {
                           return textOf(*arguments, report, code);
                         });
  });
}

} // namespace heddle
