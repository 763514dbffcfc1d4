//===- CompileCommand.h - heddle compile ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `heddle compile`: a kernel in Triton's IR to PTX, or to a stage before.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_COMPILECOMMAND_H
#define HEDDLE_TOOLS_HEDDLE_COMPILECOMMAND_H

#include "Command.h"
#include "heddle/pipeline/Compile.h"
#include "heddle/report/MakeReport.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace heddle {

/// The options of every command that compiles a kernel.
struct CompileArguments {
  CompileOptions options;
  std::string target;
  OutputArguments output;
  /// The name of the stage to print.
  std::string emit, math = "fast", specialization = "auto";
  /// The report goes to the standard output.
  bool wantsReport = false, wantsJson = false;
  /// The target's by default.
  std::optional<unsigned> threadsPerWarp;
};

/// FILE, --target, --num-warps, --entry and the like.
void addKernelOptions(CLI::App &command, CompileArguments &arguments);
/// Of commands that make code.
void addLibraryOption(CLI::App &command, CompileArguments &arguments);

/// Looks up what options name, and refuses what is not supported yet; the exit
/// code.
int resolveOptions(CompileArguments &arguments);

/// The report of every kernel of a module that was compiled with `doesReport`.
std::vector<KernelReport> reportsOf(const CompiledModule &module,
                                    const CompileOptions &options);
/// What `--report --json` prints of one.
nlohmann::ordered_json reportJson(const KernelReport &report,
                                  const CompileOptions &options);

/// The exit code is set when the command runs.
void addCompileCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_COMPILECOMMAND_H
