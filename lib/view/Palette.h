//===- Palette.h - Colours by number ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// 32 light colours out of xterm's 6x6x6 cube, so that the terminal and SVG
/// agree. Black text on each has a contrast of at least 7:1. Neighbours in the
/// list are far apart: each entry is the one farthest (in CIE Lab) from all
/// before it.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_PALETTE_H
#define HEDDLE_LIB_VIEW_PALETTE_H

#include <cstdint>
#include <iterator>

namespace heddle::view {

inline constexpr std::uint8_t Palette[] = {
    117, 120, 210, 177, 222, 115, 224, 147, 175, 144, 193,
    123, 109, 219, 216, 189, 114, 194, 223, 217, 192, 212,
    182, 140, 186, 121, 211, 110, 122, 116, 108, 188};

/// The number of a colour in xterm's table of 256.
constexpr unsigned terminalColour(std::uint64_t number) {
  return Palette[number % std::size(Palette)];
}

/// The same colour as 0xRRGGBB.
constexpr unsigned rgbColour(std::uint64_t number) {
  constexpr unsigned Levels[] = {0, 95, 135, 175, 215, 255};
  unsigned cube = terminalColour(number) - 16;
  return Levels[cube / 36] << 16 | Levels[cube / 6 % 6] << 8 | Levels[cube % 6];
}

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_PALETTE_H
