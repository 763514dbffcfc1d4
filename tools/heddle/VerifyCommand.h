//===- VerifyCommand.h - heddle verify --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_VERIFYCOMMAND_H
#define HEDDLE_TOOLS_HEDDLE_VERIFYCOMMAND_H

#include "heddle/verify/Verify.h"

#include <CLI/CLI.hpp>

namespace heddle {

/// --trials and --seed.
void addTrialOptions(CLI::App &command, equivalence::VerifyOptions &options);

void addVerifyCommand(CLI::App &program, int &exitCode);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_VERIFYCOMMAND_H
