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
#include "heddle/files/Overwrite.h"
#include "heddle/program/Outcome.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <iosfwd>

namespace heddle {

/// What `main` does: adds the commands, parses the command line and runs one;
/// the exit code.
int runProgram(int argc, char **argv,
               void (*addCommands)(CLI::App &program, int &exitCode));

/// `-i kernel.ttgir` and `--triton`.
void addReadOptions(CLI::App &command, std::string &input, std::string &triton);

/// Where a command writes.
struct OutputArguments {
  std::string path;
  Overwrite overwrite = Overwrite::Refuse;
  /// Through a pager, where it is a terminal (Pager.h).
  bool isPaged = false;
};

/// `-o` and `--force`.
void addOutputOptions(CLI::App &command, OutputArguments &output);

/// `--no-pager`; without it long output is paged.
void addPagerOption(CLI::App &command, OutputArguments &output);

/// Fails if `-o` may not be written, by the rules of Overwrite.h; the command
/// reads the file of `-i`.
[[nodiscard]] Result<void> checkOutput(const OutputArguments &output,
                                       const std::string &input);

/// The file of `-i`; one without aliases if there is none.
Result<AliasFile> openAliases(const std::string &input);

/// Throws what CLI11 reports as wrong usage if `--batch` comes with `-o`.
void refuseOutputOfBatch(const OutputArguments &output);

/// Prints the error, of the part that it is about if there are several; the
/// exit code.
int report(const Error &error, ErrorKind kind, std::string_view part = {});
int report(const Failure &failure, std::string_view part = {});

/// Fails if `--target` names no GPU.
[[nodiscard]] Result<void> checkTarget(const std::string &name);

/// Writes the text to the file, which is the standard output if its name is
/// empty, or reports the error.
int finish(const std::string &text, const OutputArguments &output = {});
int finish(const Outcome<std::string> &text,
           const OutputArguments &output = {});
int finish(const Result<std::string> &text, const OutputArguments &output = {});

/// Answers the lines of the standard input on the standard output, and says
/// how many were wrong, which `answer` returns.
int runBatch(const std::function<std::size_t(std::istream &in,
                                             std::ostream &out)> &answer);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_COMMAND_H
