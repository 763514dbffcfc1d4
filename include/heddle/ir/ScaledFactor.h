//===- ScaledFactor.h - Factors with scales ----------------------*- C++
//-*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The factors of `tt.dot_scaled`: their elements, and what each scale belongs
/// to.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_SCALEDFACTOR_H
#define HEDDLE_IR_SCALEDFACTOR_H

#include "heddle/ir/Tt.h"

namespace heddle::ir {

/// A factor with its scales.
struct ScaledFactor {
  mlir::TypedValue<mlir::RankedTensorType> values;
  /// None if null.
  mlir::TypedValue<mlir::RankedTensorType> scale;
  tt::ScaledElement element;
  /// The axis that is summed over, and that of rows or columns.
  unsigned depth, other;
  /// Along which pairs of four bits lie.
  unsigned packed;

  bool isPacked() const { return element == tt::ScaledElement::E2M1; }
  /// A scale is a power of two, as far apart as those of an f32.
  bool hasPowerScale() const {
    return scale && scale.getType().getElementType().isInteger(8);
  }
  /// Elements, not bytes.
  llvm::SmallVector<int64_t> shape() const {
    llvm::SmallVector<int64_t> sizes(values.getType().getShape());
    if (isPacked())
      sizes[packed] *= 2;
    return sizes;
  }
};

std::array<ScaledFactor, 2> factorsOf(tt::DotScaledOp dot);

/// What elements are stored as, one of the types; pairs of four bits, and six
/// bits, as bytes.
llvm::SmallVector<mlir::Type, 2> storageOf(tt::ScaledElement element,
                                           mlir::MLIRContext *context);

/// Fails with an error at the op where elements are stored as another type, or
/// scales do not divide K.
mlir::LogicalResult checkScales(tt::DotScaledOp dot);

} // namespace heddle::ir

#endif // HEDDLE_IR_SCALEDFACTOR_H
