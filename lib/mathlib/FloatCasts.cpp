//===- FloatCasts.cpp - Casts of floats -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/FloatCasts.h"
#include "heddle/mathlib/PackedBytes.h"

#include <cmath>

namespace heddle {

using namespace mlir;

namespace {

/// Instructions convert these.
bool isHardwareByte(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

Term extended(Term x, Type element) {
  return x.element() == element ? x : x.unary<arith::ExtFOp>(x.typeOf(element));
}

Term convert(Term x, Type element, simt::Rounding rounding) {
  return x.with(simt::ConvertFloatOp::create(x.ops(), x.at(), x.typeOf(element),
                                             rounding, x.get()));
}

constexpr unsigned SingleMantissa = 23, SingleBias = 127;

/// A float of 8 bits.
struct ByteFormat {
  unsigned mantissaBits, bias;
  /// The patterns of the largest finite number and of NaN.
  unsigned largest, nan;

  /// Zero has no sign: NaN has the pattern.
  bool isUnsignedZero() const { return nan == 0x80; }
};

ByteFormat formatOf(Type element) {
  if (isa<Float8E5M2Type>(element))
    return {2, 15, 0x7B, 0x7F};
  if (isa<Float8E4M3FNUZType>(element))
    return {3, 8, 0x7F, 0x80};
  if (isa<Float8E5M2FNUZType>(element))
    return {2, 16, 0x7F, 0x80};
  return {3, 7, 0x7E, 0x7F};
}

/// The magnitude of a format's number, from the bits of an f32's; an infinity
/// is beyond the largest. A normal result is rounded where its last place is in
/// the f32; a subnormal one by a sum with the power of two whose last place is
/// the format's.
Term patternOf(Term magnitude, ByteFormat format, simt::Rounding rounding) {
  bool isTowardZero = rounding == simt::Rounding::TowardZero;
  unsigned dropped = SingleMantissa - format.mantissaBits;
  unsigned rebias = SingleBias - format.bias;
  Type f32 = magnitude.ops().getF32Type();
  Term rounded = magnitude;
  if (!isTowardZero) {
    Term odd = shiftRight(magnitude, dropped) & 1;
    rounded = magnitude + odd + ((1U << (dropped - 1)) - 1.0);
  }
  Term normal = shiftRight(rounded, dropped) -
                static_cast<double>(rebias << format.mantissaBits);
  unsigned power = rebias + 1 + dropped;
  Term last = magnitude.number(static_cast<double>(power << SingleMantissa));
  Term x = floatOf(magnitude, f32), sum = x + floatOf(last, f32);
  Term subnormal = bitsOf(sum) - last;
  if (isTowardZero)
    subnormal =
        choose(sum - floatOf(last, f32) > x, subnormal - 1.0, subnormal);
  Term leastNormal =
      magnitude.number(static_cast<double>((rebias + 1) << SingleMantissa));
  return choose(magnitude < leastNormal, subnormal, normal);
}

/// A float of 8 bits without a sign of zero as f32.
Term singleOfUnsignedZeroByte(Term x) {
  ByteFormat format = formatOf(x.element());
  Type f32 = x.ops().getF32Type();
  Term bits = zeroExtend(bitsOf(x), 32);
  Term magnitude = (bits & 0x7F) << (SingleMantissa - format.mantissaBits);
  Term value =
      bitsOf(floatOf(magnitude, f32) *
             std::ldexp(1.0, static_cast<int>(SingleBias - format.bias)));
  value = value | ((bits & 0x80) << 24);
  return floatOf(choose(bits == 0x80, bits.number(0x7FC00000), value), f32);
}

/// An f64 as an f32 that rounds to the same number of a format with at least
/// two fewer bits of mantissa: toward zero, but odd if it is not exact. (Boldo
/// and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008.)
Term singleToOdd(Term x) {
  Term truncated = singleTowardZero(x), back = asDouble(truncated);
  Term isInexact = choose(back < x, back<x, back> x);
  Term bits = bitsOf(truncated);
  return floatOf(choose(isInexact, bits | 1, bits), truncated.element());
}

} // namespace

bool isByteFloat(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type, Float8E4M3FNUZType,
             Float8E5M2FNUZType>(type);
}

Term toByte(Term x, Type element, simt::Rounding rounding) {
  constexpr double InfinityBits = 0x7F800000;
  ByteFormat format = formatOf(element);
  Term bits = bitsOf(x);
  Term magnitude = bits & 0x7FFFFFFF;
  Term pattern = patternOf(magnitude, format, rounding);
  pattern = smaller(pattern, pattern.number(format.largest));
  Term sign = shiftRight(bits, 24) & 0x80;
  if (format.isUnsignedZero())
    sign = choose(pattern == 0, bits.number(0.0), sign);
  pattern =
      choose(magnitude > InfinityBits, bits.number(format.nan), pattern | sign);
  return floatOf(truncate(pattern, 8), element);
}

// Registers of the common two a word at a time.
Term fromByte(Term x) {
  if (isa<VectorType>(x.get().getType()) &&
      isa<Float8E4M3FNType, Float8E5M2Type>(x.element()))
    return halvesOfBytes(x);
  Type f16 = x.ops().getF16Type();
  if (formatOf(x.element()).isUnsignedZero()) {
    Term single = singleOfUnsignedZeroByte(x);
    return single.unary<arith::TruncFOp>(single.typeOf(f16));
  }
  Term bits = zeroExtend(bitsOf(x), 16);
  if (isa<Float8E5M2Type>(x.element()))
    return floatOf(bits << 8, f16);
  // As an f16 with an exponent that is 8 less.
  Term sign = (bits & 0x80) << 8, magnitude = bits & 0x7F;
  Term value = bitsOf(floatOf(magnitude << 7, f16) * 0x1p8);
  value = choose(magnitude == 0x7F, bits.number(0x7E00), value);
  return floatOf(value | sign, f16);
}

Term singleTowardZero(Term x) {
  Term nearest = asSingle(x);
  return choose(abs(asDouble(nearest)) > abs(x),
                floatOf(bitsOf(nearest) - 1.0, nearest.element()), nearest);
}

static Term truncatedToBFloat(Term x) {
  Term bits = bitsOf(x);
  Term high = truncate(shiftRight(bits, 16), 16);
  high = choose(x == x, high, high.number(0x7FFF));
  return floatOf(high, x.ops().getBF16Type());
}

Term halfOfByte(Term x, ByteCasts how) {
  return how == ByteCasts::ByInstruction && isHardwareByte(x.element())
             ? convert(x, x.ops().getF16Type(), simt::Rounding::NearestEven)
             : fromByte(x);
}

/// A float of 16 bits or more as one of 8.
static Term byteOf(Term x, Type to, simt::Rounding rounding, ByteCasts how) {
  bool isTowardZero = rounding == simt::Rounding::TowardZero;
  if (x.element().isF64())
    x = isTowardZero ? singleTowardZero(x) : singleToOdd(x);
  x = extended(x, x.ops().getF32Type());
  if (isTowardZero && isa<Float8E5M2Type>(to)) {
    // The high byte of the f16.
    Term half = bitsOf(convert(x, x.ops().getF16Type(), rounding));
    return floatOf(truncate(shiftRight(half, 8), 8), to);
  }
  if (!isTowardZero && how == ByteCasts::ByInstruction && isHardwareByte(to))
    return convert(x, to, rounding);
  return toByte(x, to, rounding);
}

/// Floats of 16 bits or more toward zero, to a type that has not all of them.
static Term truncated(Term x, Type to) {
  if (x.element().isF64())
    x = singleTowardZero(x);
  x = extended(x, x.ops().getF32Type());
  if (to.isF32())
    return x;
  return to.isF16() ? convert(x, to, simt::Rounding::TowardZero)
                    : truncatedToBFloat(x);
}

std::optional<Term> castFloat(Term x, Type to, simt::Rounding rounding,
                              ByteCasts how) {
  auto isKnown = [](Type type) {
    return type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
           isByteFloat(type);
  };
  if (!isKnown(x.element()) || !isKnown(to))
    return std::nullopt;
  if (x.element() == to)
    return x;
  if (isByteFloat(x.element()))
    x = halfOfByte(x, how);
  if (isByteFloat(to))
    return byteOf(x, to, rounding, how);
  if (x.element() == to)
    return x;
  unsigned bits = to.getIntOrFloatBitWidth();
  if (x.bits() < bits)
    return extended(x, to);
  if (rounding == simt::Rounding::TowardZero)
    return truncated(x, to);
  // Between the two of 16 bits by way of the one that holds both.
  if (x.bits() == bits)
    x = extended(x, x.ops().getF32Type());
  return x.unary<arith::TruncFOp>(x.typeOf(to));
}

} // namespace heddle
