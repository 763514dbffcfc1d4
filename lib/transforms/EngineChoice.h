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
///  - stores to rows that end within 16 bytes: it writes these as a whole, so
///    where the kernel knows only when it runs, it has both ways;
///  - rows by their numbers, reductions that it does not have;
///  - tensors whose last stride is not 1;
///  - memory that the kernel accesses otherwise, too, if one of both writes;
///  - loads where an atomic access acquires what others have stored, stores
///    where one releases what this program has;
///  - descriptors that are made in the loop whose iterations load by them ahead
///    of time, that loops or branches choose among such, or that are sometimes
///    the host's.
///
/// What cannot be proved of these is left to pointers, but for signs: no
/// argument of a kernel counts as negative, and no number that is loaded. That
/// addresses and strides are multiples of 16 bytes, and sizes positive, is the
/// program's to see to, and that a loop which makes descriptors of rows that
/// end there and of others does not store to the same elements by both.
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
  /// In clusters of several blocks it takes only what a kernel is given, or
  /// makes, and uses at once, and blocks that keep their axes: that gets
  /// layouts for blocks later.
  EngineChoice(mlir::ModuleOp module, unsigned blocks);

  bool takes(tt::TensorDescType type) const {
    return !byPointers.contains(type);
  }

  /// Makers of descriptors that it takes for stores where rows turn out to end
  /// at multiples of 16 bytes. Nothing but loads and stores uses them.
  llvm::SmallVector<tt::MakeTensorDescOp> takesAtTimes() const;

private:
  bool canCopy(tt::TensorDescType block, mlir::RankedTensorType values,
               mlir::ValueRange indices) const;
  bool canStore(tt::TensorDescType block, mlir::RankedTensorType values,
                mlir::ValueRange indices) const;
  bool canStoreRows(tt::MakeTensorDescOp make) const;
  bool canMake(tt::MakeTensorDescOp make) const;
  bool canStoreAtTimes(tt::MakeTensorDescOp make) const;
  bool isAlwaysEngines(mlir::Operation *store) const;
  bool meetsOthers(mlir::Operation *access,
                   const std::vector<mlir::Operation *> &all) const;
  void leave(mlir::Operation *op);
  void lookAtTypes(tt::FuncOp function);
  void lookAtOps(tt::FuncOp function);
  bool canBeEngines(mlir::Operation *op) const;
  bool isInUnits(mlir::Value index, mlir::Type element) const;

  AxisFacts facts;
  bool isInCluster;
  /// Of arguments of functions; of descriptors that are stored to; of those
  /// that become pointers.
  llvm::DenseSet<mlir::Type> given, stored, byPointers;
  /// Makers of rows that may end anywhere.
  llvm::SmallVector<tt::MakeTensorDescOp> makersOfRows;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_ENGINECHOICE_H
