//===- LoopBlocks.h - Blocks that run beside each other ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a loop's products wait, and whether other blocks of the kernel are
/// there to work meanwhile.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_TRANSFORMS_LOOPBLOCKS_H
#define HEDDLE_LIB_TRANSFORMS_LOOPBLOCKS_H

#include "LoopBody.h"
#include "heddle/target/Target.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

/// Blocks that run at a time on a multiprocessor if the loop's takes so many
/// bytes of shared memory, and about as many registers as sums of its products
/// and some more; 0 if none can.
std::uint64_t blocksBeside(mlir::scf::ForOp loop, std::uint64_t sharedBytes,
                           const Target &target);

/// What becomes a factor of a product of warp groups in each iteration by way
/// of registers: loads, results of other products, or both.
struct RegisterSources {
  bool haveLoads = false, haveProducts = false;
};

/// `filled`: buffers into which copies go, without registers.
RegisterSources registerSources(mlir::scf::ForOp loop, const OpSet &filled);

/// Is a factor made of what products have added up an iteration before, as the
/// state of a delta rule is?
bool isRecurrence(mlir::scf::ForOp loop);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_LOOPBLOCKS_H
