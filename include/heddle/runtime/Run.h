//===- Run.h - Running a kernel ---------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Running a kernel of a file on given arguments.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_RUNTIME_RUN_H
#define HEDDLE_RUNTIME_RUN_H

#include "heddle/pipeline/Compile.h"
#include "heddle/report/SimReport.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle {

/// What the simulator makes of lanes that a masked load without `other` leaves
/// out, once something visible depends on them: they are zero. Nothing else is
/// governed by it: memory that nobody wrote and poison always trap.
enum class InactiveLanes {
  Warn, ///< each such load is listed once, and the run goes on
  Trap, ///< the run stops there
  Zero  ///< they are as good as what was loaded
};

struct RunOptions {
  CompileOptions compile;
  /// Programs along x, y and z.
  std::array<std::uint32_t, 3> grid = {1, 1, 1};
  /// KEY=VALUE, as KernelArguments.h says.
  std::vector<std::string> arguments;
  /// KEY=file.npy: arguments to write when all is done.
  std::vector<std::string> outputs;
  /// KEY=ref.npy[:relative,absolute]: what arguments are compared with then.
  std::vector<std::string> checks;
  /// Of random arguments and of the order in which warps take turns.
  std::uint64_t seed = 1;
  /// Of the host, among which a simulated grid is divided; one for each core if
  /// 0.
  unsigned threads = 0;
  /// Instructions that the warps of a simulated program may execute together;
  /// 2^32 if 0.
  std::uint64_t maxSteps = 0;
  InactiveLanes inactiveLanes = InactiveLanes::Warn;
  /// Where a simulated program's timeline is written, and which program's;
  /// nowhere if empty.
  std::string timeline;
  std::array<std::uint32_t, 3> timelineBlock = {0, 0, 0};
  /// On a GPU: so many launches more, which are timed.
  unsigned repeats = 0;
  /// Receives what a simulated kernel prints, line by line; the standard error
  /// if null.
  std::function<void(std::string_view line)> print = nullptr;
  /// Once it is true, a simulation ends soon, and its report means nothing.
  const std::atomic<bool> *isCancelled = nullptr;
};

/// Where and why a simulated kernel stopped.
struct RunTrap {
  std::string location, message;
  /// Of a trap at an undefined value: the op that it comes from, if that was
  /// found.
  struct Origin {
    std::string location, message;
  };
  std::optional<Origin> origin;
  std::array<std::uint32_t, 3> program;
  unsigned warp;
  std::vector<unsigned> lanes;
  /// Which block of the cluster; nothing if programs are one block each.
  std::optional<unsigned> block = std::nullopt;
};

/// What a GPU tells of a kernel.
struct GpuFacts {
  /// "NVIDIA H200".
  std::string device;
  /// Of a thread, as the driver's compiler chose them.
  unsigned registers = 0, localBytes = 0;
  /// Of each launch that was timed, the shortest first.
  std::vector<double> microseconds;

  /// The lower one of two in the middle; something was timed.
  double median() const { return microseconds[(microseconds.size() - 1) / 2]; }
};

/// A masked load without `other` whose inactive lanes something depends on.
struct RunWarning {
  std::string location, message;
};

struct RunReport {
  std::string kernel;
  std::uint64_t programs = 0;
  std::vector<RunTrap> traps;
  std::vector<RunWarning> warnings;
  /// What was otherwise than it should be, one for each check that failed.
  std::vector<std::string> differences;
  std::size_t checks = 0;
  /// Of the two one.
  std::optional<SimReport> sim;
  std::optional<GpuFacts> gpu;

  bool isRight() const { return traps.empty() && differences.empty(); }
};

/// Compiles the kernel and executes it on the simulator; outputs are written
/// unless it traps, which is said on the standard error. Fails as
/// `compileModule`, and with `Trouble` if what is given does not fit.
Reported<RunReport> simulateKernel(const RunOptions &options);

/// Compiles the kernel and runs it on the first GPU of its target's vendor,
/// through the driver's library, which is looked for then. Kernels for AMD GPUs
/// need `compile.link`. Bytes that a kernel writes next to a buffer count as
/// differences. Fails as above, and with `Refusal` if there is no GPU, it is
/// another chip than the kernel's, or the kernel does not come to its end.
Reported<RunReport> runKernelOnGpu(const RunOptions &options);

} // namespace heddle

#endif // HEDDLE_RUNTIME_RUN_H
