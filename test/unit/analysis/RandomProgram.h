//===- RandomProgram.h - Programs of integers -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random integer programs as kernels compute their addresses: ranges, program
/// ids, arguments with hints, arithmetic, views, loops.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_ANALYSIS_RANDOMPROGRAM_H
#define HEDDLE_TEST_UNIT_ANALYSIS_RANDOMPROGRAM_H

#include "analysis/NaiveProgram.h"
#include "mlir/IR/OwningOpRef.h"

#include <random>

namespace heddle::test {

struct RandomProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  tt::FuncOp function;
  /// Values that keep what the hints promise.
  std::vector<Tensor> arguments;
  std::int64_t programId = 0;
};

/// About `ops` ops on tensors of at most 256 elements.
RandomProgram randomProgram(mlir::MLIRContext &context, std::mt19937_64 &engine,
                            unsigned ops);

} // namespace heddle::test

#endif // HEDDLE_TEST_UNIT_ANALYSIS_RANDOMPROGRAM_H
