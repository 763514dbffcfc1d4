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
  info.constant = info.low = info.high = value;
  return info;
}

AxisInfo join(const AxisInfo &a, const AxisInfo &b) {
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
  }
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
