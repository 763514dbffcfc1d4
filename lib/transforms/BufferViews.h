//===- BufferViews.h - Buffers and their views ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_BUFFERVIEWS_H
#define HEDDLE_LIB_TRANSFORMS_BUFFERVIEWS_H

#include "heddle/ir/Ttg.h"

namespace heddle {

/// Is the result the memory of the operand, seen otherwise?
bool isView(mlir::Operation *op);

/// The op whose memory the value is or views; null for an argument.
mlir::Operation *memoryOf(mlir::Value value);

/// The allocation that the memory is part of, a buffer of several perhaps; null
/// if it cannot be told.
ttg::LocalAllocOp allocationOf(mlir::Value memory);

/// What users put a loaded tensor into that nobody writes, and that lies where
/// it may.
llvm::SmallVector<ttg::LocalAllocOp> immutableBuffersOf(mlir::Operation *load);

/// The type of several buffers for tensors in a layout of shared memory.
ttg::MemDescType buffersFor(mlir::ShapedType type, std::int32_t count,
                            mlir::Attribute layout);

/// Several buffers like one that is made of a tensor.
ttg::LocalAllocOp allocateLike(mlir::OpBuilder &builder,
                               ttg::LocalAllocOp alloc, std::int32_t count);

/// Do only views and ops that read it use the buffer? Others may keep its type.
bool canBeReplaced(ttg::LocalAllocOp alloc);
/// Erases a buffer that was made of a tensor; memory that copies write takes
/// its place, and that of its views.
void replaceBuffer(ttg::LocalAllocOp alloc, mlir::Value memory);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_BUFFERVIEWS_H
