//===- AffineBlock.h - Pointers that step through memory --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tensors of pointers, in a loop, as a base and offsets that are affine in an
/// element's index and in the number of the iteration:
///
///     base + start + iteration * perIteration + i * strides[0] + j *
///     strides[1]
///
/// Offsets are numbers of elements: sums of products of a number and of scalars
/// that the loop does not change. Sums and products of indices do not overflow
/// (AxisInfo.h).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_AFFINEBLOCK_H
#define HEDDLE_LIB_TRANSFORMS_AFFINEBLOCK_H

#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Tt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// `factor * scalars[0] * scalars[1] * ...`; scalars are i32 or i64, outside of
/// the loop, and sorted.
struct IndexProduct {
  std::int64_t factor = 1;
  llvm::SmallVector<mlir::Value, 2> scalars;

  /// The other factor, if this is a multiple of `divisor` by a number.
  std::optional<std::int64_t> quotient(const IndexProduct &divisor) const;
  /// A number that divides it.
  std::int64_t divisor(const AxisFacts &facts) const;
};

/// A sum of products with different scalars, none of which is zero.
class IndexSum {
public:
  IndexSum() = default;
  explicit IndexSum(std::int64_t number);
  explicit IndexSum(mlir::Value scalar);

  llvm::ArrayRef<IndexProduct> products() const { return all; }
  bool isZero() const { return all.empty(); }
  bool isOne() const {
    return all.size() == 1 && all[0].factor == 1 && all[0].scalars.empty();
  }
  IndexSum &operator+=(const IndexSum &other);
  friend IndexSum operator*(const IndexSum &a, const IndexSum &b);

  /// Nothing if there are scalars in it.
  std::optional<std::int64_t> number() const;
  /// As an i64.
  mlir::Value make(mlir::OpBuilder &builder, mlir::Location loc) const;

private:
  void add(IndexProduct product);

  llvm::SmallVector<IndexProduct, 2> all;
};

struct AffineBlock {
  /// A scalar pointer outside of the loop; null of numbers.
  mlir::Value base;
  IndexSum start, perIteration;
  /// Of a tensor: one for each axis.
  llvm::SmallVector<IndexSum, 2> strides;

  /// Of a scalar or a tensor, numbers or pointers, of the loop's body; nothing
  /// if it is not of that form. O(ops that it is made by).
  static std::optional<AffineBlock> of(mlir::Value value,
                                       mlir::scf::ForOp loop);
  /// The same of a - b; nothing if b is of pointers.
  static std::optional<AffineBlock> ofDifference(mlir::Value a, mlir::Value b,
                                                 mlir::scf::ForOp loop);
  /// Of numbers that are at least zero where the comparison is true, of signed
  /// numbers for less or more.
  static std::optional<AffineBlock> ofComparison(mlir::arith::CmpIOp compare,
                                                 mlir::scf::ForOp loop);
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_AFFINEBLOCK_H
