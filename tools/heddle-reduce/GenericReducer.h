//===- GenericReducer.h - MLIR's reducer ---------------------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MLIR's own reducer with Triton's dialects: `--opt-reduction-pass` and
/// `--reduction-tree`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_REDUCE_GENERICREDUCER_H
#define HEDDLE_TOOLS_HEDDLE_REDUCE_GENERICREDUCER_H

namespace heddle {

/// Runs it with the arguments of the program; the exit code, 0 or 1.
int runGenericReducer(int argc, char **argv);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_REDUCE_GENERICREDUCER_H
