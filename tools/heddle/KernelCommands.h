//===- KernelCommands.h - Commands that compile kernels ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The commands that need the compiler. They are a program of their own,
/// `heddle-compiler`, which `heddle` becomes when one is asked for: loading
/// MLIR and LLVM takes longer than most other commands do.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_KERNELCOMMANDS_H
#define HEDDLE_TOOLS_HEDDLE_KERNELCOMMANDS_H

#include <array>

namespace heddle {

struct KernelCommand {
  const char *name, *description;
};

inline constexpr KernelCommand CompileCommand = {
    "compile", "Compile a kernel in Triton's IR for a GPU"};
inline constexpr KernelCommand SimCommand = {
    "sim", "Run a kernel on the simulator: no GPU is needed"};
inline constexpr KernelCommand RunCommand = {
    "run", "Run a kernel on a GPU of NVIDIA, through its driver"};

inline constexpr std::array KernelCommands = {CompileCommand, SimCommand,
                                              RunCommand};
inline constexpr const char *CompilerProgram = "heddle-compiler";

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_KERNELCOMMANDS_H
