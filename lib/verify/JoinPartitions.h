//===- JoinPartitions.h - One program for all warps -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where partitions take turns (PartitionPlan.h), each order in which they may
/// be executed leaves the same. Here is the one in which each iteration is the
/// partition's first and then that of the region that reads: one loop, in which
/// what is copied is loaded and read at once. No mbarrier is left.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_JOINPARTITIONS_H
#define HEDDLE_LIB_VERIFY_JOINPARTITIONS_H

#include "PartitionPlan.h"
#include "heddle/ir/Tt.h"
#include "mlir/IR/OwningOpRef.h"

namespace heddle::equivalence {

/// A function without partitions that does the same as another one.
class JoinedFunction {
public:
  /// The function itself if it has no partitions. Ops keep their locations.
  explicit JoinedFunction(tt::FuncOp function);

  /// Null if partitions cannot be followed.
  tt::FuncOp function() const { return joined; }
  /// If so: why. The op is one of the given function, or of a copy that lives
  /// as long as this.
  const PartitionPlan::Refusal &refusal() const { return why; }

private:
  /// What is called has to be there.
  mlir::OwningOpRef<mlir::Operation *> copy;
  tt::FuncOp joined;
  PartitionPlan::Refusal why;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_JOINPARTITIONS_H
