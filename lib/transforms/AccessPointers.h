//===- AccessPointers.h - Pointers of accesses -------------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_ACCESSPOINTERS_H
#define HEDDLE_LIB_TRANSFORMS_ACCESSPOINTERS_H

#include "mlir/IR/Operation.h"

namespace heddle {

/// The pointers by which an op accesses global memory; null of others, also of
/// those by descriptors.
mlir::Value pointersOf(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_ACCESSPOINTERS_H
