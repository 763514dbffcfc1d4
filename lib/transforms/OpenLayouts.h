//===- OpenLayouts.h - Finding layouts that were left open ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tensors whose layouts a kernel leaves open get those that go with the ones
/// that are known, so that no data moves: forwards and backwards through ops,
/// and along all that control passes on.
///
///     %0 = tt.make_range ... : tensor<128xi32, #auto>            slice of #b
///     %1 = tt.expand_dims %0 ... -> tensor<128x1xi32, #auto>     #b
///     %2 = gluon.set_auto_layout %1 -> tensor<128x1xi32, #b>     #b is known
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_OPENLAYOUTS_H
#define HEDDLE_LIB_TRANSFORMS_OPENLAYOUTS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace heddle {

class OpenLayouts {
public:
  /// Of the module's tensors whose layout is `open`.
  OpenLayouts(mlir::ModuleOp module, mlir::Attribute open);

  bool isOpen(mlir::Value value) const;
  /// What was found for a value; null if nothing.
  mlir::Attribute layoutOf(mlir::Value value) const;
  /// The value has this layout. One that has another one already keeps it.
  void seed(mlir::Value value, mlir::Attribute layout);
  /// Finds what follows from the seeds. Each value is visited once: O(ops).
  /// Fails, with an error at a value that two layouts follow for. Where a
  /// reshape or the like is asked for another one, that is not counted: it may
  /// have several.
  [[nodiscard]] mlir::LogicalResult infer();
  /// Changes the types. Fails, with an error, at a value that nothing follows
  /// for.
  [[nodiscard]] mlir::LogicalResult apply();

private:
  struct Step {
    mlir::Value value;
    mlir::Attribute layout;
    /// From ops that have one layout for each.
    bool isCertain;
  };

  void tie(mlir::Operation *op);
  void follow(mlir::Value value, mlir::Attribute layout, bool isCertain);
  void followUser(mlir::OpOperand &use, mlir::Attribute layout, bool isCertain);
  void followSource(mlir::OpResult result, mlir::Attribute layout,
                    bool isCertain);
  [[nodiscard]] mlir::LogicalResult take(const Step &step);

  mlir::ModuleOp module;
  mlir::Attribute open;
  /// Values that control passes on to each other.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>> tied;
  struct Found {
    mlir::Attribute layout;
    bool isCertain;
  };
  llvm::MapVector<mlir::Value, Found> found;
  /// The certain ones are taken first.
  llvm::SmallVector<Step> certain, possible;
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_OPENLAYOUTS_H
