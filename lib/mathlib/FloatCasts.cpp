//===- FloatCasts.cpp - Casts of floats -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/FloatCasts.h"

namespace heddle {

using namespace mlir;

namespace {

bool isByte(Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); }

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
  /// The pattern of the largest finite number.
  unsigned largest;
};

ByteFormat formatOf(Type element) {
  return isa<Float8E5M2Type>(element) ? ByteFormat{2, 15, 0x7B}
                                      : ByteFormat{3, 7, 0x7E};
}

} // namespace

// A normal result is rounded where its last place is in the f32; a subnormal
// one by a sum with the power of two whose last place is the format's.
Term toByte(Term x, Type element) {
  constexpr double NanPattern = 0x7F, InfinityBits = 0x7F800000;
  ByteFormat format = formatOf(element);
  unsigned dropped = SingleMantissa - format.mantissaBits;
  unsigned rebias = SingleBias - format.bias;
  Term bits = bitsOf(x);
  Term magnitude = bits & 0x7FFFFFFF;
  Term odd = shiftRight(magnitude, dropped) & 1;
  Term rounded = magnitude + odd + ((1U << (dropped - 1)) - 1.0);
  Term normal = shiftRight(rounded, dropped) -
                static_cast<double>(rebias << format.mantissaBits);
  unsigned power = rebias + 1 + dropped;
  Term last = bits.number(static_cast<double>(power << SingleMantissa));
  Term sum = floatOf(magnitude, x.element()) + floatOf(last, x.element());
  Term subnormal = bitsOf(sum) - last;
  Term leastNormal =
      bits.number(static_cast<double>((rebias + 1) << SingleMantissa));
  Term pattern = choose(magnitude < leastNormal, subnormal, normal);
  pattern = smaller(pattern, pattern.number(format.largest));
  pattern = pattern | (shiftRight(bits, 24) & 0x80);
  pattern = choose(magnitude > InfinityBits, bits.number(NanPattern), pattern);
  return floatOf(truncate(pattern, 8), element);
}

Term fromByte(Term x) {
  Type f16 = x.ops().getF16Type();
  Term bits = zeroExtend(bitsOf(x), 16);
  if (isa<Float8E5M2Type>(x.element()))
    return floatOf(bits << 8, f16);
  // As an f16 with an exponent that is 8 less.
  Term sign = (bits & 0x80) << 8, magnitude = bits & 0x7F;
  Term value = bitsOf(floatOf(magnitude << 7, f16) * 0x1p8);
  value = choose(magnitude == 0x7F, bits.number(0x7E00), value);
  return floatOf(value | sign, f16);
}

static Term truncatedToBFloat(Term x) {
  Term bits = bitsOf(x);
  Term high = truncate(shiftRight(bits, 16), 16);
  high = choose(x == x, high, high.number(0x7FFF));
  return floatOf(high, x.ops().getBF16Type());
}

Term halfOfByte(Term x, ByteCasts how) {
  return how == ByteCasts::ByInstruction
             ? convert(x, x.ops().getF16Type(), simt::Rounding::NearestEven)
             : fromByte(x);
}

std::optional<Term> castFloat(Term x, Type to, simt::Rounding rounding,
                              ByteCasts how) {
  Type from = x.element();
  Type f16 = x.ops().getF16Type(), f32 = x.ops().getF32Type();
  bool isTowardZero = rounding == simt::Rounding::TowardZero;
  auto isPlain = [](Type type) {
    return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  };
  bool isKnown = (isPlain(from) || isByte(from)) &&
                 (isPlain(to) || isByte(to)) &&
                 !(from.isF64() && (isTowardZero || isByte(to))) &&
                 !(isTowardZero && isa<Float8E4M3FNType>(to)) &&
                 !(isTowardZero && to.isF32());
  if (!isKnown)
    return std::nullopt;
  if (isByte(from))
    x = halfOfByte(x, how);
  // All that is left is of f16 or more.
  if (isByte(to)) {
    x = extended(x, f32);
    if (!isTowardZero)
      return how == ByteCasts::ByInstruction
                 ? convert(x, to, simt::Rounding::NearestEven)
                 : toByte(x, to);
    Term half = bitsOf(convert(x, f16, simt::Rounding::TowardZero));
    return floatOf(truncate(shiftRight(half, 8), 8), to);
  }
  if (isTowardZero) {
    x = extended(x, f32);
    return to.isF16() ? convert(x, f16, simt::Rounding::TowardZero)
                      : truncatedToBFloat(x);
  }
  if (x.element() == to)
    return x;
  // Between the two of 16 bits by way of the one that holds both.
  if (x.bits() == to.getIntOrFloatBitWidth())
    x = extended(x, f32);
  return x.bits() < to.getIntOrFloatBitWidth()
             ? extended(x, to)
             : x.unary<arith::TruncFOp>(x.typeOf(to));
}

} // namespace heddle
