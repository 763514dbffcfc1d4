//===- ProductTime.h - How long products take -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How long a multiprocessor takes for products of matrices if it does nothing
/// else.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_PRODUCTTIME_H
#define HEDDLE_SIMT_PRODUCTTIME_H

#include "heddle/simt/Simt.h"
#include "heddle/target/Target.h"

#include <algorithm>
#include <optional>

namespace heddle::simt {

/// Cycles of a multiprocessor for one matrix instruction, of a warp or of a
/// group of warps.
struct ProductTime {
  /// Of the tensor cores (`cyclesOf` in MatrixInstruction.h).
  double tensor;
  /// Of shared memory, for tiles that the instruction itself reads there.
  double reads = 0;

  double longest() const { return std::max(tensor, reads); }
};

/// Nothing where no source says how fast the target's tensor cores are.
std::optional<ProductTime> timeOf(MmaOp product, const Target &target);
std::optional<ProductTime> timeOf(ScaledMmaOp product, const Target &target);
std::optional<ProductTime> timeOf(GroupMmaOp product, const Target &target);

/// Of all matrix instructions of such an op, so many times by one warp each;
/// 0 for other ops, and where nothing is known.
double productCycles(mlir::Operation *op, std::uint64_t warpInstructions,
                     const Target &target);

} // namespace heddle::simt

#endif // HEDDLE_SIMT_PRODUCTTIME_H
