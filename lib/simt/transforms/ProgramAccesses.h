//===- ProgramAccesses.h - Who accesses shared memory, where ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_PROGRAMACCESSES_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_PROGRAMACCESSES_H

#include "PlacedFootprints.h"

namespace heddle {

/// Who touches which bytes of which allocations at each point of a kernel.
/// Where allocations lie does not matter, so that plans can be compared.
class ProgramAccesses {
public:
  ProgramAccesses(simt::KernelOp kernel, const PointGraph &graph,
                  const SharedAllocations &allocations);

  /// Where the allocations lie as the plan says; valid until the next call.
  /// O(accesses^2), and O(ranges) for pairs of them that no plan before had
  /// equally far apart.
  const SharedAccesses &placed(const AllocationPlan &plan);

private:
  SharedAccesses program;
  /// Of each access.
  std::optional<PlacedFootprints> footprints;
};

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_PROGRAMACCESSES_H
