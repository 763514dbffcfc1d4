//===- LayoutFlow.h - How layouts pass through ops --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layout inference asks each op two questions: which layout a result gets, and
/// which an operand needs. See LayoutFlow.td.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_LAYOUTFLOW_H
#define HEDDLE_IR_LAYOUTFLOW_H

#include "mlir/IR/OpDefinition.h"

#include "heddle/ir/LayoutFlow.h.inc"

namespace heddle::ir {

/// Null where the op leaves it open, and where there is no such layout.
mlir::Attribute layoutOfResult(mlir::Operation *op, unsigned operand,
                               mlir::Attribute layout, unsigned result);
mlir::Attribute layoutOfOperand(mlir::Operation *op, unsigned result,
                                mlir::Attribute layout, unsigned operand);

} // namespace heddle::ir

#endif // HEDDLE_IR_LAYOUTFLOW_H
