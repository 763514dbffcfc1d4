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
#include "ConvertCommand.h"
#include "KernelCommands.h"
#include "LayoutCommand.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace heddle {

namespace {

bool needsCompiler(int argc, char **argv) {
  return argc > 1 &&
         std::ranges::any_of(KernelCommands, [&](const KernelCommand &command) {
           return std::strcmp(command.name, argv[1]) == 0;
         });
}

/// Becomes the program beside this one; returns only if there is none.
int becomeCompiler(char **argv) {
  std::error_code status;
  std::filesystem::path self =
      std::filesystem::read_symlink("/proc/self/exe", status);
  std::string program = (self.parent_path() / CompilerProgram).string();
  execv(program.c_str(), argv);
  return report(
      {.reason = concat("expects the program ", CompilerProgram,
                        " beside heddle, but cannot start '", program, "'"),
       .witness = std::strerror(errno),
       .remedy = "install both, or build both again"});
}

void addCommands(CLI::App &program, int &exitCode) {
  addLayoutCommand(program, exitCode);
  addBanksCommand(program, exitCode);
  addConvertCommand(program, exitCode);
  // For the list that --help prints.
  for (const KernelCommand &command : KernelCommands)
    program.add_subcommand(command.name, command.description);
}

} // namespace

} // namespace heddle

int main(int argc, char **argv) {
  if (heddle::needsCompiler(argc, argv))
    return heddle::becomeCompiler(argv);
  return heddle::runProgram(argc, argv, heddle::addCommands);
}
