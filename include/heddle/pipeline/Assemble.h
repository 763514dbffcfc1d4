//===- Assemble.h - What the assembler says ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What NVIDIA's assembler says about code, where it is installed.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PIPELINE_ASSEMBLE_H
#define HEDDLE_PIPELINE_ASSEMBLE_H

#include "heddle/target/Target.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// What became of one kernel.
struct Assembled {
  std::string kernel;
  /// Of a thread.
  unsigned registers = 0;
  /// Bytes that a thread stores because it has too few.
  unsigned spillBytes = 0;
};

/// Of each kernel, in the order of the assembler. Assembles PTX with the
/// program that $HEDDLE_PTXAS names, or else `ptxas` of the path, $CUDA_HOME or
/// /usr/local/cuda. Nothing if there is none; fails if it refuses the code,
/// with what it says as the witness.
[[nodiscard]] Result<std::optional<std::vector<Assembled>>>
assemblePtx(const std::string &ptx, const Target &target);

} // namespace heddle

#endif // HEDDLE_PIPELINE_ASSEMBLE_H
