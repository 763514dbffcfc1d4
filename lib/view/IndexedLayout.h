//===- IndexedLayout.h - Locations and elements as numbers ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A layout in reading order, which all views share. Locations are numbered
/// block, warp, lane, register with the register fastest, and elements in
/// row-major order, so counting up walks a text from its start to its end.
/// Elimination, done once, answers which locations hold an element:
///
///     the first holder of e    the smallest location, a linear function of e
///     the other holders        the first ^ each element of the kernel
///
/// Every element that is held has 2^(dimension of the kernel) holders.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_INDEXEDLAYOUT_H
#define HEDDLE_LIB_VIEW_INDEXEDLAYOUT_H

#include "heddle/f2/Subspace.h"
#include "heddle/view/LayoutKind.h"

#include <array>
#include <optional>
#include <vector>

namespace heddle::view {

/// A dimension as the bits [shift, shift + bits) of a number.
struct Axis {
  Dim dim;
  unsigned bits;
  unsigned shift;

  std::uint64_t of(Word number) const {
    return f2::shiftRight(number, shift) & f2::lowMask(bits);
  }
  /// Only for fewer than 64 bits.
  std::uint64_t size() const { return f2::unit(bits); }
};
using Axes = InplaceVector<Axis, MaxDims>;

class IndexedLayout {
public:
  explicit IndexedLayout(const LinearLayout &layout);

  LayoutKind kind() const { return layoutKind; }
  /// Major to minor: block, warp, lane, register (always all four for a
  /// distributed layout; block and offset for shared memory, and so on).
  std::span<const Axis> ins() const { return inAxes; }
  /// Major to minor: dim0, dim1, ...
  std::span<const Axis> outs() const { return outAxes; }
  /// The axis of this input dimension, or one of no bits.
  Axis in(Dim dim) const;

  unsigned inBits() const { return words.size(); }
  unsigned outBits() const { return outBitCount; }
  std::span<const Word> bases() const { return words; }
  f2::Matrix matrix() const {
    return f2::MatrixBuilder::build(outBitCount, words);
  }

  Word apply(Word location) const { return f2::multiply(words, location); }
  /// The smallest location that holds the element.
  std::optional<Word> firstHolder(Word element) const {
    if (f2::multiply(remainders, element) != 0)
      return std::nullopt;
    return f2::multiply(holders, element);
  }
  bool isSurjective() const {
    return outBitCount + kernel.dimension() == words.size();
  }
  /// The differences of locations that hold the same element. Holder i of an
  /// element, in ascending order, is the first ^ multiply(replicas(), i).
  std::span<const Word> replicas() const { return kernel.basis(); }

  /// Linear functions of the element, by the images of its bits: zero exactly
  /// if any location holds the element, and then the first holder.
  std::span<const Word> remainderColumns() const { return remainders; }
  std::span<const Word> holderColumns() const { return holders; }

private:
  LayoutKind layoutKind;
  Axes inAxes;
  Axes outAxes;
  Words words;
  unsigned outBitCount = 0;
  Words remainders;
  Words holders;
  f2::Subspace kernel;
};

/// The images of 0, 1, 2, ... under a linear map, one xor a step.
class LinearCounter {
public:
  explicit LinearCounter(std::span<const Word> columns) {
    Word sum = 0;
    for (std::size_t i = 0; i < columns.size(); ++i)
      flips[i] = sum ^= columns[i];
  }
  Word value() const { return image; }
  void next() { image ^= flips[std::countr_zero(++number)]; }

private:
  /// Counting from x to x + 1 flips the bits 0 to i, for some i.
  std::array<Word, f2::MaxBits + 1> flips = {};
  Word number = 0;
  Word image = 0;
};

/// The images of all of 0 to 2^columns - 1.
std::vector<Word> allImages(std::span<const Word> columns);

/// Numbers of locations and elements, and sums of a few of them, fit a word.
[[nodiscard]] Result<void> checkCountable(const IndexedLayout &layout);

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_INDEXEDLAYOUT_H
