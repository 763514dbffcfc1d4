//===- SharedRoom.h - Shared memory that loops need -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_SHAREDROOM_H
#define HEDDLE_LIB_TRANSFORMS_SHAREDROOM_H

#include "LoopBody.h"
#include "heddle/target/Target.h"

namespace heddle {

/// Of all elements that a block of a cluster has.
std::uint64_t bytesOfTensor(mlir::ShapedType type);
/// The same of one buffer without padding.
std::uint64_t bytesOfMemory(ttg::MemDescType type);

/// Of one buffer, with its padding.
std::uint64_t bytesOfBuffer(ttg::LocalAllocOp alloc);

/// Do warps of a block exchange elements in the op, by way of shared memory?
bool exchangesBetweenWarps(mlir::Operation *op, const Target &target);

/// The most bytes of shared memory that are in use while the loop runs, without
/// what ops of `gone` take: all buffers that may be live then, and the largest
/// exchange between threads of the loop. A product by single products may store
/// both of its factors (LoopOverDotDepth.cpp).
std::uint64_t sharedBytesDuring(mlir::scf::ForOp loop, const OpSet &gone,
                                const Target &target);

/// The same while the loop runs and what is behind it in its block; all buffers
/// of the function count.
std::uint64_t sharedBytesFrom(mlir::scf::ForOp loop, const OpSet &gone,
                              const Target &target);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_SHAREDROOM_H
