//===- BlockTiles.h - Tiles of the blocks of a cluster ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_BLOCKTILES_H
#define HEDDLE_LIB_TRANSFORMS_BLOCKTILES_H

#include "heddle/encoding/Encoding.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace heddle {

/// The layout of a type; null if it is no blocked one.
const BlockedEncoding *blockedOf(mlir::Type type);

/// A blocked layout like the type's own, in which blocks have these tiles; null
/// if it is no blocked one.
mlir::Attribute inBlocks(mlir::Operation *op, mlir::RankedTensorType type,
                         const Bases &cga);

/// The tiles of what a value is computed from, by elements, exchanged axes and
/// reductions, where it is loaded or multiplied: layouts to which it is
/// converted on the way do not count. Nothing if it comes from elsewhere.
std::optional<Bases> tilesOfSource(mlir::Value value);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_BLOCKTILES_H
