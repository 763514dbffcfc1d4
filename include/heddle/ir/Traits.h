//===- Traits.h - Rules that ops share --------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Traits of ops (Traits.td), each a function that verifies.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_TRAITS_H
#define HEDDLE_IR_TRAITS_H

#include "heddle/encoding/Verify.h"
#include "mlir/IR/OpDefinition.h"

namespace heddle::ir {

/// How many threads there are where an op is: what the module's attributes say,
/// or the partition that it is in. Nothing where no attribute says so.
std::optional<unsigned> warpsAt(mlir::Operation *op);
std::optional<unsigned> lanesAt(mlir::Operation *op);
std::optional<unsigned> blocksAt(mlir::Operation *op);

mlir::LogicalResult verifyTensors(mlir::Operation *op);
mlir::LogicalResult verifyMemory(mlir::Operation *op);
/// All operands, and results too, have the layout of the first. In a text
/// (`Meaning::Optional`) some may have none, and of a first one without a
/// layout nothing follows.
mlir::LogicalResult verifySameLayouts(mlir::Operation *op, bool withResults,
                                      Meaning meaning = Meaning::Optional);

template <class Op>
struct WellFormedTensors : mlir::OpTrait::TraitBase<Op, WellFormedTensors> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifyTensors(op);
  }
};
template <class Op>
struct WellFormedMemory : mlir::OpTrait::TraitBase<Op, WellFormedMemory> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifyMemory(op);
  }
};
template <class Op>
struct SameLayouts : mlir::OpTrait::TraitBase<Op, SameLayouts> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifySameLayouts(op, true);
  }
};
template <class Op>
struct SameOperandLayouts : mlir::OpTrait::TraitBase<Op, SameOperandLayouts> {
  static mlir::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifySameLayouts(op, false);
  }
};

} // namespace heddle::ir

#endif // HEDDLE_IR_TRAITS_H
