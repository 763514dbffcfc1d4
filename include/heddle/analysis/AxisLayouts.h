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

/// The same with the other axes in as many lanes as they have indices for, and
/// the axis in those that are left; if it `narrows`, a lane may have fewer
/// consecutive elements along the other axes than one access moves. Null for
/// the first two of these reasons, or if it would be no other layout.
mlir::Attribute layoutWithAxisInFewLanes(mlir::Value operand, unsigned axis,
                                         bool narrows);

/// The same with the axis in as many lanes as it has indices for, narrowed if
/// need be. A gather along it then asks lanes of its warp, and each for few
/// elements. Null for the same reasons.
mlir::Attribute layoutWithAxisInManyLanes(mlir::Value operand, unsigned axis);

/// The same where a lane has a tile of two rows, and lanes follow each other
/// along the axis that a transposition makes the last one: what is loaded with
/// half as wide accesses may be stored like that. Null for the first two of
/// these reasons, if the last axis stays, if accesses are narrow already, or
/// for a factor of a product, which is not stored.
mlir::Attribute layoutForBothSides(tt::TransOp trans);

/// Those of these that suit the first operand of a reduction, a scan, a gather
/// or a transposition; none for other ops.
llvm::SmallVector<mlir::Attribute, 6> layoutsToMoveAlong(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_AXISLAYOUTS_H
