//===- AxisBits.cpp - Facts through bits ----------------------------------===//
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

/// The amount of a shift; nothing if it is not known or shifts everything out.
static std::optional<unsigned> amountOf(const AxisInfo &amount, Form form) {
  if (!amount.constant || *amount.constant < 0 ||
      *amount.constant >= std::min<std::int64_t>(form.bits, 62))
    return std::nullopt;
  return static_cast<unsigned>(*amount.constant);
}

AxisInfo shiftLeft(const AxisInfo &l, const AxisInfo &r, Form form) {
  std::optional<unsigned> amount = amountOf(r, form);
  if (amount && l.constant)
    return constantAxes(
        cut(static_cast<std::int64_t>(asUnsigned(*l.constant, 64) << *amount),
            form.bits),
        form.shape);
  if (amount == 0U)
    return l;
  std::int64_t factor = std::int64_t(1)
                        << std::clamp<std::int64_t>(r.low, 0, 61);
  // Bits may go over the edge, so bounds and strides hold only where none can.
  bool fits =
      amount && l.isNonNegative() && l.high <= highest(form.bits) >> *amount;
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      [&](unsigned axis) { return bothConstant(l, r, axis); },
      [&](unsigned axis) {
        return fits ? scaled(l.largestGroups(axis), std::int64_t(1) << *amount)
                    : NoProgression;
      },
      [&](auto &&at) { return productOf(at(l), factor); });
  if (fits)
    return within(result, l.low << *amount, l.high << *amount, form);
  return within(result, form);
}

AxisInfo shiftRight(const AxisInfo &l, const AxisInfo &r, Sign sign,
                    Form form) {
  std::optional<unsigned> amount = amountOf(r, form);
  auto shifted = [&](std::int64_t value) {
    return sign == Sign::Signed || value >= 0
               ? value >> *amount
               : static_cast<std::int64_t>(asUnsigned(value, form.bits) >>
                                           *amount);
  };
  if (amount && l.constant)
    return constantAxes(cut(shifted(*l.constant), form.bits), form.shape);
  if (amount == 0U)
    return l;
  std::int64_t by = amount ? std::int64_t(1) << *amount : 1;
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      // Rounds down for either sign.
      [&](unsigned axis) {
        return std::max(bothConstant(l, r, axis),
                        std::min(alignedRun(l, axis), by));
      },
      [&](auto &&at) { return amount ? exactQuotient(at(l), by) : 1; });
  if (amount && (sign == Sign::Signed || l.isNonNegative()))
    return within(result, l.low >> *amount, l.high >> *amount, form);
  if (l.isNonNegative())
    return within(result, 0, l.high, form);
  if (amount && form.bits <= 64)
    return within(
        result, 0,
        static_cast<std::int64_t>(asUnsigned(-1, form.bits) >> *amount), form);
  return within(result, form);
}

/// The lowest bits of a mask that are all ones, as the next power of two.
static std::int64_t onesIn(const AxisInfo &mask) {
  return mask.constant ? powerOfTwoIn(wrappingAdd(*mask.constant, 1)) : 1;
}

AxisInfo bitAnd(const AxisInfo &l, const AxisInfo &r, Form form) {
  if (auto constant = folded(l, r, form, [](std::int64_t a, std::int64_t b) {
        return std::optional(a & b);
      }))
    return *constant;
  // Low ones keep the bits that count the indices, low zeros remove them.
  auto kept = [&](unsigned axis) {
    return std::max(std::min(alignedRun(l, axis), onesIn(r)),
                    std::min(alignedRun(r, axis), onesIn(l)));
  };
  auto removed = [&](unsigned axis) {
    return std::max({bothConstant(l, r, axis), runAgainst(l, r, axis),
                     runAgainst(r, l, axis)});
  };
  AxisInfo result = build(form, kept, removed,
                          [&](auto &&at) { return std::max(at(l), at(r)); });
  if (!l.isNonNegative() && !r.isNonNegative())
    return within(result, form);
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  for (const AxisInfo *each : {&l, &r})
    if (each->isNonNegative())
      high = std::min(high, each->high);
  return within(result, 0, high, form);
}

/// Where one counts the indices in its low bits and the other has zeros there,
/// setting (or flipping) bits is adding them.
static std::int64_t disjointRun(const AxisInfo &l, const AxisInfo &r,
                                unsigned axis) {
  return std::max(runAgainst(l, r, axis), runAgainst(r, l, axis));
}

/// Neither sign nor more bits than the operands have.
static AxisInfo withinBits(AxisInfo result, const AxisInfo &l,
                           const AxisInfo &r, Form form) {
  if (!l.isNonNegative() || !r.isNonNegative())
    return within(std::move(result), form);
  auto high = static_cast<std::uint64_t>(std::max(l.high, r.high));
  return within(std::move(result), 0,
                static_cast<std::int64_t>(std::bit_ceil(high + 1) - 1), form);
}

AxisInfo bitOr(const AxisInfo &l, const AxisInfo &r, Form form) {
  if (auto constant = folded(l, r, form, [](std::int64_t a, std::int64_t b) {
        return std::optional(a | b);
      }))
    return *constant;
  AxisInfo result = build(
      form, [&](unsigned axis) { return disjointRun(l, r, axis); },
      [&](unsigned axis) {
        return std::max({bothConstant(l, r, axis),
                         std::min(alignedRun(l, axis), onesIn(r)),
                         std::min(alignedRun(r, axis), onesIn(l))});
      },
      [&](auto &&at) { return std::min(at(l), at(r)); });
  return withinBits(std::move(result), l, r, form);
}

AxisInfo bitXor(const AxisInfo &l, const AxisInfo &r, Form form) {
  if (auto constant = folded(l, r, form, [](std::int64_t a, std::int64_t b) {
        return std::optional(a ^ b);
      }))
    return *constant;
  AxisInfo result = build(
      form, [&](unsigned axis) { return disjointRun(l, r, axis); },
      [&](unsigned axis) { return bothConstant(l, r, axis); },
      [&](auto &&at) { return std::min(at(l), at(r)); });
  return withinBits(std::move(result), l, r, form);
}

} // namespace heddle::axis
