//===- Reasons.h - Why a mistake has no effect ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What tells why a mistake with barriers, fences, mbarriers or boxes is not
/// noticed: there was nothing to wait for, or something else waits.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIM_REASONS_H
#define HEDDLE_TEST_SIM_REASONS_H

#include "Mutations.h"

namespace heddle {

/// Whether the compiler, given the kernel without this barrier, inserts one.
bool needsBarrier(simt::KernelOp kernel, const Mutation &mutation);

/// Whether it does if all loops have iterations.
bool needsBarrierInLoops(simt::KernelOp kernel, const Mutation &mutation);

/// Whether the op after a barrier arrives at an mbarrier.
bool isBeforeArrival(simt::KernelOp kernel, const Mutation &mutation);
/// Removes all of those barriers.
void eraseBeforeArrivals(simt::KernelOp kernel);

/// Removes all ops of the kind that the mistake is about.
void eraseAllLike(simt::KernelOp kernel, const Mutation &mutation);

/// Removes what makes an mbarrier, and what ends it.
void eraseMbarrier(simt::KernelOp kernel, const Mutation &ofInit);

/// Whether any op but copies of boxes, products and those of mbarriers reads or
/// writes shared memory.
bool threadsUseSharedMemory(simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_TEST_SIM_REASONS_H
