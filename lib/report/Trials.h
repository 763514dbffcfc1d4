//===- Trials.h - Compiling with other assumptions --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What would become of a kernel if more were known of its arguments, or if it
/// had other warps: found by compiling it again. What is advised has been
/// tried, so that it helps.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REPORT_TRIALS_H
#define HEDDLE_LIB_REPORT_TRIALS_H

#include "heddle/pipeline/KernelFile.h"

#include <map>

namespace heddle {

/// What is taken for granted of a kernel's parameter: that this divides it,
/// bytes of a pointer; or that it is one, if this is 0.
struct Assumption {
  unsigned argument;
  std::int64_t divisor;
  auto operator<=>(const Assumption &) const = default;
};

/// A kernel that was compiled otherwise.
struct TrialOutcome {
  /// Of accesses of global memory, by location and name and which of those it
  /// is: the bytes of a lane's access.
  using Key = std::tuple<std::string, std::string, unsigned>;
  std::map<Key, unsigned> bytes;
  /// Where layouts are converted.
  std::map<Key, unsigned> conversions;
  /// Of a block, with its accesses of global memory.
  double cycles = 0;
};

/// Cycles of a block for accesses of global memory: what issuing them takes,
/// and the first-level cache, which moves 128 bytes a cycle, if addresses of
/// neighbouring lanes are neighbours.
double cyclesOf(const AccessWidth &width, unsigned warps, const Target &target);

/// Compiles one kernel of a file again and again.
class Trials {
public:
  Trials(KernelFile &file, const CompileOptions &options, std::string kernel)
      : file(file), options(options), kernel(std::move(kernel)) {}

  using Assumptions = std::vector<Assumption>;
  /// Null if it cannot be compiled so. Each question is tried once.
  const TrialOutcome *with(const Assumptions &assumptions,
                           std::optional<unsigned> warps = std::nullopt);
  /// False of files whose layouts are given, and with them their warps.
  bool canChangeWarps() const;

private:
  std::optional<TrialOutcome> compile(const Assumptions &assumptions,
                                      std::optional<unsigned> warps) const;

  KernelFile &file;
  const CompileOptions &options;
  std::string kernel;
  std::map<std::pair<Assumptions, unsigned>, std::optional<TrialOutcome>> known;
};

} // namespace heddle

#endif // HEDDLE_LIB_REPORT_TRIALS_H
