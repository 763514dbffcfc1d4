//===- OperandTile.h - A dot operand's tile in memory -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What all constructors of shared layouts check first: whether shape,
/// order and blocks fit together, and what one block holds.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_OPERANDTILE_H
#define HEDDLE_LIB_ENCODING_OPERANDTILE_H

#include "heddle/encoding/Encoding.h"
#include "heddle/f2/Error.h"
#include "heddle/f2/InplaceVector.h"

#include <cstdint>

namespace heddle {

/// Fails unless the shape has one dimension or more, all sizes are powers of
/// two, and the order permutes the dimensions.
Result<void> checkOrder(ListRef<std::uint64_t> shape, ListRef<unsigned> order);

/// The shape of what one block holds. Fails unless each vector of `cga` has a
/// coordinate in every dimension, zero or a power of two, and the shape has
/// something for each block.
Result<std::vector<std::uint64_t>> blockShape(ListRef<std::uint64_t> shape,
                                              const Bases &cga);

/// Fails unless the operand is valid and has as many dimensions as the shape.
Result<void> checkOperand(const DotOperandEncoding &operand,
                          ListRef<std::uint64_t> shape);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_OPERANDTILE_H
