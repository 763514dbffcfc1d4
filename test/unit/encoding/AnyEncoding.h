//===- AnyEncoding.h - Random encodings of every family ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Generators of valid encodings. Each struct is what reading its text gives,
/// so that round trips can compare structs.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_ENCODING_ANYENCODING_H
#define HEDDLE_TEST_UNIT_ENCODING_ANYENCODING_H

#include "SampleEncodings.h"

namespace heddle {

namespace draw {

inline unsigned below(unsigned limit) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0U, limit));
}
inline bool coin() { return below(2) == 0; }
inline unsigned power(unsigned maxBits) { return 1U << below(maxBits + 1); }
template <class T> T oneOf(const std::vector<T> &values) {
  return values[below(static_cast<unsigned>(values.size()))];
}
template <class T> void shuffle(std::vector<T> &values) {
  for (unsigned i = static_cast<unsigned>(values.size()); i > 1; --i)
    std::swap(values[i - 1], values[below(i)]);
}

inline UnsignedList powers(unsigned rank, unsigned maxBits) {
  UnsignedList list;
  for (unsigned axis = 0; axis < rank; ++axis)
    list.push_back(power(maxBits));
  return list;
}

inline UnsignedList order(unsigned rank) {
  UnsignedList list;
  for (unsigned axis = 0; axis < rank; ++axis)
    list.push_back(axis);
  shuffle(list);
  return list;
}

inline UnsignedList unit(unsigned rank, unsigned axis, unsigned value) {
  UnsignedList basis(rank, 0);
  basis[axis] = value;
  return basis;
}

/// Unit vectors 1, 2, 4, ... of each axis and some zeros, in any order; at
/// least one vector, so that the rank shows.
inline Bases unitBases(unsigned rank, unsigned maxBits, unsigned maxZeros) {
  Bases bases;
  for (unsigned axis = 0; axis < rank; ++axis)
    for (unsigned bit = below(maxBits + 1); bit-- > 0;)
      bases.push_back(unit(rank, axis, 1U << bit));
  for (unsigned zeros = below(maxZeros + 1); zeros > 0 || bases.empty();
       zeros -= zeros > 0)
    bases.emplace_back(rank, 0U);
  shuffle(bases);
  return bases;
}

/// No blocks, as mostly, or some.
inline Bases cga(unsigned rank) {
  return below(3) == 0 ? unitBases(rank, 1, 1) : Bases();
}

/// Adds vectors to others, so that they stay independent.
inline Bases mixed(Bases bases) {
  unsigned count = static_cast<unsigned>(bases.size());
  for (unsigned step = 0; count > 1 && step < 2 * count; ++step) {
    unsigned from = below(count), to = below(count);
    bool isZero = bases[to] == UnsignedList(bases[to].size(), 0);
    if (from != to && !isZero)
      for (std::size_t axis = 0; axis < bases[to].size(); ++axis)
        bases[to][axis] ^= bases[from][axis];
  }
  return bases;
}

/// The first vectors of a list, which loses them.
inline Bases someOf(Bases &bases) {
  auto count = below(static_cast<unsigned>(bases.size()) + 1);
  Bases taken(bases.begin(), bases.begin() + count);
  bases.erase(bases.begin(), bases.begin() + count);
  return taken;
}

} // namespace draw

/// One overload for each family; `rank` where the family leaves it open.
Encoding anyBlocked(unsigned rank);
Encoding anyLinear(unsigned rank);
Encoding anyGenericLinear(unsigned rank);
Encoding anyNvidiaMma(unsigned rank);
Encoding anyAmdMfma(unsigned rank);
Encoding anyAmdWmma(unsigned rank);

/// Any distributed layout of this rank, 1 to 3, at most `depth` deep.
Encoding anyDistributed(unsigned rank, unsigned depth = 2);
/// Any shared layout of this rank.
Encoding anyShared(unsigned rank);
Encoding anyTensorMemory();
/// Any of all families.
Encoding anyEncoding();

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_ENCODING_ANYENCODING_H
