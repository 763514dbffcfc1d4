//===- ConvertCommand.h - heddle convert ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The subcommand `convert`: its options, and what it does with them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_CONVERTCOMMAND_H
#define HEDDLE_TOOLS_HEDDLE_CONVERTCOMMAND_H

#include <CLI/CLI.hpp>

namespace heddle {

/// Adds `convert` to the program. Running it sets `exitCode`.
void addConvertCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_CONVERTCOMMAND_H
