//===- RunAxis.h - Along which axis data lie side by side -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Threads load runs of elements that lie side by side in memory, and what is
/// computed of them has neighbours in a thread along the same axis: weights
/// that are unpacked, scaled and narrowed on their way to a product can be
/// stored to shared memory by wide stores along that axis, and by single
/// elements along the other one.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_RUNAXIS_H
#define HEDDLE_ANALYSIS_RUNAXIS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace heddle {

/// The axis along which a thread has neighbours; else the one along which lanes
/// have.
unsigned runAxisOf(mlir::RankedTensorType type);

/// The axis along which a thread has neighbours of a tensor if it loads runs of
/// what most of its elements come from, in the layouts that the loads have:
/// through ops element by element, views, `tt.join`, broadcasts and the indices
/// of gathers. Of a tensor that comes from no load, `runAxisOf` its type.
/// O(ops that it is made of).
unsigned runAxisAtOrigin(mlir::Value value);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_RUNAXIS_H
