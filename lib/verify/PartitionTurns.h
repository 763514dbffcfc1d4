//===- PartitionTurns.h - Which slot, and when --------------------*- C++
//-*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Do a partition that loads and a region that reads take turns as in
/// PartitionPlan.h? What they carry is computed with, iteration by iteration.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_PARTITIONTURNS_H
#define HEDDLE_LIB_VERIFY_PARTITIONTURNS_H

#include "LoopCounters.h"
#include "PartitionPlan.h"

namespace heddle::equivalence {

/// The array that a slot is one of; null of other memory.
ttg::LocalAllocOp arrayUnder(mlir::Value slot);
/// Which one it is.
mlir::Value indexUnder(mlir::Value slot);
/// The ops that make mbarriers of an array.
llvm::SmallVector<ttng::InitBarrierOp> initsOf(ttg::LocalAllocOp array);

/// In each group, of a plan whose loops and memory are known. If not, `refusal`
/// says why.
bool takesTurns(const PartitionPlan &plan, PartitionPlan::Refusal &refusal);

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_PARTITIONTURNS_H
