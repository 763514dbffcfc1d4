//===- SharedMoments.h - Shared memory over time ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which allocations of shared memory live when a kernel does something to it:
/// what people see who ask why an offset is used twice.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SIMT_TRANSFORMS_SHAREDMOMENTS_H
#define HEDDLE_SIMT_TRANSFORMS_SHAREDMOMENTS_H

#include "heddle/simt/Simt.h"

#include <vector>

namespace heddle {

struct SharedMoment {
  /// An allocation, an access of shared memory, or a barrier.
  mlir::Operation *op = nullptr;
  std::optional<simt::Scope> barrier;
  /// The allocations that live then, by their places in the kernel.
  std::vector<unsigned> live;
};

/// In the order of the program, what is in a loop once. An allocation lives
/// from where it begins to the last access on any way.
std::vector<SharedMoment> sharedMomentsOf(simt::KernelOp kernel);

} // namespace heddle

#endif // HEDDLE_SIMT_TRANSFORMS_SHAREDMOMENTS_H
