//===- NextIteration.h - Values of a loop an iteration ahead ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a value of a loop's body will be in the next iteration: computed before
/// the loop for the first one, and at the end of the body for all others. What
/// is computed for an iteration that does not exist is used by nobody.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_NEXTITERATION_H
#define HEDDLE_LIB_TRANSFORMS_NEXTITERATION_H

#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {

/// Can the value be computed ahead, by ops without effects, from what the loop
/// carries? The ops in `known` are computed ahead by somebody else.
bool canComputeAhead(mlir::scf::ForOp loop, mlir::Value value,
                     llvm::ArrayRef<mlir::Operation *> known);

/// Is this the number of one of `count` buffers in the iteration behind the
/// last one too? It is if it is one of them by its value, or if it counts on by
/// one from iteration to iteration and starts again at `count`:
///
///     %next = arith.addi %carried, %c1
///     %inside = arith.cmpi slt, %next, %count
///     %number = arith.select %inside, %next, %c0  // is carried
bool staysInRing(mlir::scf::ForOp loop, mlir::Value number, std::int64_t count);

/// How many buffers `ahead` is in front of `number`, the same in all
/// iterations: at least 0, less than `count`. Nothing if not both count on like
/// that.
std::optional<std::int64_t> distanceInRing(mlir::scf::ForOp loop,
                                           mlir::Value number,
                                           mlir::Value ahead,
                                           std::int64_t count);

class NextIteration {
public:
  /// The first iteration, with ops before the loop.
  static NextIteration first(mlir::scf::ForOp loop, mlir::OpBuilder &builder);
  /// The one after that which the body computes, with ops at the builder's
  /// place in it.
  static NextIteration following(mlir::scf::ForOp loop,
                                 mlir::OpBuilder &builder);

  /// Copies an op of the body, and what computes its operands.
  mlir::Operation *copy(mlir::Operation *op);
  mlir::Value at(mlir::Value value);
  /// Is there such an iteration? An i1.
  mlir::Value exists();

private:
  NextIteration(mlir::scf::ForOp loop, mlir::OpBuilder &builder, bool isFirst)
      : loop(loop), builder(builder), isFirst(isFirst) {}

  mlir::scf::ForOp loop;
  mlir::OpBuilder &builder;
  bool isFirst;
  mlir::IRMapping values;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_NEXTITERATION_H
