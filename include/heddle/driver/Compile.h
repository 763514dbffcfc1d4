//===- Compile.h - Kernels to code ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The main job: a kernel in Triton's IR in, code of a GPU out.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_COMPILE_H
#define HEDDLE_DRIVER_COMPILE_H

#include "heddle/target/Target.h"

#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// After which step the text is wanted.
enum class CompileStage { Ttgir, Simt, Ptx };

struct CompileOptions {
  /// TTIR or TTGIR; "-" is the standard input.
  std::string input;
  const Target *target = nullptr;
  /// Of TTIR; a TTGIR module says so itself.
  unsigned numWarps = 4;
  CompileStage stage = CompileStage::Ptx;
};

/// What who launches a kernel has to know.
struct KernelLaunch {
  std::string name;
  unsigned numWarps, threadsPerWarp;
  /// Dynamic shared memory of a block.
  std::uint64_t sharedBytes;
  /// "ptr", "i32", "f32", ..., in order.
  std::vector<std::string> arguments;
};

struct CompiledModule {
  std::string text;
  /// Empty before the stage `Simt`.
  std::vector<KernelLaunch> kernels;
};

/// Nothing if the file cannot be read or compiled, which is said on the
/// standard error, at the op that it is about.
std::optional<CompiledModule> compileModule(const CompileOptions &options);

} // namespace heddle

#endif // HEDDLE_DRIVER_COMPILE_H
