//===- Scratch.h - Temporary tensors in shared memory -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tensors that an op keeps in shared memory for a while, row-major, each
/// element of so many bytes at its number times that.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_SCRATCH_H
#define HEDDLE_LIB_LOWERING_SCRATCH_H

#include "LoweringContext.h"

namespace heddle {

/// The number of elements that a layout is of.
std::uint64_t elementsOf(const LinearLayout &layout);

/// The address of an allocation; null, with an error at the op, if no block of
/// the target can have one that large.
mlir::Value makeScratch(LoweringContext &context, mlir::Operation *op,
                        std::uint64_t bytes);

/// The addresses of the elements that this thread's registers hold.
mlir::Value scratchAddresses(LoweringContext &context, mlir::Location loc,
                             mlir::Value scratch, const LinearLayout &layout,
                             unsigned bytes);

/// From the scratch of that block of the cluster, or of the own one if it is
/// null.
mlir::Value loadScratch(LoweringContext &context, mlir::Location loc,
                        mlir::Value addresses, mlir::Type element,
                        mlir::Value block = {});
/// The predicate may be of each register, of the thread, or null.
void storeScratch(LoweringContext &context, mlir::Location loc,
                  mlir::Value addresses, mlir::Value registers,
                  mlir::Value predicate);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_SCRATCH_H
