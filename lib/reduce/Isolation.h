//===- Isolation.h - Work in child processes ------------------ -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs commands and functions in child processes: with a time limit, and so
/// that a crash is an answer.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_ISOLATION_H
#define HEDDLE_LIB_REDUCE_ISOLATION_H

#include "heddle/reduce/FailureTest.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace heddle::reduction {

/// How a child process ended.
struct ChildEnd {
  enum class Kind { Exited, Signalled, TimedOut, Cancelled } kind;
  /// The exit code, or the signal.
  int code = 0;
  /// What a function returned; empty of commands, whose standard output is
  /// thrown away.
  std::string result = {};
  /// The first 4 MiB of the standard error.
  std::string errors = {};

  bool isSuccess() const { return kind == Kind::Exited && code == 0; }
};

/// "exited with code 1", "was ended by signal 6 (Aborted)", "took more than 10
/// s".
std::string endText(const ChildEnd &end, const TestLimits &limits);

/// Runs words of the shell, in a process group of its own, which is killed when
/// the time is up. The standard input is empty.
ChildEnd runCommand(const std::string &words, const TestLimits &limits);

/// Runs a function in a copy of this process. The process may have no other
/// threads.
ChildEnd runIsolated(llvm::function_ref<std::string()> function,
                     const TestLimits &limits);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_ISOLATION_H
