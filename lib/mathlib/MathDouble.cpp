//===- MathDouble.cpp - Functions of f64 as programs ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"
#include "heddle/mathlib/MathFunctions.h"

#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Ln2High = 6.93147180369123816490e-01;
constexpr double Ln2Low = 1.90821492927058770002e-10;
constexpr double Log2OfE = 1.4426950408889634;
constexpr unsigned MantissaBits = 52, Bias = 1023;

Term fromBits(Term bits) { return floatOf(bits, bits.ops().getF64Type()); }
Term powerOfTwo(Term exponent) {
  return fromBits((exponent + Bias) << MantissaBits);
}

/// e^rest * 2^whole; Taylor's series, |rest| <= 0.35.
Term expOf(Term rest, Term low, Term whole) {
  llvm::SmallVector<double> terms;
  double factorial = 1;
  for (unsigned power = 2; power <= 13; ++power)
    terms.push_back(1 / (factorial *= power));
  Term sum = fma(rest * rest, polynomial(rest, terms), low) + rest + 1.0;
  Term half = shiftRightSigned(whole, 1);
  return sum * powerOfTwo(half) * powerOfTwo(whole - half);
}

/// The nearest whole number of x * factor, as a float and as an integer.
std::pair<Term, Term> wholeOf(Term x, double factor) {
  constexpr double Magic = 0x1.8p52;
  Term sum = fma(x, factor, x.number(Magic));
  Term bits = bitsOf(sum);
  return {sum - Magic, bits - bits.number(llvm::APInt(64, 0x4338000000000000))};
}

} // namespace

Term expDouble(Term x) { return expOf({x, x.number(0)}); }

Term expOf(Pair x) {
  Term bounded =
      larger(smaller(x.high, x.high.number(710)), x.high.number(-746));
  Term low = choose(bounded == x.high, x.low, x.high.number(0));
  auto [n, whole] = wholeOf(bounded, Log2OfE);
  Term rest = fma(n, -Ln2High, bounded);
  Term high = fma(n, -Ln2Low, rest);
  Pair sum = sumOf(high, fma(n, -Ln2Low, rest - high) + low);
  return expOf(sum.high, sum.low, whole);
}

Term exp2Double(Term x) {
  constexpr double Ln2 = 0.6931471805599453, Rest = 2.3190468138462996e-17;
  Term bounded = larger(smaller(x, x.number(1025)), x.number(-1076));
  auto [n, whole] = wholeOf(bounded, 1);
  Term fraction = bounded - n;
  Term high = fraction * Ln2;
  Term low = fma(fraction, Rest, fma(fraction, Ln2, -high));
  return expOf(high, low, whole);
}

namespace {

/// ln x = k ln 2 + f - half + s rest.
struct ReducedLog {
  Term k, f, half, s, rest;
};

// ln(1 + f) = 2 artanh(s) with s = f / (2 + f), arranged so that f itself comes
// last (as in Sun's fdlibm, e_log.c).
ReducedLog reduceLog(Term x) {
  Term isSubnormal = x < 0x1p-1022;
  Term normal = choose(isSubnormal, x * 0x1p54, x);
  Term bits = bitsOf(normal);
  Term power = (bits - bits.number(llvm::APInt(64, 0x3FE6A09E00000000))) &
               bits.number(llvm::APInt(64, 0xFFF0000000000000));
  Term count = toFloat(shiftRightSigned(power, MantissaBits), x.element());
  Term k = choose(isSubnormal, count - 54.0, count);
  Term f = fromBits(bits - power) - 1.0;
  Term s = f / (f + 2.0), z = s * s;
  llvm::SmallVector<double> terms;
  for (unsigned each = 1; each <= 9; ++each)
    terms.push_back(2.0 / (2 * each + 1));
  Term half = f * f * 0.5;
  return {k, f, half, s, half + z * polynomial(z, terms)};
}

} // namespace

Term logDouble(Term x) {
  auto [k, f, half, s, rest] = reduceLog(x);
  Term small = fma(s, rest, k * Ln2Low);
  return withPolesOfLog(x, fma(k, Ln2High, f - (half - small)));
}

