//===- EngineChoice.h - Descriptors that the engine takes -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which descriptors of a program the copy engine can take, and which have to
/// become pointers. It does not take (EngineBlocks.h has the blocks)
///  - boxes that begin within 16 bytes of a row, or stores of boxes that begin
///    before the tensor: illegal instructions on an H200;
///  - stores to rows that end within 16 bytes: it writes these bytes as a
///  whole;
///  - rows by their numbers, and reductions that it does not have.
///
/// What cannot be proved is left to pointers, but for signs: no argument of a
/// kernel counts as negative, and no number that is loaded.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_ENGINECHOICE_H
#define HEDDLE_LIB_TRANSFORMS_ENGINECHOICE_H

#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle {

/// Descriptors of one type are all taken or none is, since a descriptor goes
/// only where its type goes.
class EngineChoice {
public:
  explicit EngineChoice(mlir::ModuleOp module);

  bool takes(tt::TensorDescType type) const { return !others.contains(type); }

private:
  bool canCopy(tt::TensorDescType block, mlir::RankedTensorType values,
               mlir::ValueRange indices) const;
  bool canStore(tt::TensorDescType block, mlir::RankedTensorType values,
                mlir::ValueRange indices) const;
  bool canStoreRows(tt::MakeTensorDescOp make) const;
  bool canBeEngines(mlir::Operation *op) const;
  bool isInUnits(mlir::Value index, mlir::Type element) const;

  AxisFacts facts;
  llvm::DenseSet<mlir::Type> stored, others;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_ENGINECHOICE_H
