//===- BisectCommand.h - heddle bisect --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_BISECTCOMMAND_H
#define HEDDLE_TOOLS_HEDDLE_BISECTCOMMAND_H

#include <CLI/CLI.hpp>

namespace heddle {

void addBisectCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_BISECTCOMMAND_H
