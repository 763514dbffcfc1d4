//===- PartitionTable.h - What the block's other warps execute --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_PARTITIONTABLE_H
#define HEDDLE_LIB_SIM_PARTITIONTABLE_H

#include "Operand.h"
#include "heddle/simt/RegisterExchange.h"

#include <vector>

namespace heddle::sim {

/// An op `simt.partitions`.
struct PartitionTable {
  struct Capture {
    Operand from;
    unsigned bytes = 0;
  };
  std::vector<Capture> captures;
  struct Partition {
    unsigned first = 0, warps = 0;
    /// Its first instruction, and where captures are its arguments.
    std::uint32_t begin = 0;
    std::vector<Operand> arguments;
  };
  std::vector<Partition> partitions;
  simt::RegisterExchange exchange;
  /// The instruction at which the kernel's warps wait for each other.
  std::uint32_t begin = 0;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_PARTITIONTABLE_H
