//===- BasesRules.cpp - Rules of basis vectors ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "heddle/f2/Elimination.h"
#include "heddle/layout/Dim.h"

#include <algorithm>
#include <bit>

namespace heddle {

unsigned rankOfBases(std::initializer_list<const Bases *> lists) {
  for (const Bases *bases : lists)
    if (!bases->empty())
      return static_cast<unsigned>(bases->front().size());
  return 0;
}

std::string coordinateText(const UnsignedList &basis) {
  std::string text = listText(basis);
  text.front() = '(';
  text.back() = ')';
  return text;
}

bool movesAlongOne(const UnsignedList &basis) {
  return std::ranges::count_if(basis, [](unsigned c) { return c != 0; }) <= 1;
}

bool isUnitOrZero(const UnsignedList &basis) {
  return movesAlongOne(basis) && std::ranges::all_of(basis, [](unsigned c) {
           return c == 0 || std::has_single_bit(c);
         });
}

namespace {

/// Basis vectors of several lists as words: dimension after dimension, each as
/// wide as its largest coordinate.
class BasisWords {
public:
  BasisWords(std::span<const NamedBases> lists, unsigned rank) {
    for (unsigned axis = 0; axis < rank; ++axis)
      bits.push_back(0);
    for (const NamedBases &list : lists) {
      count += list.bases->size();
      for (const UnsignedList &basis : *list.bases)
        for (unsigned axis = 0; axis < rank; ++axis)
          bits[axis] =
              std::max(bits[axis], unsigned(std::bit_width(basis[axis])));
    }
    for (unsigned axisBits : bits)
      total += axisBits;
  }

  bool fit() const { return total <= f2::MaxBits && count <= f2::MaxBits; }
  Checked tooMany(std::string_view name) const {
    return wrongValue(
        name, concat("basis vectors of at most ", f2::MaxBits, " bits in all"),
        concat(count, " vectors onto 2^", total, " elements"));
  }

  f2::Word wordOf(const UnsignedList &basis) const {
    f2::Word word = 0;
    unsigned shift = 0;
    for (unsigned axis = 0; axis < bits.size(); ++axis) {
      word |= f2::shiftLeft(basis[axis], shift);
      shift += bits[axis];
    }
    return word;
  }
  unsigned totalBits() const { return total; }
  /// The element of the lowest bit of a word: "dim1=4".
  std::string elementText(f2::Word word) const {
    unsigned bit = f2::lowestBit(word), axis = 0;
    while (bit >= bits[axis])
      bit -= bits[axis++];
    return concat("dim", axis, "=", f2::unit(bit));
  }

private:
  InplaceVector<unsigned, MaxDims> bits;
  std::size_t count = 0;
  unsigned total = 0;
};

/// Where `word` occurs first among the lists: "lane[2]".
std::string holderOf(std::span<const NamedBases> lists, const BasisWords &words,
                     f2::Word word) {
  for (const NamedBases &list : lists)
    for (std::size_t i = 0; i < list.bases->size(); ++i)
      if (words.wordOf((*list.bases)[i]) == word)
        return concat(list.name, "[", i, "]");
  return {};
}

} // namespace

Checked checkPermutationOfBits(std::span<const NamedBases> lists,
                               unsigned rank) {
  BasisWords words(lists, rank);
  if (!words.fit())
    return words.tooMany(lists[0].name);
  f2::Word seen = 0;
  for (const NamedBases &list : lists)
    for (std::size_t i = 0; i < list.bases->size(); ++i) {
      const UnsignedList &basis = (*list.bases)[i];
      f2::Word word = words.wordOf(basis);
      if (std::popcount(word) > 1)
        return wrongValue(list.name,
                          "basis vectors with one coordinate, a power of two",
                          coordinateText(basis));
      if ((seen & word) != 0)
        return wrongValue(list.name, "basis vectors that do not overlap",
                          concat(coordinateText(basis), " in both ",
                                 holderOf(lists, words, word), " and ",
                                 list.name, "[", i, "]"));
      seen |= word;
    }
  f2::Word missing = f2::lowMask(words.totalBits()) & ~seen;
  if (missing != 0)
    return wrongValue(lists[0].name, "basis vectors that reach every element",
                      concat("none for ", words.elementText(missing)));
  return {};
}

Checked checkSpan(std::span<const NamedBases> lists, unsigned rank,
                  Independence independence) {
  BasisWords words(lists, rank);
  if (!words.fit())
    return words.tooMany(lists[0].name);
  f2::VectorEchelon echelon;
  for (const NamedBases &list : lists)
    for (std::size_t i = 0; i < list.bases->size(); ++i) {
      f2::Word word = words.wordOf((*list.bases)[i]);
      if (word == 0 || echelon.insert(word) ||
          independence == Independence::NotRequired)
        continue;
      return wrongValue(list.name, "basis vectors that do not overlap",
                        concat(coordinateText((*list.bases)[i]),
                               ", the sum of vectors before ", list.name, "[",
                               i, "]"));
    }
  if (echelon.rank() < words.totalBits())
    return wrongValue(lists[0].name, "basis vectors that reach every element",
                      concat("rank ", echelon.rank(), " for ",
                             words.totalBits(), " bits of elements"));
  return {};
}

Checked checkCga(const Bases &cga, unsigned rank) {
  for (const UnsignedList &basis : cga)
    if (basis.size() != rank)
      return wrongValue("CGALayout",
                        concat("basis vectors of ", rank, " coordinates"),
                        listText(basis));
  if (cga.empty())
    return {};
  NamedBases list = {"CGALayout", &cga};
  return checkPermutationOfBits({&list, 1}, rank);
}

} // namespace heddle
