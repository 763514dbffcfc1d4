//===- UsageError.h - What is wrong with a command line ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// CLI11 knows what is wrong with a command line; this says it as all of
/// heddle's errors are said, with the option or command that was meant.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_USAGEERROR_H
#define HEDDLE_TOOLS_HEDDLE_USAGEERROR_H

#include "heddle/f2/Error.h"

#include <CLI/CLI.hpp>

namespace heddle {

/// `program` has parsed what it could before the error.
Error usageError(const CLI::App &program, const CLI::ParseError &error);

/// The command that these words name, below the program.
[[nodiscard]] Result<const CLI::App *>
findCommand(const CLI::App &program, const std::vector<std::string> &words);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_USAGEERROR_H
