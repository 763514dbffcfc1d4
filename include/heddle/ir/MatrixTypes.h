//===- MatrixTypes.h - Element types of products ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The element types of products as the table of matrix instructions has them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_MATRIXTYPES_H
#define HEDDLE_IR_MATRIXTYPES_H

#include "heddle/ir/Tt.h"
#include "heddle/target/MatrixInstruction.h"

#include <optional>

namespace heddle::ir {

/// Of a product of such factors and sums; nothing if no chip has an instruction
/// for them. An f32 is a tf32 if the precision says so; integers of 8 bits have
/// signs, as the language's have.
std::optional<MatrixTypes> matrixTypes(mlir::Type a, mlir::Type b,
                                       mlir::Type sum,
                                       tt::InputPrecision precision);

/// The same on a target: an f32 stays one where the target multiplies no tf32,
/// but all of an f32.
std::optional<MatrixTypes> matrixTypes(mlir::Type a, mlir::Type b,
                                       mlir::Type sum,
                                       tt::InputPrecision precision,
                                       const Target &target);

/// Of a product of blocks with scales; nothing if there is no instruction for
/// them, or if neither factor has scales. Scales of i8 are powers of two; a
/// factor without counts as one whose scales are 1.
std::optional<MatrixTypes> matrixTypes(tt::DotScaledOp dot);

/// How many blocks with scales a factor's K has; 0 without scales.
std::uint64_t scaledBlocks(tt::DotScaledOp dot);

} // namespace heddle::ir

#endif // HEDDLE_IR_MATRIXTYPES_H
