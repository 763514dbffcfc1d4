//===- heddle-compiler.cpp - The commands that compile --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// usage: heddle-compiler compile|sim|run ...
///
/// What `heddle` becomes for commands that need MLIR.
///
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "CompileCommand.h"
#include "RunCommand.h"
#include "SimCommand.h"

int main(int argc, char **argv) {
  return heddle::runProgram(argc, argv, [](CLI::App &program, int &exitCode) {
    heddle::addCompileCommand(program, exitCode);
    heddle::addSimCommand(program, exitCode);
    heddle::addRunCommand(program, exitCode);
  });
}
