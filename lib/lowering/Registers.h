//===- Registers.h - Vectors of registers -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors of a thread's registers: taking some, joining several, moving them
/// between lanes. A vector that would be as it was is taken as it is.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_REGISTERS_H
#define HEDDLE_LIB_LOWERING_REGISTERS_H

#include "ReductionPlan.h"
#include "heddle/simt/Vectors.h"
#include "mlir/IR/Builders.h"

namespace heddle {

/// Numbers of registers, as ops of `simt` have them.
using RegisterNumbers = llvm::SmallVector<std::int32_t>;

/// As many as there are in a vector.
unsigned countOf(mlir::Value registers);
/// 0 to `count` - 1.
RegisterNumbers firstRegisters(unsigned count);

/// The registers with these numbers, which go on from one vector to the next.
mlir::Value permute(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::ValueRange sources,
                    llvm::ArrayRef<std::int32_t> numbers);
/// The same of one vector, at its own location.
mlir::Value pick(mlir::OpBuilder &builder, mlir::Value registers,
                 llvm::ArrayRef<std::int32_t> numbers);

/// A scalar as a vector of one; vectors, and null, as they are.
mlir::Value asVector(mlir::OpBuilder &builder, mlir::Value value);
/// A thread's predicate for so many registers; vectors, and null, as they are.
mlir::Value splatPredicate(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value predicate, unsigned count);

/// The registers of the lane in this direction, in the order that one's own
/// have.
mlir::Value shuffleXor(mlir::OpBuilder &builder, mlir::Value registers,
                       LaneDirection direction);
/// The registers of the lane with this number.
mlir::Value shuffleFrom(mlir::OpBuilder &builder, mlir::Value registers,
                        mlir::Value lane);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_REGISTERS_H
