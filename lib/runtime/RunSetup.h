//===- RunSetup.h - What sim and run have in common -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is the same wherever a kernel runs: compiling it, reading what it is
/// given, writing and comparing what it leaves. What goes wrong is said.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_RUNTIME_RUNSETUP_H
#define HEDDLE_LIB_RUNTIME_RUNSETUP_H

#include "heddle/runtime/ReadyKernel.h"

namespace heddle {

/// A kernel with what the options give it.
struct RunSetup : ReadyKernel {
  /// Fails as `ReadyKernel`, and with `Trouble` if arguments do not fit.
  static Reported<RunSetup> make(const RunOptions &options);

  /// Writes outputs, and adds to the report what is otherwise than expected;
  /// buffers have what the kernel left. Fails if a file cannot be read or
  /// written.
  Reported<void> end(RunReport &report, const RunOptions &options) const;

  /// Those of the launch, then its global scratch memory if there is any.
  std::vector<GivenArgument> arguments;
  /// Of arguments by their number: where they are written, and what they are
  /// compared with.
  std::vector<AssignedArgument> outputs, checks;
};

/// Says an error that is about no op, and returns the kind.
tl::unexpected<ErrorKind> sayError(const Error &error,
                                   const RunOptions &options,
                                   ErrorKind kind = ErrorKind::Refusal);

/// What the report of a kernel says before anything has run.
RunReport beginReport(const KernelLaunch &launch, const RunOptions &options);

} // namespace heddle

#endif // HEDDLE_LIB_RUNTIME_RUNSETUP_H
