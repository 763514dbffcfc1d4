//===- TypeMap.h - The same module with other types ----------- -*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes shapes and layouts in all types and attributes of a module at once.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_REDUCE_TYPEMAP_H
#define HEDDLE_LIB_REDUCE_TYPEMAP_H

#include "heddle/encoding/Encoding.h"
#include "mlir/IR/BuiltinOps.h"

#include <functional>

namespace heddle::reduction {

/// What becomes of a size, and of a layout; those that are null change nothing.
struct TypeMap {
  std::function<std::int64_t(std::int64_t size)> size = nullptr;
  /// Of layouts that are not inside others. Nothing: the type has none.
  std::function<std::optional<Encoding>(const Encoding &layout)> layout =
      nullptr;
  /// Of what tensors, memory and pointers have, and of scalars.
  std::function<mlir::Type(mlir::Type element)> element = nullptr;
  /// Of tensors and memory whose sizes, elements and layout have been mapped.
  std::function<mlir::Type(mlir::ShapedType shaped)> shaped = nullptr;
};

/// Applies a map to the types of all values, to constants, to what functions
/// and descriptors are declared to take, and to the ends of `tt.make_range`.
/// Types that become invalid are left as they are, which the verifier then
/// finds at an op.
void mapTypes(mlir::ModuleOp module, const TypeMap &map);

/// Which of the dimensions that a layout describes. Memory may have more in
/// front: an array of buffers.
enum class Side { Last, First };

/// The type of a tensor or of memory without a dimension of size 1: the layout
/// of a tensor becomes its slice, memory has no swizzle. Null if there is none.
mlir::Type withoutDimension(mlir::Type type, Side side);

/// Erases the ops that only change types, such as splats, casts and views,
/// where there is nothing left to change.
void eraseIdentities(mlir::ModuleOp module);

/// All sizes above 1 in the types of a module, the largest first.
std::vector<std::int64_t> sizesOf(mlir::ModuleOp module);
/// Of all tensors; 0 if there are none.
std::int64_t highestRank(mlir::ModuleOp module);
/// The layouts in the types of a module that are not inside others, in the
/// order in which they occur.
std::vector<Encoding> layoutsOf(mlir::ModuleOp module);

} // namespace heddle::reduction

#endif // HEDDLE_LIB_REDUCE_TYPEMAP_H
