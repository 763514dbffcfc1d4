//===- TtngVerify.h - Rules that ops of ttng share --------------*- C++ -*-===//
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
#ifndef HEDDLE_LIB_IR_TTNGVERIFY_H
#define HEDDLE_LIB_IR_TTNGVERIFY_H

#include "heddle/ir/Ttng.h"

namespace heddle::ttng {

/// Blocks of the cluster; one where no attribute says so.
unsigned blocksOf(mlir::Operation *op);

/// The number in the module's target `cuda:100`; nothing if it has none.
std::optional<unsigned> capabilityOf(mlir::Operation *op);

/// The module's target has tensor memory, if it says which target it is.
mlir::LogicalResult expectTensorCores(mlir::Operation *op);

/// An array of i64 in shared memory, no more than there are blocks.
mlir::LogicalResult expectBarrier(mlir::Operation *op,
                                  ttg::MemDescType barrier);
/// Are the mbarriers one after the other, with nothing between them, as far as
/// the release asks? Blocks find each other's by their numbers.
mlir::LogicalResult expectSideBySide(mlir::Operation *op,
                                     ttg::MemDescType barrier);

/// Where there are several blocks: each has a barrier of its own.
mlir::LogicalResult expectOwnBarriers(mlir::Operation *op,
                                      ttg::MemDescType barrier);

/// An instruction multiplies elements of these types.
mlir::LogicalResult expectProductOfTypes(WarpGroupDotOp op);

} // namespace heddle::ttng

#endif // HEDDLE_LIB_IR_TTNGVERIFY_H
