//===- SharedBases.cpp - Shared memory by its basis vectors ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedBases.h"

#include <algorithm>
#include <bit>

namespace heddle {

Result<LinearLayout> explicitLayout(const Bases &offsets, const Bases &blocks,
                                    const ShapeContext &c) {
  for (unsigned axis = 0; axis < c.bits.size(); ++axis) {
    unsigned bits = 0;
    for (const Bases *bases : {&offsets, &blocks})
      for (const UnsignedList &basis : *bases)
        bits = std::max(bits, unsigned(std::bit_width(basis[axis])));
    if (bits != c.bits[axis])
      return failure(concat("expects size ", f2::unit(bits), " of dimension ",
                            axis, ", as the layout's bases say, but got ",
                            f2::unit(c.bits[axis])));
  }
  TileBuilder tile(c.bits, {});
  for (const UnsignedList &basis : offsets)
    tile.placeVector(Slot::Offset, basis);
  tile.placeBlocks(blocks);
  return tile.finish({Dim::Offset});
}

} // namespace heddle
