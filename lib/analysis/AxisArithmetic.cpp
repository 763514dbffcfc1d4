//===- AxisArithmetic.cpp - Facts through arithmetic ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisBuilder.h"

#include <algorithm>
#include <bit>

namespace heddle::axis {

using Axis = AxisInfo::Axis;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// In aligned groups of this size the low bits of the numbers count the places:
/// s, s + 1, ... with s a multiple of the size.
static std::int64_t alignedRun(const AxisInfo &info, unsigned axis) {
  const Axis &along = info.axes[axis];
  return std::min(along.contiguity, along.divisibility);
}

/// Groups in which the numbers of `run` count up from a multiple of the size,
/// and `fixed` is one multiple of it. Multiples are crossed at groups' ends
/// only, so quotients and orders do not change within.
static std::int64_t runAgainst(const AxisInfo &run, const AxisInfo &fixed,
                               unsigned axis) {
  std::int64_t constancy = fixed.axes[axis].constancy;
  return std::min(
      {alignedRun(run, axis), constancy, fixed.divisorAt(axis, constancy)});
}

static std::int64_t bothConstant(const AxisInfo &l, const AxisInfo &r,
                                 unsigned axis) {
  return std::min(l.axes[axis].constancy, r.axes[axis].constancy);
}

/// Groups in which both count up, so that their difference is constant.
static std::int64_t bothRun(const AxisInfo &l, const AxisInfo &r,
                            unsigned axis) {
  return std::min(l.axes[axis].contiguity, r.axes[axis].contiguity);
}

static std::int64_t commonDivisor(const AxisInfo &l, const AxisInfo &r,
                                  unsigned axis, std::int64_t step) {
  return std::min(l.divisorAt(axis, step), r.divisorAt(axis, step));
}

/// Groups in which one counts up and the other stays.
static std::int64_t oneRuns(const AxisInfo &l, const AxisInfo &r,
                            unsigned axis) {
  return std::max(std::min(l.axes[axis].contiguity, r.axes[axis].constancy),
                  std::min(l.axes[axis].constancy, r.axes[axis].contiguity));
}

/// The operands have constants, and neither is a number that a shift or a
/// division has no result for.
template <class Function>
static std::optional<AxisInfo> folded(const AxisInfo &l, const AxisInfo &r,
                                      Form form, Function &&function) {
  if (!l.constant || !r.constant)
    return std::nullopt;
  std::optional<std::int64_t> value = function(*l.constant, *r.constant);
  if (!value)
    return std::nullopt;
  return constantAxes(cut(*value, form.bits), form.shape);
}

/// The bits of the number as one without a sign.
static std::uint64_t asUnsigned(std::int64_t value, unsigned bits) {
  auto all = static_cast<std::uint64_t>(value);
  return bits >= 64 ? all : all & ((std::uint64_t(1) << bits) - 1);
}

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
      [&](unsigned axis, std::int64_t step) {
        return commonDivisor(l, r, axis, step);
      });
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
      [&](unsigned axis, std::int64_t step) {
        return commonDivisor(l, r, axis, step);
      });
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
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      [&](unsigned axis) { return bothConstant(l, r, axis); },
      [&](unsigned axis, std::int64_t step) {
        return productOf(l.divisorAt(axis, step), r.divisorAt(axis, step));
      });
  auto [low, high] = std::minmax(
      {saturatingMultiply(l.low, r.low), saturatingMultiply(l.low, r.high),
       saturatingMultiply(l.high, r.low), saturatingMultiply(l.high, r.high)});
  // Hashes multiply with large constants and mean what is left of an overflow.
  bool fits = low >= lowest(form.bits) && high <= highest(form.bits);
  if (!fits && (isOfHash(l) || isOfHash(r)))
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

/// What a power of two leaves of a divisor if nothing is rounded.
static std::int64_t exactQuotient(std::int64_t divisor, std::int64_t by) {
  return by > 0 && std::has_single_bit(static_cast<std::uint64_t>(by)) &&
                 divisor % by == 0
             ? divisor / by
             : 1;
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
                        isDown ? runAgainst(l, r, axis) : 1);
      },
      [&](unsigned axis, std::int64_t step) {
        return exactQuotient(l.divisorAt(axis, step), r.constant.value_or(0));
      });
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
      [&](unsigned axis, std::int64_t step) {
        return commonDivisor(l, r, axis, step);
      });
  if (l.isNonNegative() && isPositive(r, sign))
    return within(result, 0, std::min(l.high, r.high - 1), form);
  if (l.isNonNegative())
    return within(result, 0, l.high, form);
  return within(result, form);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

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
  AxisInfo result = build(
      form, [](unsigned) { return std::int64_t(1); },
      [&](unsigned axis) { return bothConstant(l, r, axis); },
      [&](unsigned axis, std::int64_t step) {
        return productOf(l.divisorAt(axis, step), factor);
      });
  // Bits may go over the edge, so bounds hold only where none can.
  std::int64_t most = form.bits >= 64
                          ? std::numeric_limits<std::int64_t>::max()
                          : (std::int64_t(1) << (form.bits - 1)) - 1;
  if (amount && l.isNonNegative() && l.high <= most >> *amount)
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
      // Rounds down, whatever the sign.
      [&](unsigned axis) {
        return std::max(bothConstant(l, r, axis),
                        std::min(alignedRun(l, axis), by));
      },
      [&](unsigned axis, std::int64_t step) {
        return amount ? exactQuotient(l.divisorAt(axis, step), by) : 1;
      });
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

