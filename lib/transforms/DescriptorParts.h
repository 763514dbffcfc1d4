//===- DescriptorParts.h - What descriptors are made of ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Descriptors and block pointers as the values that they are made of. A
/// descriptor of rank n is
///
///     base, n sizes (i64), n strides (i64), whether NaN is the padding (i1)
///
/// and a block pointer
///
///     base, n sizes (i64), n strides (i64), n offsets (i32)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_DESCRIPTORPARTS_H
#define HEDDLE_LIB_TRANSFORMS_DESCRIPTORPARTS_H

#include "BlockAddresses.h"
#include "mlir/Transforms/DialectConversion.h"

namespace heddle {

/// The block of a block pointer; null for other types.
mlir::RankedTensorType pointedBlock(mlir::Type type);

/// Is this a block pointer, or a descriptor of tiles that have no layout in
/// shared memory?
bool hasParts(mlir::Type type);

/// From these types to those of their parts.
class PartTypes : public mlir::TypeConverter {
public:
  PartTypes();
};

/// Parts of either kind.
struct TensorParts {
  mlir::Value base;
  llvm::SmallVector<TensorAxis> axes;

  TensorParts(mlir::ValueRange parts, size_t rank) : base(parts.front()) {
    for (size_t axis = 0; axis < rank; ++axis)
      axes.push_back({parts[1 + axis], parts[1 + rank + axis]});
  }
};

struct DescriptorParts : TensorParts {
  mlir::Value isNanOutside;

  explicit DescriptorParts(mlir::ValueRange parts)
      : TensorParts(parts, (parts.size() - 2) / 2), isNanOutside(parts.back()) {
  }
};

struct BlockPointerParts : TensorParts {
  mlir::ValueRange offsets;

  explicit BlockPointerParts(mlir::ValueRange parts)
      : TensorParts(parts, (parts.size() - 1) / 3),
        offsets(parts.take_back(axes.size())) {}
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_DESCRIPTORPARTS_H
