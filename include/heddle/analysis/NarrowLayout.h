//===- NarrowLayout.h - Layouts of narrow accesses --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Coalescing gives a lane as many neighbours as one instruction could move.
/// Where the mask or the alignment lets it move fewer, each instruction of a
/// warp leaves gaps between its lanes:
///
///     sizePerThread = [4], but the mask may change at each element
///     lane 0 1 2 ...   accesses elements 0 4 8 ..., then 1 5 9 ...
///
/// With fewer elements in a lane, each instruction touches the fewest sectors.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_NARROWLAYOUT_H
#define HEDDLE_ANALYSIS_NARROWLAYOUT_H

#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/target/Target.h"

namespace heddle {

/// The layout of a load or a store of global memory with no more neighbours in
/// a lane than it moves at once; null if it has no more, if they are not known
/// to be neighbours, or if the layout is not blocked.
mlir::Attribute layoutWithoutGaps(mlir::Operation *access,
                                  const AxisFacts &facts, const Target &target);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_NARROWLAYOUT_H
