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
/// Commands that need no compiler run here, so that they start fast: loading
/// MLIR and LLVM takes longer than most of them do. For everything else this
/// becomes the program `heddle-compiler`, which has all commands.
///
//===----------------------------------------------------------------------===//

#include "BanksCommand.h"
#include "Command.h"
#include "ConvertCommand.h"
#include "LayoutCommand.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace heddle {

namespace {

constexpr const char *CompilerProgram = "heddle-compiler";

bool isFast(int argc, char **argv) {
  constexpr std::array<std::string_view, 3> Commands = {"layout", "banks",
                                                        "convert"};
  return argc > 1 && std::ranges::find(Commands, std::string_view(argv[1])) !=
                         Commands.end();
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
       .remedy = "install both, or build both again"},
      ErrorKind::Trouble);
}

void addFastCommands(CLI::App &program, int &exitCode) {
  addLayoutCommand(program, exitCode);
  addBanksCommand(program, exitCode);
  addConvertCommand(program, exitCode);
}

} // namespace

} // namespace heddle

int main(int argc, char **argv) {
  if (!heddle::isFast(argc, argv))
    return heddle::becomeCompiler(argv);
  return heddle::runProgram(argc, argv, heddle::addFastCommands);
}
