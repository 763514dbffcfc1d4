//===- CompileCommand.h - heddle compile ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `heddle compile`: a kernel in Triton's IR to PTX, or to a stage before.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_COMPILECOMMAND_H
#define HEDDLE_TOOLS_HEDDLE_COMPILECOMMAND_H

#include <CLI/CLI.hpp>

namespace heddle {

/// The exit code is set when the command runs.
void addCompileCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_COMPILECOMMAND_H
