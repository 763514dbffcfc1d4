//===- Value.h - What values of a tensor program are ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tensor is its elements in row-major order: no threads, no layouts. A
/// buffer of shared or tensor memory is cells that views of it number.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_VALUE_H
#define HEDDLE_LIB_VERIFY_VALUE_H

#include "Number.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <variant>
#include <vector>

namespace heddle::equivalence {

using Shape = llvm::SmallVector<std::int64_t, 4>;

/// A scalar has no axes, and one element.
struct Tensor {
  mlir::Type element;
  Shape shape;
  std::vector<Bits> elements;
};
using TensorRef = std::shared_ptr<const Tensor>;

/// Part of a buffer, or all of it.
struct View {
  mlir::Type element;
  Shape shape;
  /// All that the buffer has.
  std::shared_ptr<std::vector<Bits>> cells;
  /// Which of them the elements are, in row-major order.
  std::vector<std::uint32_t> at;
};
using ViewRef = std::shared_ptr<const View>;

/// A tensor in global memory, of which blocks are moved; of a block pointer
/// with the place where its block begins.
struct Box {
  mlir::Type element;
  std::uint64_t base = 0;
  /// Sizes, and strides in elements.
  llvm::SmallVector<std::int64_t, 5> sizes, strides, offsets;
  Shape block;
  bool readsNan = false;
};
using BoxRef = std::shared_ptr<const Box>;

/// Tokens, and others that nobody looks at, are nothing.
using Datum = std::variant<std::monostate, TensorRef, ViewRef, BoxRef>;

inline std::size_t sizeOf(llvm::ArrayRef<std::int64_t> shape) {
  std::size_t size = 1;
  for (std::int64_t each : shape)
    size *= static_cast<std::size_t>(each);
  return size;
}

/// From coordinates to the number in row-major order, and back.
std::size_t numberOf(llvm::ArrayRef<std::int64_t> place,
                     llvm::ArrayRef<std::int64_t> shape);
Shape placeOf(std::size_t number, llvm::ArrayRef<std::int64_t> shape);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_VALUE_H
