//===- SliceRewriter.h - Values made in other layouts -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Carries out slices (ConversionSlice.h). Clones stand behind their originals,
/// and conversions behind what they convert, so that what is made once serves
/// wherever the original does; loops carry, and branches yield, one value more.
/// Originals stay, for others and for dead code elimination.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_RULES_SLICEREWRITER_H
#define HEDDLE_LIB_TRANSFORMS_RULES_SLICEREWRITER_H

#include "heddle/analysis/ConversionSlice.h"

namespace heddle::rules {

/// Remembers what it made. Nothing may erase ops during its life, but the
/// conversions that `replace` is given.
class SliceRewriter {
public:
  const KnownValues &known() const { return values; }

  /// Lets later slices use what it converts.
  void keep(ttg::ConvertLayoutOp conversion);

  /// Makes the slice of a conversion's source, and uses that instead.
  void replace(ttg::ConvertLayoutOp conversion, ConversionSlice slice);

private:
  mlir::Value provide(mlir::Value value, mlir::Attribute layout);
  mlir::Value make(mlir::Value value, mlir::Attribute layout);
  mlir::Value convert(mlir::Value value, mlir::Attribute layout);
  mlir::Value clone(mlir::OpResult result, mlir::Attribute layout);
  mlir::Value carry(mlir::BlockArgument argument, mlir::Attribute layout);
  mlir::Value yieldMore(mlir::OpResult result, mlir::Attribute layout);
  /// Uses another op's results, whose first are the same.
  void rename(mlir::Operation *from, mlir::Operation *to);

  ConversionSlice slice;
  KnownValues values;
};

} // namespace heddle::rules

#endif // HEDDLE_LIB_TRANSFORMS_RULES_SLICEREWRITER_H
