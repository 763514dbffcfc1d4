//===- RunArguments.cpp - What sim and run are told -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunArguments.h"
#include "Options.h"
#include "heddle/files/InputFile.h"
#include "heddle/runtime/KernelArguments.h"
#include "heddle/runtime/RunJson.h"

#include <algorithm>
#include <iostream>

namespace heddle {

namespace {

void sayEnd(const RunReport &report, std::uint64_t seed) {
  for (const std::string &difference : report.differences)
    std::cerr << "heddle: error: " << difference << "\n";
  if (!report.isRight())
    return;
  std::cerr << "heddle: " << report.kernel << ": " << report.programs
            << (report.programs == 1 ? " program" : " programs") << " ended";
  if (report.gpu)
    std::cerr << " on " << report.gpu->device;
  std::cerr << (report.checks == 0 ? "" : ", results as expected") << " (seed "
            << seed << ")\n";
}

/// An option that is given once for each of several things.
void addRepeated(CLI::App &command, const char *name, const char *value,
                 std::vector<std::string> &values, const char *what) {
  command.add_option(name, values, what)
      ->type_name(value)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// The files in KEY=file; nothing of texts without one, which are refused
/// when the arguments are known.
void addFiles(const char *option, const std::vector<std::string> &texts,
              std::vector<UsedFile> &files) {
  for (const std::string &text : texts) {
    std::size_t begin = text.find('=');
    if (begin == std::string::npos)
      continue;
    files.push_back({.option = concat(option, " ", text.substr(0, begin)),
                     .path = text.substr(begin + 1)});
  }
}

/// Those that arguments are read from.
void addArgumentFiles(const std::vector<std::string> &texts,
                      std::vector<UsedFile> &files) {
  for (const std::string &text : texts)
    if (std::string path = fileIn(text); !path.empty())
      files.push_back(
          {.option = concat("--arg ", text.substr(0, text.find('='))),
           .path = path});
}

/// All files that the options name can be read, or written where they are.
Result<void> checkFiles(const RunArguments &arguments) {
  const RunOptions &options = arguments.options;
  std::vector<UsedFile> inputs = arguments.inputs;
  inputs.push_back({.option = "FILE", .path = arguments.compile.options.input});
  addArgumentFiles(options.arguments, inputs);
  addFiles("--check", options.checks, inputs);
  for (UsedFile &input : inputs) {
    if (input.option.starts_with("--check")) {
      Result<Expectation> check = parseExpectation(input.path);
      if (!check)
        return tl::unexpected(check.error());
      input.path = check->path;
    }
    // Missing files are reported before the run, not after it.
    if (!input.path.empty())
      if (Result<void> readable = checkReadable(input.path); !readable)
        return readable;
  }
  std::vector<UsedFile> outputs = arguments.outputs;
  outputs.push_back({.option = "-o", .path = arguments.compile.output.path});
  addFiles("--out", options.outputs, outputs);
  return checkOutputs(outputs, inputs, arguments.compile.output.overwrite);
}

} // namespace

void addRunOptions(CLI::App &command, RunArguments &arguments) {
  addKernelOptions(command, arguments.compile);
  CLI::Option *grid =
      command.add_option("--grid", arguments.grid, "programs along x,y,z");
  grid->delimiter(',')
      ->expected(1, 3)
      ->type_name("X,Y,Z")
      ->capture_default_str();
  takeNumber(*grid, 1, 0x7FFFFFFF);
  addRepeated(command, "--arg", "KEY=VALUE", arguments.options.arguments,
              "once for each argument, by its name or its position: a number, "
              "@file.npy, type[shape]:zeros|ones|arange|rand|randn|poison, or "
              "a descriptor of either, desc(file.npy,shape=100x50)");
  addRepeated(command, "--out", "KEY=FILE.npy", arguments.options.outputs,
              "write an argument's contents after the run");
  addRepeated(command, "--check", "KEY=FILE.npy[:RTOL,ATOL]",
              arguments.options.checks,
              "compare an argument after the run, bitwise unless a tolerance "
              "is set");
  command
      .add_option("--seed", arguments.options.seed,
                  "seed of random arguments and, in sim, of the order of warps")
      ->capture_default_str();
  command.add_flag("--json", arguments.wantsJson,
                   "print the outcome and all numbers as JSON");
  addOutputOptions(command, arguments.compile.output);
}

int runKernel(RunArguments arguments, Runner runner, const Printer &text) {
  if (int code = resolveOptions(arguments.compile); code != Success)
    return code;
  if (Result<void> checked = checkFiles(arguments); !checked)
    return report(checked.error(), ErrorKind::Trouble);
  arguments.options.compile = arguments.compile.options;
  std::copy(arguments.grid.begin(), arguments.grid.end(),
            arguments.options.grid.begin());
  Reported<RunReport> outcome = runner(arguments.options);
  if (!outcome)
    return exitCodeOf(outcome.error());
  sayEnd(*outcome, arguments.options.seed);
  // Its objections to the run are printed even if only JSON is.
  int verdict = outcome->isRight() ? Success : Refused;
  Result<std::string> printed = text(*outcome, verdict);
  if (printed && arguments.wantsJson)
    printed = runJson(*outcome);
  if (int code = finish(failingWith(ErrorKind::Trouble, printed),
                        arguments.compile.output);
      code != Success)
    return code;
  return verdict;
}

} // namespace heddle
