//===- TensorPicture.cpp - Who holds each element -------------------------===//
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

/// The axes that make slices: all but the last two.
std::span<const Axis> sliceAxes(std::span<const Axis> axes) {
  return axes.size() > 2 ? axes.first(axes.size() - 2) : axes.first(0);
}

Cell holderCell(const IndexedLayout &layout, Word element) {
  std::optional<Word> holder = layout.firstHolder(element);
  if (!holder)
    return {"-", std::nullopt};
  std::string text = tokenText(layout, *holder);
  if (std::size_t bits = layout.replicas().size(); bits != 0)
    text += concat(" +", f2::lowMask(static_cast<unsigned>(bits)));
  return {text, colourOf(layout, *holder)};
}

/// "(3,5): T0:0, T4:0, and 14 more".
std::string holdersNote(const IndexedLayout &layout, Word element) {
  constexpr std::uint64_t MostListed = 8;
  std::string text = elementText(layout, element) + ": ";
  std::optional<Word> first = layout.firstHolder(element);
  if (!first)
    return text + "held by no location";
  std::uint64_t count =
      f2::unit(static_cast<unsigned>(layout.replicas().size()));
  for (std::uint64_t i = 0; i < std::min(count, MostListed); ++i)
    text +=
        concat(i == 0 ? "" : ", ",
               tokenText(layout, *first ^ f2::multiply(layout.replicas(), i)));
  return count > MostListed
             ? text + concat(", and ", count - MostListed, " more")
             : text;
}

Table tensorTable(const IndexedLayout &layout, std::uint64_t slice,
                  std::uint64_t mostColumns) {
  std::span<const Axis> axes = layout.outs();
  std::span<const Axis> outer = sliceAxes(axes);
  Table table;
  if (axes.size() == 1)
    fold(table, {axes[0].size(), mostColumns}, axes[0].dim.name());
  if (axes.size() >= 2)
    cross(table, axes[axes.size() - 2], axes.back());
  unsigned sliceShift = outer.empty() ? layout.outBits() : outer.back().shift;
  Word first = f2::shiftLeft(slice, sliceShift);
  table.title = axesText(outer, first, " = ");
  auto element = [first, cols = table.cols](std::uint64_t row,
                                            std::uint64_t col) {
    return first + row * cols + col;
  };
  table.cell = [&layout, element](std::uint64_t row, std::uint64_t col) {
    return holderCell(layout, element(row, col));
  };
  table.note = [&layout, element](std::uint64_t row, std::uint64_t col) {
    return holdersNote(layout, element(row, col));
  };
  return table;
}

} // namespace

Picture tensorPicture(const IndexedLayout &layout, std::uint64_t mostColumns) {
  Picture picture;
  picture.title =
      concat("Who holds each element of a ", shapeText(layout), " tensor");
  for (const Axis &axis : sliceAxes(layout.outs()))
    picture.tables <<= axis.bits;
  picture.table = [&layout, mostColumns](std::uint64_t slice) {
    return tensorTable(layout, slice, mostColumns);
  };
  picture.legend = {tokenLegend(layout)};
  if (std::string replicas = replicaLegend(layout); !replicas.empty())
    picture.legend.push_back(replicas);
  if (!layout.isSurjective())
    picture.legend.push_back("-: no location holds this element");
  picture.colourNoun = colourNoun(layout);
  return picture;
}

} // namespace heddle::view
