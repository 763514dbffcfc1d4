//===- AxisBuilder.h - What rules have in common ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the rules have in common: numbers that stay in their range, and results
/// that are put together axis by axis.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANALYSIS_AXISBUILDER_H
#define HEDDLE_LIB_ANALYSIS_AXISBUILDER_H

#include "heddle/analysis/AxisRules.h"

#include <algorithm>

namespace heddle::axis {

constexpr std::int64_t Lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t Highest = std::numeric_limits<std::int64_t>::max();

/// The product of powers of two, at most `MaxDivisor`.
inline std::int64_t productOf(std::int64_t a, std::int64_t b) {
  return a > MaxDivisor / b ? MaxDivisor : a * b;
}

/// The least and the greatest number of a type.
inline std::int64_t lowest(unsigned bits) {
  return bits == 1 ? 0 : bits >= 64 ? Lowest : -(std::int64_t(1) << (bits - 1));
}
inline std::int64_t highest(unsigned bits) {
  return bits == 1    ? 1
         : bits >= 64 ? Highest
                      : (std::int64_t(1) << (bits - 1)) - 1;
}

/// The low bits of the number, with their sign.
inline std::int64_t cut(std::int64_t value, unsigned bits) {
  if (bits >= 64)
    return value;
  auto low = static_cast<std::uint64_t>(value) << (64 - bits);
  if (bits == 1)
    return static_cast<std::int64_t>(low >> 63);
  return static_cast<std::int64_t>(low) >> (64 - bits);
}

inline std::int64_t wrappingAdd(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) +
                                   static_cast<std::uint64_t>(b));
}
inline std::int64_t wrappingNegate(std::int64_t a) {
  return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
}
inline std::int64_t wrappingMultiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) *
                                   static_cast<std::uint64_t>(b));
}

inline std::int64_t saturatingAdd(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum))
    return sum;
  return a < 0 ? Lowest : Highest;
}
inline std::int64_t saturatingSubtract(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (!__builtin_sub_overflow(a, b, &difference))
    return difference;
  return a < 0 ? Lowest : Highest;
}
inline std::int64_t saturatingMultiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(a, b, &product))
    return product;
  return (a < 0) == (b < 0) ? Highest : Lowest;
}

using Progression = AxisInfo::Progression;

/// The result has these groups along the axis too; said only if they are larger
/// than those that are known.
inline void keepProgression(AxisInfo &result, unsigned axis,
                            Progression groups) {
  AxisInfo::Axis &along = result.axes[axis];
  if (groups.size <= std::max(along.contiguity, along.constancy))
    return;
  along.regularity = groups.size;
  along.stride = groups.stride;
}

/// Nothing but single numbers.
inline constexpr Progression NoProgression = {.stride = 0, .size = 1};

/// Groups that both have, with one stride.
inline Progression commonProgression(const AxisInfo &a, const AxisInfo &b,
                                     unsigned axis) {
  Progression l = a.largestGroups(axis), r = b.largestGroups(axis);
  return l.stride == r.stride
             ? Progression{.stride = l.stride, .size = std::min(l.size, r.size)}
             : NoProgression;
}

/// A result with these groups along each axis. `divisor(at)` divides the
/// numbers at certain indices, if `at(operand)` divides those of the operand
/// there; the caller wants the first numbers of groups.
template <class Contiguity, class Constancy, class Regularity, class Divisor>
AxisInfo build(Form form, Contiguity &&contiguity, Constancy &&constancy,
               Regularity &&progression, Divisor &&divisor) {
  AxisInfo result = unknownAxes(form.shape.size());
  for (unsigned axis = 0; axis < result.axes.size(); ++axis) {
    AxisInfo::Axis &along = result.axes[axis];
    // Sizes that are not known yet count as 1.
    std::int64_t size =
        form.shape.empty() ? 1 : std::max<std::int64_t>(form.shape[axis], 1);
    along.contiguity = std::min<std::int64_t>(contiguity(axis), size);
    along.constancy = std::min<std::int64_t>(constancy(axis), size);
    std::int64_t step = std::max(along.contiguity, along.constancy);
    along.divisibility = divisor(
        [&](const AxisInfo &operand) { return operand.divisorAt(axis, step); });
    Progression groups = progression(axis);
    groups.size = std::min(groups.size, size);
    keepProgression(result, axis, groups);
  }
  result.start = divisor([&](const AxisInfo &operand) {
    return operand.divisorAtGroupsOf(result);
  });
  return result;
}

/// Numbers in which no other progressions are known than runs and equal ones.
template <class Contiguity, class Constancy, class Divisor>
AxisInfo build(Form form, Contiguity &&contiguity, Constancy &&constancy,
               Divisor &&divisor) {
  return build(
      form, contiguity, constancy, [](unsigned) { return NoProgression; },
      divisor);
}

/// The result with bounds, cut to those of its type.
inline AxisInfo within(AxisInfo result, std::int64_t low, std::int64_t high,
                       Form form) {
  result.low = std::clamp(low, lowest(form.bits), highest(form.bits));
  result.high = std::clamp(high, lowest(form.bits), highest(form.bits));
  return result;
}
/// The result of sums and products with these exact bounds. Below 32 bits they
/// may well overflow: bytes count up to 255, which as numbers with a sign they
/// do not. Wider ones do not (AxisInfo.h), so that bounds stay inside.
inline AxisInfo withoutOverflow(AxisInfo result, std::int64_t low,
                                std::int64_t high, Form form) {
  bool fits = low >= lowest(form.bits) && high <= highest(form.bits);
  if (!fits && form.bits < 32)
    return within(std::move(result), Lowest, Highest, form);
  return within(std::move(result), low, high, form);
}
inline AxisInfo within(AxisInfo result, Form form) {
  return within(std::move(result), Lowest, Highest, form);
}

} // namespace heddle::axis

#endif // HEDDLE_LIB_ANALYSIS_AXISBUILDER_H
