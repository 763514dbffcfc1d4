//===- GlobalMemory.h - Loads -----------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERS_GLOBALMEMORY_H
#define HEDDLE_LIB_LOWERING_EMITTERS_GLOBALMEMORY_H

#include "AccessPlan.h"

namespace heddle {

/// What an op loads: where its mask is true, and `other` elsewhere. Both may be
/// null.
struct GlobalLoad {
  mlir::Operation *op;
  GlobalAddresses addresses;
  mlir::Value mask, other;
  mlir::Attribute cachePolicy;
  bool isVolatile = false;
};

/// Whether every element is known to be zero.
bool isKnownZero(mlir::Value other);

/// The registers. Fails with an error at the op.
mlir::FailureOr<mlir::Value> loadFrom(LoweringContext &context,
                                      const GlobalLoad &load);

/// Registers that are written as a plan says: the addresses of its `bases`, or
/// the offsets in bytes from the buffer (null: none), the values in its order,
/// and of each access whether it takes place (null: all).
struct WrittenVectors {
  mlir::Value bases, buffer, values, predicates;
};
/// `mask` may be null.
WrittenVectors vectorsOf(LoweringContext &context, mlir::Location loc,
                         const AccessPlan &plan,
                         const GlobalAddresses &addresses, mlir::Value values,
                         mlir::Value mask);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_GLOBALMEMORY_H
