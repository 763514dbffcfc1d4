//===- ReadyKernel.h - A kernel that is ready to run ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel that has been lowered, and the simulator on arguments in memory:
/// for callers that run a kernel many times, on data that are not files.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_RUNTIME_READYKERNEL_H
#define HEDDLE_RUNTIME_READYKERNEL_H

#include "heddle/pipeline/KernelFile.h"
#include "heddle/runtime/KernelArguments.h"
#include "heddle/runtime/Run.h"
#include "heddle/simt/Simt.h"

#include <array>
#include <memory>
#include <vector>

namespace heddle {

struct ReadyKernel {
  /// Fails as `compileModule`, and with `Trouble` if the file has another
  /// number of kernels than one.
  static Reported<ReadyKernel> make(const CompileOptions &options);

  std::unique_ptr<KernelFile> file;
  simt::KernelOp kernel;
  KernelLaunch launch;
};

/// Adds the global memory that programs of a grid have for themselves, which is
/// the last argument of kernels with such memory. Fails if that is too much.
[[nodiscard]] Result<void> addScratch(const KernelLaunch &launch,
                                      const std::array<std::uint32_t, 3> &grid,
                                      std::vector<GivenArgument> &arguments);

/// Executes the kernel on the simulator with all its arguments, whose buffers
/// have what it left then, unless it trapped or was cancelled. The options'
/// texts of arguments, outputs and checks are not looked at. Fails with
/// `Refusal` if the simulator does not know an op of the kernel, and with
/// `Trouble` if the options do not fit it.
Reported<RunReport> simulate(ReadyKernel &kernel,
                             std::vector<GivenArgument> &arguments,
                             const RunOptions &options);

} // namespace heddle

#endif // HEDDLE_RUNTIME_READYKERNEL_H
