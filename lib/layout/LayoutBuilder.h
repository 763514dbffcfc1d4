//===- LayoutBuilder.h - Building layouts from checked parts ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the implementation files of the layout library share: write access to a
/// layout whose parts were checked already, and the checks and messages that
/// several operations have in common.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LAYOUT_LAYOUTBUILDER_H
#define HEDDLE_LIB_LAYOUT_LAYOUTBUILDER_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// Fills a layout without checking. The caller keeps the invariants: as many
/// words as input bits, no bit past the output bits, each name once.
struct LayoutBuilder {
  explicit LayoutBuilder(LinearLayout &layout)
      : ins(layout.inList), outs(layout.outList), words(layout.basisWords),
        outBits(layout.outBitCount) {}

  DimBitsList &ins;
  DimBitsList &outs;
  Words &words;
  unsigned &outBits;
};

/// Which side of a layout a message is about.
enum class Side { In, Out };
inline const char *sideText(Side side) {
  return side == Side::In ? "input" : "output";
}

/// "register (size 4), lane (size 32)", or "none".
std::string dimsText(std::span<const DimBits> dims);

/// The same without a word for an empty list.
std::string dimsList(std::span<const DimBits> dims);

/// 2^bits in decimal, also for 64 bits.
std::string sizeText(unsigned bits);

/// The index of `dim` in the list, or the list's size.
inline unsigned indexOf(std::span<const DimBits> list, Dim dim) {
  unsigned i = 0;
  while (i < list.size() && list[i].dim != dim)
    ++i;
  return i;
}

/// The same dimensions in the same order with the same sizes.
inline bool sameDims(std::span<const DimBits> a, std::span<const DimBits> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

inline unsigned sumOfBits(std::span<const DimBits> list) {
  unsigned sum = 0;
  for (const DimBits &entry : list)
    sum += entry.bits;
  return sum;
}

/// May stand in the name of a dimension without quotes around it.
bool isPlainNameCharacter(char c);

/// "expects an input dimension of the layout, but got 'x'".
tl::unexpected<Error> unknownDim(std::span<const DimBits> list, Dim dim,
                                 Side side);

/// At most 32 dimensions and 64 bits, each name once.
Result<void> checkDims(std::span<const DimBits> list, Side side);

/// log2 of each size, with the same checks.
Result<DimBitsList> toDimBits(std::span<const DimSize> sizes, Side side);

/// What the public `fromBases` do once they know the bits of the outputs.
Result<LinearLayout> layoutFromBases(std::span<const DimBases> bases,
                                     std::span<const DimBits> outs,
                                     Surjectivity surjectivity);

/// The two lists name the same dimensions, in any order. `a` and `b` describe
/// their owners: "the outputs of the inner layout".
Result<void> checkSameNames(std::span<const DimBits> a, const char *whatA,
                            std::span<const DimBits> b, const char *whatB);

/// "register=3, lane=1": the coordinates of a location that are not zero.
std::string locationText(const LinearLayout &layout, Word location);

/// "register=4": bit `bit` among the input bits, as the location with it set.
inline std::string locationBitText(const LinearLayout &layout, unsigned bit) {
  return locationText(layout, f2::unit(bit));
}

} // namespace heddle

#endif // HEDDLE_LIB_LAYOUT_LAYOUTBUILDER_H
