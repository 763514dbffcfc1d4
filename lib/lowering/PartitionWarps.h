//===- PartitionWarps.h - Which warps execute a partition -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the warps of partitions come in a block, and how many registers their
/// threads have. Registers belong to groups of four warps, and so do products
/// of warp groups: partitions of four warps or more begin at multiples of four.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_PARTITIONWARPS_H
#define HEDDLE_LIB_LOWERING_PARTITIONWARPS_H

#include "heddle/ir/Ttg.h"

#include <optional>

namespace heddle {

struct PartitionWarps {
  /// The first warp of each partition.
  llvm::SmallVector<std::int32_t> first;
  /// Of a thread of each partition, and of the kernel's own warps meanwhile:
  /// multiples of 8 from 24 to 256. Nothing if the op asks for none.
  std::optional<llvm::SmallVector<std::int32_t>> registers;
  std::optional<unsigned> kernelRegisters;
};

/// Follows what the op says already (`warpGroupStartIds`, `actualRegisters`).
/// Fails with an error at it if warps overlap, or its partitions ask for so
/// many registers that too few are left for the kernel's warps.
mlir::FailureOr<PartitionWarps> planPartitionWarps(ttg::WarpSpecializeOp op,
                                                   unsigned kernelWarps);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_PARTITIONWARPS_H
