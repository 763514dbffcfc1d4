//===- EnumSet.h - Sets of a few enumerators --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sets in a word, for constant tables.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TARGET_ENUMSET_H
#define HEDDLE_TARGET_ENUMSET_H

#include <cstdint>
#include <initializer_list>

namespace heddle {

/// A set of enumerators, which number from 0 to at most 31.
template <class Enum> class EnumSet {
public:
  constexpr EnumSet() = default;
  constexpr EnumSet(Enum member) : mask(bit(member)) {}
  constexpr EnumSet(std::initializer_list<Enum> members) {
    for (Enum member : members)
      mask |= bit(member);
  }

  constexpr bool has(Enum member) const { return (mask & bit(member)) != 0; }
  constexpr bool isEmpty() const { return mask == 0; }
  friend constexpr EnumSet operator|(EnumSet a, EnumSet b) {
    a.mask |= b.mask;
    return a;
  }
  friend constexpr bool operator==(EnumSet, EnumSet) = default;

private:
  static constexpr std::uint32_t bit(Enum member) {
    return std::uint32_t(1) << static_cast<unsigned>(member);
  }
  std::uint32_t mask = 0;
};

} // namespace heddle

#endif // HEDDLE_TARGET_ENUMSET_H
