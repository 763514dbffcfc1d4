//===- LlvmProgram.h - Programs with LLVM's command line --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the programs that take LLVM's options do alike: they end with a message
/// instead of a stack trace where a stream cannot be written, and answer
/// `--version` as all of ours do.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PROGRAM_LLVMPROGRAM_H
#define HEDDLE_PROGRAM_LLVMPROGRAM_H

namespace heddle {

/// To be called first in `main`. `name` stands before messages, and lives as
/// long as the program.
void beLlvmProgram(const char *name);

/// Is `--help`, `-help` or `-h` one of the arguments?
bool asksForHelp(int argc, char **argv);

} // namespace heddle

#endif // HEDDLE_PROGRAM_LLVMPROGRAM_H
