//===- FewerWarps.h - Layouts of tensors for fewer warps --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ops on tensors, made again for a partition that has fewer warps than the
/// kernel.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_FEWERWARPS_H
#define HEDDLE_LIB_TRANSFORMS_FEWERWARPS_H

#include "heddle/f2/Error.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {

/// The layout in which the first `warps` warps hold what all of a layout's do:
/// the upper bits of a warp's number become bits of a register's.
///
///     warps 4, threadsPerWarp [4, 8], warpsPerCTA [8, 1], 64x8 elements:
///       before   row = 32 register + 4 warp + lane / 8    2 registers
///       after    row = 16 register + 4 warp + lane / 8    4 registers
///
/// Both numbers of warps are powers of two. A layout that has no more warps
/// stays as it is. Fails for layouts of products. O(rank + bits).
Result<mlir::Attribute> layoutForWarps(mlir::Attribute layout, unsigned warps);

/// Makes an op without regions again: the tensors that `inside` has for its
/// results have such layouts, as those for its operands do. All layouts must
/// have one. A view whose result has another order of registers is followed by
/// a conversion.
mlir::Operation *cloneForWarps(mlir::OpBuilder &builder, mlir::Operation &op,
                               mlir::IRMapping &inside, unsigned warps);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_FEWERWARPS_H
