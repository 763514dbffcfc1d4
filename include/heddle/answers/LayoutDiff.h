//===- LayoutDiff.h - Comparing two layouts ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In which sense two layouts are equal, or where they differ.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_LAYOUTDIFF_H
#define HEDDLE_ANSWERS_LAYOUTDIFF_H

#include "heddle/answers/LayoutSubject.h"
#include "heddle/layout/Comparison.h"

namespace heddle {

struct LayoutDifference {
  LayoutSense sense;
  /// For people: the sense; the first element that other threads hold; the
  /// basis vectors that differ.
  std::string text;
  /// The same as one line of JSON.
  std::string json;
};

/// Fails if the two are on tensors of different shapes.
[[nodiscard]] Result<LayoutDifference> diffLayouts(const LayoutSubject &a,
                                                   const LayoutSubject &b);

} // namespace heddle

#endif // HEDDLE_ANSWERS_LAYOUTDIFF_H
