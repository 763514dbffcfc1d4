//===- MatrixAxes.h - The dimensions of matrix products ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Matrix layouts of every vendor have M, N, perhaps a batch, and warps and
/// repetitions along them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_MATRIXAXES_H
#define HEDDLE_LIB_ENCODING_MATRIXAXES_H

#include "ParameterErrors.h"
#include "TileBuilder.h"

namespace heddle {

/// The dimensions of a product's result. Those before M are the batch.
struct ResultAxes {
  unsigned m, n, rank;
  explicit ResultAxes(std::size_t rank)
      : m(static_cast<unsigned>(rank) - 2), n(static_cast<unsigned>(rank) - 1),
        rank(static_cast<unsigned>(rank)) {}
};

/// The dimensions of an operand; `m` and `n` are those of the result.
struct OperandAxes {
  unsigned k, nonK;
  OperandAxes(const DotOperandEncoding &e, std::size_t rank)
      : k(static_cast<unsigned>(rank) - (e.opIdx == 0 ? 1 : 2)),
        nonK(static_cast<unsigned>(rank) - (e.opIdx == 0 ? 2 : 1)) {}
};

/// The warps of a block along each dimension, those along `first` varying
/// fastest, then along `second`, then along the batch. Along `broadcast` all
/// warps have the same.
void placeWarps(TileBuilder &tile, const UnsignedList &warpsPerCTA,
                unsigned first, unsigned second, unsigned broadcast = NoAxis);

/// What is left of the shape goes to registers: along `first`, along `second`,
/// then along the batch.
void fillRegisters(TileBuilder &tile, unsigned first, unsigned second);

/// The kWidth of an operand is a power of two, of a text any number but 0.
/// `parent` says whose operand it is: "an AMD parent".
Checked checkKWidth(const DotOperandEncoding &e, std::string_view parent,
                    Meaning meaning);

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_MATRIXAXES_H
