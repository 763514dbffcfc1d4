//===- ViewCommand.h - heddle view ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `heddle view`: a page that shows layouts, conversions, banks or a kernel.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_VIEWCOMMAND_H
#define HEDDLE_TOOLS_HEDDLE_VIEWCOMMAND_H

#include <CLI/CLI.hpp>

namespace heddle {

/// The exit code is set when the command runs.
void addViewCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_VIEWCOMMAND_H
