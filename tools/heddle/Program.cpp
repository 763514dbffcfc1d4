//===- Program.cpp - From the command line to an exit code ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "CommandText.h"
#include "UsageError.h"
#include "heddle/files/OutputFile.h"
#include "heddle/program/Version.h"

#include <csignal>
#include <exception>

namespace heddle {

namespace {

/// CLI11 calls this for the help of a command.
class HelpFormatter : public CLI::FormatterBase {
public:
  std::string make_help(const CLI::App *command, std::string path,
                        CLI::AppFormatMode /*mode*/) const override {
    return helpText(describe(*command, path));
  }
};

int parseAndRun(int argc, char **argv,
                void (*addCommands)(CLI::App &program, int &exitCode)) {
  CLI::App program("A layout compiler for GPU tensors", "heddle");
  program.formatter(std::make_shared<HelpFormatter>());
  program.set_help_flag("-h,--help", "print this text");
  program.set_version_flag(
      "--version", [] { return versionText("heddle"); },
      "print the versions of heddle, of LLVM, and of the Triton that is read");
  program.require_subcommand(1);
  int exitCode = Success;
  addCommands(program, exitCode);
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    return finish(program.help());
  } catch (const CLI::CallForVersion &version) {
    return finish(std::string(version.what()));
  } catch (const CLI::ParseError &error) {
    return report(usageError(program, error), ErrorKind::Trouble);
  }
  return exitCode;
}

} // namespace

int runProgram(int argc, char **argv,
               void (*addCommands)(CLI::App &program, int &exitCode)) {
  // A limit on the size of files is an error of the write, not a signal.
  std::signal(SIGXFSZ, SIG_IGN);
  // Only memory that runs out, and bugs, throw this far.
  try {
    return parseAndRun(argc, argv, addCommands);
  } catch (const std::exception &error) {
    return report({.reason = error.what(), .witness = {}, .remedy = {}},
                  ErrorKind::Trouble);
  }
}

} // namespace heddle
