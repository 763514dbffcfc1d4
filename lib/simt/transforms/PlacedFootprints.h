//===- PlacedFootprints.h - Bytes in common under a plan --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_PLACEDFOOTPRINTS_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_PLACEDFOOTPRINTS_H

#include "AllocationFootprint.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {

/// Which footprints have bytes in common where plans put their allocations.
/// Two plans that put two allocations equally far apart ask the same question,
/// which is answered once.
class PlacedFootprints {
public:
  explicit PlacedFootprints(std::vector<AllocationFootprint> footprints)
      : footprints(std::move(footprints)) {}
  PlacedFootprints(const PlacedFootprints &) = delete;
  PlacedFootprints &operator=(const PlacedFootprints &) = delete;

  /// As `conflictOf`, of two by their numbers. O(1) if known, else O(ranges).
  SyncScope conflictOf(unsigned a, unsigned b, const AllocationPlan &plan);

private:
  std::vector<AllocationFootprint> footprints;
  /// Of parts by their places in memory, the second so far behind.
  llvm::DenseMap<std::tuple<const Footprint *, const Footprint *, std::int64_t>,
                 SyncScope>
      known;
};

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_PLACEDFOOTPRINTS_H
