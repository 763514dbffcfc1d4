//===- Record.h - What lowering decided -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What lowering decided, for reports: the plans that were taken, and what kept
/// accesses narrow. Which op each part of the program was made for, it writes
/// into locations (simt/Origin.h).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LOWERING_RECORD_H
#define HEDDLE_LOWERING_RECORD_H

#include "heddle/analysis/AccessWidth.h"
#include "heddle/plan/Conversion.h"
#include "heddle/simt/Simt.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>

namespace heddle {

/// Ops are those of the `ttg` module, which has to be there.
class LoweringRecord : public mlir::OpBuilder::Listener {
public:
  struct Planned {
    mlir::Operation *op;
    Conversion plan;
  };

  /// What is made from now on was made for this op; what was until now.
  mlir::Operation *enter(mlir::Operation *op);
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint) override {
    if (location)
      op->setLoc(*location);
  }

  /// The op of this number, as `simt::Origin` has it; null if there is none.
  mlir::Operation *withNumber(unsigned number) const {
    return number < entered.size() ? entered[number] : nullptr;
  }

  /// Of the values for which it is true lowering shows the registers: a
  /// `simt.observe` stands behind what was made for the op, or at the begin of
  /// the block, and its number is an index in `observed`.
  std::function<bool(mlir::Value)> observes = nullptr;
  std::vector<mlir::Value> observed;

  /// The tensor program, if the pass `lower-to-simt` has taken it out of its
  /// module.
  mlir::OwningOpRef<mlir::ModuleOp> tensors;

  /// In the order in which they were taken; of one op there may be several.
  std::vector<Planned> conversions;
  std::vector<AccessWidth> accesses;

private:
  mlir::Operation *current = nullptr;
  /// That of what is made for it.
  std::optional<mlir::Location> location;
  /// Ops of the `ttg` module, in the order in which they were entered.
  std::vector<mlir::Operation *> entered;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
};

} // namespace heddle

#endif // HEDDLE_LOWERING_RECORD_H
