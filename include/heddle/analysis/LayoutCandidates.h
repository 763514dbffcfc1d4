//===- LayoutCandidates.h - Layouts that reach values -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which layouts reach each value from anchors (LayoutRules.h) that come before
/// it, and which of them it gets:
///
///     %l = tt.load %p               : L1            an anchor
///     %c = ttg.convert_layout %l    : L1 -> L0      {L1}
///     %e = math.exp %c              : L0            {L1}
///     %d = tt.dot ...               : M             an anchor
///     %s = arith.addf %e, convert %d: L0            {M, L1}
///
/// Layouts go forward only, through elementwise ops, views, reductions,
/// conversions, what loops carry and what branches yield; the last anchor goes
/// first. Of several, a value gets that of a matrix instruction, the result of
/// an access a blocked one, else the one that came first.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_LAYOUTCANDIDATES_H
#define HEDDLE_ANALYSIS_LAYOUTCANDIDATES_H

#include "heddle/analysis/LayoutRules.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace heddle::rules {

/// Those of each value, as they arrive.
using LayoutCandidates =
    llvm::MapVector<mlir::Value, llvm::SmallSetVector<mlir::Attribute, 2>>;

/// O(program * layouts).
LayoutCandidates layoutCandidates(mlir::Operation *root);

/// The one that the value gets.
mlir::Attribute
resolved(mlir::Value value,
         const llvm::SmallSetVector<mlir::Attribute, 2> &candidates);

} // namespace heddle::rules

#endif // HEDDLE_ANALYSIS_LAYOUTCANDIDATES_H
