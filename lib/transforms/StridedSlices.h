//===- StridedSlices.h - Every so many elements of a tensor -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements of a tensor of TTIR whose indices are multiples of a step along
/// each axis, computed anew from slices of what the tensor is computed from:
///
///     %r = tt.make_range {0, 64}             with step 8:
///     %w = arith.divsi %r, %c8               %s = tt.make_range {0, 8}
///     %p = tt.addptr %base, %w               %q = tt.addptr %base', %s
///
/// What a loop carries is carried a second time, as a slice.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_STRIDEDSLICES_H
#define HEDDLE_LIB_TRANSFORMS_STRIDEDSLICES_H

#include "mlir/IR/PatternMatch.h"

#include <map>

namespace heddle {

/// One for each axis, powers of two that divide its size; all 1 is the tensor.
using Steps = llvm::SmallVector<std::int64_t, 4>;

class StridedSlices {
public:
  explicit StridedSlices(mlir::RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Can the slice be computed? From ranges, constants and scalars, by
  /// elementwise ops, views and loops. O(ops that compute the value).
  bool canMake(mlir::Value value, llvm::ArrayRef<std::int64_t> steps);

  /// The slice, made right behind the value; what `canMake` says no to may not
  /// be asked for. Loops that carry more are replaced, and with them their
  /// arguments; ops stay.
  mlir::Value make(mlir::Value value, llvm::ArrayRef<std::int64_t> steps);

private:
  using Key = std::pair<mlir::Value, Steps>;
  struct Order {
    bool operator()(const Key &a, const Key &b) const;
  };
  /// A slice on which another one depends.
  struct Source {
    mlir::Value value;
    Steps steps;
  };

  std::optional<llvm::SmallVector<Source, 2>>
  sourcesOf(mlir::Value value, llvm::ArrayRef<std::int64_t> steps);
  mlir::Value makeOf(mlir::Operation *op, llvm::ArrayRef<std::int64_t> steps);
  mlir::Value makeCarried(mlir::BlockArgument argument,
                          llvm::ArrayRef<std::int64_t> steps);

  mlir::RewriterBase &rewriter;
  std::map<Key, mlir::Value, Order> made;
};

/// The type of the slice.
mlir::RankedTensorType slicedType(mlir::RankedTensorType type,
                                  llvm::ArrayRef<std::int64_t> steps);

/// The way back where neighbours are equal: each element of the slice, as often
/// as the steps say along each axis, gives a tensor of the type.
mlir::Value spreadSlice(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value slice, mlir::RankedTensorType type,
                        llvm::ArrayRef<std::int64_t> steps);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_STRIDEDSLICES_H
