//===- Command.cpp - What the subcommands share ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "heddle/files/OutputFile.h"

#include <cstdio>
#include <exception>
#include <iostream>

namespace heddle {

namespace {

int parseAndRun(int argc, char **argv,
                void (*addCommands)(CLI::App &program, int &exitCode)) {
  CLI::App program("A layout compiler for GPU tensors", "heddle");
  program.require_subcommand(1);
  int exitCode = Success;
  addCommands(program, exitCode);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    // Help is no error; everything else is wrong usage.
    return program.exit(error) == 0 ? Success : BadUsage;
  }
  std::cout.flush();
  return std::cout ? exitCode : BadInput;
}

} // namespace

int runProgram(int argc, char **argv,
               void (*addCommands)(CLI::App &program, int &exitCode)) {
  // Only memory that runs out, and bugs, throw this far.
  try {
    return parseAndRun(argc, argv, addCommands);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "heddle: error: %s\n", error.what());
    return BadInput;
  }
}

void addReadOptions(CLI::App &command, std::string &input,
                    std::string &triton) {
  command.add_option("-i,--input", input,
                     "a .ttgir file whose aliases can be named (- for stdin)");
  command
      .add_option("--triton", triton,
                  "version whose meaning and text is wanted, 3.6 to 3.9")
      ->capture_default_str();
}

void addOutputOption(CLI::App &command, std::string &output) {
  command.add_option("-o,--output", output,
                     "write to a file instead of the standard output");
}

Result<AliasFile> openAliases(const std::string &input) {
  return input.empty() ? AliasFile() : AliasFile::open(input);
}

void refuseOutputOfBatch(const std::string &output) {
  if (!output.empty())
    throw CLI::ValidationError("--batch writes to the standard output as it "
                               "reads; send that to a file instead of -o");
}

int report(const Error &error, std::string_view place) {
  std::cerr << "heddle: error: " << place << (place.empty() ? "" : ": ")
            << error.text() << "\n";
  return BadInput;
}

int finish(const Result<std::string> &text, const std::string &output) {
  if (!text)
    return report(text.error());
  if (Result<void> written = writeOutput(output, *text); !written)
    return report(written.error());
  return Success;
}

int finishBatch(std::size_t badLines) {
  if (badLines == 0)
    return Success;
  std::cerr << "heddle: error: " << badLines
            << (badLines == 1 ? " line is wrong\n" : " lines are wrong\n");
  return BadInput;
}

} // namespace heddle
