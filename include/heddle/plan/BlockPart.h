//===- BlockPart.h - What a block has of a tensor ---------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of a tensor that each block of a cluster has, where that is a tile
/// of the tensor:
///
///     128x64, two blocks, block 1 begins at row 64
///     part: 64x64, begins = {(64, 0)}
///
/// Blocks whose begins are 0 have copies. Layouts whose blocks have other parts
/// than tiles, as every second row, have none.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_BLOCKPART_H
#define HEDDLE_PLAN_BLOCKPART_H

#include "heddle/layout/LinearLayout.h"

#include <vector>

namespace heddle {

struct BlockPart {
  /// The sizes of the tile, one an axis.
  std::vector<std::uint64_t> shape;
  /// Of each bit of a block's number, how much further along each axis the
  /// block's tile begins. Those of several bits add up.
  std::vector<std::vector<std::uint64_t>> begins;

  /// The tiles of a layout of registers or of shared memory. Fails if blocks
  /// have no tiles, with the axis as witness. O(bits * axes).
  [[nodiscard]] static Result<BlockPart> of(const LinearLayout &layout);

  /// What a layout is in the tile of its block: without blocks, and of a tensor
  /// of the tile's shape. The layout is the one of which these are the tiles,
  /// or another of the same tensor all of whose registers are in the tile.
  /// Fails if they are not.
  [[nodiscard]] Result<LinearLayout> inBlock(const LinearLayout &layout) const;
};

/// Bits of a tensor that only another block changes: a block has all other
/// elements. O(bits^2).
unsigned bitsOfBlocks(const LinearLayout &layout);

/// Do the registers of each block hold exactly what its shared memory has, so
/// that blocks store all of their memory by themselves? The memory has offsets
/// and blocks, and the tensor may be a part of it. O(bits^2).
bool holdsOwnPart(const LinearLayout &registers, const LinearLayout &memory);

} // namespace heddle

#endif // HEDDLE_PLAN_BLOCKPART_H
