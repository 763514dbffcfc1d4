//===- KernelReducer.cpp - heddle-reduce on kernels -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelReducer.h"
#include "TestPasses.h"
#include "heddle/encoding/Version.h"
#include "heddle/files/InputFile.h"
#include "heddle/files/OutputFile.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/program/LlvmProgram.h"
#include "heddle/program/Outcome.h"
#include "heddle/program/Version.h"
#include "heddle/reduce/Reduce.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>
#include <csignal>
#include <unistd.h>

namespace heddle {

namespace {

using namespace reduction;

struct Arguments {
  std::string input, output = "-";
  // Of the tests, of which one is given.
  std::string test, crash, fails, hangs, verify, trap;
  bool traps = false, differs = false;
  std::string message, release, target;
  int exitCode = 1;
  unsigned trials = 24;
  SimLaunch launch;
  std::vector<std::uint32_t> grid = {1};
  bool isVerbose = false;
  Options options;
};

int fail(const Error &error, ErrorKind kind) {
  // What is about a place in the file says so itself.
  llvm::StringRef reason = error.reason;
  bool hasPlace = reason.contains(": error: ");
  llvm::errs() << (hasPlace ? "" : "heddle-reduce: error: ") << error.text()
               << "\n";
  return exitCodeOf(kind);
}

int failUsage(const std::string &reason, const std::string &remedy = "") {
  return fail({.reason = reason,
               .witness = {},
               .remedy = remedy.empty() ? "see: heddle-reduce --help" : remedy},
              ErrorKind::Trouble);
}

std::atomic<bool> isInterrupted = false;

void interrupt(int signal) {
  isInterrupted = true;
  // A second time it ends at once.
  std::signal(signal, SIG_DFL);
}

/// An option of the command line; the help is written by hand.
void addOptions(CLI::App &program, Arguments &arguments) {
  program.add_option("FILE", arguments.input)->required();
  program.add_option("-o", arguments.output);
  program.add_option("--test", arguments.test);
  program.add_option("--crash", arguments.crash);
  program.add_option("--fails", arguments.fails);
  program.add_option("--hangs", arguments.hangs);
  program.add_option("--verify", arguments.verify);
  program.add_option("--sim-trap", arguments.trap)->expected(0, 1);
  program.add_flag("--sim-differs", arguments.differs);
  program.add_option("--message", arguments.message);
  program.add_option("--exit-code", arguments.exitCode)
      ->check(CLI::Range(0, 255));
  program.add_option("--timeout", arguments.options.testSeconds)
      ->check(CLI::Range(0.01, 1e6));
  program.add_option("--max-time", arguments.options.mostSeconds)
      ->check(CLI::Range(0.01, 1e7));
  program.add_option("--target", arguments.target);
  program.add_option("--num-warps", arguments.launch.numWarps)
      ->check(CLI::IsMember({1, 2, 4, 8, 16, 32}));
  program.add_option("--num-stages", arguments.launch.numStages)
      ->check(CLI::Range(1, 16));
  program.add_option("--arg", arguments.launch.arguments)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  program.add_option("--grid", arguments.grid)
      ->delimiter(',')
      ->expected(1, 3)
      ->check(CLI::Range(1, 0x7FFFFFFF));
  program.add_option("--trials", arguments.trials)
      ->check(CLI::Range(1, 100000));
  program.add_option("--seed", arguments.launch.seed);
  program.add_option("--triton", arguments.release);
  program.add_option("--without", arguments.options.without)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  program.add_flag("--verbose", arguments.isVerbose);
}

constexpr std::array<const char *, 7> TestNames = {
    "--test",   "--crash",    "--fails",      "--hangs",
    "--verify", "--sim-trap", "--sim-differs"};

/// The one test that is asked for; empty if there is none, or several.
std::string namedTest(const CLI::App &program) {
  std::string found;
  for (const char *name : TestNames) {
    if (program.count(name) == 0)
      continue;
    if (!found.empty())
      return {};
    found = name;
  }
  return found;
}

/// The test, once the options have been looked at.
std::unique_ptr<FailureTest> makeTest(const std::string &name,
                                      const Arguments &arguments) {
  std::string file = llvm::sys::path::filename(arguments.input).str();
  if (arguments.input == "-")
    file = "kernel.ttir";
  const std::string &message =
      arguments.message.empty() ? arguments.trap : arguments.message;
  if (name == "--test")
    return testScript({arguments.test, file}, arguments.exitCode);
  if (name == "--crash")
    return testCrash({arguments.crash, file}, message);
  if (name == "--fails")
    return testFails({arguments.fails, file}, message);
  if (name == "--hangs")
    return testHangs({arguments.hangs, file});
  if (name == "--verify")
    return testVerify(arguments.verify, message, arguments.trials,
                      arguments.launch.seed);
  if (name == "--sim-trap")
    return testSimTrap(arguments.launch, message);
  return testSimDiffers(arguments.launch, message);
}

/// Looks up what options name.
Result<void> resolve(Arguments &arguments) {
  if (!arguments.release.empty()) {
    Result<TritonVersion> release = parseVersion(arguments.release);
    if (!release)
      return tl::unexpected(release.error());
    arguments.options.release = *release;
  }
  if (!arguments.target.empty()) {
    Result<const Target *> target = findTarget(arguments.target);
    if (!target)
      return tl::unexpected(target.error());
    arguments.launch.target = *target;
  }
  std::copy(arguments.grid.begin(), arguments.grid.end(),
            arguments.launch.grid.begin());
  for (const std::string &name : arguments.options.without)
    if (!llvm::any_of(reductionList(), [&](const ReductionInfo &each) {
          return each.name == name;
        }))
      return failure("expects the name of a reduction, but got '" + name + "'",
                     "", "heddle-reduce --help lists them");
  return {};
}

/// Says on the standard error how far it is.
void addReports(Arguments &arguments) {
  bool isTerminal = isatty(STDERR_FILENO) != 0;
  if (arguments.isVerbose)
    arguments.options.report = [](const Progress &progress) {
      llvm::errs() << progressText(progress) << ": " << progress.last << "\n";
    };
  else if (isTerminal)
    arguments.options.report = [](const Progress &progress) {
      llvm::errs() << "\r\033[K" << progressText(progress);
    };
}

int runReducer(Arguments &arguments, FailureTest &test) {
  Result<std::string> text = readIr(arguments.input);
  if (!text)
    return fail(text.error(), ErrorKind::Trouble);
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);
  arguments.options.isCancelled = &isInterrupted;
  addReports(arguments);
  Outcome<Reduced> reduced =
      reduce(*text, arguments.input, test, arguments.options);
  if (arguments.options.report && !arguments.isVerbose)
    llvm::errs() << "\r\033[K";
  if (!reduced)
    return fail(reduced.error().error, reduced.error().kind);
  if (Result<void> written = writeOutput(arguments.output, reduced->text);
      !written)
    return fail(written.error(), ErrorKind::Trouble);
  constexpr std::array<const char *, 3> Endings = {"", ", then the time was up",
                                                   ", then interrupted"};
  llvm::errs() << "heddle-reduce: " << progressText(reduced->progress)
               << Endings[static_cast<std::size_t>(reduced->ending)] << "\n";
  if (!reduced->observation.detail.empty())
    llvm::errs() << "it still fails: " << reduced->observation.detail << "\n";
  return Success;
}

void registerPasses() {
  registerHeddlePasses();
  registerLoweringPasses();
  registerHeddleSimtPasses();
  registerPipelines();
  mlir::registerTransformsPasses();
  registerTestPasses();
}

} // namespace

int runKernelReducer(int argc, char **argv) {
  if (asksForHelp(argc, argv)) {
    printReducerHelp();
    return Success;
  }
  if (argc == 2 && llvm::StringRef(argv[1]).trim('-') == "version") {
    llvm::outs() << versionText("heddle-reduce");
    return Success;
  }
  Arguments arguments;
  CLI::App program;
  program.set_help_flag();
  addOptions(program, arguments);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return failUsage(error.what());
  }
  std::string name = namedTest(program);
  if (name.empty()) {
    if (Result<std::string> text = readIr(arguments.input); !text)
      return fail(text.error(), ErrorKind::Trouble);
    std::string all;
    for (const char *each : TestNames)
      all += std::string(all.empty() ? "" : ", ") + each;
    return failUsage("expects one test, one of " + all);
  }
  if (Result<void> resolved = resolve(arguments); !resolved)
    return fail(resolved.error(), ErrorKind::Trouble);
  registerPasses();
  return runReducer(arguments, *makeTest(name, arguments));
}

} // namespace heddle
