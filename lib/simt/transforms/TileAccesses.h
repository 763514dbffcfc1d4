//===- TileAccesses.h - Who ends the rest of a tile -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_TILEACCESSES_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_TILEACCESSES_H

#include "SharedProgram.h"

namespace heddle {

/// May the op, or one inside of it, write to these allocations?
bool mayWrite(mlir::Operation *op, const llvm::BitVector &tiles,
              const SharedAllocations &allocations);

/// Does the op, or one inside of it, tell others that they may write to what
/// this warp has read?
bool mayRelease(mlir::Operation *op);

/// The allocations that the wait says its groups read; nothing if it names
/// none, or if it is not known which.
std::optional<llvm::BitVector> namedTiles(simt::GroupWaitOp wait,
                                          const SharedAllocations &allocations);

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_TILEACCESSES_H
