//===- CsvView.h - Layouts as CSV -------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The whole relation between elements and locations as CSV (RFC 4180: lines
/// end in CR LF, names in quotes where they need it), for spreadsheets and data
/// frames.
///
///     dim0,dim1,block,warp,lane,register
///     0,0,0,0,0,0
///     0,0,0,0,4,0        a replica: lane 4 holds element (0, 0) too
///     0,1,0,0,0,1
///
/// The locations of a distributed layout are block, warp, lane and register, of
/// shared memory block and offset (and partition, if the layout has it), of
/// tensor memory block, row and col; other layouts list their own, last to
/// first.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIEW_CSVVIEW_H
#define HEDDLE_VIEW_CSVVIEW_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The most lines of a CSV after its header, as a power of two: there is one
/// for each location.
inline constexpr unsigned MaxCsvBits = 24;

/// Elements first: a line for each pair of an element and a location that holds
/// it, elements in row-major order, the locations of each ascending. An element
/// that no location holds has no line. Fails above 2^24 locations. O(length of
/// the text).
[[nodiscard]] Result<std::string> csvTensorView(const LinearLayout &layout);

/// Locations first: a line for each location, ascending, with the element that
/// it holds. Fails and costs as `csvTensorView`.
[[nodiscard]] Result<std::string> csvHardwareView(const LinearLayout &layout);

} // namespace heddle

#endif // HEDDLE_VIEW_CSVVIEW_H
