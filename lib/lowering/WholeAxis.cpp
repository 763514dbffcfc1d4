//===- WholeAxis.cpp - What a block needs of an axis ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeAxis.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>

namespace heddle {

namespace {

using Basis = std::vector<std::uint64_t>;

/// Vectors of coordinates without those along the axis.
class OffAxis {
public:
  OffAxis(const LinearLayout &like, unsigned axis)
      : like(like), dim(Dim::standard(axis)) {}

  /// What is left of the vector beside those before; zero if nothing is.
  Word rest(Word image) const {
    image ^= f2::shiftLeft(like.field(image, dim), like.outShift(dim));
    return members.reduce(image).remainder;
  }
  /// The same, which is one of those before from now on.
  Word add(Word image) {
    Word left = rest(image);
    if (left != 0)
      members.insert(left);
    return left;
  }
  Basis basisOf(Word image) const {
    Basis basis;
    for (const DimBits &out : like.outs())
      basis.push_back(out.dim == dim ? 0 : like.field(image, out.dim));
    return basis;
  }

private:
  const LinearLayout &like;
  Dim dim;
  f2::ColumnEchelon members;
};

constexpr std::array<Dim, 3> InBlock = {Dim::Register, Dim::Lane, Dim::Warp};

} // namespace

bool isWholeInBlocks(const LinearLayout &layout, unsigned axis) {
  return std::ranges::all_of(layout.bases(Dim::Block), [&](Word basis) {
    return layout.field(basis, Dim::standard(axis)) == 0;
  });
}

Result<LinearLayout> wholeAxisLayout(const LinearLayout &like, unsigned axis,
                                     std::uint64_t size, OtherAxes others) {
  OffAxis offAxis(like, axis);
  std::vector<Word> inBlock, blocks;
  for (Dim dim : InBlock)
    for (Word image : like.bases(dim))
      if (Word left = offAxis.add(image); left != 0)
        inBlock.push_back(left);
  for (Word image : like.bases(Dim::Block))
    blocks.push_back(offAxis.rest(image));
  if (others == OtherAxes::Spread)
    for (Word &block : blocks)
      if (block == 0 && !inBlock.empty()) {
        block = inBlock.back();
        inBlock.pop_back();
      }
  std::size_t rank = like.outs().size();
  std::vector<Basis> left;
  for (std::uint64_t bit = 1; bit < size; bit *= 2) {
    left.emplace_back(rank);
    left.back()[axis] = bit;
  }
  for (Word image : inBlock)
    left.push_back(offAxis.basisOf(image));
  std::size_t threads = like.inBits(Dim::Lane) + like.inBits(Dim::Warp);
  std::size_t registers = std::max<std::size_t>(
      like.inBits(Dim::Register), left.size() - std::min(left.size(), threads));
  std::size_t next = 0;
  std::vector<std::pair<Dim, std::vector<Basis>>> bases;
  for (Dim dim : InBlock) {
    std::vector<Basis> ofDim(
        dim == Dim::Register ? registers : like.inBits(dim), Basis(rank));
    for (Basis &basis : ofDim)
      if (next < left.size())
        basis = left[next++];
    bases.emplace_back(dim, ofDim);
  }
  std::vector<Basis> ofBlocks;
  ofBlocks.reserve(blocks.size());
  for (Word block : blocks)
    ofBlocks.push_back(offAxis.basisOf(block));
  bases.emplace_back(Dim::Block, ofBlocks);
  std::vector<DimSize> outs;
  for (const DimBits &out : like.outs())
    outs.push_back({out.dim, out.dim == Dim::standard(axis)
                                 ? size
                                 : like.outSize(out.dim)});
  return LinearLayout::fromBases(bases, outs);
}

} // namespace heddle
