//===- LoadsInRegion.h - Loads that only a region needs ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOADSINREGION_H
#define HEDDLE_LIB_TRANSFORMS_LOADSINREGION_H

#include "mlir/IR/Operation.h"

namespace heddle {

/// Moves loads (`tt.load`, `tt.descriptor_load`) of the block of `around`, in
/// front of it, to the beginning of one of its regions, with what is made of
/// them: those that only the region uses, and whose memory nobody may write
/// until then. Other regions of `around` begin before these loads have come.
void moveLoadsInto(mlir::Region &region, mlir::Operation *around);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOADSINREGION_H
