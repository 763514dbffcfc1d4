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
#ifndef HEDDLE_DRIVER_RUN_H
#define HEDDLE_DRIVER_RUN_H

#include "heddle/driver/Compile.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

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
};

/// Where and why a simulated kernel stopped.
struct RunTrap {
  std::string location, message;
  std::array<std::uint32_t, 3> program;
  unsigned warp;
  std::vector<unsigned> lanes;
};

struct RunReport {
  std::string kernel;
  std::uint64_t programs = 0;
  std::vector<RunTrap> traps;
  /// What was otherwise than it should be, one for each check that failed.
  std::vector<std::string> differences;
  std::size_t checks = 0;
  std::vector<std::pair<std::string, std::uint64_t>> counters;

  bool isRight() const { return traps.empty() && differences.empty(); }
};

/// Compiles the kernel and executes it on the simulator; outputs are written
/// unless it traps. Nothing if it cannot be compiled or what is given does not
/// fit, which is said on the standard error, as traps are.
std::optional<RunReport> simulateKernel(const RunOptions &options);

} // namespace heddle

#endif // HEDDLE_DRIVER_RUN_H
