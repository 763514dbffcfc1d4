//===- SpecializedWarps.h - Warps that load, and that multiply --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The two sides of a loop whose products' factors are loaded by warps of its
/// own: one if the copy engine does all of it, else a group of four.
///
/// Of each buffer of a ring two barriers tell: that it has been filled, and
/// that it is free. Those who load wait until a buffer is free and begin the
/// copies into it; the others wait until it has been filled, and free it behind
/// the product that reads it. The only product of a loop goes on meanwhile, and
/// the buffer of the product before is freed:
///
///     warps that load                 warps that multiply
///     wait for free[i]                wait for filled[i]
///     expect the bytes at filled[i]   start the product with i
///     copy to i                       wait for the product with i - 1
///                                     arrive at free[i - 1]
///
/// Threads that copy expect nothing: each arrives at `filled` when its copies
/// have come (`cp.async.mbarrier.arrive`). What different products use has
/// rings, and barriers, of its own.
///
/// Each warp that multiplies arrives for itself, so that groups of them need
/// not be at the same place: some multiply while others do what is between the
/// products. In a cluster a copy may bring what several blocks need to all of
/// them. Their buffers have to be free then: each block arrives at `free` of
/// all of them.
///
/// Numbers of buffers, and the parity of their phases, are carried by the
/// loops, by both of a nest: while the last warps store a tile, the first one
/// loads the next.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_SPECIALIZEDWARPS_H
#define HEDDLE_LIB_TRANSFORMS_SPECIALIZEDWARPS_H

#include "LoadingNest.h"
#include "mlir/IR/IRMapping.h"

namespace heddle {

/// Of a group of copies: arrays of buffers and barriers, in shared memory.
struct Ring {
  /// One for each copy.
  llvm::SmallVector<mlir::Value> memory;
  mlir::Value filled, free;
};

/// What both sides share: a ring for each of a nest's groups. Nests in a row go
/// on with the rings where those before have ended.
struct Rings {
  std::int32_t buffers = 0;
  llvm::SmallVector<Ring> each;
  /// The bits of a block's number in which those differ that share copies.
  std::uint32_t sharing = 0;

  llvm::SmallVector<mlir::Value> values() const {
    llvm::SmallVector<mlir::Value> all;
    for (const Ring &ring : each) {
      all.append(ring.memory);
      all.append({ring.filled, ring.free});
    }
    return all;
  }
};

/// Makes the loops of the warps that load, behind what is prepared for them.
/// `inside` maps what they are handed, of which `rings` are a part.
void makeLoadingLoops(mlir::OpBuilder &builder,
                      llvm::MutableArrayRef<LoadingNest> nests,
                      const Rings &rings, mlir::IRMapping &inside);

/// Lets the nests, where they are, use what is loaded for them. Their `inner`
/// and `outer` are replaced. The result are, for each nest and group of it, the
/// ops that wait for it and that free it.
std::vector<std::vector<OpSet>>
useRings(llvm::MutableArrayRef<LoadingNest> nests, const Rings &rings);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_SPECIALIZEDWARPS_H
