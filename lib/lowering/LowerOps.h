//===- LowerOps.h - One walk over the ops -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The walk over a function: each op goes to its emitter.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_LOWEROPS_H
#define HEDDLE_LIB_LOWERING_LOWEROPS_H

#include "LoweringContext.h"

namespace heddle {

/// Fails with an error at the op unless every tensor among the types has a
/// layout, and elements that fit registers.
mlir::LogicalResult checkTypes(mlir::Operation *op, mlir::TypeRange types);

/// Shows what these values have become, where the builder stands, if the record
/// asks for it.
void observe(LoweringContext &context, mlir::ValueRange values);

/// Lowers an op where the builder stands.
mlir::LogicalResult lowerOp(LoweringContext &context, mlir::Operation &op);

/// All ops of a block, its terminator among them.
mlir::LogicalResult lowerBlock(LoweringContext &context, mlir::Block &block);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_LOWEROPS_H
