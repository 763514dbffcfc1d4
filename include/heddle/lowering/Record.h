//===- Record.h - What lowering decided -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What lowering decided, for reports: which op each part of the program comes
/// from, the plans that were taken, and what kept accesses narrow.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LOWERING_RECORD_H
#define HEDDLE_LOWERING_RECORD_H

#include "heddle/plan/Conversion.h"
#include "heddle/simt/Simt.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace heddle {

/// How many elements a lane moves at once, and how many each bound alone would
/// allow.
struct AccessWidth {
  mlir::Operation *op = nullptr;
  unsigned elementBytes = 0;
  unsigned elements = 1;
  /// Neighbours that a lane has in registers one after the other, aligned.
  unsigned registers = 1;
  /// Addresses one behind the other, and how they are aligned.
  std::int64_t contiguity = 1, alignment = 1;
  /// Elements that one mask is known to cover; nothing without a mask.
  std::optional<std::int64_t> mask;
  /// Of one instruction.
  unsigned most = 1;
};

/// Ops are those of the `ttg` module and of the `simt` module, which have to be
/// there.
class LoweringRecord : public mlir::OpBuilder::Listener {
public:
  struct Planned {
    mlir::Operation *op;
    Conversion plan;
  };

  /// What is made from now on comes from this op; which it was before.
  mlir::Operation *enter(mlir::Operation *op) {
    return std::exchange(current, op);
  }
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint) override {
    origins[op] = current;
  }
  /// Ops that are not in the module any more: others may come to lie where they
  /// were.
  void forgetErased(mlir::ModuleOp module) {
    llvm::DenseMap<mlir::Operation *, mlir::Operation *> left;
    module.walk([&](mlir::Operation *op) {
      if (mlir::Operation *origin = originOf(op))
        left[op] = origin;
    });
    origins = std::move(left);
  }
  /// The op of `ttg` that this one was made for; null of a barrier, which has
  /// been inserted.
  mlir::Operation *originOf(mlir::Operation *op) const {
    return origins.lookup(op);
  }

  /// In the order in which they were taken; of one op there may be several.
  std::vector<Planned> conversions;
  std::vector<AccessWidth> accesses;

private:
  mlir::Operation *current = nullptr;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> origins;
};

} // namespace heddle

#endif // HEDDLE_LOWERING_RECORD_H
