//===- ProductLayouts.h - Layouts of products -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layouts that products of tensors have for the instructions of a warp.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_PRODUCTLAYOUTS_H
#define HEDDLE_LIB_TRANSFORMS_PRODUCTLAYOUTS_H

#include "heddle/analysis/ProductChoice.h"
#include "heddle/encoding/Encoding.h"
#include "mlir/IR/BuiltinTypes.h"

namespace heddle {

/// What factors come from.
struct FactorOrigin {
  /// The fewest bits that an element comes in.
  unsigned bits;
  /// Elements along K.
  std::uint64_t depth;
  /// Whether the first one is made of another product's result.
  bool isProduct;
  /// How many instructions' elements of K are to lie side by side; 0 if nobody
  /// says.
  unsigned kPack;
};

/// The layout of the sums of a warp's instructions. AMD's are turned, so that a
/// lane has neighbouring columns, which lie side by side in memory and along
/// the K of a product that follows; but the one of four rows has these alone.
Encoding resultLayout(const ProductChoice &choice, const Target &target,
                      unsigned rank);

/// Of a product in a blocked layout, what each block of a cluster computes.
llvm::SmallVector<int64_t> shapeInBlock(mlir::RankedTensorType product);
/// A layout of sums whose blocks share the product as that layout says.
Encoding inBlocksOf(mlir::RankedTensorType product, Encoding result);

/// How many elements along K a lane has side by side: `kWidth`. NVIDIA: words
/// of the elements that factors come from. AMD: what one access of shared
/// memory moves, if K has as much for all lanes; sums of a product lie where
/// the next one has a factor as wide as an instruction's.
unsigned neighboursAlongK(const ProductChoice &choice,
                          const FactorOrigin &origin);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_PRODUCTLAYOUTS_H
