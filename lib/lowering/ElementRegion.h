//===- ElementRegion.h - Scalar regions -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The scalar regions of reductions, scans and maps, for all registers of a
/// thread at once: every scalar becomes a vector, one element a register. Which
/// way a branch takes may differ from register to register, so that all ways
/// are computed, and where they meet each register takes the values of its own.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_ELEMENTREGION_H
#define HEDDLE_LIB_LOWERING_ELEMENTREGION_H

#include "LoweringContext.h"

namespace heddle {

/// What the region returns for these arguments, vectors of one length. Where
/// `active`, if it is not null, is false, the results are undefined and nothing
/// traps. Fails with an error at the op on what cannot run for several elements
/// at once.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
lowerElementRegion(LoweringContext &context, mlir::Region &region,
                   mlir::ValueRange arguments, mlir::Value active = {});

/// What the region of a reduction or scan makes of two sets of registers.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
combine(LoweringContext &context, mlir::Region &region,
        llvm::ArrayRef<mlir::Value> left, llvm::ArrayRef<mlir::Value> right,
        mlir::Value active = {});

/// \name Predicates
/// @{
/// `path` and `condition`; null stands for true in the first.
mlir::Value bothOf(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value path, mlir::Value condition);
mlir::Value negationOf(ElementContext &context, mlir::Location loc,
                       mlir::Value condition);
/// @}

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_ELEMENTREGION_H
