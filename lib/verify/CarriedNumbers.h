//===- CarriedNumbers.h - What a nest of loops counts -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_CARRIEDNUMBERS_H
#define HEDDLE_LIB_VERIFY_CARRIEDNUMBERS_H

#include "LoopCounters.h"
#include "PartitionPlan.h"

namespace heddle::equivalence {

/// Numbers that the innermost loop of a nest carries from one iteration to the
/// next one, and on to the first one of its next execution.
class CarriedNumbers {
public:
  explicit CarriedNumbers(const PartitionPlan::Nest &nest)
      : nest(nest), inner(PartitionPlan::Nest(nest).back()) {}

  /// What the value follows from is carried, too; false if it is not carried
  /// through all loops from a constant on.
  bool add(mlir::Value value);
  llvm::SmallVector<std::int64_t> first() const { return starts; }
  /// What is known in an iteration, or behind the loop.
  Numbers known(llvm::ArrayRef<std::int64_t> now) const;
  std::optional<llvm::SmallVector<std::int64_t>> next(Numbers &known) const;

private:
  std::optional<std::int64_t> startOf(unsigned number) const;

  PartitionPlan::Nest nest;
  mutable mlir::scf::ForOp inner;
  llvm::SmallVector<unsigned> numbers;
  llvm::SmallVector<std::int64_t> starts;
  llvm::DenseSet<mlir::Value> seen;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_CARRIEDNUMBERS_H
