//===- BoxMask.h - Masks that leave out what is outside of a box *- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a mask of a load in a loop lets through, if it is a box of the tensor
/// that the loop steps through: of each axis the elements before some number.
/// There a descriptor of that size reads zeros.
///
///     %row = arith.addi %first, %range   // of rows that the loop steps on by
///     %in = arith.cmpi slt, %row, %end   // its first row: %end - %begin rows
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_BOXMASK_H
#define HEDDLE_LIB_TRANSFORMS_BOXMASK_H

#include "AffineBlock.h"

namespace heddle {

struct BoxMask {
  /// Of each axis: element i of iteration k is read if i + k * steps[axis] is
  /// less than all of these.
  llvm::SmallVector<llvm::SmallVector<IndexSum, 1>, 2> ends;

  /// `steps`: by how many elements an iteration steps on, along each axis.
  /// Nothing if the mask is no conjunction of such comparisons, and of those
  /// that always hold if no argument of the kernel is negative. O(ops that the
  /// mask is made by).
  static std::optional<BoxMask> match(mlir::Value mask, mlir::scf::ForOp loop,
                                      llvm::ArrayRef<std::int64_t> steps,
                                      const AxisFacts &facts);
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_BOXMASK_H
