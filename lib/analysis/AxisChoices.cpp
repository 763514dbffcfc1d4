//===- AxisChoices.cpp - Facts through choices ----------------------------===//
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

/// One or the other at each index, the same in groups of the size that `same`
/// says.
template <class Same>
static AxisInfo eitherOf(const AxisInfo &l, const AxisInfo &r, Form form,
                         Same &&same) {
  AxisInfo result = build(
      form,
      [&](unsigned axis) { return std::min(bothRun(l, r, axis), same(axis)); },
      [&](unsigned axis) {
        return std::min(bothConstant(l, r, axis), same(axis));
      },
      [&](auto &&at) { return std::min(at(l), at(r)); });
  result.unit = std::min(l.unit, r.unit);
  return result;
}

/// Can the order of the numbers be trusted, and do runs not cross its ends?
static bool isOrdered(const AxisInfo &l, const AxisInfo &r, Sign sign) {
  return sign == Sign::Signed || (l.isNonNegative() && r.isNonNegative()) ||
         (l.high < 0 && r.high < 0);
}

/// Without signs every negative number is above all others.
static bool isBelowBySign(const AxisInfo &l, const AxisInfo &r, Sign sign) {
  return sign == Sign::Unsigned && l.isNonNegative() && r.high < 0;
}

/// The smaller of both, or with the operands' roles changed the larger.
static AxisInfo extreme(const AxisInfo &l, const AxisInfo &r, Sign sign,
                        Form form) {
  // Of two runs one is the smaller everywhere; so is one of two constants. Runs
  // that begin at multiples of their size do not cross the order's ends.
  bool isOrder = isOrdered(l, r, sign);
  return eitherOf(l, r, form, [&](unsigned axis) -> std::int64_t {
    return std::max(bothConstant(l, r, axis),
                    isOrder
                        ? bothRun(l, r, axis)
                        : std::min(alignedRun(l, axis), alignedRun(r, axis)));
  });
}

AxisInfo minimum(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form) {
  if (isBelowBySign(l, r, sign))
    return l;
  if (isBelowBySign(r, l, sign))
    return r;
  if (isOrdered(l, r, sign)) {
    if (l.high <= r.low)
      return l;
    if (r.high <= l.low)
      return r;
    return within(extreme(l, r, sign, form), std::min(l.low, r.low),
                  std::min(l.high, r.high), form);
  }
  return within(extreme(l, r, sign, form), form);
}

AxisInfo maximum(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form) {
  if (isBelowBySign(l, r, sign))
    return r;
  if (isBelowBySign(r, l, sign))
    return l;
  if (isOrdered(l, r, sign)) {
    if (l.high <= r.low)
      return r;
    if (r.high <= l.low)
      return l;
    return within(extreme(l, r, sign, form), std::max(l.low, r.low),
                  std::max(l.high, r.high), form);
  }
  return within(extreme(l, r, sign, form), form);
}

/// l < r or l <= r, where the bounds decide.
static std::optional<bool> decided(const AxisInfo &l, const AxisInfo &r,
                                   Comparison comparison) {
  switch (comparison) {
  case Comparison::Equal:
    if (l.high < r.low || r.high < l.low)
      return false;
    if (l.constant && l.constant == r.constant)
      return true;
    return std::nullopt;
  case Comparison::Less:
    if (l.high < r.low)
      return true;
    if (l.low >= r.high)
      return false;
    return std::nullopt;
  case Comparison::LessOrEqual:
    if (l.high <= r.low)
      return true;
    if (l.low > r.high)
      return false;
    return std::nullopt;
  }
  return std::nullopt;
}

/// The number after a constant, to turn < into <= and back.
static AxisInfo oneMore(const AxisInfo &info) {
  AxisInfo more = unknownAxes(info.axes.size());
  if (!info.constant)
    return more;
  for (std::size_t axis = 0; axis < more.axes.size(); ++axis) {
    more.axes[axis].constancy = info.axes[axis].constancy;
    more.axes[axis].divisibility = powerOfTwoIn(wrappingAdd(*info.constant, 1));
  }
  return more;
}

AxisInfo compare(const AxisInfo &l, const AxisInfo &r, Comparison comparison,
                 Sign sign, Form form) {
  bool isOrder = isOrdered(l, r, sign);
  if (comparison != Comparison::Equal) {
    if (isBelowBySign(l, r, sign))
      return constantAxes(1, form.shape);
    if (isBelowBySign(r, l, sign))
      return constantAxes(0, form.shape);
  }
  if (isOrder || comparison == Comparison::Equal)
    if (std::optional<bool> result = decided(l, r, comparison))
      return constantAxes(*result ? 1 : 0, form.shape);
  AxisInfo afterL = oneMore(l), afterR = oneMore(r);
  // l < r cannot change where l runs up to a multiple, nor l <= r, which is
  // not r < l, where r does.
  auto sameOrder = [&](unsigned axis) -> std::int64_t {
    switch (comparison) {
    case Comparison::Equal:
      return 1;
    case Comparison::Less:
      return std::max(runAgainst(l, r, axis), runAgainst(r, afterL, axis));
    case Comparison::LessOrEqual:
      return std::max(runAgainst(r, l, axis), runAgainst(l, afterR, axis));
    }
    return 1;
  };
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      [&](unsigned axis) {
        bool isSteady = isOrder || comparison == Comparison::Equal;
        return std::max({bothConstant(l, r, axis), sameOrder(axis),
                         isSteady ? bothRun(l, r, axis) : 1});
      },
      [](auto &&) { return std::int64_t(1); });
  return within(result, 0, 1, form);
}

AxisInfo select(const AxisInfo &condition, const AxisInfo &l, const AxisInfo &r,
                Form form) {
  if (condition.constant)
    return *condition.constant != 0 ? l : r;
  if (l.constant && l.constant == r.constant)
    return l;
  AxisInfo result = eitherOf(l, r, form, [&](unsigned axis) {
    return condition.axes[axis].constancy;
  });
  return within(result, std::min(l.low, r.low), std::max(l.high, r.high), form);
}

AxisInfo elementwise(std::span<const AxisInfo *const> operands, Form form) {
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      [&](unsigned axis) {
        std::int64_t constancy = operands.empty() ? 1 : MaxDivisor;
        for (const AxisInfo *operand : operands)
          constancy = std::min(constancy, operand->axes[axis].constancy);
        return constancy;
      },
      [](auto &&) { return std::int64_t(1); });
  return within(result, form);
}

} // namespace heddle::axis
