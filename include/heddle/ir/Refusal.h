//===- Refusal.h - Ops that cannot be compiled ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a pass says that an op is right, but that it cannot compile it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_REFUSAL_H
#define HEDDLE_IR_REFUSAL_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

namespace heddle {

/// Begins the error of an op that cannot be compiled; the reason is to follow.
inline mlir::InFlightDiagnostic refuse(mlir::Operation *op) {
  return op->emitOpError() << "cannot be compiled yet: ";
}

} // namespace heddle

#endif // HEDDLE_IR_REFUSAL_H
