//===- TrigonometryDouble.cpp - Sine and cosine of f64 --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include "heddle/mathlib/MathFunctions.h"

#include <array>
#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
constexpr double HalfPi = 1.5707963267948966, HalfPiLow = 6.123233995736766e-17;
constexpr double Pi = 3.141592653589793, PiLow = 1.2246467991473532e-16;
constexpr unsigned MantissaBits = 52, WordBits = 64;

/// |x| = quadrant * pi / 2 + angle, |angle| <= pi / 4 and a little.
struct ReducedAngle {
  Term quadrant;
  Pair angle;
};

/// The words of 2 / pi, with 64 zeros before the point.
constexpr std::array<std::uint64_t, 20> TwoOverPi = {0,
                                                     0xA2F9836E4E441529,
                                                     0xFC2757D1F534DDC0,
                                                     0xDB6295993C439041,
                                                     0xFE5163ABDEBBC561,
                                                     0xB7246E3A424DD2E0,
                                                     0x06492EEA09D1921C,
                                                     0xFE1DEB1CB129A73E,
                                                     0xE88235F52EBB4484,
                                                     0xE99C7026B45F7E41,
                                                     0x3991D639835339F4,
                                                     0x9C845F8BBDF9283B,
                                                     0x1FF897FFDE05980F,
                                                     0xEF2F118B5A0A6D1F,
                                                     0x6D367ECF27CB09B7,
                                                     0x4F463F669E5FEA2D,
                                                     0x7527BAC7EBE5F17B,
                                                     0x3D0739F78A5292EA,
                                                     0x6BFB5FB11F8D5D08,
                                                     0x56033046FC7B6BAB};

/// Bits `first` to `first + 191` of 2 / pi, in three words.
std::array<Term, 3> windowOfTwoOverPi(Term first) {
  constexpr unsigned Words = 4, Starts = TwoOverPi.size() - Words + 1;
  Term index = shiftRight(first, 6), shift = first & 63;
  auto word = [&](unsigned number) {
    return index.number(llvm::APInt(WordBits, TwoOverPi[number]));
  };
  llvm::SmallVector<Term> words;
  for (unsigned each = 0; each < Words; ++each) {
    Term chosen = word(each + Starts - 1);
    for (unsigned start = Starts - 1; start-- > 0;)
      chosen = choose(index == start, word(each + start), chosen);
    words.push_back(chosen);
  }
  auto joined = [&](unsigned each) {
    return (words[each] << shift) |
           shiftRight(shiftRight(words[each + 1], 1), 63 - shift);
  };
  return {joined(0), joined(1), joined(2)};
}

/// The product of two words.
struct WideProduct {
  Term low, high;
};
WideProduct multiply(Term a, Term b) {
  auto product =
      arith::MulUIExtendedOp::create(a.ops(), a.at(), a.get(), b.get());
  return {a.with(product.getLow()), a.with(product.getHigh())};
}
Term carryOf(Term sum, Term part) {
  return zeroExtend(isBelow(sum, part), WordBits);
}
Term unsignedToFloat(Term a, Type element) {
  return a.unary<arith::UIToFPOp>(a.typeOf(element));
}

// Payne and Hanek, as in SineCosine.cpp. x = m * 2^e with m of 53 bits, the
// window begins at the bit of weight 2^(1 - e) and has 192 bits, of which the
// product keeps the low 192: two that count quadrants, and a fraction whose
// error is below 2^-136. No f64 is nearer to a multiple of pi / 2 than 2^-62.
ReducedAngle reduceAngle(Term x) {
  constexpr double Bias = 1023, FirstBit = 62, LeastExponent = -54;
  Term bits = bitsOf(x);
  Term e = shiftRight(bits, MantissaBits) - (Bias + MantissaBits);
  e = smaller(larger(e, e.number(LeastExponent)), e.number(971));
  Term mantissa =
      (bits & bits.number(llvm::APInt::getLowBitsSet(WordBits, MantissaBits))) |
      bits.number(llvm::APInt::getOneBitSet(WordBits, MantissaBits));
  auto [top, middle, bottom] = windowOfTwoOverPi(e + FirstBit);
  WideProduct low = multiply(mantissa, bottom),
              mid = multiply(mantissa, middle);
  Term second = mid.low + low.high;
  Term first = mantissa * top + mid.high + carryOf(second, low.high);
  Term fraction = (first << 2) | shiftRight(second, 62);
  Term rest = (second << 2) | shiftRight(low.low, 62);
  // A fraction of a half or more counts as one quadrant, less what is missing:
  // it is a number with a sign.
  Term quadrant = shiftRight(first, 62) + shiftRight(fraction, 63);
  Type f64 = x.element();
  Term high = toFloat(shiftRightSigned(fraction, 32), f64) * 0x1p-32;
  Term next = toFloat(fraction & 4294967295.0, f64) * 0x1p-64;
  Pair turns = orderedSumOf(high, next) + unsignedToFloat(rest, f64) * 0x1p-128;
  Pair angle = turns * pairOf(x, HalfPi, HalfPiLow);
  Term isSmall = x < 0.5;
  return {choose(isSmall, bits.number(0), quadrant),
          choose(isSmall, {x, x.number(0)}, angle)};
}

