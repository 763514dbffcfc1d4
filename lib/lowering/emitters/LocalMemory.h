//===- LocalMemory.h - Accesses of buffers in shared memory -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ops that write buffers have in common.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERS_LOCALMEMORY_H
#define HEDDLE_LIB_LOWERING_EMITTERS_LOCALMEMORY_H

#include "Buffer.h"
#include "LocalAccess.h"
#include "LoweringContext.h"

namespace heddle {

/// Addresses of a plan's accesses: the buffer's begin, and what each thread
/// adds to it, with the paddings before that.
llvm::SmallVector<mlir::Value> localAddresses(LoweringContext &context,
                                              mlir::Location loc,
                                              llvm::ArrayRef<ThreadMap> maps,
                                              const Buffer &buffer,
                                              mlir::Value begin);

/// Stores the registers of a tensor with that layout in the memory that
/// `memory` describes, each element by one of the threads that hold it. Fails
/// with an error at the op.
mlir::LogicalResult storeTo(LoweringContext &context, mlir::Operation *op,
                            mlir::Value registers, const LinearLayout &layout,
                            mlir::Value memory);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_LOCALMEMORY_H
