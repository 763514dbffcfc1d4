//===- Bits.h - Words as vectors over F2 ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A vector over F2 of up to 64 entries is one machine word: bit i is entry i,
/// addition is xor, the scalar product is the parity of and.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_F2_BITS_H
#define HEDDLE_F2_BITS_H

#include "heddle/f2/InplaceVector.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <span>

namespace heddle::f2 {

using Word = std::uint64_t;

/// The most rows, columns or vector entries that anything here has.
inline constexpr unsigned MaxBits = 64;

/// Up to 64 vectors, the columns or rows of a matrix.
using Words = InplaceVector<Word, MaxBits>;

constexpr Word unit(unsigned bit) {
  assert(bit < MaxBits);
  return Word(1) << bit;
}

/// The lowest `count` bits, for any count from 0 to 64.
constexpr Word lowMask(unsigned count) {
  assert(count <= MaxBits);
  return count >= MaxBits ? ~Word(0) : (Word(1) << count) - 1;
}

/// `word` shifted left; all bits are gone at a distance of 64.
constexpr Word shiftLeft(Word word, unsigned distance) {
  return distance >= MaxBits ? 0 : word << distance;
}

/// `word` shifted right; all bits are gone at a distance of 64.
constexpr Word shiftRight(Word word, unsigned distance) {
  return distance >= MaxBits ? 0 : word >> distance;
}

constexpr unsigned lowestBit(Word word) {
  assert(word != 0);
  return static_cast<unsigned>(std::countr_zero(word));
}

constexpr unsigned highestBit(Word word) {
  assert(word != 0);
  return MaxBits - 1 - static_cast<unsigned>(std::countl_zero(word));
}

/// The scalar product of two vectors.
constexpr bool dot(Word a, Word b) { return (std::popcount(a & b) & 1) != 0; }

/// The matrix with the given columns times x: the xor of the columns that x
/// selects. Bits of x past the last column are ignored. One step per bit of x.
inline Word multiply(std::span<const Word> columns, Word x) {
  Word result = 0;
  for (x &= lowMask(static_cast<unsigned>(columns.size())); x != 0; x &= x - 1)
    result ^= columns[lowestBit(x)];
  return result;
}

} // namespace heddle::f2

#endif // HEDDLE_F2_BITS_H