/// 1 / n!, with alternating signs, for every other n from `first` on.
llvm::SmallVector<double> taylor(unsigned first, unsigned count) {
  llvm::SmallVector<double> terms;
  double factorial = 1;
  for (unsigned n = 2; n < first; ++n)
    factorial *= n;
  for (unsigned each = 0; each < count; ++each) {
    unsigned n = first + 2 * each;
    factorial *= n * (each == 0 ? 1.0 : n - 1.0);
    terms.push_back(((n / 2) % 2 == 0 ? 1 : -1) / factorial);
  }
  return terms;
}

Term sinOf(const Pair &angle) {
  Term r = angle.high, z = r * r;
  Term tail = r * z * polynomial(z, taylor(3, 8));
  return r + (tail + fma(angle.low, z * -0.5, angle.low));
}

Term cosOf(const Pair &angle) {
  Term r = angle.high, z = r * r;
  Term half = z * 0.5, main = 1.0 - half, error = (1.0 - main) - half;
  // z itself is rounded.
  Term low = fma(fma(r, r, -z), -0.5, fma(-r, angle.low, error));
  return main + fma(z * z, polynomial(z, taylor(4, 8)), low);
}

Term sinIn(const Pair &angle, Term quadrant) {
  Term value = choose((quadrant & 1) == 0.0, sinOf(angle), cosOf(angle));
  return floatOf(bitsOf(value) ^ ((quadrant & 2) << 62), value.element());
}

Term withSignFlippedBy(Term x, Term value) {
  Term sign = bitsOf(x) & bitsOf(x).number(llvm::APInt::getSignMask(WordBits));
  return floatOf(bitsOf(value) ^ sign, value.element());
}

Term finiteOnly(Term x, Term value) {
  return choose(abs(x) < Infinity, value, x.number(Nan));
}

/// pi x: what is left of x, below 2, less the nearest multiple of a half.
ReducedAngle reduceTurns(Term x) {
  Term below = x - wholePart(x * 0.5) * 2.0;
  Term halves = nearestWhole(below * 2.0);
  Term rest = below - halves * 0.5;
  return {halves.unary<arith::FPToSIOp>(halves.integer(WordBits)),
          pairOf(x, Pi, PiLow) * rest};
}

} // namespace

Term sinDouble(Term x) {
  auto [quadrant, angle] = reduceAngle(abs(x));
  return finiteOnly(x, withSignFlippedBy(x, sinIn(angle, quadrant)));
}

Term cosDouble(Term x) {
  auto [quadrant, angle] = reduceAngle(abs(x));
  return finiteOnly(x, sinIn(angle, quadrant + 1.0));
}

Term tanDouble(Term x) {
  auto [quadrant, angle] = reduceAngle(abs(x));
  Term sine = sinOf(angle), cosine = cosOf(angle);
  Term isOdd = (quadrant & 1) != 0.0;
  Term value = choose(isOdd, -cosine, sine) / choose(isOdd, sine, cosine);
  return finiteOnly(x, withSignFlippedBy(x, value));
}

Term sinPiDouble(Term x) {
  auto [quadrant, angle] = reduceTurns(abs(x));
  // Of whole numbers zero, with the sign of x. (ISO 9899:2024, F.10.1.13.)
  Term value = sinIn(angle, quadrant);
  value = choose(value == 0.0, abs(value), value);
  return finiteOnly(x, withSignFlippedBy(x, value));
}

Term cosPiDouble(Term x) {
  auto [quadrant, angle] = reduceTurns(abs(x));
  Term value = sinIn(angle, quadrant + 1.0);
  return finiteOnly(x, choose(value == 0.0, abs(value), value));
}

} // namespace heddle
