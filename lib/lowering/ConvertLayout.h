//===- ConvertLayout.h - From one layout to another -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Moving the registers of a tensor from one layout to another, as
/// plan/Conversion.h plans it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_CONVERTLAYOUT_H
#define HEDDLE_LIB_LOWERING_CONVERTLAYOUT_H

#include "LoweringContext.h"

namespace heddle {

/// What registers `from` become as registers `to`. The plan goes to the record.
/// Fails with an error at the op.
mlir::FailureOr<mlir::Value>
convertLayout(LoweringContext &context, mlir::Operation *op, mlir::Value source,
              const LinearLayout &from, const LinearLayout &to);

/// The words that a plan's program computes, one vector of them, from the words
/// of the source (PlanProgram.cpp). Fails with an error at the op on programs
/// for several blocks, and on padded scratch.
mlir::FailureOr<mlir::Value> emitPlanProgram(LoweringContext &context,
                                             mlir::Operation *op,
                                             const Program &program,
                                             mlir::Value words);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_CONVERTLAYOUT_H
