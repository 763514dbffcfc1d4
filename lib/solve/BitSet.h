//===- BitSet.h - Sets of small numbers -------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sets of the numbers below a size that is chosen at run time, a bit each.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SOLVE_BITSET_H
#define HEDDLE_LIB_SOLVE_BITSET_H

#include <bit>
#include <cstdint>
#include <vector>

namespace heddle {

class BitSet {
public:
  BitSet() = default;
  explicit BitSet(unsigned size, bool isFull = false)
      : bits(size), words((size + WordBits - 1) / WordBits) {
    for (unsigned number = 0; isFull && number < size; ++number)
      insert(number);
  }

  unsigned size() const { return bits; }
  bool contains(unsigned number) const {
    return (words[number / WordBits] >> number % WordBits & 1) != 0;
  }
  void insert(unsigned number) {
    words[number / WordBits] |= std::uint64_t(1) << number % WordBits;
  }
  void erase(unsigned number) {
    words[number / WordBits] &= ~(std::uint64_t(1) << number % WordBits);
  }

  bool isEmpty() const {
    for (std::uint64_t word : words)
      if (word != 0)
        return false;
    return true;
  }
  unsigned count() const {
    unsigned sum = 0;
    for (std::uint64_t word : words)
      sum += static_cast<unsigned>(std::popcount(word));
    return sum;
  }
  /// The least member of a set that is not empty.
  unsigned first() const {
    unsigned index = 0;
    while (words[index] == 0)
      ++index;
    return index * WordBits +
           static_cast<unsigned>(std::countr_zero(words[index]));
  }
  /// Whether that holds for a member; tries them in ascending order, of a set
  /// that does not change meanwhile.
  template <class Predicate> bool anyOf(Predicate holds) const {
    for (unsigned index = 0; index < words.size(); ++index)
      for (std::uint64_t left = words[index]; left != 0; left &= left - 1)
        if (holds(index * WordBits +
                  static_cast<unsigned>(std::countr_zero(left))))
          return true;
    return false;
  }
  template <class Function> void forEach(Function function) const {
    anyOf([&](unsigned member) {
      function(member);
      return false;
    });
  }
  /// In ascending order.
  std::vector<unsigned> members() const {
    std::vector<unsigned> all;
    forEach([&](unsigned member) { all.push_back(member); });
    return all;
  }

  /// \name With another set of the same size
  /// @{
  bool isSubsetOf(const BitSet &other) const {
    for (std::size_t index = 0; index < words.size(); ++index)
      if ((words[index] & ~other.words[index]) != 0)
        return false;
    return true;
  }
  bool intersects(const BitSet &other) const {
    for (std::size_t index = 0; index < words.size(); ++index)
      if ((words[index] & other.words[index]) != 0)
        return true;
    return false;
  }
  BitSet &operator|=(const BitSet &other) {
    for (std::size_t index = 0; index < words.size(); ++index)
      words[index] |= other.words[index];
    return *this;
  }
  friend bool operator==(const BitSet &, const BitSet &) = default;
  /// @}

private:
  static constexpr unsigned WordBits = 64;
  unsigned bits = 0;
  std::vector<std::uint64_t> words;
};

} // namespace heddle

#endif // HEDDLE_LIB_SOLVE_BITSET_H
