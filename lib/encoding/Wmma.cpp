//===- Wmma.cpp - Fragments of AMD's WMMA ---------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributed.h"
#include "MatrixAxes.h"
#include "WmmaGrid.h"

#include <algorithm>

namespace heddle {

namespace {

/// log2 of the lanes along one dimension, and of the rows that each half of the
/// wave has.
constexpr unsigned HalfWaveBits = 4;
constexpr unsigned RowBits = 3;

/// log2 of the tile's extent, M or N. Transposed, M and N change places.
unsigned tileBits(const AmdWmmaEncoding &e, unsigned index) {
  return log2Exact(e.instrShape[e.isTransposed ? 1 - index : index]);
}

/// A basis vector that only moves along `axis`.
bool movesOnlyAlong(const UnsignedList &basis, unsigned axis) {
  if (axis >= basis.size() || basis[axis] == 0)
    return false;
  return std::ranges::count_if(basis, [](unsigned c) { return c != 0; }) == 1;
}

/// Places the tiles of a block, in units of what the tile has used, and uses up
/// what they span. Along `broadcast` warps have the same, and registers do not
/// repeat.
void placeTiles(TileBuilder &tile, const AmdWmmaEncoding &e,
                unsigned broadcast = NoAxis) {
  InplaceVector<unsigned, MaxDims> units, span;
  for (unsigned axis = 0; axis < tile.rank(); ++axis) {
    units.push_back(tile.usedBits(axis));
    span.push_back(0);
  }
  auto placeOne = [&](Slot slot, const UnsignedList &basis) {
    InplaceVector<unsigned, MaxDims> coordinates(basis);
    if (broadcast != NoAxis)
      coordinates[broadcast] = 0;
    tile.placeVector(slot, coordinates, units);
    for (unsigned axis = 0; axis < tile.rank(); ++axis)
      span[axis] =
          std::max(span[axis], unsigned(std::bit_width(coordinates[axis])));
  };
  for (const UnsignedList &basis : e.registers)
    if (!movesOnlyAlong(basis, broadcast))
      placeOne(Slot::Register, basis);
  for (const UnsignedList &basis : e.warps)
    placeOne(Slot::Warp, basis);
  for (unsigned axis = 0; axis < tile.rank(); ++axis)
    tile.skip(axis, span[axis]);
}

// Up to 3.6: the tiles of all columns, counted on the whole tensor, come before
// the next row of tiles, as with MFMA.
Result<void> placeGrid(TileBuilder &tile, const AmdWmmaEncoding &e) {
  Result<WmmaGrid> grid = gridOf(e);
  if (!grid)
    return tl::unexpected(std::move(grid.error()));
  for (unsigned axis = tile.rank(); axis-- > 0;) {
    tile.place(Slot::Register, axis, log2Exact(grid->tilesPerWarp[axis]));
    tile.place(Slot::Warp, axis, log2Exact(grid->warpsPerCTA[axis]));
    if (axis == tile.rank() - 1)
      tile.fillTotal(Slot::Register, axis);
    else
      tile.fill(Slot::Register, axis);
  }
  return {};
}

// Up to 3.6, operands: a warp with several tiles beside K first has all steps
// of K, counted on the whole tensor and as if the halves of the wave always had
// different elements.
Result<void> placeOperandGrid(TileBuilder &tile, const AmdWmmaEncoding &parent,
                              const DotOperandEncoding &e) {
  Result<WmmaGrid> grid = gridOf(parent);
  if (!grid)
    return tl::unexpected(std::move(grid.error()));
  OperandAxes axes(e, tile.rank());
  unsigned tiles = log2Exact(grid->tilesPerWarp[axes.nonK]);
  unsigned stepBits = log2Exact(std::max(2 * e.kWidth, parent.instrShape[2]));
  if (tiles > 0 && tile.totalBits(axes.k) > stepBits)
    tile.place(Slot::Register, axes.k, tile.totalBits(axes.k) - stepBits);
  tile.place(Slot::Register, axes.nonK, tiles);
  ResultAxes result(tile.rank());
  placeWarps(tile, grid->warpsPerCTA, result.n, result.m, axes.k);
  return {};
}

} // namespace

// AMD matrix instruction calculator, RDNA: 16 lanes run along N; the two halves
// of the wave have alternate rows in version 1, the lower and the upper rows
// later. A tile of 32 rows is two of 16.
Result<LinearLayout> layoutOf(const AmdWmmaEncoding &e, const ShapeContext &c) {
  ResultAxes axes(c.bits.size());
  unsigned laneAxis = e.isTransposed ? axes.m : axes.n;
  unsigned rowAxis = e.isTransposed ? axes.n : axes.m;
  TileBuilder tile(c.bits, e.cga);
  tile.place(Slot::Lane, laneAxis, HalfWaveBits);
  if (e.version == 1)
    tile.place(Slot::Lane, rowAxis, 1);
  tile.place(Slot::Register, rowAxis, RowBits);
  if (e.version != 1)
    tile.place(Slot::Lane, rowAxis, 1);
  for (unsigned index : {0U, 1U}) {
    unsigned axis = index == 0 ? axes.m : axes.n;
    tile.place(Slot::Register, axis, tileBits(e, index) - tile.usedBits(axis));
  }
  if (c.facts.wmmaHasWarpGrid) {
    if (Result<void> placed = placeGrid(tile, e); !placed)
      return tl::unexpected(std::move(placed.error()));
    return tile.finishDistributed();
  }
  placeTiles(tile, e);
  fillRegisters(tile, axes.n, axes.m);
  return tile.finishDistributed();
}

// Version 1: both halves of the wave have the same kWidth elements along K.
// Later: the halves have alternate groups of kWidth, as often as an
// instruction's K takes.
Result<LinearLayout> operandLayout(const AmdWmmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c) {
  OperandAxes axes(e, c.bits.size());
  // Up to 3.6 K is shared among the blocks, as with MFMA.
  TileBuilder tile(c.bits, parent.cga,
                   c.facts.wmmaHasWarpGrid ? NoAxis : axes.k);
  tile.place(Slot::Register, axes.k, log2Exact(e.kWidth));
  tile.place(Slot::Lane, axes.nonK, HalfWaveBits);
  if (parent.version == 1) {
    tile.replicate(Slot::Lane, 1);
  } else {
    unsigned kBits = log2Exact(parent.instrShape[2]);
    tile.place(Slot::Lane, axes.k, 1);
    if (kBits > tile.usedBits(axes.k))
      tile.place(Slot::Register, axes.k, kBits - tile.usedBits(axes.k));
  }
  tile.place(Slot::Register, axes.nonK,
             tileBits(parent, e.opIdx) - HalfWaveBits);
  if (c.facts.wmmaHasWarpGrid) {
    if (Result<void> placed = placeOperandGrid(tile, parent, e); !placed)
      return tl::unexpected(std::move(placed.error()));
  } else {
    placeTiles(tile, parent, axes.k);
  }
  fillRegisters(tile, axes.k, axes.nonK);
  return tile.finishDistributed();
}

} // namespace heddle
