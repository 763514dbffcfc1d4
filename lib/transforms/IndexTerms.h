//===- IndexTerms.h - What numbers have in common ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes tensors of integers apart: what all elements have in common, as a
/// scalar, and the rest. `(range + n) * 8` is `range * 8`, and 8 n.
///
/// Sums and products of indices do not overflow (AxisInfo.h), and so those of
/// parts do not either.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_INDEXTERMS_H
#define HEDDLE_LIB_TRANSFORMS_INDEXTERMS_H

#include "heddle/analysis/AxisAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace heddle {

/// Numbers of a tensor of integers: a scalar that all have in common, and the
/// rest. Null is zero.
struct Terms {
  mlir::Value common, rest;
};

/// Of all numbers.
struct Bounds {
  std::int64_t low = 0, high = 0;

  static Bounds ofWidth(unsigned bits) {
    return {llvm::minIntN(bits), llvm::maxIntN(bits)};
  }
  bool isWithin(const Bounds &other) const {
    return low >= other.low && high <= other.high;
  }
};

/// What a program says of a value that is more than can be seen.
bool hasHints(mlir::Operation *op);

/// It gives its only operand, or parts of it, other positions.
bool movesElements(mlir::Operation *op);

/// The op on numbers in the place of pointers, or of other numbers.
mlir::Value viewOf(mlir::OpBuilder &builder, mlir::Operation *op,
                   mlir::Value source);

/// Takes apart sums of numbers. New ops go where the builder is.
class Sums {
public:
  Sums(mlir::OpBuilder &builder, const AxisFacts &facts)
      : builder(builder), facts(facts) {}

  Terms of(mlir::Value numbers);
  /// Either may be null. Of 64 bits if 32 might not be enough, unless it is
  /// known that the sum fits the width of both.
  mlir::Value add(mlir::Location loc, mlir::Value l, mlir::Value r,
                  bool cannotOverflow = false);
  /// Null is zero.
  Bounds boundsOf(mlir::Value numbers);
  /// Would `of` leave no rest?
  bool isCommon(mlir::Value numbers) const;

private:
  Terms ofSum(mlir::Operation *op);
  Terms ofProduct(mlir::arith::MulIOp product);
  mlir::Value scalarOf(mlir::Value numbers);
  mlir::Value wide(mlir::Value numbers);
  template <class Op>
  mlir::Value combine(mlir::Location loc, mlir::Value l, mlir::Value r);

  mlir::OpBuilder &builder;
  const AxisFacts &facts;
  /// Of those that are new.
  llvm::DenseMap<mlir::Value, Bounds> bounds;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_INDEXTERMS_H
