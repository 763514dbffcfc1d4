//===- ReduceLayout.h - Layouts that suit reductions ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A reduction moves no data between threads along an axis that each thread has
/// as a whole, and none between warps along one that each warp has.
///
///     tensor<8x4x64xf32> of 4 warps, reduced along axis 1, loaded with
///     sizePerThread [1, 1, 4], threadsPerWarp [1, 2, 16], warpsPerCTA [2, 2,
///     1] is better in sizePerThread [1, 1, 4], threadsPerWarp [2, 1, 16],
///     warpsPerCTA [4, 1, 1]
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_REDUCELAYOUT_H
#define HEDDLE_ANALYSIS_REDUCELAYOUT_H

#include "heddle/ir/Tt.h"

namespace heddle {

/// The layout of the load that the operand of a reduction or a scan comes from,
/// but with the whole axis in each thread. Null if there is no such load of a
/// tensor of that shape, if its layout is not blocked or has the whole axis in
/// each thread, or if the axis is the one along which threads access memory.
/// O(ops between the load and the operand).
mlir::Attribute layoutWithWholeAxis(mlir::Value operand, unsigned axis);

/// The same with the whole axis in each warp, whose lanes stay as they are.
/// Where the other axes are too short for all warps, some have the same, each
/// thread `leastReplicated` elements along the axis at least. Null, beside for
/// the first two of these reasons, if each warp has the axis, or if it is too
/// long for warps to have the same.
mlir::Attribute layoutWithAxisInWarps(mlir::Value operand, unsigned axis,
                                      unsigned leastReplicated = 1);

/// Those of these that there are for the first operand of a reduction or a
/// scan; none for other ops.
llvm::SmallVector<mlir::Attribute, 4> layoutsToCombine(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_REDUCELAYOUT_H
