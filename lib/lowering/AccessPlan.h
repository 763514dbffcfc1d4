//===- AccessPlan.h - Accesses of global memory -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a thread's registers are moved to or from global memory: how many at
/// once, and which addresses have to be computed.
///
/// Addresses of registers that are a known distance apart in every thread are
/// one address and constants: with four registers a row, rows 128 bytes apart,
/// and two registers an access,
///
///     width 2   bases [0]   at [0, 0, 0, 0]   offsets [0, 8, 128, 136]
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_ACCESSPLAN_H
#define HEDDLE_LIB_LOWERING_ACCESSPLAN_H

#include "LoweringContext.h"

namespace heddle {

struct AccessPlan {
  /// Registers of one access.
  unsigned width = 1;
  /// The registers whose addresses are computed.
  llvm::SmallVector<std::int32_t> bases;
  /// Of each access: which of `bases`, and how many bytes past it.
  llvm::SmallVector<std::int32_t> at, offsets;
  /// The first register of each access.
  llvm::SmallVector<std::int32_t> first;
};

/// What bounds the width of an access of elements of so many bytes, each bound
/// alone. `mask` may be null; an instruction moves `maxBytes` at most.
AccessWidth boundAccess(const LinearLayout &layout, const AxisInfo &addresses,
                        const AxisInfo *mask, unsigned bytes,
                        unsigned maxBytes);

/// Accesses of `width` registers each, in their order. O(registers * bits).
AccessPlan planAccess(const LinearLayout &layout, const AxisInfo &addresses,
                      unsigned width);

/// The plan of a load or a store, which goes to the record with its bounds; the
/// mask may be null. Fails with an error at the op.
mlir::FailureOr<AccessPlan> planAccess(LoweringContext &context,
                                       mlir::Operation *op,
                                       mlir::Value pointers, mlir::Value mask);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_ACCESSPLAN_H
