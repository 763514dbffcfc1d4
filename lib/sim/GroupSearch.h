//===- GroupSearch.h - Which groups computed a value ------------*- C++ -*-===//
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

/// Groups of products whose results a value may be, before somebody has waited
/// for them: through loops, branches and waits for others.
class GroupSearch {
public:
  explicit GroupSearch(simt::KernelOp kernel);

  /// Groups are numbered in the order of the program.
  std::uint32_t numberOf(simt::GroupMmaOp group) const {
    return numbers.lookup(group);
  }
  std::vector<std::uint32_t> of(mlir::Value value) const;

private:
  llvm::DenseMap<mlir::Operation *, std::uint32_t> numbers;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_GROUPSEARCH_H
