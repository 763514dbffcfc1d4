//===- Comparison.h - How two layouts differ --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In which sense two layouts of a tensor are equal, where they differ, and how
/// far elements have to move from one to the other.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_COMPARISON_H
#define HEDDLE_LAYOUT_COMPARISON_H

#include "heddle/layout/LinearLayout.h"

#include <optional>
#include <string_view>
#include <vector>

namespace heddle {

enum class LayoutSense {
  Equal,              ///< the same map
  EqualUpToRegisters, ///< after renaming registers, alike in every thread
  /// apart from how often threads hold what they hold
  EqualUpToReplication,
  Different
};

/// "equal", "equal up to registers", ...
std::string_view senseName(LayoutSense sense);

/// A basis vector that one layout has and the other has not, or has otherwise.
struct BasisDifference {
  Dim dim;
  unsigned bit;
  std::optional<Word> a, b;
};

struct LayoutComparison {
  LayoutSense sense;
  /// The first element in row-major order that other threads hold; if there is
  /// none, the first in other registers.
  std::optional<Word> firstElement;
  std::vector<BasisDifference> bases;
};

/// Fails if the two are on tensors of different shapes.
[[nodiscard]] Result<LayoutComparison> compareLayouts(const LinearLayout &a,
                                                      const LinearLayout &b);

/// Where `from` has what the locations of `to` hold. Each location of `to`
/// counts once, by the copy in `from` that is nearest to it. The sum is the
/// number of locations of `to`.
///
///     from {register: [1], lane: [2]}, to {register: [2], lane: [1]}:
///     2 locations the same (elements 0 and 3), 2 in another lane
struct Distances {
  /// The element is at the same location.
  std::uint64_t same = 0;
  struct InDim {
    Dim dim;
    std::uint64_t count;
  };
  /// It is at another coordinate of this dimension, and at the same coordinate
  /// of all dimensions after it; in the order of the inputs of `from`, then of
  /// those that only `to` has. A dimension that a layout lacks has coordinate
  /// 0.
  std::vector<InDim> moved;
  /// It is nowhere in `from`.
  std::uint64_t missing = 0;
};

/// Fails if the two are on tensors of different shapes, and beyond 2^63
/// locations. O(dimensions * bits^2) whatever the sizes are.
[[nodiscard]] Result<Distances> countDistances(const LinearLayout &from,
                                               const LinearLayout &to);

} // namespace heddle

#endif // HEDDLE_LAYOUT_COMPARISON_H
