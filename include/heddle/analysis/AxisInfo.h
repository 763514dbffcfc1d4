//===- AxisInfo.h - Runs of numbers in a tensor -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of the numbers in a tensor of integers or addresses, before
/// the program runs: which neighbours are consecutive, which are equal, and
/// what divides them. How wide a memory access may be follows from it.
///
/// Take place i along one axis, all other coordinates fixed, and groups of
/// neighbours that start at a multiple of their size:
///
///     contiguity    in each group of this size, every number is one more than
///                   the one before
///     constancy     in each group of this size, all numbers are equal
///     divisibility  divides the first number of each group of `contiguity`
///
///     value of 8 places          contiguity   divisibility   constancy
///     0 1 2 3 4 5 6 7            8            2^30           1
///     4 5 6 7 12 13 14 15        4            4              1
///     6 6 6 6 10 10 10 10        1            2              4
///
/// All three are powers of two. An address counts in elements: it is one more
/// if it is one element further; what divides it is in bytes.
///
/// Numbers have signs. A few things are taken for granted, as in all arithmetic
/// on indices: sums and products of 32 and 64 bits do not overflow (`x + 1` is
/// more than `x`; but nothing is taken of products with a hash's constants),
/// nobody divides by a negative number that is not known before, steps of loops
/// are positive, and all lanes that read an address in one load read the same.
/// Bitwise operations, shifts, casts and negative dividends are taken as they
/// are.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_AXISINFO_H
#define HEDDLE_ANALYSIS_AXISINFO_H

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle {

/// What divides zero: everything, but this is as much as is said.
inline constexpr std::int64_t MaxDivisor = std::int64_t(1) << 62;

/// The largest power of two that divides the number, at most `MaxDivisor`.
std::int64_t powerOfTwoIn(std::int64_t number);

struct AxisInfo {
  struct Axis {
    std::int64_t contiguity = 1, divisibility = 1, constancy = 1;
    bool operator==(const Axis &) const = default;
  };

  /// One for each dimension; one for a scalar.
  std::vector<Axis> axes;
  /// All numbers are this one.
  std::optional<std::int64_t> constant;
  /// Between which all numbers lie.
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();

  /// How much "one more" is: for addresses, the bytes of an element.
  std::int64_t unit = 1;

  bool operator==(const AxisInfo &) const = default;

  /// Divides every number.
  std::int64_t divisorOfAll() const;
  /// Divides the numbers at multiples of `step` (a power of two) along an axis.
  std::int64_t divisorAt(unsigned axis, std::int64_t step) const;
  bool isNonNegative() const { return low >= 0; }
};

/// Nothing is known.
AxisInfo unknownAxes(std::size_t rank);

/// The same number everywhere.
AxisInfo constantAxes(std::int64_t value, std::span<const std::int64_t> shape);

/// What holds of all numbers of both. Bounds are widened to powers of two, so
/// that a chain of ever weaker facts ends soon.
AxisInfo join(const AxisInfo &a, const AxisInfo &b);

/// "contiguity = [128], divisibility = [1073741824], constancy = [1],
/// constant_value = <none>", as Triton's test pass prints it.
std::string toText(const AxisInfo &info);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_AXISINFO_H
