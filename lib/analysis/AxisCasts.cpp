//===- AxisCasts.cpp - Facts through casts --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisGroups.h"

#include <algorithm>
#include <bit>

namespace heddle::axis {

/// Only runs that cannot go over an edge of a type's range, neither that of its
/// numbers with a sign nor that of those without: they start at multiples of
/// their size, and there are as many numbers on either side of zero.
static void keepAlignedRuns(AxisInfo &info, unsigned bits) {
  const AxisInfo before = info;
  std::int64_t half = std::int64_t(1) << std::min(bits - 1, 62U);
  for (Axis &axis : info.axes) {
    axis.regularity = 1;
    axis.stride = 0;
    std::int64_t most = std::min(axis.divisibility, half);
    if (axis.contiguity <= most)
      continue;
    axis.contiguity = most;
    axis.divisibility = std::min(axis.divisibility, productOf(most, info.unit));
  }
  info.start = before.divisorAtGroupsOf(info);
}

/// No runs at all; what divides their first numbers only is forgotten.
static void dropRuns(AxisInfo &info) {
  const AxisInfo before = info;
  for (Axis &axis : info.axes) {
    axis.regularity = 1;
    axis.stride = 0;
    if (axis.contiguity > 1)
      axis.divisibility = std::min(axis.divisibility, info.unit);
    axis.contiguity = 1;
  }
  info.start = before.divisorAtGroupsOf(info);
}

AxisInfo extend(const AxisInfo &source, unsigned fromBits, Sign sign) {
  AxisInfo result = source;
  if (fromBits == 1 && sign == Sign::Signed) {
    // 1 becomes -1.
    dropRuns(result);
    if (result.constant)
      result.constant = -*result.constant;
    result.low = -source.high;
    result.high = -source.low;
    return result;
  }
  if (sign == Sign::Signed || source.isNonNegative())
    return result;
  keepAlignedRuns(result, fromBits);
  if (fromBits >= 64)
    // What has no sign any more may be too large to be said here.
    result.constant.reset();
  if (result.constant)
    result.constant =
        static_cast<std::int64_t>(asUnsigned(*result.constant, fromBits));
  result.low = result.constant.value_or(0);
  result.high = result.constant.value_or(
      fromBits >= 63 ? Highest : (std::int64_t(1) << fromBits) - 1);
  return result;
}

AxisInfo truncate(const AxisInfo &source, Form form) {
  AxisInfo result = source;
  bool fits =
      source.low >= lowest(form.bits) && source.high <= highest(form.bits);
  if (fits)
    return result;
  if (form.bits == 1)
    dropRuns(result);
  keepAlignedRuns(result, form.bits);
  if (result.constant)
    return constantAxes(cut(*result.constant, form.bits), form.shape);
  result.low = lowest(form.bits);
  result.high = highest(form.bits);
  return result;
}

AxisInfo addPointer(const AxisInfo &pointer, const AxisInfo &offset,
                    std::int64_t bytes, Form form) {
  AxisInfo result = build(
      form, [&](unsigned axis) { return oneRuns(pointer, offset, axis); },
      [&](unsigned axis) { return bothConstant(pointer, offset, axis); },
      [&](unsigned axis) {
        return sumOf(pointer.largestGroups(axis),
                     scaled(offset.largestGroups(axis), bytes), form);
      },
      [&](auto &&at) {
        return std::min(at(pointer),
                        productOf(at(offset), powerOfTwoIn(bytes)));
      });
  result.unit = bytes;
  return result;
}

AxisInfo castPointer(const AxisInfo &pointer, std::int64_t unit) {
  AxisInfo result = pointer;
  if (unit == pointer.unit)
    return result;
  dropRuns(result);
  result.unit = unit;
  // The bytes from one address to the next stay.
  for (unsigned axis = 0; axis < result.axes.size(); ++axis)
    keepProgression(result, axis, pointer.largestGroups(axis));
  result.start = pointer.divisorAtGroupsOf(result);
  return result;
}

} // namespace heddle::axis
