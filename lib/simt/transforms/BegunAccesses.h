//===- BegunAccesses.h - What a wait may wait for ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_BEGUNACCESSES_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_BEGUNACCESSES_H

#include "SharedProgram.h"

namespace heddle {

/// Accesses that go on by themselves and may end where groups of them are
/// waited for: copies of threads, stores of boxes, products.
class BegunAccesses {
public:
  /// O(points * accesses of those kinds).
  explicit BegunAccesses(const PointGraph &graph);

  /// The points where those begin that may end at this one: they lie on some
  /// way here, and nobody has waited for all groups in between. The points of
  /// one wait share what ends there. Null if the point does not wait for
  /// groups.
  const llvm::SmallVector<unsigned> *endingAt(unsigned point) const {
    auto found = ending.find(point);
    return found == ending.end() ? nullptr : &found->second;
  }
  /// May what begins at the point still go on when a loop's next iteration
  /// begins, or behind the loop?
  bool isCarried(unsigned point) const {
    return point < carried.size() && carried.test(point);
  }

private:
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned>> ending;
  llvm::BitVector carried;
};

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_BEGUNACCESSES_H
