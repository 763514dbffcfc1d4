//===- Command.h - What the subcommands share -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How every subcommand ends: exit codes, errors, output.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_COMMAND_H
#define HEDDLE_TOOLS_HEDDLE_COMMAND_H

#include "heddle/f2/Error.h"

namespace heddle {

/// Exit codes of all subcommands.
enum ExitCode {
  Success = 0,
  BadInput = 1,
  BadUsage = 2,
  LayoutsDiffer = 3 ///< `layout diff`
};

/// Prints the error; `place` says of what, if there are several.
int report(const Error &error, std::string_view place = {});

/// Writes the text to the file, which is the standard output if its name is
/// empty, or reports the error.
int finish(const Result<std::string> &text, const std::string &output);

/// Says how many lines of a batch were wrong, if any.
int finishBatch(std::size_t badLines);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_COMMAND_H
