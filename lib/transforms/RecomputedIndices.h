//===- RecomputedIndices.h - Indices instead of conversions -----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Masks and indices that warps exchange, although each can compute its own.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_RECOMPUTEDINDICES_H
#define HEDDLE_LIB_TRANSFORMS_RECOMPUTEDINDICES_H

#include "heddle/target/Target.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Computes anew, in the layout that is asked for, integers that the body of a
/// loop computes from ranges and scalars, where a conversion would have warps
/// exchange them. That may take longer than the conversion, but warps need not
/// wait for each other. O(ops of the body and what they are computed from).
void recomputeIndices(mlir::scf::ForOp loop, const Target &target);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_RECOMPUTEDINDICES_H
