//===- GroupSearch.h - Which groups have a value's registers ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_GROUPSEARCH_H
#define HEDDLE_LIB_SIM_GROUPSEARCH_H

#include "heddle/simt/Simt.h"

#include <cstdint>
#include <vector>

namespace heddle::sim {

/// Groups of products that have a value's registers while they are under way.
/// They are numbered in the order of the program.
class GroupSearch {
public:
  explicit GroupSearch(simt::KernelOp kernel);

  std::uint32_t numberOf(simt::GroupMmaOp group) const {
    return numbers.lookup(group);
  }
  /// Those whose result a value may be, before somebody has waited for them:
  /// through loops, branches and waits for others.
  std::vector<std::uint32_t> of(mlir::Value value) const;
  /// Those that read their first factor from registers into which the value is
  /// computed.
  llvm::ArrayRef<std::uint32_t> readersOf(mlir::Value value) const {
    auto found = readers.find(value);
    return found == readers.end() ? llvm::ArrayRef<std::uint32_t>()
                                  : found->second;
  }

private:
  llvm::DenseMap<mlir::Operation *, std::uint32_t> numbers;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<std::uint32_t, 1>> readers;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_GROUPSEARCH_H
