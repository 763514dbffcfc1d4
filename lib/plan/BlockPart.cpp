//===- BlockPart.cpp - What a block has of a tensor -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/plan/BlockPart.h"
#include "heddle/f2/Elimination.h"

#include <bit>

namespace heddle {

/// All columns but those of blocks.
static Words inBlocks(const LinearLayout &layout) {
  Words words;
  for (const DimBits &in : layout.ins())
    if (in.dim != Dim::Block)
      for (Word basis : layout.bases(in.dim))
        words.push_back(basis);
  return words;
}

Result<BlockPart> BlockPart::of(const LinearLayout &layout) {
  Word within = 0;
  for (Word basis : inBlocks(layout))
    within |= basis;
  BlockPart part;
  part.begins.resize(layout.inBits(Dim::Block));
  for (const DimBits &out : layout.outs()) {
    unsigned bits = std::bit_width(layout.field(within, out.dim));
    part.shape.push_back(f2::unit(bits));
    for (unsigned bit = 0; bit < part.begins.size(); ++bit) {
      std::uint64_t begin = layout.basis(Dim::Block, bit, out.dim);
      if ((begin & f2::lowMask(bits)) != 0)
        return failure("expects blocks that have a tile of the tensor each",
                       concat("block ", f2::unit(bit), " begins at ", begin,
                              " of ", out.dim.name(),
                              ", along which a block's elements reach ",
                              f2::unit(bits)));
      part.begins[bit].push_back(begin);
    }
  }
  return part;
}

Result<LinearLayout> BlockPart::inBlock(const LinearLayout &layout) const {
  DimBitsList ins, outs;
  Words words;
  for (std::size_t axis = 0; axis < layout.outs().size(); ++axis)
    outs.push_back({layout.outs()[axis].dim,
                    static_cast<unsigned>(std::countr_zero(shape[axis]))});
  for (const DimBits &in : layout.ins())
    if (in.dim != Dim::Block)
      ins.push_back(in);
  for (Word basis : inBlocks(layout)) {
    Word word = 0;
    unsigned shift = 0;
    for (const DimBits &out : outs) {
      std::uint64_t coordinate = layout.field(basis, out.dim);
      if (coordinate >> out.bits != 0)
        return failure("expects registers in the tile of their block",
                       concat("one is ", coordinate, " further along ",
                              out.dim.name(), ", which has ",
                              f2::unit(out.bits), " elements there"));
      word |= f2::shiftLeft(coordinate, shift);
      shift += out.bits;
    }
    words.push_back(word);
  }
  return LinearLayout::fromWords(ins, outs, words);
}

unsigned bitsOfBlocks(const LinearLayout &layout) {
  return f2::rank(layout.bases()) - f2::rank(inBlocks(layout));
}

bool holdsOwnPart(const LinearLayout &registers, const LinearLayout &memory) {
  return bitsOfBlocks(registers) == bitsOfBlocks(memory);
}

} // namespace heddle
