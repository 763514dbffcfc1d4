//===- LoadedFactor.h - Factors that are loaded in slices -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A factor of a product that a loop's body loads from shared memory, and its
/// slices along the summed axis.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOADEDFACTOR_H
#define HEDDLE_LIB_TRANSFORMS_LOADEDFACTOR_H

#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// The type with so many elements along the axis.
mlir::RankedTensorType withLength(mlir::RankedTensorType type, unsigned axis,
                                  int64_t length);

/// So many elements along the axis of a memory, from one on; the memory itself
/// if it has no more.
mlir::Value sliceOf(mlir::OpBuilder &builder, mlir::Value memory, unsigned axis,
                    int64_t begin, int64_t length);

/// A factor that the loop's body loads from shared memory.
struct LoadedFactor {
  mlir::Operation *load = nullptr;
  mlir::Value memory;
  /// May be null.
  mlir::Value token;
  /// The summed axis of the factor, and of the memory.
  unsigned summed = 0, axis = 0;
  /// What is loaded of a slice.
  mlir::RankedTensorType type;
  struct Step {
    mlir::Operation *op;
    /// Of its result for a slice.
    mlir::RankedTensorType type;
  };
  /// From the load to the product: casts and transpositions.
  llvm::SmallVector<Step> steps;

  /// In slices of so many elements along the axis.
  static std::optional<LoadedFactor> match(mlir::scf::ForOp loop,
                                           mlir::Value factor, unsigned axis,
                                           int64_t length);
  /// The slice that begins there, from the memory as it is in some iteration.
  mlir::Value slice(mlir::OpBuilder &builder, mlir::Value from,
                    mlir::Value ready, int64_t begin) const;
  void erase();

private:
  /// Goes one op back; false if it is none of those.
  bool stepBack(mlir::Operation *op);
};

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOADEDFACTOR_H
