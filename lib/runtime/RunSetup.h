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
/// given, writing and comparing what it leaves. What goes wrong is said on the
/// standard error.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_RUNTIME_RUNSETUP_H
#define HEDDLE_LIB_RUNTIME_RUNSETUP_H

#include "heddle/pipeline/KernelFile.h"
#include "heddle/runtime/KernelArguments.h"
#include "heddle/runtime/Run.h"
#include "heddle/simt/Simt.h"

namespace heddle {

/// A kernel that is ready to run.
struct RunSetup {
  /// Fails as `compileModule`, and with `Trouble` if the file has another
  /// number of kernels than one or arguments do not fit.
  static Reported<RunSetup> make(const RunOptions &options);

  /// What the report says before anything has run.
  RunReport begin(const RunOptions &options) const;
  /// Writes outputs, and adds to the report what is otherwise than expected;
  /// buffers have what the kernel left. Fails if a file cannot be read or
  /// written.
  Reported<void> end(RunReport &report) const;

  std::unique_ptr<KernelFile> file;
  simt::KernelOp kernel;
  KernelLaunch launch;
  /// Those of the launch, then its global scratch memory if there is any.
  std::vector<GivenArgument> arguments;
  /// Of arguments by their number: where they are written, and what they are
  /// compared with.
  std::vector<AssignedArgument> outputs, checks;
};

/// An error that is about no op.
/// Prints the error, and returns the kind.
tl::unexpected<ErrorKind> sayError(const Error &error,
                                   ErrorKind kind = ErrorKind::Refusal);

} // namespace heddle

#endif // HEDDLE_LIB_RUNTIME_RUNSETUP_H
