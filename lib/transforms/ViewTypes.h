//===- ViewTypes.h - Types of views of tensors ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The types of `tt.reshape` and `tt.trans` of tensors with layouts, which are
/// null where no layout says which elements the registers are; shapes as the
/// layout library takes them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_VIEWTYPES_H
#define HEDDLE_LIB_TRANSFORMS_VIEWTYPES_H

#include "mlir/IR/BuiltinTypes.h"

namespace heddle {

llvm::SmallVector<std::uint64_t> sizesOf(mlir::ShapedType type);

/// The tensor's registers as elements of another shape.
mlir::RankedTensorType reshapedType(mlir::RankedTensorType from,
                                    llvm::ArrayRef<int64_t> shape);

/// Axis i of the result is axis order[i].
mlir::RankedTensorType transposedType(mlir::RankedTensorType from,
                                      llvm::ArrayRef<int32_t> order);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_VIEWTYPES_H
