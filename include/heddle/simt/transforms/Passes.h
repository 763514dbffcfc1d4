//===- Passes.h - Passes over one thread's program --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes over kernels of `simt`: see Passes.td. What they do is there as
/// functions, too.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_TRANSFORMS_PASSES_H
#define HEDDLE_SIMT_TRANSFORMS_PASSES_H

#include "heddle/simt/Simt.h"
#include "mlir/Pass/Pass.h"

namespace heddle {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "heddle/simt/transforms/Passes.h.inc"

/// How much shared memory a plan may take to save barriers.
struct SharedBudget {
  /// Of a block.
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  /// Of a multiprocessor, 0 if that is not known; and what each of its blocks
  /// takes beside what it asked for.
  std::uint64_t ofMultiprocessor = 0, reserved = 0;
};

/// Gives each `simt.shared` of a kernel its offset, and the kernel its bytes of
/// shared memory: the fewest that are found (solve/AllocationPlan.h), and of
/// plans that take hardly more the one whose barriers cost the least. Kernels
/// with products of warp groups may take more, too, as long as as many blocks
/// fit on a multiprocessor.
void allocateShared(simt::KernelOp kernel, const SharedBudget &budget = {});

/// Bytes of the allocations that are live at the worst moment, which no plan is
/// below.
std::uint64_t peakSharedBytes(simt::KernelOp kernel);

/// Inserts the barriers that accesses of shared memory need, as few as are
/// found (Barriers.h), besides those that are there. Which thread accesses
/// which byte is executed; addresses that only a run knows may be any in their
/// allocation. Puts fences before those behind which asynchronous reads see
/// stores, unless told not to. Fails, with an error, on stores that complete
/// later and are no copies.
mlir::LogicalResult insertBarriers(simt::KernelOp kernel,
                                   bool insertsFences = true);

} // namespace heddle

#endif // HEDDLE_SIMT_TRANSFORMS_PASSES_H
