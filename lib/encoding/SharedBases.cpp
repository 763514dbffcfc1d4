//===- SharedBases.cpp - Shared layouts made of others or of bases --------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shared.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <algorithm>

namespace heddle {

namespace {

/// Layouts of shared memory by their bases fit one shape.
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

} // namespace

Result<LinearLayout> layoutOf(const PaddedSharedEncoding &e,
                              const ShapeContext &c) {
  return explicitLayout(e.offsets, e.blocks, c);
}

Result<LinearLayout> layoutOf(const SharedLinearEncoding &e,
                              const ShapeContext &c) {
  return explicitLayout(e.offsets, e.blocks, c);
}

// One piece, then the partitions that pieces go to in turn, then the groups of
// pieces that follow each other in every partition.
Result<LinearLayout> layoutOf(const PartitionedSharedEncoding &e,
                              const ShapeContext &c) {
  unsigned partitionBits = log2Exact(e.numPartitions);
  unsigned groupBits = log2Exact(e.numGroups);
  if (c.bits[e.partitionDim] < partitionBits + groupBits)
    return failure(concat("expects at least numPartitions * numGroups = ",
                          std::uint64_t(e.numPartitions) * e.numGroups,
                          " elements along dimension ", e.partitionDim,
                          ", but got ", f2::unit(c.bits[e.partitionDim])));
  InplaceVector<std::uint64_t, MaxDims> pieceShape;
  for (unsigned bits : c.bits)
    pieceShape.push_back(f2::unit(bits));
  pieceShape[e.partitionDim] >>= partitionBits + groupBits;
  Result<LinearLayout> piece =
      toLinearLayout(*e.partitionLayout, pieceShape, c.facts.version);
  if (!piece)
    return piece;

  TileBuilder tile(c.bits, {});
  auto wordInTensor = [&](Word inPiece) {
    Word word = 0;
    for (unsigned axis = 0; axis < tile.rank(); ++axis)
      word |= tile.wordOf(axis, piece->field(inPiece, Dim::standard(axis)));
    return word;
  };
  for (Word word : piece->bases(Dim::Offset))
    tile.placeWord(Slot::Offset, wordInTensor(word));
  for (Word word : piece->bases(Dim::Block))
    tile.placeBlockWord(wordInTensor(word));
  tile.skip(e.partitionDim, c.bits[e.partitionDim] - partitionBits - groupBits);
  tile.place(Slot::Partition, e.partitionDim, partitionBits);
  tile.place(Slot::Offset, e.partitionDim, groupBits);
  return tile.finish({Dim::Offset, Dim::Partition});
}

} // namespace heddle
