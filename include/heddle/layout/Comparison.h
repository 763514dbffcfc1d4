//===- Comparison.h - How two layouts differ --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In which sense two layouts of a tensor are equal, and where they differ.
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

} // namespace heddle

#endif // HEDDLE_LAYOUT_COMPARISON_H
