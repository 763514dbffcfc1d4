//===- Mbarriers.h - Waiting for arrivals and bytes -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What ops that tell an mbarrier something have in common.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_EMITTERS_MBARRIERS_H
#define HEDDLE_LIB_LOWERING_EMITTERS_MBARRIERS_H

#include "LoweringContext.h"

namespace heddle {

/// True in the first thread if the predicate, an i1 of the op that is lowered
/// or null, is.
mlir::Value firstThreadIf(LoweringContext &context, mlir::Location loc,
                          mlir::Value predicate = {});

/// The address of the mbarrier that a memdesc describes. Fails with an error at
/// the op.
mlir::FailureOr<mlir::Value>
mbarrierAt(LoweringContext &context, mlir::Operation *op, mlir::Value memory);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_EMITTERS_MBARRIERS_H
