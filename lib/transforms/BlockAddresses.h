//===- BlockAddresses.h - Addresses and mask of a block ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the elements of a block of a tensor lie, and which of them the tensor
/// has.
///
/// Element x of a tensor lies `x[0] * strides[0] + x[1] * strides[1] + ...`
/// elements past its base. The part of that which is the same for the whole
/// block is computed as a scalar, so that moving the block from round to round
/// of a loop changes one address; the tensors do not change.
///
/// Coordinates are i32, and so are negative ones and those past the end of i32
/// when they are compared without a sign: both are at least 2^31, which is as
/// large as an axis can be here.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_BLOCKADDRESSES_H
#define HEDDLE_LIB_TRANSFORMS_BLOCKADDRESSES_H

#include "heddle/ir/Ttg.h"

#include <optional>

namespace heddle {

/// One axis of a tensor in global memory, in elements (i64).
struct TensorAxis {
  mlir::Value size, stride;
};

/// For each axis of a block the axis of the values that it is, if any.
using AxisList = llvm::SmallVector<std::optional<unsigned>>;

/// The values of a block may be without axes of size 1. Nothing if the shapes
/// differ otherwise.
std::optional<AxisList> matchAxes(mlir::ArrayRef<int64_t> block,
                                  mlir::ArrayRef<int64_t> values);

/// Collects the addresses of a block, axis by axis of the tensor.
class BlockAddresses {
public:
  /// The shape and the layout of the values that are moved.
  BlockAddresses(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::RankedTensorType values)
      : builder(builder), loc(loc), values(values) {}

  /// The coordinates of this axis are `start` (i32), `start` + 1, ... along
  /// `along` of the values, or `start` alone. `isChecked`: outside of the axis
  /// there are no elements.
  void addRun(TensorAxis axis, mlir::Value start, std::optional<unsigned> along,
              bool isChecked);
  /// The coordinates of this axis are those numbers (i16 or i32, of one
  /// dimension), one for each element along `along`.
  void addRows(TensorAxis axis, mlir::Value rows, unsigned along);

  /// The address of each value.
  mlir::Value pointers(mlir::Value base);
  /// True of each value that the tensor has; null if all are in it.
  mlir::Value mask() const { return inside; }
  /// The scalar as the value of each element.
  mlir::Value splat(mlir::Value scalar);

private:
  mlir::RankedTensorType typeOf(mlir::Type element);
  mlir::RankedTensorType lineType(mlir::Type element, unsigned along);
  mlir::Value alongAxis(mlir::Value line, unsigned along);
  mlir::Value splatTo(mlir::Value scalar, mlir::Value like);
  mlir::Value broadcast(mlir::Value value);
  mlir::Value wide(mlir::Value number);
  mlir::Value boundOf(mlir::Value size);
  void addOffsets(mlir::Value coordinates, mlir::Value stride);
  void addCheck(mlir::Value coordinates, mlir::Value size);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::RankedTensorType values;
  /// In elements; null if nothing has been added.
  mlir::Value ofBlock, ofElements;
  mlir::Value inside;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_BLOCKADDRESSES_H
