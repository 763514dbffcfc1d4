//===- PartitionMemory.h - What partitions read and write -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_PARTITIONMEMORY_H
#define HEDDLE_LIB_VERIFY_PARTITIONMEMORY_H

#include "PartitionPlan.h"

namespace heddle::equivalence {

/// Does the default region leave alone what the partition reads, which is ahead
/// of it? Arguments do not point to the same memory. If not, `refusal` says
/// why.
bool keepsMemory(const PartitionPlan &plan, PartitionPlan::Refusal &refusal);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_PARTITIONMEMORY_H
