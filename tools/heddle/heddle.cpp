//===- heddle.cpp - The program heddle ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: heddle COMMAND ...
///
/// Data goes to the standard output, talk to the standard error. Exit code 1:
/// the input is wrong; 2: the usage is.
///
//===----------------------------------------------------------------------===//

#include "BanksCommand.h"
#include "Command.h"
#include "CompileCommand.h"
#include "ConvertCommand.h"
#include "LayoutCommand.h"
#include "RunCommand.h"
#include "SimCommand.h"

#include <cstdio>
#include <exception>
#include <iostream>

namespace {

int run(int argc, char **argv) {
  CLI::App program("A layout compiler for GPU tensors", "heddle");
  program.require_subcommand(1);
  int exitCode = heddle::Success;
  heddle::addLayoutCommand(program, exitCode);
  heddle::addBanksCommand(program, exitCode);
  heddle::addConvertCommand(program, exitCode);
  heddle::addCompileCommand(program, exitCode);
  heddle::addSimCommand(program, exitCode);
  heddle::addRunCommand(program, exitCode);
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    // Help is no error; everything else is wrong usage.
    return program.exit(error) == 0 ? heddle::Success : heddle::BadUsage;
  }
  std::cout.flush();
  return std::cout ? exitCode : heddle::BadInput;
}

} // namespace

int main(int argc, char **argv) {
  // Only memory that runs out, and bugs, throw this far.
  try {
    return run(argc, argv);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "heddle: error: %s\n", error.what());
    return heddle::BadInput;
  }
}
