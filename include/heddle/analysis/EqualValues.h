//===- EqualValues.h - Values that are always the same ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which values of a program are equal whenever both exist, what loops carry
/// included. A value in loops is one for each iteration of each of them; two of
/// them are equal if they are so in all iterations. Equal are
///
/// - results of equal ops on equal operands, and of loads if nothing can write
///   between them;
/// - results of branches on equal conditions that yield equal values;
/// - carried values that begin equal, and go on equal if all that is claimed to
///   be equal is: the claim then holds in iteration after iteration;
/// - results of loops of equally many iterations that carry equal values.
///
/// The claim is the largest that supports itself, found by partition
/// refinement: all carried values of a type are one class at first, and classes
/// are split by how their values begin and go on until none has to be.
///
///     %a, %b = for iter_args(%a = %x, %b = %x)      one class
///       yield %b + 1, %a + 1                        %a, %b begin and go on
///       alike
///     %a, %b = for iter_args(%a = %x, %b = %x)
///       yield %b + 1, %a + 2                        split: 1 and 2 differ
///
/// What it cannot see: arithmetic (a + b and a - -b; operands of commutative
/// ops may be swapped), equal memory behind different addresses, and loops of
/// branches between blocks.
///
/// At most one round for each carried value; a round visits each op once.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_EQUALVALUES_H
#define HEDDLE_ANALYSIS_EQUALVALUES_H

#include "mlir/IR/Operation.h"

namespace heddle {

class EqualValues {
public:
  explicit EqualValues(mlir::Operation *root);

  /// False also where nothing is known, as inside of reductions.
  bool areEqual(mlir::Value one, mlir::Value other) const;

private:
  llvm::DenseMap<mlir::Value, unsigned> numbers;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_EQUALVALUES_H
