//===- Views.h - Ops that move no data --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ops such as `tt.trans` rename elements: every location of the result holds
/// what the same location of the source holds. With the elements of a tensor
/// numbered row by row, the number in the result follows from the number in the
/// source, bit by bit; and so do the layouts' basis vectors.
///
///     tt.trans of 4x8, order [1, 0]
///     number in the source   r1 r0 c2 c1 c0
///     number in the result   c2 c1 c0 r1 r0
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_IR_VIEWS_H
#define HEDDLE_LIB_IR_VIEWS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace heddle::ir {

/// The result's number of an element, from the source's.
using Renaming = llvm::function_ref<std::uint64_t(std::uint64_t)>;

/// How exactly registers have to agree; lanes, warps and blocks always do.
enum class Registers {
  Exact,    ///< each in its own
  NoCopies, ///< those that hold something new, in the same order
  AnyOrder  ///< the same ones
};

/// Tensors with layouts, all or none.
mlir::LogicalResult expectAllOrNoLayouts(mlir::Operation *op);

/// Tensors whose layouts are still to be found (`#gluon.auto_encoding`) are so
/// together.
mlir::LogicalResult expectSameOpenLayouts(mlir::Operation *op);

/// The result's layout is the source's, with elements renamed. `added` are
/// registers that the result has in front, by their numbers. Nothing is checked
/// of types without layouts, and of layouts that cover other axes than the
/// type.
mlir::LogicalResult expectRenamed(mlir::Operation *op, mlir::Type source,
                                  mlir::Type result, Renaming rename,
                                  Registers registers = Registers::Exact,
                                  llvm::ArrayRef<std::uint64_t> added = {});

/// Has each location of the result the number that it has in the source? True
/// of types without layouts, and of layouts that cover other axes.
bool areRenamed(mlir::Type source, mlir::Type result);

/// Has each thread both elements of its pairs, so that the halves of `pairs`
/// are as `half`? False of types without layouts.
bool arePairsOf(mlir::Type half, mlir::Type pairs);

/// As `order` of `tt.trans` says, of a source with this shape.
mlir::LogicalResult expectTransposed(mlir::Operation *op, mlir::Type source,
                                     mlir::Type result,
                                     llvm::ArrayRef<int32_t> order);

/// Does this order of axes leave each where it is?
bool isIdentity(llvm::ArrayRef<int32_t> order);

/// The order that does what `inner` and then `outer` do.
llvm::SmallVector<int32_t> composedOrder(llvm::ArrayRef<int32_t> inner,
                                         llvm::ArrayRef<int32_t> outer);

/// The number without the bits of an axis; those above move down.
std::uint64_t dropAxis(std::uint64_t number, llvm::ArrayRef<int64_t> shape,
                       int64_t axis);

} // namespace heddle::ir

#endif // HEDDLE_LIB_IR_VIEWS_H
