//===- AxisAnalysis.h - Runs in a program -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The facts of AxisInfo.h for every integer and address of a program: a
/// forward dataflow analysis over control flow and calls.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_AXISANALYSIS_H
#define HEDDLE_ANALYSIS_AXISANALYSIS_H

#include "heddle/analysis/AxisInfo.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {

/// Hints of the program, on arguments of functions and on ops:
/// `tt.contiguity`, `tt.divisibility`, `tt.constancy`, each a number or one for
/// each axis. They are believed, and added to what is found.
inline constexpr llvm::StringLiteral ContiguityHint = "tt.contiguity";
inline constexpr llvm::StringLiteral DivisibilityHint = "tt.divisibility";
inline constexpr llvm::StringLiteral ConstancyHint = "tt.constancy";

/// What is known of the values in an op, as long as that does not change.
/// Computed at construction, in time linear in the program's size (a loop's
/// facts settle after a few iterations).
class AxisFacts {
public:
  explicit AxisFacts(mlir::Operation *root);

  /// One axis for each dimension of the value's type; nothing is known of a
  /// value that no execution reaches.
  AxisInfo of(mlir::Value value) const;

private:
  class Walk;
  /// What is known, and when that changed last and the op was looked at last.
  struct Known {
    AxisInfo info;
    unsigned changed = 0, visited = 0;
  };
  llvm::DenseMap<mlir::Value, Known> known;
};

} // namespace heddle

#endif // HEDDLE_ANALYSIS_AXISANALYSIS_H
