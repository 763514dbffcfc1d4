//===- CarriedReduction.h - Reductions that loops add up --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that reduces a tensor along its last axis in each iteration, and
/// combines that with what it carries, needs the threads' results only at the
/// end: each thread combines its own elements, and one reduction follows the
/// loop.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_CARRIEDREDUCTION_H
#define HEDDLE_LIB_TRANSFORMS_CARRIEDREDUCTION_H

#include "heddle/ir/Tt.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

struct CarriedReduction {
  mlir::scf::ForOp loop;
  /// Of the value that the loop carries.
  unsigned number;
  tt::ReduceOp reduce;
  /// What the region of `reduce` does, on scalars.
  mlir::Operation *inRegion;
  /// The same on tensors: combines the result with what the loop carries.
  mlir::Operation *combine;

  /// Nothing unless
  ///  - a loaded tensor with a blocked layout is reduced along its last axis by
  ///    one op of `arith` with a neutral element, and the result is combined
  ///    by the same op;
  ///  - nothing else uses the result, what the loop carries, or their
  ///    combination;
  ///  - the loop starts with a constant.
  static std::optional<CarriedReduction> match(tt::ReduceOp reduce);

  /// Lets the loop carry one element for each thread along the axis. Changes
  /// nothing if only one thread has elements along it. Sums of floats are added
  /// in another order.
  void reduceBehindLoop() const;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_CARRIEDREDUCTION_H
