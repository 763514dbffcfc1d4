//===- TileBuilder.cpp - Placing the bits of a layout ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileBuilder.h"

#include <algorithm>

namespace heddle {

Result<InplaceVector<unsigned, MaxDims>>
shapeBits(std::span<const std::uint64_t> shape) {
  if (shape.size() > MaxDims)
    return failure(concat("expects a tensor of at most ", MaxDims,
                          " dimensions, but got ", shape.size()));
  InplaceVector<unsigned, MaxDims> bits;
  unsigned total = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    if (!std::has_single_bit(shape[axis]))
      return tl::unexpected(
          log2OfSize(shape[axis], concat("size ", axis, " of the shape"))
              .error());
    bits.push_back(log2Exact(shape[axis]));
    total += bits.back();
  }
  if (total > f2::MaxBits)
    return failure(concat("expects a tensor of at most 2^", f2::MaxBits,
                          " elements, but got 2^", total));
  return bits;
}

TileBuilder::TileBuilder(std::span<const unsigned> bits, const Bases &cga,
                         unsigned sharedAxis)
    : axisCount(static_cast<unsigned>(bits.size())) {
  auto coordinateOf = [&](const UnsignedList &basis, unsigned axis) {
    return axis == sharedAxis ? 0U : basis[axis];
  };
  unsigned shift = 0;
  for (unsigned axis = 0; axis < axisCount; ++axis) {
    unsigned split = 0;
    for (const UnsignedList &basis : cga)
      split =
          std::max(split, unsigned(std::bit_width(coordinateOf(basis, axis))));
    unsigned total = bits[axis];
    axes.push_back({total, total - std::min(split, total), 0, shift});
    shift += total;
  }
  for (const UnsignedList &basis : cga) {
    Word word = 0;
    for (unsigned axis = 0; axis < axisCount; ++axis) {
      const Axis &a = axes[axis];
      std::uint64_t coordinate =
          f2::shiftLeft(coordinateOf(basis, axis), a.available) &
          f2::lowMask(a.total);
      word |= f2::shiftLeft(coordinate, a.shift);
    }
    placeBlockWord(word);
  }
}

void TileBuilder::placeBlockWord(Word word) {
  if (blockWords.size() < Words::capacity())
    blockWords.push_back(word);
  else
    tooManyBits = true;
}

void TileBuilder::placeBlocks(const Bases &blocks) {
  for (const UnsignedList &basis : blocks)
    placeBlockWord(wordOfVector(basis));
}

void TileBuilder::placeWord(Slot slot, Word word) {
  Words &words = slotWords[static_cast<unsigned>(slot)];
  if (words.size() < Words::capacity())
    words.push_back(word);
  else
    tooManyBits = true;
}

void TileBuilder::place(Slot slot, unsigned axis, unsigned count) {
  Axis &a = axes[axis];
  for (unsigned i = 0; i < count; ++i, ++a.used)
    placeWord(slot, a.used < a.available ? f2::unit(a.shift + a.used) : 0);
}

void TileBuilder::placeWithin(Slot slot, unsigned axis, unsigned count) {
  const Axis &a = axes[axis];
  unsigned left = a.available > a.used ? a.available - a.used : 0;
  unsigned within = std::min(count, left);
  place(slot, axis, within);
  skip(axis, count - within);
}

Word TileBuilder::wordOfVector(std::span<const unsigned> coordinates,
                               std::span<const unsigned> units) const {
  Word word = 0;
  for (unsigned axis = 0; axis < axisCount; ++axis) {
    unsigned unit = units.empty() ? 0 : units[axis];
    unsigned width = static_cast<unsigned>(std::bit_width(coordinates[axis]));
    if (width + unit <= axes[axis].available)
      word |= wordOf(axis, f2::shiftLeft(coordinates[axis], unit));
  }
  return word;
}

void TileBuilder::placeVector(Slot slot, std::span<const unsigned> coordinates,
                              std::span<const unsigned> units) {
  placeWord(slot, wordOfVector(coordinates, units));
}

void TileBuilder::replicate(Slot slot, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    placeWord(slot, 0);
}

void TileBuilder::fill(Slot slot, unsigned axis) {
  const Axis &a = axes[axis];
  if (a.used < a.available)
    place(slot, axis, a.available - a.used);
}

void TileBuilder::fillTotal(Slot slot, unsigned axis) {
  const Axis &a = axes[axis];
  if (a.used < a.total)
    place(slot, axis, a.total - a.used);
}

Result<LinearLayout> TileBuilder::finish(ListRef<Dim> slots) const {
  unsigned bitCount = blockWords.size();
  for (const Words &words : slotWords)
    bitCount += words.size();
  if (tooManyBits || bitCount > f2::MaxBits)
    return failure(concat("expects a layout of at most ", f2::MaxBits,
                          " bits of locations, but got more"),
                   {}, "use fewer registers, lanes or warps");
  InplaceVector<DimBits, MaxDims> ins, outs;
  Words all;
  auto append = [&](Dim dim, const Words &words) {
    ins.push_back({dim, words.size()});
    for (Word word : words)
      all.push_back(word);
  };
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    append(slots[slot], slotWords[slot]);
  append(Dim::Block, blockWords);
  for (unsigned axis = 0; axis < axisCount; ++axis)
    outs.push_back({Dim::standard(axis), axes[axis].total});
  return LinearLayout::fromWords(ins, outs, all);
}

} // namespace heddle
