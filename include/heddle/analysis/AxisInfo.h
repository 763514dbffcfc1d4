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
/// Take index i along one axis, all other coordinates fixed, and groups of
/// neighbours that start at a multiple of their size:
///
///     contiguity    in each group of this size, every number is one more than
///                   the one before
///     constancy     in each group of this size, all numbers are equal
///     divisibility  divides the first number of each group of `contiguity`
///     regularity    in each group of this size, every number is `stride` more
///                   than the one before
///
///     value at 8 indices         contiguity   divisibility   constancy
///     0 1 2 3 4 5 6 7            8            2^30           1
///     4 5 6 7 12 13 14 15        4            4              1
///     6 6 6 6 10 10 10 10        1            2              4
///
/// Numbers that are 12 apart, as in 0 12 24 36, have a regularity of 4, a
/// stride of 12 and nothing else; runs and equal numbers say no stride.
///
/// All but the stride are powers of two. An address counts in elements: it is
/// one more if it is one element further; what divides it and its stride are in
/// bytes.
///
/// A stride says how axes go on where others end: in `row * 4 + column` rows
/// are 4 apart, so that rows of 4 numbers follow each other. What divides the
/// first number of such a run, which is first along all axes at once, is
/// `start`.
///
/// Numbers have signs. A few things are taken for granted, as in all arithmetic
/// on indices: sums and products of 32 and 64 bits do not overflow (`x + 1` is
/// more than `x`; but nothing is taken of products with a hash's constants), no
/// program divides by a negative number that is unknown at compile time, steps
/// of loops are positive, and all lanes that read an address in one load read
/// the same. Bitwise operations, shifts, casts and negative dividends are taken
/// as they are.
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
    /// Groups that are larger than those of the other two; none if 1.
    std::int64_t regularity = 1, stride = 0;
    bool operator==(const Axis &) const = default;
  };

  /// Groups of neighbours in which every number is `stride` more than the one
  /// before.
  struct Progression {
    std::int64_t stride, size;
  };

  /// One for each dimension; one for a scalar.
  std::vector<Axis> axes;
  /// All numbers are this one.
  std::optional<std::int64_t> constant;
  /// Bounds of all the numbers.
  std::int64_t low = std::numeric_limits<std::int64_t>::min();
  std::int64_t high = std::numeric_limits<std::int64_t>::max();

  /// How much "one more" is: for addresses, the bytes of an element.
  std::int64_t unit = 1;

  /// Divides the numbers that are the first of their group, the largest of
  /// each axis, along all axes.
  std::int64_t start = 1;

  bool operator==(const AxisInfo &) const = default;

  /// The largest groups along the axis.
  Progression largestGroups(unsigned axis) const;
  /// How much more a number is than the one `index` positions before it in the
  /// same of the largest groups; nothing if they are not that large.
  std::optional<std::int64_t> distanceOf(unsigned axis,
                                         std::int64_t index) const;
  /// Divides every number.
  std::int64_t divisorOfAll() const;
  /// Divides the numbers at multiples of `step` (a power of two) along an axis.
  std::int64_t divisorAt(unsigned axis, std::int64_t step) const;
  /// Divides the numbers at multiples of these powers of two, one for each
  /// axis.
  std::int64_t divisorAt(std::span<const std::int64_t> steps) const;
  /// Divides the numbers where the largest groups of the other begin along all
  /// axes.
  std::int64_t divisorAtGroupsOf(const AxisInfo &other) const;
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