/// The lowest bits of a mask that are all ones, as the power of two behind.
static std::int64_t onesIn(const AxisInfo &mask) {
  return mask.constant ? powerOfTwoIn(wrappingAdd(*mask.constant, 1)) : 1;
}

AxisInfo bitAnd(const AxisInfo &l, const AxisInfo &r, Form form) {
  if (auto constant = folded(l, r, form, [](std::int64_t a, std::int64_t b) {
        return std::optional(a & b);
      }))
    return *constant;
  // Low ones keep the bits that count the places, low zeros remove them.
  auto kept = [&](unsigned axis) {
    return std::max(std::min(alignedRun(l, axis), onesIn(r)),
                    std::min(alignedRun(r, axis), onesIn(l)));
  };
  auto removed = [&](unsigned axis) {
    return std::max({bothConstant(l, r, axis), runAgainst(l, r, axis),
                     runAgainst(r, l, axis)});
  };
  AxisInfo result =
      build(form, kept, removed, [&](unsigned axis, std::int64_t step) {
        return std::max(l.divisorAt(axis, step), r.divisorAt(axis, step));
      });
  if (!l.isNonNegative() && !r.isNonNegative())
    return within(result, form);
  std::int64_t high = std::numeric_limits<std::int64_t>::max();
  for (const AxisInfo *each : {&l, &r})
    if (each->isNonNegative())
      high = std::min(high, each->high);
  return within(result, 0, high, form);
}

/// Where one counts the places in its low bits and the other has zeros there,
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
      [&](unsigned axis, std::int64_t step) {
        return commonDivisor(l, r, axis, step);
      });
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
      [&](unsigned axis, std::int64_t step) {
        return commonDivisor(l, r, axis, step);
      });
  return withinBits(std::move(result), l, r, form);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Either of both at each place, the same in groups of the size that `same`
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
      [&](unsigned axis, std::int64_t step) {
        return commonDivisor(l, r, axis, step);
      });
  result.unit = std::min(l.unit, r.unit);
  return result;
}

/// Can the order of the numbers be trusted, and do runs not cross its ends?
static bool isOrdered(const AxisInfo &l, const AxisInfo &r, Sign sign) {
  return sign == Sign::Signed || (l.isNonNegative() && r.isNonNegative());
}

/// The smaller of both, or with the operands' roles changed the larger.
static AxisInfo extreme(const AxisInfo &l, const AxisInfo &r, Sign sign,
                        Form form) {
  // Of two runs one is the smaller everywhere; so is one of two constants.
  bool isOrder = isOrdered(l, r, sign);
  return eitherOf(l, r, form, [&](unsigned axis) -> std::int64_t {
    return std::max(bothConstant(l, r, axis),
                    isOrder ? bothRun(l, r, axis) : 1);
  });
}

AxisInfo minimum(const AxisInfo &l, const AxisInfo &r, Sign sign, Form form) {
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

/// The number behind a constant, to make < of <= and the other way round.
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
      [](unsigned, std::int64_t) { return std::int64_t(1); });
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
      [](unsigned, std::int64_t) { return std::int64_t(1); });
  return within(result, form);
}

//===----------------------------------------------------------------------===//
// Casts and addresses
//===----------------------------------------------------------------------===//

/// Only runs that cannot go over an edge of a type's range, neither that of its
/// numbers with a sign nor that of those without: they start at multiples of
/// their size, and there are as many numbers on either side of zero.
static void keepAlignedRuns(AxisInfo &info, unsigned bits) {
  std::int64_t half = std::int64_t(1) << std::min(bits - 1, 62U);
  for (Axis &axis : info.axes) {
    std::int64_t most = std::min(axis.divisibility, half);
    if (axis.contiguity <= most)
      continue;
    axis.contiguity = most;
    axis.divisibility = std::min(axis.divisibility, productOf(most, info.unit));
  }
}

/// No runs at all; what divides their first numbers only is forgotten.
static void dropRuns(AxisInfo &info) {
  for (Axis &axis : info.axes) {
    if (axis.contiguity > 1)
      axis.divisibility = std::min(axis.divisibility, info.unit);
    axis.contiguity = 1;
  }
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
      [&](unsigned axis, std::int64_t step) {
        return std::min(
            pointer.divisorAt(axis, step),
            productOf(offset.divisorAt(axis, step), powerOfTwoIn(bytes)));
      });
  result.unit = bytes;
  return result;
}

AxisInfo castPointer(const AxisInfo &pointer, std::int64_t unit) {
  AxisInfo result = pointer;
  if (unit != pointer.unit)
    dropRuns(result);
  result.unit = unit;
  return result;
}

} // namespace heddle::axis
