//===- ScratchPoints.cpp - What offsets of the scratch mean ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchPoints.h"

#include <algorithm>

namespace heddle {

namespace {

std::string changeText(std::span<const Coordinate> coordinates) {
  std::string text;
  for (const Coordinate &each : coordinates)
    if (each.value != 0)
      text +=
          concat(text.empty() ? "" : ", ", each.dim.name(), " ", each.value);
  return text;
}

Coordinates coordinatesOf(const LinearLayout &layout, Word element) {
  Coordinates coordinates;
  for (const DimBits &out : layout.outs())
    coordinates.push_back({out.dim, layout.field(element, out.dim)});
  std::ranges::sort(coordinates, {},
                    [](const Coordinate &each) { return each.dim.id(); });
  return coordinates;
}

} // namespace

ScratchPoint scratchPoint(const ConvertAnswer &answer, Word vector) {
  unsigned bytes = answer.conversion.program.elementBytes;
  unsigned byteBits = f2::highestBit(bytes);
  return {.byte = vector & f2::lowMask(byteBits),
          .element = coordinatesOf(answer.from.layout,
                                   f2::shiftRight(vector, byteBits))};
}

std::string pointText(const ScratchPoint &point) {
  std::string text = changeText(point.element);
  if (point.byte != 0)
    text += concat(text.empty() ? "" : ", ", "byte ", point.byte);
  return text.empty() ? "nothing" : text;
}

std::string elementChange(const LinearLayout &layout, Word element) {
  std::string text = changeText(coordinatesOf(layout, element));
  return text.empty() ? "nothing" : text;
}

} // namespace heddle
