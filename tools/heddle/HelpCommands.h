//===- HelpCommands.h - heddle help and heddle completion -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Commands about commands. They know of those that the program has when they
/// run, so they can be added in any order.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_HELPCOMMANDS_H
#define HEDDLE_TOOLS_HEDDLE_HELPCOMMANDS_H

#include <CLI/CLI.hpp>

namespace heddle {

/// The exit code is set when one of the commands runs.
void addHelpCommand(CLI::App &program, int &exitCode);
void addCompletionCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_HELPCOMMANDS_H
