//===- RunArguments.h - What sim and run are told ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `heddle sim` and `heddle run` have in common: their options, and what
/// they say at the end.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_RUNARGUMENTS_H
#define HEDDLE_TOOLS_HEDDLE_RUNARGUMENTS_H

#include "CompileCommand.h"
#include "heddle/runtime/Run.h"

#include <functional>

namespace heddle {

struct RunArguments {
  CompileArguments compile;
  RunOptions options;
  std::vector<std::uint32_t> grid = {1};
  bool wantsJson = false;
  /// Files that the command reads or writes beside those of these options.
  std::vector<UsedFile> inputs, outputs;
};

/// Where a kernel runs.
using Runner = Reported<RunReport> (*)(const RunOptions &);

/// --grid, --arg, --out, --check, --seed, --json and those of the kernel.
void addRunOptions(CLI::App &command, RunArguments &arguments);

/// What goes to the standard output without --json. It may make the exit code
/// another one.
using Printer =
    std::function<Result<std::string>(const RunReport &report, int &exitCode)>;

/// Runs the kernel and says how it ended. The exit code.
int runKernel(RunArguments arguments, Runner runner, const Printer &text);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_RUNARGUMENTS_H
