//===- AxisSums.cpp - Facts through sums and quotients --------------------===//
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

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

AxisInfo add(const AxisInfo &l, const AxisInfo &r, Form form) {
  if (auto constant = folded(l, r, form, [](std::int64_t a, std::int64_t b) {
        return std::optional(wrappingAdd(a, b));
      }))
    return *constant;
  AxisInfo result = build(
      form, [&](unsigned axis) { return oneRuns(l, r, axis); },
      [&](unsigned axis) { return bothConstant(l, r, axis); },
      [&](unsigned axis) {
        return sumOf(l.largestGroups(axis), r.largestGroups(axis), form);
      },
      [&](auto &&at) { return std::min(at(l), at(r)); });
  return withoutOverflow(result, saturatingAdd(l.low, r.low),
                         saturatingAdd(l.high, r.high), form);
}

AxisInfo subtract(const AxisInfo &l, const AxisInfo &r, Form form) {
  if (auto constant = folded(l, r, form, [](std::int64_t a, std::int64_t b) {
        return std::optional(wrappingAdd(a, wrappingNegate(b)));
      }))
    return *constant;
  AxisInfo result = build(
      form,
      [&](unsigned axis) {
        return std::min(l.axes[axis].contiguity, r.axes[axis].constancy);
      },
      [&](unsigned axis) {
        return std::max(bothConstant(l, r, axis), bothRun(l, r, axis));
      },
      [&](unsigned axis) {
        return sumOf(l.largestGroups(axis), scaled(r.largestGroups(axis), -1),
                     form);
      },
      [&](auto &&at) { return std::min(at(l), at(r)); });
  return withoutOverflow(result, saturatingSubtract(l.low, r.high),
                         saturatingSubtract(l.high, r.low), form);
}

/// A factor that no index is multiplied with.
static bool isOfHash(const AxisInfo &factor) {
  constexpr std::int64_t MostOfStrides = std::int64_t(1) << 24;
  return factor.constant &&
         (*factor.constant < 0 || *factor.constant >= MostOfStrides);
}

AxisInfo multiply(const AxisInfo &l, const AxisInfo &r, Form form) {
  if (auto constant = folded(l, r, form, [](std::int64_t a, std::int64_t b) {
        return std::optional(wrappingMultiply(a, b));
      }))
    return *constant;
  for (auto [one, other] : {std::pair(&l, &r), std::pair(&r, &l)}) {
    if (one->constant == 1)
      return *other;
    if (one->constant == 0)
      return constantAxes(0, form.shape);
  }
  auto [low, high] = std::minmax(
      {saturatingMultiply(l.low, r.low), saturatingMultiply(l.low, r.high),
       saturatingMultiply(l.high, r.low), saturatingMultiply(l.high, r.high)});
  // Hashes multiply with large constants and mean what is left of an overflow.
  bool fits = low >= lowest(form.bits) && high <= highest(form.bits);
  bool mayOverflow = !fits && (isOfHash(l) || isOfHash(r));
  auto progression = [&](unsigned axis) {
    if ((!l.constant && !r.constant) || form.bits < 32 || mayOverflow)
      return NoProgression;
    return l.constant ? scaled(r.largestGroups(axis), *l.constant)
                      : scaled(l.largestGroups(axis), *r.constant);
  };
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      [&](unsigned axis) { return bothConstant(l, r, axis); }, progression,
      [&](auto &&at) { return productOf(at(l), at(r)); });
  if (mayOverflow)
    return within(result, form);
  return withoutOverflow(result, low, high, form);
}

//===----------------------------------------------------------------------===//
// Quotients
//===----------------------------------------------------------------------===//

/// Is the size of a quotient rounded down? The numbers of an unsigned division
/// are never negative, and aligned groups do not cross zero.
static bool roundsDown(const AxisInfo &l, Sign sign) {
  return sign == Sign::Unsigned || l.isNonNegative();
}

/// A divisor that may be positive is; one without a sign has to be small enough
/// to look so.
static bool isPositive(const AxisInfo &divisor, Sign sign) {
  return divisor.high > 0 && (sign == Sign::Signed || divisor.isNonNegative());
}

/// Numbers of a progression that lie between two multiples of what divides the
/// divisor, as 0 2 4 6 / 8 do.
static std::int64_t stridesWithin(const AxisInfo &l, const AxisInfo &r,
                                  unsigned axis) {
  AxisInfo::Progression groups = l.largestGroups(axis);
  const std::int64_t constancy = r.axes[axis].constancy;
  const std::int64_t divisor = r.divisorAt(axis, constancy);
  std::vector<std::int64_t> steps(l.axes.size(), 1);
  std::int64_t &size = steps[axis];
  size = groups.stride > 0 ? std::min(groups.size, constancy) : 1;
  while (size > 1 && saturatingMultiply(size - 1, groups.stride) >=
                         std::min(divisor, l.divisorAt(steps)))
    size /= 2;
  return size;
}

AxisInfo divide(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form) {
  auto quotient = [&](std::int64_t a,
                      std::int64_t b) -> std::optional<std::int64_t> {
    if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min()))
      return std::nullopt;
    if (sign == Sign::Signed)
      return a / b;
    return static_cast<std::int64_t>(asUnsigned(a, form.bits) /
                                     asUnsigned(b, form.bits));
  };
  if (auto constant = folded(l, r, form, quotient))
    return *constant;
  if (r.constant == 1)
    return l;
  bool isDown = roundsDown(l, sign);
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      [&](unsigned axis) {
        return std::max(bothConstant(l, r, axis),
                        isDown ? stridesWithin(l, r, axis) : 1);
      },
      [&](auto &&at) { return exactQuotient(at(l), r.constant.value_or(0)); });
  if (l.isNonNegative() && isPositive(r, sign))
    return within(result, l.low / r.high,
                  l.high / std::max<std::int64_t>(r.low, 1), form);
  return within(result, form);
}

AxisInfo remainder(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form) {
  auto rest = [&](std::int64_t a,
                  std::int64_t b) -> std::optional<std::int64_t> {
    if (b == 0 || b == -1)
      return std::nullopt;
    if (sign == Sign::Signed)
      return a % b;
    return static_cast<std::int64_t>(asUnsigned(a, form.bits) %
                                     asUnsigned(b, form.bits));
  };
  if (auto constant = folded(l, r, form, rest))
    return *constant;
  if (r.constant == 1)
    return constantAxes(0, form.shape);
  if (l.isNonNegative() && l.high < r.low)
    return l;
  bool isDown = roundsDown(l, sign);
  AxisInfo result = build(
      form, [&](unsigned axis) { return isDown ? runAgainst(l, r, axis) : 1; },
      [&](unsigned axis) { return bothConstant(l, r, axis); },
      [&](auto &&at) { return std::min(at(l), at(r)); });
  if (l.isNonNegative() && isPositive(r, sign))
    return within(result, 0, std::min(l.high, r.high - 1), form);
  if (l.isNonNegative())
    return within(result, 0, l.high, form);
  return within(result, form);
}

} // namespace heddle::axis
