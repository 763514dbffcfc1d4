//===- RingCounters.h - Numbers of a ring's buffers -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_RINGCOUNTERS_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_RINGCOUNTERS_H

#include "heddle/simt/Simt.h"

namespace heddle {

/// A number that goes round: (iteration + phase) modulo `count`, where the
/// loop's iterations are counted from 0, or go on from those of loops before.
struct RingCounter {
  /// Each a `scf.for`; those before from the last one on.
  mlir::Operation *loop = nullptr;
  llvm::SmallVector<mlir::Operation *, 1> before;
  unsigned phase = 0, count = 1;
  friend bool operator==(const RingCounter &, const RingCounter &) = default;
};

/// Matches what a loop carries from `phase` on, and the number that it carries
/// to the next iteration: n + 1, or 0 if that is `count`. It begins with a
/// constant, or with what a loop before has come to. O(loops).
std::optional<RingCounter> findRingCounter(mlir::Value number);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_RINGCOUNTERS_H
