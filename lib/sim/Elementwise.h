//===- Elementwise.h - Ops on registers -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What executes an op of `arith` or `math` on the lanes of a warp; null if
/// nothing does.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_ELEMENTWISE_H
#define HEDDLE_LIB_SIM_ELEMENTWISE_H

#include "Machine.h"
#include "Variant.h"

HEDDLE_SIM_BEGIN

Run integerRun(mlir::Operation *op);
Run floatRun(mlir::Operation *op);
Run castRun(mlir::Operation *op);
/// Chooses by a condition of each register, or by one for all of them.
Run selectRun(mlir::Operation *op);

Run approximationRun(simt::Approximation function);
Run floatConversionRun(simt::ConvertFloatOp convert);

/// Of ops with two results, the low half (the sum) and the high one (the
/// carry).
Run lowRun(mlir::Operation *op);
Run highRun(mlir::Operation *op);

HEDDLE_SIM_END

#endif // HEDDLE_LIB_SIM_ELEMENTWISE_H
