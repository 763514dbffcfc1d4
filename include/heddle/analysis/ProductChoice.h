//===- ProductChoice.h - Which instruction multiplies -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which matrix instruction multiplies two tensors, and which part of the
/// result each warp has: what takes the fewest cycles of a multiprocessor.
///
///     D[128, 256] of 8 warps, k = 64, f16 on an A100:
///     m16n8k16, 2 x 4 warps: each has 64 x 64 and loads (64 + 64) * 64
///     elements; 4 x 2 warps would load (32 + 128) * 64
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_PRODUCTCHOICE_H
#define HEDDLE_ANALYSIS_PRODUCTCHOICE_H

#include "heddle/target/MatrixInstruction.h"

#include <optional>

namespace heddle {

/// How warps share a product along rows and columns.
struct WarpSplit {
  unsigned rows = 1, columns = 1;
  friend bool operator==(const WarpSplit &, const WarpSplit &) = default;
};

/// A product of tensors, as it is to be chosen for.
struct ProductShape {
  /// How many matrices there are; sizes of one.
  std::uint64_t batch = 1, m = 1, n = 1, k = 1;
  MatrixTypes types;
  unsigned warps = 4;
  /// The result is a factor of another product, or comes from one: its rows
  /// had better stay in one warp.
  bool isChained = false;
  /// That of a product that adds to the result; another one takes a conversion
  /// of the sums.
  std::optional<WarpSplit> addedToBy = {};
  /// Only instructions of so many rows and columns; of any if 0.
  unsigned side = 0;
  /// As what the factors are in shared memory, if threads that have read them
  /// make them wider; the types if nothing.
  std::optional<ScalarType> storedA = {}, storedB = {};
};

struct ProductChoice {
  const MatrixInstruction *instruction = nullptr;
  /// Of an instruction that has several.
  unsigned columns = 0;
  /// Warps along the batch, the rows, the columns.
  unsigned batchWarps = 1, rowWarps = 1, columnWarps = 1;
  /// Of one block, as if it were alone.
  double cycles = 0;
};

/// The best of a family; nothing if the target has none for these types and
/// sizes. O(log^2 warps * instructions).
std::optional<ProductChoice> chooseProduct(const Target &target,
                                           const ProductShape &shape,
                                           MatrixFamily family);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_PRODUCTCHOICE_H
