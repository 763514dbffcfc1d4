//===- MatrixProducts.h - Products by matrix instructions -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `tt.dot` by the matrix instructions that its layouts are made for.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERS_MATRIXPRODUCTS_H
#define HEDDLE_LIB_LOWERING_EMITTERS_MATRIXPRODUCTS_H

#include "LoweringContext.h"

namespace heddle {

/// Is the result in the layout of a matrix instruction?
bool isMatrixProduct(tt::DotOp dot);

/// Fails with an error at the op where the target has no instruction for its
/// types, or none that its layouts are made for.
mlir::LogicalResult emitMatrixProduct(LoweringContext &context, tt::DotOp dot);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_MATRIXPRODUCTS_H
