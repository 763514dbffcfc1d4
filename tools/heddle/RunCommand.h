//===- RunCommand.h - heddle run --------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `heddle run`: a kernel run on a GPU.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_RUNCOMMAND_H
#define HEDDLE_TOOLS_HEDDLE_RUNCOMMAND_H

#include <CLI/CLI.hpp>

namespace heddle {

/// The exit code is set when the command runs.
void addRunCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_RUNCOMMAND_H
