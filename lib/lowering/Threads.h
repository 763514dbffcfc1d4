//===- Threads.h - Who a thread is ------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values that follow from the number of a thread: its part of an element's
/// coordinates, and whether it is the one of several that acts. The number has
/// the bits of the lane in the low part, those of the warp above them, and in a
/// cluster those of the block above these.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_THREADS_H
#define HEDDLE_LIB_LOWERING_THREADS_H

#include "LoweringContext.h"

namespace heddle {

/// Which coordinate along an axis register 0 of each thread has.
ThreadMap threadMapOf(const LinearLayout &layout, unsigned axis);

/// The value of a map in this thread, an i32.
mlir::Value evaluate(LoweringContext &context, mlir::Location loc,
                     const ThreadMap &map);

/// The coordinates of this thread's elements along an axis, one a register.
mlir::Value coordinates(LoweringContext &context, mlir::Location loc,
                        const LinearLayout &layout, unsigned axis);

/// True in one of the threads that hold the same elements; null if there is no
/// other.
mlir::Value isOwner(LoweringContext &context, mlir::Location loc,
                    const LinearLayout &layout);
/// The same of threads of the own block only.
mlir::Value isOwnerInBlock(LoweringContext &context, mlir::Location loc,
                           const LinearLayout &layout);
/// True in one thread of the program: of the block, or of the cluster.
mlir::Value isFirst(LoweringContext &context, mlir::Location loc);
/// True in one thread of each block.
mlir::Value isFirstInBlock(LoweringContext &context, mlir::Location loc);
/// The sum of the columns of those bits that this block's number has, an i32;
/// no two columns have a bit in common.
mlir::Value blockBits(LoweringContext &context, mlir::Location loc,
                      llvm::ArrayRef<Word> columns);
/// The owner of a tensor's elements, or of a scalar, which all threads hold.
mlir::Value isOwnerOf(LoweringContext &context, mlir::Location loc,
                      mlir::Type type);
/// These bits of the thread's number.
mlir::Value threadBits(LoweringContext &context, mlir::Location loc, Word bits);
/// True in threads whose number has none of these bits.
mlir::Value isZero(LoweringContext &context, mlir::Location loc, Word bits);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_THREADS_H
