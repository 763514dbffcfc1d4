//===- WholeAxis.h - What a block needs of an axis --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts in which each block of a cluster holds all elements along an axis,
/// so that work along it needs no other blocks.
///
///     64 x 64, two blocks with 32 rows each, a scan along the rows' axis:
///     two blocks with 32 columns each, or with all 64 columns each
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_WHOLEAXIS_H
#define HEDDLE_LIB_LOWERING_WHOLEAXIS_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// What blocks hold along other axes.
enum class OtherAxes {
  Kept,  ///< what they hold in the layout that is given
  Spread ///< less, instead of elements that another block holds, too
};

/// Does each block hold all along the axis that go with its elements?
bool isWholeInBlocks(const LinearLayout &layout, unsigned axis);

/// A layout with `size` elements along the axis, all of them in each block; of
/// the other axes blocks hold what they hold in `like`, or as `others` says. A
/// thread has at least as many registers as are needed; the axis comes first in
/// registers, then in lanes, then in warps. O(bits^2).
Result<LinearLayout> wholeAxisLayout(const LinearLayout &like, unsigned axis,
                                     std::uint64_t size, OtherAxes others);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_WHOLEAXIS_H
