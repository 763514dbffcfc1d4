//===- AxisGroups.h - Groups of two operands --------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Groups of neighbours in which two operands say something together, and what
/// rules of arithmetic need to know of constants.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANALYSIS_AXISGROUPS_H
#define HEDDLE_LIB_ANALYSIS_AXISGROUPS_H

#include "AxisBuilder.h"

#include <algorithm>
#include <bit>

namespace heddle::axis {

using Axis = AxisInfo::Axis;

/// In aligned groups of this size the low bits of the numbers count the
/// indices: s, s + 1, ... with s a multiple of the size.
inline std::int64_t alignedRun(const AxisInfo &info, unsigned axis) {
  const Axis &along = info.axes[axis];
  return std::min(along.contiguity, along.divisibility);
}

/// Groups in which the numbers of `run` count up from a multiple of the size,
/// and `fixed` is one multiple of it. Multiples are crossed at groups' ends
/// only, so quotients and orders do not change within.
inline std::int64_t runAgainst(const AxisInfo &run, const AxisInfo &fixed,
                               unsigned axis) {
  std::int64_t constancy = fixed.axes[axis].constancy;
  return std::min(
      {alignedRun(run, axis), constancy, fixed.divisorAt(axis, constancy)});
}

inline std::int64_t bothConstant(const AxisInfo &l, const AxisInfo &r,
                                 unsigned axis) {
  return std::min(l.axes[axis].constancy, r.axes[axis].constancy);
}

/// Groups in which both count up, so that their difference is constant.
inline std::int64_t bothRun(const AxisInfo &l, const AxisInfo &r,
                            unsigned axis) {
  return std::min(l.axes[axis].contiguity, r.axes[axis].contiguity);
}

/// Groups in which one counts up and the other stays.
inline std::int64_t oneRuns(const AxisInfo &l, const AxisInfo &r,
                            unsigned axis) {
  return std::max(std::min(l.axes[axis].contiguity, r.axes[axis].constancy),
                  std::min(l.axes[axis].constancy, r.axes[axis].contiguity));
}

/// Sums are in progression where both numbers are. Below 32 bits they may go
/// over the edge of their type.
inline Progression sumOf(Progression l, Progression r, Form form) {
  Progression sum = {.stride = 0, .size = std::min(l.size, r.size)};
  if (form.bits < 32 || __builtin_add_overflow(l.stride, r.stride, &sum.stride))
    return NoProgression;
  return sum;
}

inline Progression scaled(Progression groups, std::int64_t factor) {
  Progression product = {.stride = 0, .size = groups.size};
  return __builtin_mul_overflow(groups.stride, factor, &product.stride)
             ? NoProgression
             : product;
}

/// The operands have constants, and neither is a number that a shift or a
/// division has no result for.
template <class Function>
inline std::optional<AxisInfo> folded(const AxisInfo &l, const AxisInfo &r,
                                      Form form, Function &&function) {
  if (!l.constant || !r.constant)
    return std::nullopt;
  std::optional<std::int64_t> value = function(*l.constant, *r.constant);
  if (!value)
    return std::nullopt;
  return constantAxes(cut(*value, form.bits), form.shape);
}

/// What a power of two leaves of a divisor if nothing is rounded.
inline std::int64_t exactQuotient(std::int64_t divisor, std::int64_t by) {
  return by > 0 && std::has_single_bit(static_cast<std::uint64_t>(by)) &&
                 divisor % by == 0
             ? divisor / by
             : 1;
}

/// The bits of the number as one without a sign.
inline std::uint64_t asUnsigned(std::int64_t value, unsigned bits) {
  auto all = static_cast<std::uint64_t>(value);
  return bits >= 64 ? all : all & ((std::uint64_t(1) << bits) - 1);
}

} // namespace heddle::axis

#endif // HEDDLE_LIB_ANALYSIS_AXISGROUPS_H
