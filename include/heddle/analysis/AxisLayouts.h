//===- AxisLayouts.h - Layouts for moves along an axis ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts for what moves data along an axis. A reduction moves none between
/// threads along an axis that each thread has as a whole, none between warps
/// along one that each warp has, and less where few lanes have it. A gather
/// moves less where many do.
///
///     tensor<8x4x64xf32> of 4 warps, reduced along axis 1, loaded with
///     sizePerThread [1, 1, 4], threadsPerWarp [1, 2, 16], warpsPerCTA [2, 2,
///     1] is better in sizePerThread [1, 1, 4], threadsPerWarp [2, 1, 16],
///     warpsPerCTA [4, 1, 1]
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_AXISLAYOUTS_H
#define HEDDLE_ANALYSIS_AXISLAYOUTS_H

#include "heddle/ir/Tt.h"

namespace heddle {

/// Layouts that suit the first operand of a reduction, a scan, a gather or a
/// transposition, made of that of the load that it comes from: those with the
/// whole axis in each thread, or in each warp, or in few lanes or many, and
/// with a tile in each lane for what is transposed and stored. None for other
/// ops, if there is no such load of a tensor of that shape, or if its layout is
/// not blocked. O(ops between the load and the operand).
llvm::SmallVector<mlir::Attribute, 6> layoutsToMoveAlong(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_AXISLAYOUTS_H
