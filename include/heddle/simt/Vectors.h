//===- Vectors.h - Vectors of registers -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_VECTORS_H
#define HEDDLE_SIMT_VECTORS_H

#include "heddle/simt/Simt.h"
#include "mlir/IR/Builders.h"

namespace heddle {

/// Scalars of one type, at least one, as the registers of one vector.
mlir::Value vectorOf(mlir::OpBuilder &builder, mlir::Location loc,
                     llvm::ArrayRef<mlir::Value> scalars);

} // namespace heddle

#endif // HEDDLE_SIMT_VECTORS_H
