//===- Command.h - What the subcommands share -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How subcommands begin, with the options that they have in common, and how
/// they end: exit codes, errors, output.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_COMMAND_H
#define HEDDLE_TOOLS_HEDDLE_COMMAND_H

#include "heddle/answers/AliasFile.h"

#include <CLI/CLI.hpp>

namespace heddle {

/// Exit codes of all subcommands.
enum ExitCode {
  Success = 0,
  BadInput = 1,
  BadUsage = 2,
  LayoutsDiffer = 3 ///< `layout diff`
};

/// What `main` does: adds the commands, parses the command line and runs one;
/// the exit code.
int runProgram(int argc, char **argv,
               void (*addCommands)(CLI::App &program, int &exitCode));

/// `-i kernel.ttgir` and `--triton`.
void addReadOptions(CLI::App &command, std::string &input, std::string &triton);
/// `-o`.
void addOutputOption(CLI::App &command, std::string &output);

/// The file of `-i`; one without aliases if there is none.
Result<AliasFile> openAliases(const std::string &input);

/// Throws what CLI11 reports as wrong usage if `--batch` comes with `-o`.
void refuseOutputOfBatch(const std::string &output);

/// Prints the error; `place` says of what, if there are several.
int report(const Error &error, std::string_view place = {});

/// Writes the text to the file, which is the standard output if its name is
/// empty, or reports the error.
int finish(const Result<std::string> &text, const std::string &output);

/// Says how many lines of a batch were wrong, if any.
int finishBatch(std::size_t badLines);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_COMMAND_H
