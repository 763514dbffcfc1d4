//===- Elementwise.h - Ops on registers one by one --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ops of `arith` and `math`, which apply to registers one by one.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_CODEGEN_COMMON_ELEMENTWISE_H
#define HEDDLE_CODEGEN_COMMON_ELEMENTWISE_H

#include "heddle/codegen/common/EmissionContext.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle::codegen {

/// An op of one result by the table's function for one register; bitwise ops
/// and f16 arithmetic a word at a time where operands come in words.
void emitElementwise(EmissionContext &context, mlir::Operation *op);

/// Whether registers of a type are of f16, bf16, f32 or f64, the floats that
/// LLVM computes with.
bool isArithmeticFloat(mlir::Type type);
/// Whether those of all operands are, and of all results that are not i1.
bool areFloats(mlir::Operation *op, const Target &target);
/// Whether a quotient may be what the hardware approximates.
bool isApproximate(mlir::arith::DivFOp divide);

} // namespace heddle::codegen

#endif // HEDDLE_CODEGEN_COMMON_ELEMENTWISE_H
