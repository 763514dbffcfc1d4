//===- LayoutFacts.h - Properties of a layout, and why ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The few properties of a layout that a reader of a kernel asks for first,
/// each with the reason. `heddle layout --view props` has all of them.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_LAYOUTFACTS_H
#define HEDDLE_ANSWERS_LAYOUTFACTS_H

#include "heddle/answers/LayoutSubject.h"
#include "heddle/target/Target.h"

#include <vector>

namespace heddle {

struct LayoutFact {
  /// "widest access", "64 bits", "4 elements along dim1".
  std::string name, value;
  /// Empty where the value says all.
  std::string reason;
};

/// Of registers: elements of a thread, contiguity, the widest access; of shared
/// memory: its size, alignment, contiguous elements, and the bank conflicts of
/// a warp of the target (of none, without one) that reads along a row and down
/// a column; of tensor memory: rows and columns. Of all: replication, and
/// whether the layout is a permutation, one location for each element.
std::vector<LayoutFact> layoutFacts(const LayoutSubject &subject,
                                    const Target *target);

/// The basis vectors of each input dimension, a line each:
///
///     register:  [[0, 1], [0, 2]]
///     lane:      [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]]
std::string basesLines(const LinearLayout &layout);

} // namespace heddle

#endif // HEDDLE_ANSWERS_LAYOUTFACTS_H
