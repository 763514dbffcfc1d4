//===- SvgView.h - Layouts as SVG -------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pictures of a layout: SVG 1.1 that stands alone (no style sheet, no script,
/// no font to load), with axes, a legend and a tooltip for each cell.
///
///     std::string svg = svgTensorView(layout, {.title = "#blocked"}).value();
///
/// Cells have the colours of `Colour::ByThread` in TextView.h; black text on
/// each of them has a contrast of at least 7:1, which is WCAG's level AAA.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIEW_SVGVIEW_H
#define HEDDLE_VIEW_SVGVIEW_H

#include "heddle/view/LayoutKind.h"
#include "heddle/view/MemoryOptions.h"

namespace heddle {

struct SvgOptions {
  /// The heading. If empty, it says what the picture shows.
  std::string title;
};

/// The most cells of a picture: 128 rows of 256, a few MB.
inline constexpr std::uint64_t MaxSvgCells = std::uint64_t(1) << 15;

/// Who holds each element, as `tensorView` in TextView.h. A tensor of one axis
/// is one row, and slices stand below one another. Fails above `MaxSvgCells`
/// elements. O(length of the text).
[[nodiscard]] Result<std::string> svgTensorView(const LinearLayout &layout,
                                                const SvgOptions &options = {});

/// What each location holds, as `hardwareView`. Fails above `MaxSvgCells`
/// locations.
[[nodiscard]] Result<std::string>
svgHardwareView(const LinearLayout &layout, const SvgOptions &options = {});

/// Shared memory with a column for each bank, as `memoryView`. Fails as it
/// does, and above `MaxSvgCells` cells.
[[nodiscard]] Result<std::string> svgMemoryView(const LinearLayout &layout,
                                                const MemoryOptions &memory,
                                                const SvgOptions &options = {});

} // namespace heddle

#endif // HEDDLE_VIEW_SVGVIEW_H