// The logarithm of 1 + f in two parts, times 1 / ln 2 in two parts.
Term log2Double(Term x) {
  constexpr double Log2OfERest = 2.0355273740931033e-17;
  auto [k, f, half, s, rest] = reduceLog(x);
  Term high = f - half, low = fma(s, rest, f - high - half);
  Term product = high * Log2OfE;
  Term lost =
      fma(high, Log2OfE, -product) + fma(low, Log2OfE, high * Log2OfERest);
  Term sum = k + product;
  return withPolesOfLog(x, sum + (k - sum + product + lost));
}

// ln(1 + f) = 2 s (1 + z/3 + z^2/5 + ...) with s = f / (2 + f), z = s^2; what
// is behind z^2/5 is so small that one f64 is enough.
Pair logPair(Term x) {
  auto [k, f, half, unused, rest] = reduceLog(x);
  Pair s = Pair{f, f.number(0)} / sumOf(f.number(2.0), f), z = s * s;
  llvm::SmallVector<double> terms;
  for (unsigned each = 3; each <= 14; ++each)
    terms.push_back(1.0 / (2 * each + 1));
  Pair sum = pairOf(f, 0.2, -1.1102230246251566e-17) +
             z.high * polynomial(z.high, terms);
  sum = pairOf(f, 0.3333333333333333, 1.850371707708594e-17) + z * sum;
  Pair twice = {s.high * 2.0, s.low * 2.0};
  Pair logarithm = twice + twice * (z * sum);
  Pair whole = productOf(k, k.number(Ln2Parts[1]));
  whole.low = fma(k, Ln2Parts[2], whole.low);
  return (Pair{k * Ln2Parts[0], whole.high} + Pair{whole.low, k.number(0)}) +
         logarithm;
}

Term log10Double(Term x) {
  Pair log10OfE = pairOf(x, 0.4342944819032518, 1.098319650216765e-17);
  return withPolesOfLog(x, (logPair(x) * log10OfE).high);
}

// 1 + x as a sum u + c; ln(u + c) is ln u + c / u, to 2^-107.
Term log1pDouble(Term x) {
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  Pair sum = sumOf(x.number(1.0), x);
  Pair logarithm = logPair(sum.high);
  Term value = logarithm.high +
               (logarithm.low +
                choose(abs(x) < Infinity, sum.low, x.number(0)) / sum.high);
  value = withPolesOfLog(sum.high, value);
  return choose(abs(x) < 0x1p-54, x, value);
}

// 2^n (1 + p) - 1 = 2^n ((1 - 2^-n) + p), p = e^rest - 1.
Term expm1Double(Term x) {
  constexpr double Least = -45, Most = 710;
  Term bounded = larger(smaller(x, x.number(Most)), x.number(Least));
  auto [n, whole] = wholeOf(bounded, Log2OfE);
  Term start = fma(n, -Ln2High, bounded);
  Term high = fma(n, -Ln2Low, start);
  Term low = fma(n, -Ln2Low, start - high);
  llvm::SmallVector<double> terms;
  double factorial = 1;
  for (unsigned power = 2; power <= 14; ++power)
    terms.push_back(1 / (factorial *= power));
  Pair p = orderedSumOf(
      high, fma(high * high, polynomial(high, terms), fma(low, high, low)));
  Term least = larger(-whole, whole.number(1.0 - Bias));
  Pair sum = sumOf(x.number(1.0), -powerOfTwo(least)) + p;
  Pair exact = choose(whole == 0.0, p, sum);
  Term half = shiftRightSigned(whole, 1);
  Term value =
      (exact.high + exact.low) * powerOfTwo(half) * powerOfTwo(whole - half);
  return choose(abs(x) < 0x1p-54, x, value);
}

Term exp10Double(Term x) {
  Term bounded = larger(smaller(x, x.number(310)), x.number(-325));
  return expOf(pairOf(x, 2.302585092994046, -2.1707562233822494e-16) * bounded);
}

Term rsqrtDouble(Term x) { return 1.0 / squareRoot(x); }

} // namespace heddle
