//===- Verify.h - Rules for shapes and types --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checks that several ops need, with their messages.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_VERIFY_H
#define HEDDLE_LIB_IR_VERIFY_H

#include "heddle/encoding/Verify.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace heddle::ir {

/// 16x32, for messages.
std::string shapeText(llvm::ArrayRef<int64_t> shape);

/// The shape of a tensor or a memdesc; empty of a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);

/// "expects WHAT of shape EXPECTED, but got TYPE".
mlir::LogicalResult expectShape(mlir::Operation *op, llvm::StringRef what,
                                mlir::Type type,
                                llvm::ArrayRef<int64_t> expected);

/// "expects WHAT of type EXPECTED, but got TYPE".
mlir::LogicalResult expectType(mlir::Operation *op, llvm::StringRef what,
                               mlir::Type type, mlir::Type expected);

/// The buffer is in shared memory; in tensor memory; may be written.
mlir::LogicalResult expectShared(mlir::Operation *op, mlir::Type memory);
mlir::LogicalResult expectTensorMemory(mlir::Operation *op, mlir::Type memory);
mlir::LogicalResult expectMutable(mlir::Operation *op, mlir::Type memory);

/// The buffer is no part of another, but perhaps one of an array of them.
mlir::LogicalResult expectWhole(mlir::Operation *op, mlir::Type memory);

/// A tensor has the shape and the elements of a buffer.
mlir::LogicalResult expectSame(mlir::Operation *op, mlir::Type tensor,
                               mlir::Type memory);

/// NVIDIA's engine moves at least 8 rows of a matrix, of 32 bytes each.
/// `block`: one row.
mlir::LogicalResult expectEngineRows(mlir::Operation *op, int64_t rows,
                                     mlir::RankedTensorType block);

/// Axes are numbered from 0 to rank-1.
mlir::LogicalResult expectAxis(mlir::Operation *op, int64_t axis, int64_t rank);

/// The order names each axis once.
mlir::LogicalResult expectPermutation(mlir::Operation *op,
                                      llvm::ArrayRef<int32_t> order,
                                      int64_t rank);

/// A region with these arguments, whose terminator has these operands.
mlir::LogicalResult expectRegion(mlir::Operation *op, mlir::Region &region,
                                 llvm::ArrayRef<mlir::Type> arguments,
                                 llvm::ArrayRef<mlir::Type> results);

/// The tensors of an op have sizes that are powers of two, and layouts that
/// mean something, for as many threads as there are. In a text
/// (`Meaning::Optional`) less is asked for, as Triton does.
mlir::LogicalResult expectTensors(mlir::Operation *op, Meaning meaning);
/// The buffers of an op are for as many blocks as there are.
mlir::LogicalResult expectMemory(mlir::Operation *op, Meaning meaning);

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_VERIFY_H
