//===- KernelReducer.h - heddle-reduce on kernels ------------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of `heddle-reduce` but for the modes of MLIR's reducer.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_REDUCE_KERNELREDUCER_H
#define HEDDLE_TOOLS_HEDDLE_REDUCE_KERNELREDUCER_H

namespace heddle {

/// Runs it with the arguments of the program; the exit code
/// (docs/command-line.md).
int runKernelReducer(int argc, char **argv);

/// Prints what it can do.
void printReducerHelp();

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_REDUCE_KERNELREDUCER_H
