//===- Exact.h - Floats taken apart -----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Floating-point numbers taken apart: a mantissa of many bits and an exponent,
/// and back with one rounding to the nearest, ties to even.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIMFUZZ_EXACT_H
#define HEDDLE_TEST_SIMFUZZ_EXACT_H

#include "Program.h"

namespace heddle::simfuzz {

__extension__ using Mantissa = unsigned __int128;

/// mantissa * 2^exponent, or no number.
struct Exact {
  enum class Kind : std::uint8_t { Finite, Infinity, Nan };
  Kind kind = Kind::Finite;
  bool isNegative = false;
  Mantissa mantissa = 0;
  int exponent = 0;
  /// There is something more, less than a unit of the mantissa, which has 60
  /// bits or more then.
  bool hasMore = false;

  bool isNan() const { return kind == Kind::Nan; }
  bool isInfinite() const { return kind == Kind::Infinity; }
  bool isZero() const { return kind == Kind::Finite && mantissa == 0; }
};

Exact decode(Element element, std::uint64_t bits);
std::uint64_t encode(Element element, const Exact &number);

/// Bits of the mantissa with the one that is not written.
int precisionOf(Element element);

Exact negated(Exact x);
/// Mantissas have at most 64 bits.
Exact product(const Exact &x, const Exact &y);
/// Mantissas have at most 64 bits.
Exact sum(const Exact &x, const Exact &y);
Exact quotient(Exact x, const Exact &y);

enum class Rounding : std::uint8_t { Down, Up, ToZero, ToEven, AwayFromZero };
/// A whole number.
Exact rounded(const Exact &x, Rounding rounding);

/// -1, 0 or 1; zeros are equal. No NaNs.
int ordered(const Exact &x, const Exact &y);

} // namespace heddle::simfuzz

#endif // HEDDLE_TEST_SIMFUZZ_EXACT_H
