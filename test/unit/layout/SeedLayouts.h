//===- SeedLayouts.h - The layouts of the seed documents --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layouts that several worked examples of seeds 000 (the guide) and 001
/// (the slides of the paper) use, and elements as text to compare with.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LAYOUT_SEEDLAYOUTS_H
#define HEDDLE_TEST_UNIT_LAYOUT_SEEDLAYOUTS_H

#include "Check.h"
#include "PrintLayout.h"
#include "heddle/layout/Compose.h"
#include "heddle/layout/Product.h"
#include "heddle/layout/Reshape.h"
#include "heddle/layout/Text.h"

#include <array>
#include <set>

namespace heddle {

inline constexpr Dim Dim0 = Dim::standard(0);
inline constexpr Dim Dim1 = Dim::standard(1);

/// "dim0=3, dim1=1".
inline std::string coordinatesText(const Coordinates &coordinates) {
  std::string text;
  for (const Coordinate &coordinate : coordinates)
    text += concat(text.empty() ? "" : ", ", coordinate.dim.name(), "=",
                   coordinate.value);
  return text;
}

/// The element at a location, in the order of the outputs: "dim0=3, dim1=1".
inline std::string elementAt(const LinearLayout &layout,
                             ListRef<Coordinate> location) {
  return coordinatesText(get(layout.apply(location)));
}

/// The output that a layout with one output dimension has at a location.
inline std::uint64_t valueAt(const LinearLayout &layout,
                             ListRef<Coordinate> location) {
  return get(layout.apply(location))[0].value;
}

/// How many different elements all locations together hold.
inline std::size_t elementCount(const LinearLayout &layout) {
  std::set<Word> elements;
  for (Word x = 0; x < f2::unit(layout.totalInBits()); ++x)
    elements.insert(layout.applyWord(x));
  return elements.size();
}

/// Sections 6.3 and 7.3 of seed 000: the bases of a swizzled buffer of rows x
/// cols elements, where the columns of row r are xored with
/// vec * (r / perPhase % maxPhase) % cols.
inline LinearLayout swizzledShared(std::uint64_t rows, std::uint64_t cols,
                                   std::uint64_t vec, std::uint64_t perPhase,
                                   std::uint64_t maxPhase) {
  std::vector<std::vector<std::uint64_t>> bases;
  for (std::uint64_t col = 1; col < cols; col *= 2)
    bases.push_back({0, col});
  for (std::uint64_t row = 1; row < rows; row *= 2)
    bases.push_back({row, vec * (row / perPhase % maxPhase) % cols});
  return get(LinearLayout::fromBases({{Dim::Offset, bases}}, {Dim0, Dim1}));
}

/// Section 6.2 of seed 000: a 16x16 tensor, row-major, 2x2 elements a thread,
/// 4x4 threads a warp, 2x2 warps.
inline LinearLayout blocked16x16() {
  return get(
      LinearLayout::fromBases({{Dim::Register, {{0, 1}, {1, 0}}},
                               {Dim::Lane, {{0, 2}, {0, 4}, {2, 0}, {4, 0}}},
                               {Dim::Warp, {{0, 8}, {8, 0}}}},
                              {Dim0, Dim1}));
}

/// The wavefronts of one access to 32 banks of 4-byte words: the most different
/// words that it touches in one bank. The layout's one output is the word.
inline std::size_t wavefronts(const LinearLayout &words) {
  std::array<std::set<Word>, 32> banks;
  for (Word x = 0; x < f2::unit(words.totalInBits()); ++x) {
    Word word = words.applyWord(x);
    banks[word % banks.size()].insert(word);
  }
  std::size_t most = 0;
  for (const std::set<Word> &bank : banks)
    most = std::max(most, bank.size());
  return most;
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_LAYOUT_SEEDLAYOUTS_H
