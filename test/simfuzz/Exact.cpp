//===- Exact.cpp - Floats taken apart -------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exact.h"

#include <algorithm>

namespace heddle::simfuzz {

namespace {

/// Bits that are written: of the mantissa and of the exponent.
struct Format {
  int mantissa, exponent;
  int bias() const { return (1 << (exponent - 1)) - 1; }
  /// Of the last bit of the smallest numbers.
  int least() const { return 1 - bias() - mantissa; }
};

Format formatOf(Element element) {
  switch (element) {
  case Element::F16:
    return {10, 5};
  case Element::BF16:
    return {7, 8};
  case Element::F32:
    return {23, 8};
  default:
    return {52, 11};
  }
}

int lengthOf(Mantissa mantissa) {
  int length = 0;
  for (; mantissa != 0; mantissa >>= 1)
    ++length;
  return length;
}

Exact special(Exact::Kind kind, bool isNegative = false) {
  return {.kind = kind, .isNegative = isNegative};
}

/// Without the last `count` bits; ties to even.
Mantissa shortened(Mantissa mantissa, int count, bool hasMore) {
  constexpr int All = 127;
  if (count <= 0)
    return mantissa << -count;
  if (count > All)
    return 0;
  Mantissa kept = mantissa >> count, lost = mantissa - (kept << count);
  Mantissa half = Mantissa(1) << (count - 1);
  if (lost > half || (lost == half && (hasMore || (kept & 1) != 0)))
    ++kept;
  return kept;
}

} // namespace

int precisionOf(Element element) { return formatOf(element).mantissa + 1; }

Exact decode(Element element, std::uint64_t bits) {
  Format format = formatOf(element);
  std::uint64_t mantissa = bits & ((std::uint64_t(1) << format.mantissa) - 1);
  auto field = static_cast<int>((bits >> format.mantissa) &
                                ((std::uint64_t(1) << format.exponent) - 1));
  bool isNegative = ((bits >> (format.mantissa + format.exponent)) & 1U) != 0;
  if (field == (1 << format.exponent) - 1)
    return special(mantissa != 0 ? Exact::Kind::Nan : Exact::Kind::Infinity,
                   isNegative);
  if (field != 0)
    mantissa |= std::uint64_t(1) << format.mantissa;
  return {.isNegative = isNegative,
          .mantissa = mantissa,
          .exponent = format.least() + std::max(field - 1, 0)};
}

std::uint64_t encode(Element element, const Exact &number) {
  Format format = formatOf(element);
  std::uint64_t infinity = ((std::uint64_t(1) << format.exponent) - 1)
                           << format.mantissa;
  std::uint64_t sign = std::uint64_t(number.isNegative)
                       << (format.mantissa + format.exponent);
  if (number.isNan())
    return infinity | (std::uint64_t(1) << (format.mantissa - 1));
  if (number.isInfinite())
    return sign | infinity;
  if (number.mantissa == 0)
    return sign;
  int last = std::max(number.exponent + lengthOf(number.mantissa) -
                          (format.mantissa + 1),
                      format.least());
  Mantissa mantissa =
      shortened(number.mantissa, last - number.exponent, number.hasMore);
  // A carry goes into the exponent, as it ought to.
  auto field = static_cast<std::uint64_t>(last - format.least());
  std::uint64_t bits =
      (field << format.mantissa) + static_cast<std::uint64_t>(mantissa);
  return sign | (field >= (std::uint64_t(1) << format.exponent)
                     ? infinity
                     : std::min(bits, infinity));
}

Exact negated(Exact x) {
  x.isNegative = !x.isNegative;
  return x;
}

Exact product(const Exact &x, const Exact &y) {
  bool isNegative = x.isNegative != y.isNegative;
  if (x.isNan() || y.isNan())
    return special(Exact::Kind::Nan);
  if (x.isInfinite() || y.isInfinite())
    return special(x.isZero() || y.isZero() ? Exact::Kind::Nan
                                            : Exact::Kind::Infinity,
                   isNegative);
  return {.isNegative = isNegative,
          .mantissa = x.mantissa * y.mantissa,
          .exponent = x.exponent + y.exponent};
}

// Where one number is far below the last bit of the other, only its being
// there counts.
Exact sum(const Exact &x, const Exact &y) {
  constexpr int Most = 60;
  if (x.isNan() || y.isNan())
    return special(Exact::Kind::Nan);
  if (x.isInfinite() || y.isInfinite()) {
    if (x.isInfinite() && y.isInfinite() && x.isNegative != y.isNegative)
      return special(Exact::Kind::Nan);
    return x.isInfinite() ? x : y;
  }
  if (x.isZero() && y.isZero())
    return {.isNegative = x.isNegative && y.isNegative};
  if (x.isZero() || y.isZero())
    return x.isZero() ? y : x;
  Exact high = x.exponent >= y.exponent ? x : y;
  Exact low = x.exponent >= y.exponent ? y : x;
  int distance = std::min(high.exponent - low.exponent, Most);
  Mantissa most = high.mantissa << distance, least = low.mantissa;
  bool isFar = high.exponent - low.exponent > Most;
  Exact result = {.isNegative = high.isNegative,
                  .exponent = high.exponent - distance,
                  .hasMore = isFar};
  if (isFar) {
    result.mantissa = high.isNegative == low.isNegative ? most : most - 1;
    return result;
  }
  if (high.isNegative == low.isNegative) {
    result.mantissa = most + least;
  } else if (most >= least) {
    result.mantissa = most - least;
    result.isNegative = high.isNegative && most != least;
  } else {
    result.mantissa = least - most;
    result.isNegative = low.isNegative;
  }
  return result;
}

Exact quotient(Exact x, const Exact &y) {
  constexpr int Length = 53, Digits = 70;
  bool isNegative = x.isNegative != y.isNegative;
  if (x.isNan() || y.isNan() || (x.isInfinite() && y.isInfinite()) ||
      (x.isZero() && y.isZero()))
    return special(Exact::Kind::Nan);
  if (x.isInfinite() || y.isZero())
    return special(Exact::Kind::Infinity, isNegative);
  if (x.isZero() || y.isInfinite())
    return {.isNegative = isNegative};
  int shift = Length - lengthOf(x.mantissa) + Digits;
  Mantissa dividend = x.mantissa << shift;
  return {.isNegative = isNegative,
          .mantissa = dividend / y.mantissa,
          .exponent = x.exponent - shift - y.exponent,
          .hasMore = dividend % y.mantissa != 0};
}

Exact rounded(const Exact &x, Rounding rounding) {
  constexpr int Most = 120;
  if (x.kind != Exact::Kind::Finite || x.exponent >= 0 || x.isZero())
    return x;
  int count = std::min(-x.exponent, Most);
  Mantissa whole = x.mantissa >> count;
  Mantissa lost = x.mantissa - (whole << count);
  Mantissa half = Mantissa(1) << (count - 1);
  bool isAway = false;
  switch (rounding) {
  case Rounding::Down:
    isAway = x.isNegative && lost != 0;
    break;
  case Rounding::Up:
    isAway = !x.isNegative && lost != 0;
    break;
  case Rounding::ToZero:
    break;
  case Rounding::ToEven:
    isAway = lost > half || (lost == half && (whole & 1) != 0);
    break;
  case Rounding::AwayFromZero:
    isAway = lost >= half;
    break;
  }
  return {.isNegative = x.isNegative, .mantissa = whole + (isAway ? 1 : 0)};
}

int ordered(const Exact &x, const Exact &y) {
  if (x.isInfinite() || y.isInfinite()) {
    auto rank = [](const Exact &number) {
      return number.isInfinite() ? (number.isNegative ? -1 : 1) : 0;
    };
    return rank(x) < rank(y) ? -1 : rank(x) > rank(y);
  }
  Exact difference = sum(x, negated(y));
  if (difference.isZero() && !difference.hasMore)
    return 0;
  return difference.isNegative ? -1 : 1;
}

} // namespace heddle::simfuzz
