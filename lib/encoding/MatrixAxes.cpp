//===- MatrixAxes.cpp - The dimensions of matrix products -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixAxes.h"

#include <bit>

namespace heddle {

void placeWarps(TileBuilder &tile, const UnsignedList &warpsPerCTA,
                unsigned first, unsigned second, unsigned broadcast) {
  auto placeAxis = [&](unsigned axis) {
    unsigned count = log2Exact(warpsPerCTA[axis]);
    if (axis == broadcast)
      tile.replicate(Slot::Warp, count);
    else
      tile.place(Slot::Warp, axis, count);
  };
  placeAxis(first);
  placeAxis(second);
  for (unsigned axis = tile.rank() - 2; axis-- > 0;)
    placeAxis(axis);
}

void fillRegisters(TileBuilder &tile, unsigned first, unsigned second) {
  tile.fill(Slot::Register, first);
  tile.fill(Slot::Register, second);
  for (unsigned axis = tile.rank() - 2; axis-- > 0;)
    tile.fill(Slot::Register, axis);
}

Checked checkKWidth(const DotOperandEncoding &e, std::string_view parent,
                    Meaning meaning) {
  bool isText = meaning == Meaning::Optional && e.kWidth != 0;
  if (isText || std::has_single_bit(e.kWidth))
    return {};
  // 0 is how a missing one is kept.
  return wrongValue("kWidth", concat("a power of two with ", parent),
                    e.kWidth == 0 ? "none" : std::to_string(e.kWidth));
}

} // namespace heddle
