//===- heddle.cpp - The program heddle -----------------------------------===//
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
/// A command is a file of its own and a line below.
///
//===----------------------------------------------------------------------===//

#include "BanksCommand.h"
#include "BisectCommand.h"
#include "Command.h"
#include "CompileCommand.h"
#include "ConvertCommand.h"
#include "HelpCommands.h"
#include "LayoutCommand.h"
#include "RunCommand.h"
#include "SimCommand.h"
#include "VerifyCommand.h"
#include "ViewCommand.h"

int main(int argc, char **argv) {
  return heddle::runProgram(argc, argv, [](CLI::App &program, int &exitCode) {
    heddle::addLayoutCommand(program, exitCode);
    heddle::addBanksCommand(program, exitCode);
    heddle::addConvertCommand(program, exitCode);
    heddle::addCompileCommand(program, exitCode);
    heddle::addSimCommand(program, exitCode);
    heddle::addRunCommand(program, exitCode);
    heddle::addVerifyCommand(program, exitCode);
    heddle::addBisectCommand(program, exitCode);
    heddle::addViewCommand(program, exitCode);
    heddle::addHelpCommand(program, exitCode);
    heddle::addCompletionCommand(program, exitCode);
  });
}
