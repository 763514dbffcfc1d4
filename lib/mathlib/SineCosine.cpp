//===- SineCosine.cpp - Sine and cosine of f32 ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/MathFunctions.h"

#include <array>
#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
constexpr unsigned MantissaBits = 23;

/// |x| = quadrant * pi / 2 + high + low, |high| <= pi / 4 and a little.
struct ReducedAngle {
  Term quadrant, high, low;
};

/// The words of 2 / pi, with 32 zeros before the point.
constexpr std::array<std::uint32_t, 8> TwoOverPi = {
    0,          0xA2F9836E, 0x4E441529, 0xFC2757D1,
    0xF534DDC0, 0xDB629599, 0x3C439041, 0xFE5163AB};

/// Bits `first` to `first + 95` of 2 / pi, in three words.
std::array<Term, 3> windowOfTwoOverPi(Term first) {
  constexpr unsigned Most = 4; // the words that windows begin in
  Term index = shiftRight(first, 5), shift = first & 31;
  auto word = [&](unsigned number) {
    return index.number(llvm::APInt(32, TwoOverPi[number]));
  };
  llvm::SmallVector<Term> words;
  for (unsigned each = 0; each < 4; ++each) {
    Term chosen = word(each + Most);
    for (unsigned start = Most; start-- > 0;)
      chosen = choose(index == start, word(each + start), chosen);
    words.push_back(chosen);
  }
  auto joined = [&](unsigned each) {
    return (words[each] << shift) |
           shiftRight(shiftRight(words[each + 1], 1), 31 - shift);
  };
  return {joined(0), joined(1), joined(2)};
}

// x is not negative. Payne and Hanek, "Radian reduction for trigonometric
// functions", 1983: bits of 2 / pi that make multiples of 4 need not be
// multiplied. With x = m * 2^(s
// - 24) and m of 24 bits, the window begins at the bit of weight 2^(25 - s) and
// has 96 bits, so that the product has an error below 2^-70. No f32 is nearer
// to a multiple of pi / 2 than 2^-32.
ReducedAngle reduceAngle(Term x) {
  constexpr double HalfPi = 1.5707963267948966,
                   HalfPiLow = -4.371139000186241e-8;
  constexpr double ExponentOfHalf = 126, FirstBit = 6;
  Term bits = bitsOf(x);
  Term exponent = shiftRight(bits, MantissaBits);
  Term s = larger(exponent - ExponentOfHalf, bits.number(0));
  Term mantissa = zeroExtend((bits & 0x7FFFFF) | 0x800000, 64);
  auto [top, middle, bottom] = windowOfTwoOverPi(s + FirstBit);
  Term low = mantissa * zeroExtend(bottom, 64);
  Term mid = mantissa * zeroExtend(middle, 64) + shiftRight(low, 32);
  Term high =
      truncate(mantissa * zeroExtend(top, 64) + shiftRight(mid, 32), 32);
  // The two highest bits count quadrants; the others are a fraction of one.
  Term fraction = (zeroExtend(high, 64) << 34) | ((mid & 0xFFFFFFFF) << 2) |
                  shiftRight(low & 0xFFFFFFFF, 30);
  Term quadrant = shiftRight(high, 30) + (shiftRight(high, 29) & 1);
  Type f32 = x.element();
  Term large = toFloat(fraction, f32);
  large = smaller(large, large.number(0x1.fffffep62));
  Term rest = fraction - large.unary<arith::FPToSIOp>(large.integer(64));
  Term a = large * 0x1p-64, b = toFloat(rest, f32) * 0x1p-64;
  Term product = a * HalfPi;
  Term error = fma(a, HalfPi, -product) + fma(a, HalfPiLow, b * HalfPi);
  Term isSmall = x < 0.5;
  return {choose(isSmall, bits.number(0), quadrant),
          choose(isSmall, x, product), choose(isSmall, x.number(0), error)};
}

Term sinOf(const ReducedAngle &angle) {
  Term r = angle.high, z = r * r;
  Term p = polynomial(z, {-0.1666666716337204, 0.008333379402756691,
                          -0.00019853064441122115, 2.8325075618340634e-06});
  return r + fma(r * z, p, angle.low);
}

Term cosOf(const ReducedAngle &angle) {
  Term r = angle.high, z = r * r;
  Term p = polynomial(z, {0.0416666679084301, -0.0013888980029150844,
                          2.482200761733111e-05, -2.88784463009506e-07});
  // 1 - z/2 is exact to its last place, whose error comes back.
  Term half = z * 0.5, main = 1.0 - half;
  Term error = (1.0 - main) - half;
  // z itself is rounded.
  Term squareError = fma(r, r, -z);
  Term low = fma(squareError, -0.5, fma(-r, angle.low, error));
  return main + fma(z * z, p, low);
}

/// The sine of an angle in this quadrant: the cosine is the sine one further
/// on.
Term sinIn(const ReducedAngle &angle, Term quadrant) {
  Term value = choose((quadrant & 1) == 0.0, sinOf(angle), cosOf(angle));
  constexpr unsigned SignBit = 30;
  return floatOf(bitsOf(value) ^ ((quadrant & 2) << SignBit), value.element());
}

Term finiteOnly(Term x, Term value) {
  return choose(abs(x) < Infinity, value, x.number(Nan));
}

} // namespace

Term sinSingle(Term x) {
  ReducedAngle angle = reduceAngle(abs(x));
  Term value = sinIn(angle, angle.quadrant);
  Term sign = bitsOf(x) & -2147483648.0;
  return finiteOnly(x, floatOf(bitsOf(value) ^ sign, x.element()));
}

Term cosSingle(Term x) {
  ReducedAngle angle = reduceAngle(abs(x));
  return finiteOnly(x, sinIn(angle, angle.quadrant + 1.0));
}

// The reduced angle has twice the bits of f32: Taylor's series for both, to
// 2^-44, and their quotient as f64.
Term tanSingle(Term x) {
  ReducedAngle angle = reduceAngle(abs(x));
  Term r = asDouble(angle.high) + asDouble(angle.low), z = r * r;
  llvm::SmallVector<double> odd = {1}, even = {1};
  for (unsigned each = 1; each <= 6; ++each) {
    odd.push_back(-odd.back() / (2 * each * (2 * each + 1)));
    even.push_back(-even.back() / (2 * each * (2 * each - 1)));
  }
  Term sine = r * polynomial(z, odd), cosine = polynomial(z, even);
  Term isOdd = (angle.quadrant & 1) != 0.0;
  Term value =
      asSingle(choose(isOdd, -cosine, sine) / choose(isOdd, sine, cosine));
  Term sign = bitsOf(x) & -2147483648.0;
  return finiteOnly(x, floatOf(bitsOf(value) ^ sign, x.element()));
}

} // namespace heddle
