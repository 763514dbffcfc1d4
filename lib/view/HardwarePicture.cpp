//===- HardwarePicture.cpp - What each location holds ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Picture.h"
#include "Tokens.h"

namespace heddle::view {

namespace {

/// Memory has one axis of offsets, others two: lanes and registers, for
/// example.
std::size_t innerAxes(const IndexedLayout &layout) {
  std::size_t most = layout.kind() == LayoutKind::Shared ? 1 : 2;
  return std::min(most, layout.ins().size());
}

/// "block = 1, warp = 0", without those that are always 0.
std::string tableTitle(std::span<const Axis> outer, Word location) {
  Axes shown;
  for (const Axis &axis : outer)
    if (axis.bits != 0)
      shown.push_back(axis);
  return axesText(shown, location, " = ");
}

Table hardwareTable(const IndexedLayout &layout, std::uint64_t index,
                    std::uint64_t mostColumns) {
  std::size_t count = innerAxes(layout);
  std::span<const Axis> outer = layout.ins().first(layout.ins().size() - count);
  std::span<const Axis> inner = layout.ins().last(count);
  Table table;
  if (count == 1)
    fold(table, {inner[0].size(), mostColumns}, inner[0].dim.name());
  if (count == 2) {
    cross(table, inner[0], inner[1]);
    if (layout.kind() == LayoutKind::Distributed) {
      table.rowNoun = "lanes";
      table.colNoun = "registers";
    }
  }
  Word first = f2::shiftLeft(index, outer.empty() ? layout.inBits()
                                                  : outer.back().shift);
  table.title = tableTitle(outer, first);
  auto location = [first, cols = table.cols](std::uint64_t row,
                                             std::uint64_t col) {
    return first + row * cols + col;
  };
  table.cell = [&layout, location](std::uint64_t row, std::uint64_t col) {
    Word loc = location(row, col);
    return Cell{elementText(layout, layout.apply(loc), Align::ToSize),
                colourOf(layout, loc)};
  };
  table.note = [&layout, location](std::uint64_t row, std::uint64_t col) {
    Word loc = location(row, col);
    return concat(axesText(layout.ins(), loc), ": ",
                  elementText(layout, layout.apply(loc)));
  };
  return table;
}

} // namespace

Picture hardwarePicture(const IndexedLayout &layout,
                        std::uint64_t mostColumns) {
  Picture picture;
  picture.title =
      concat("What each location holds of a ", shapeText(layout), " tensor");
  std::size_t outer = layout.ins().size() - innerAxes(layout);
  for (const Axis &axis : layout.ins().first(outer))
    picture.tables <<= axis.bits;
  picture.table = [&layout, mostColumns](std::uint64_t index) {
    return hardwareTable(layout, index, mostColumns);
  };
  picture.colourNoun = colourNoun(layout);
  return picture;
}

} // namespace heddle::view
