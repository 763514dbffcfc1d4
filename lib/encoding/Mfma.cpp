//===- Mfma.cpp - Fragments of AMD's MFMA ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributed.h"
#include "MatrixAxes.h"

namespace heddle {

namespace {

/// log2 of the lanes of a wave on CDNA.
constexpr unsigned LaneBits = 6;

/// log2 of what one instruction has along K, beside kWidth: the lanes that the
/// other dimension leaves. The 64x4 and 4x64 shapes are sixteen small products
/// side by side: either operand has sixteen steps of K.
unsigned kStepBits(unsigned nonKBits, const AmdMfmaEncoding &mfma) {
  bool isManySmall = mfma.instrShape[0] != mfma.instrShape[1];
  constexpr unsigned SmallSteps = 4;
  return isManySmall ? SmallSteps : LaneBits - nonKBits;
}

} // namespace

// AMD matrix instruction calculator, the D matrix: the lanes run along one
// dimension as far as the tile goes, then over groups of four consecutive
// elements of the other (of one, for 64-bit elements), which a lane holds in
// consecutive registers; further groups are further registers.
Result<LinearLayout> layoutOf(const AmdMfmaEncoding &e, const ShapeContext &c) {
  ResultAxes axes(c.bits.size());
  unsigned laneAxis = e.isTransposed ? axes.m : axes.n;
  unsigned groupAxis = e.isTransposed ? axes.n : axes.m;
  unsigned laneSize = log2Exact(e.instrShape[e.isTransposed ? 0 : 1]);
  unsigned groupSize = log2Exact(e.instrShape[e.isTransposed ? 1 : 0]);
  unsigned group = e.elementBitWidth == 64 ? 0 : 2;
  unsigned lanesOnGroups = LaneBits - laneSize;

  TileBuilder tile(c.bits, e.cga);
  tile.place(Slot::Register, groupAxis, group);
  tile.place(Slot::Lane, laneAxis, laneSize);
  tile.place(Slot::Lane, groupAxis, lanesOnGroups);
  if (groupSize > group + lanesOnGroups)
    tile.place(Slot::Register, groupAxis, groupSize - group - lanesOnGroups);
  // All of N before M, although that takes a warp's tiles apart: Triton's
  // lowering of dot walks the registers in this order. It counts the columns of
  // the whole tensor; where blocks share them, registers stay copies. Tiles
  // along the batch it does not count.
  for (unsigned axis = axes.rank; axis-- > 0;) {
    if (!e.tilesPerWarp.empty() && axis >= axes.m)
      tile.place(Slot::Register, axis, log2Exact(e.tilesPerWarp[axis]));
    tile.place(Slot::Warp, axis, log2Exact(e.warpsPerCTA[axis]));
    if (axis == axes.n)
      tile.fillTotal(Slot::Register, axis);
    else
      tile.fill(Slot::Register, axis);
  }
  return tile.finishDistributed();
}

// The A and B matrices: a lane has kWidth consecutive elements along K, the
// lanes run along the other dimension and then along K. As with the result,
// Triton counts all of K, and shares it among the blocks as the result's
// columns (rows) are.
Result<LinearLayout> operandLayout(const AmdMfmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c) {
  OperandAxes axes(e, c.bits.size());
  unsigned nonKBits = log2Exact(parent.instrShape[e.opIdx]);
  unsigned lanesOnK = LaneBits - nonKBits;
  unsigned steps = kStepBits(nonKBits, parent);
  TileBuilder tile(c.bits, parent.cga);
  tile.place(Slot::Register, axes.k, log2Exact(e.kWidth));
  tile.place(Slot::Lane, axes.nonK, nonKBits);
  tile.place(Slot::Lane, axes.k, lanesOnK);
  tile.place(Slot::Register, axes.k, steps - lanesOnK);
  tile.fillTotal(Slot::Register, axes.k);
  if (!parent.tilesPerWarp.empty())
    tile.place(Slot::Register, axes.nonK,
               log2Exact(parent.tilesPerWarp[axes.nonK]));
  ResultAxes result(tile.rank());
  placeWarps(tile, parent.warpsPerCTA, result.n, result.m, axes.k);
  fillRegisters(tile, axes.k, axes.nonK);
  return tile.finishDistributed();
}

} // namespace heddle
