//===- TileBuilder.h - Placing the bits of a layout -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every family is a list of placements: "the next 2 bits of a register go to
/// the next 2 bits of dimension N, then 3 bits of the lane to dimension M,
/// ...". The builder carries them out on a shape: bits that fall beyond it
/// become copies, and what the placements leave open is filled with
/// repetitions.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ENCODING_TILEBUILDER_H
#define HEDDLE_LIB_ENCODING_TILEBUILDER_H

#include "heddle/encoding/Encoding.h"
#include "heddle/layout/LinearLayout.h"

#include <bit>

namespace heddle {

/// Which input dimension of its kind: of distributed layouts register, lane or
/// warp; of shared ones offset or partition; of tensor memory row or column.
enum class Slot : unsigned {
  Register = 0,
  Lane = 1,
  Warp = 2,
  Offset = 0,
  Partition = 1,
  Row = 0,
  Col = 1
};

/// The exact logarithm; the caller knows that it is a power of two.
inline unsigned log2Exact(std::uint64_t powerOfTwo) {
  return static_cast<unsigned>(std::countr_zero(powerOfTwo));
}

/// log2 of each size of the shape. Fails on a size that is no power of two, and
/// above the limits of a layout.
Result<InplaceVector<unsigned, MaxDims>>
shapeBits(std::span<const std::uint64_t> shape);

/// No dimension.
inline constexpr unsigned NoAxis = ~0U;

class TileBuilder {
public:
  /// Takes the shape as bits per dimension, and how the blocks split it. Along
  /// `sharedAxis` all blocks have the same.
  TileBuilder(std::span<const unsigned> bits, const Bases &cga,
              unsigned sharedAxis = NoAxis);

  unsigned rank() const { return axisCount; }
  unsigned totalBits(unsigned axis) const { return axes[axis].total; }
  /// What one block has along a dimension, in bits.
  unsigned blockBits(unsigned axis) const { return axes[axis].available; }
  /// The bits of a dimension that placements have used up; may be more than
  /// there are.
  unsigned usedBits(unsigned axis) const { return axes[axis].used; }

  /// The next `count` bits of `slot` are the next bits of `axis`. Those beyond
  /// the shape are copies.
  void place(Slot slot, unsigned axis, unsigned count);
  /// The same, but bits beyond the shape are no bits of `slot` either.
  void placeWithin(Slot slot, unsigned axis, unsigned count);
  /// The next bit of `slot` has this coordinate in each dimension, in units of
  /// 2^units[axis]; coordinates beyond the shape are zero. Uses up nothing.
  void placeVector(Slot slot, std::span<const unsigned> coordinates,
                   std::span<const unsigned> units = {});
  /// The bits of the block's number, as they are; for layouts that give them
  /// themselves.
  void placeBlocks(const Bases &blocks);
  void placeBlockWord(Word word);
  /// The next `count` bits of `slot` change nothing.
  void replicate(Slot slot, unsigned count);
  /// Bits of `axis` are used up without a bit of a slot.
  void skip(unsigned axis, unsigned count) { axes[axis].used += count; }

  /// The rest of a dimension goes to `slot`.
  void fill(Slot slot, unsigned axis);
  /// The same, but as many bits as if one block had all of the tensor.
  void fillTotal(Slot slot, unsigned axis);

  /// The word of a coordinate within one block, taken modulo what it has.
  Word wordOf(unsigned axis, std::uint64_t coordinate) const {
    return f2::shiftLeft(coordinate & f2::lowMask(axes[axis].available),
                         axes[axis].shift);
  }
  /// The word of a vector; as Triton has it, coordinates beyond the shape are
  /// zero, each on its own.
  Word wordOfVector(std::span<const unsigned> coordinates,
                    std::span<const unsigned> units = {}) const;
  void placeWord(Slot slot, Word word);

  /// The layout with these input dimensions, one a slot, and `block` behind
  /// them.
  Result<LinearLayout> finish(ListRef<Dim> slots) const;
  Result<LinearLayout> finishDistributed() const {
    return finish({Dim::Register, Dim::Lane, Dim::Warp});
  }

private:
  struct Axis {
    unsigned total;     ///< bits of the shape
    unsigned available; ///< bits of what one block has
    unsigned used;
    unsigned shift; ///< lowest bit in a basis word
  };
  unsigned axisCount;
  InplaceVector<Axis, MaxDims> axes;
  Words slotWords[3];
  Words blockWords;
  bool tooManyBits = false;
};

} // namespace heddle

#endif // HEDDLE_LIB_ENCODING_TILEBUILDER_H
