//===- AxisInfo.cpp - Runs of numbers in a tensor -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisBuilder.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

std::int64_t widenedLow(std::int64_t a, std::int64_t b) {
  std::int64_t low = std::min(a, b);
  if (a == b || low == std::numeric_limits<std::int64_t>::min())
    return low;
  if (low >= 0)
    return 0;
  return -static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(-low)));
}

std::int64_t widenedHigh(std::int64_t a, std::int64_t b) {
  std::int64_t high = std::max(a, b);
  if (a == b)
    return high;
  if (high < 0)
    return -1;
  return static_cast<std::int64_t>(
      std::bit_ceil(static_cast<std::uint64_t>(high) + 1) - 1);
}

} // namespace

std::int64_t powerOfTwoIn(std::int64_t number) {
  if (number == 0)
    return MaxDivisor;
  auto power = static_cast<std::uint64_t>(number) &
               (0 - static_cast<std::uint64_t>(number));
  return static_cast<std::int64_t>(
      std::min(power, static_cast<std::uint64_t>(MaxDivisor)));
}

// Inside of a group, numbers are multiples of `unit` away from its first.
std::int64_t AxisInfo::divisorOfAll() const {
  std::int64_t most = 1;
  for (const Axis &axis : axes)
    most = std::max(most, axis.contiguity == 1
                              ? axis.divisibility
                              : std::min(axis.divisibility, unit));
  return most;
}

std::int64_t AxisInfo::divisorAt(unsigned index, std::int64_t step) const {
  const Axis &along = axes[index];
  std::int64_t own =
      step >= along.contiguity
          ? along.divisibility
          : std::min(along.divisibility, axis::productOf(step, unit));
  return std::max(own, divisorOfAll());
}

AxisInfo::Progression AxisInfo::largestGroups(unsigned axis) const {
  const Axis &along = axes[axis];
  Progression largest = {.stride = unit, .size = along.contiguity};
  if (along.constancy > largest.size)
    largest = {.stride = 0, .size = along.constancy};
  if (along.regularity > largest.size)
    largest = {.stride = along.stride, .size = along.regularity};
  return largest;
}

std::optional<std::int64_t> AxisInfo::distanceOf(unsigned axis,
                                                 std::int64_t index) const {
  Progression groups = largestGroups(axis);
  std::int64_t distance = 0;
  if (index >= groups.size ||
      __builtin_mul_overflow(index, groups.stride, &distance))
    return std::nullopt;
  return distance;
}

namespace {

/// `step(axis)` is a power of two. Inside of groups, numbers are multiples of
/// the strides away from the number where all groups begin.
template <class Step>
std::int64_t divisorAmong(const AxisInfo &info, Step &&step) {
  std::int64_t fromStart = info.start, most = 1;
  for (const AxisInfo::Axis &along : info.axes)
    fromStart = std::max(fromStart, along.divisibility);
  for (unsigned axis = 0; axis < info.axes.size(); ++axis) {
    most = std::max(most, info.divisorAt(axis, step(axis)));
    AxisInfo::Progression groups = info.largestGroups(axis);
    if (step(axis) < groups.size)
      fromStart = std::min(
          fromStart, axis::productOf(step(axis), powerOfTwoIn(groups.stride)));
  }
  return std::max(most, fromStart);
}

} // namespace

std::int64_t AxisInfo::divisorAt(std::span<const std::int64_t> steps) const {
  return divisorAmong(*this, [&](unsigned axis) { return steps[axis]; });
}

std::int64_t AxisInfo::divisorAtGroupsOf(const AxisInfo &other) const {
  return divisorAmong(
      *this, [&](unsigned axis) { return other.largestGroups(axis).size; });
}

AxisInfo unknownAxes(std::size_t rank) {
  AxisInfo info;
  info.axes.resize(std::max<std::size_t>(rank, 1));
  return info;
}

AxisInfo constantAxes(std::int64_t value, std::span<const std::int64_t> shape) {
  AxisInfo info = unknownAxes(shape.size());
  for (std::size_t axis = 0; axis < info.axes.size(); ++axis) {
    info.axes[axis].divisibility = powerOfTwoIn(value);
    info.axes[axis].constancy =
        shape.empty() ? 1 : std::max<std::int64_t>(shape[axis], 1);
  }
  info.start = powerOfTwoIn(value);
  info.constant = info.low = info.high = value;
  return info;
}

AxisInfo join(const AxisInfo &a, const AxisInfo &b) {
  // What follows derives divisors anew, and might find larger ones.
  if (a == b)
    return a;
  AxisInfo both = unknownAxes(a.axes.size());
  both.unit = std::min(a.unit, b.unit);
  for (unsigned axis = 0; axis < both.axes.size(); ++axis) {
    AxisInfo::Axis &along = both.axes[axis];
    along.contiguity =
        std::min(a.axes[axis].contiguity, b.axes[axis].contiguity);
    along.constancy = std::min(a.axes[axis].constancy, b.axes[axis].constancy);
    std::int64_t step = std::max(along.contiguity, along.constancy);
    along.divisibility =
        std::min(a.divisorAt(axis, step), b.divisorAt(axis, step));
    axis::keepProgression(both, axis, axis::commonProgression(a, b, axis));
  }
  both.start = std::min(a.divisorAtGroupsOf(both), b.divisorAtGroupsOf(both));
  if (a.constant == b.constant)
    both.constant = a.constant;
  both.low = widenedLow(a.low, b.low);
  both.high = widenedHigh(a.high, b.high);
  return both;
}

std::string toText(const AxisInfo &info) {
  auto listOf = [&](auto member) {
    std::string text;
    for (const AxisInfo::Axis &axis : info.axes)
      text += (text.empty() ? "" : ", ") + std::to_string(axis.*member);
    return "[" + text + "]";
  };
  return "contiguity = " + listOf(&AxisInfo::Axis::contiguity) +
         ", divisibility = " + listOf(&AxisInfo::Axis::divisibility) +
         ", constancy = " + listOf(&AxisInfo::Axis::constancy) +
         ", constant_value = " +
         (info.constant ? std::to_string(*info.constant) : "<none>");
}

} // namespace heddle
