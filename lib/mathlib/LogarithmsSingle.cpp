//===- LogarithmsSingle.cpp - Logarithms of f32 ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/MathFunctions.h"

#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double LeastNormal = 0x1p-126;
constexpr double Ln2 = 0.6931471805599453;
constexpr unsigned MantissaBits = 23;
/// The bits of the f32 next to 2/3 and of 3/4.
constexpr double TwoThirds = 0x3F2AAAAB, ThreeQuarters = 0x3F400000;

Term single(Term bits) { return floatOf(bits, bits.ops().getF32Type()); }

/// The bits of 2^k, less those of 1, where x / 2^k is between the number of
/// these bits and its double.
Term exponentBits(Term x, double least) {
  return (bitsOf(x) - least) & -0x800000;
}

/// x = (1 + f) * 2^k with 2/3 <= 1 + f <= 4/3, for finite positive x.
struct ReducedLog {
  Term f, k;
};
ReducedLog reduceLog(Term x) {
  Term isSubnormal = x < LeastNormal;
  Term normal = choose(isSubnormal, x * 0x1p23, x);
  Term power = exponentBits(normal, TwoThirds);
  Term less = choose(isSubnormal, x.number(-double(MantissaBits)), x.number(0));
  return {single(bitsOf(normal) - power) - 1.0,
          fma(toFloat(power, x.element()), 0x1p-23, less)};
}

/// ln(1 + f) from q, which is about (ln(1 + f) - f) / f^2.
Term logFromTail(Term f, Term q) { return fma(f * f, q, f); }

/// A number in two parts: an f32, and what that lacks.
struct Parts {
  Term high, low;
};

/// whole + slope * f as if it were not rounded. `whole` is zero, or at least
/// twice |slope * f|, so that its difference from the sum is exact.
Parts exactSum(Term whole, Term f, double slope) {
  double rounded = float(slope);
  Term sum = fma(f, rounded, whole);
  Term lost = fma(f, rounded, whole - sum);
  return {sum, fma(f, slope - rounded, lost)};
}

} // namespace

// Bits of what is positive and finite are below those of infinity, as numbers
// without a sign. Of the rest, infinity stays as it is, and what is negative
// has no sum.
Term withPolesOfLog(Term x, Term logarithm) {
  Term isRegular = isBelow(bitsOf(x), bitsOf(x.number(Infinity)));
  Term outside = fma(x, Infinity, x.number(Infinity));
  return choose(x == 0.0, x.number(-Infinity),
                choose(isRegular, logarithm, outside));
}

// The polynomials are the minimax ones of (ln(1 + f) - f) / f^2, whose
// coefficients were then varied in their last bits for the least error of the
// function over all numbers.

Term logSingle(Term x) {
  auto [f, k] = reduceLog(x);
  Term q = polynomial(f, {-0x1p-1, 0x1.55551cp-2, -0x1.fffea2p-3, 0x1.99ceaep-3,
                          -0x1.559f78p-3, 0x1.1ed6ap-3, -0x1.f3331cp-4,
                          0x1.1e67a2p-3, -0x1.084cb6p-3});
  return withPolesOfLog(x, fma(k, Ln2, logFromTail(f, q)));
}

// k + f log2 e + f^2 q(f): of the small last term alone, roundings count.
Term log2Single(Term x) {
  constexpr double Log2OfE = 1.4426950408889634;
  auto [f, k] = reduceLog(x);
  Term q = polynomial(f, {-0x1.71547ap-1, 0x1.ec7036p-2, -0x1.7153dep-2,
                          0x1.279d6cp-2, -0x1.ecbc14p-3, 0x1.9de20cp-3,
                          -0x1.68b0f4p-3, 0x1.9cda52p-3, -0x1.7d8888p-3});
  auto [high, low] = exactSum(k, f, Log2OfE);
  return withPolesOfLog(x, high + fma(f * f, q, low));
}

// k log10 2 + f log10 e + f^2 q(f), likewise. Products with `Log10Of2` are
// exact.
Term log10Single(Term x) {
  constexpr double Log10OfE = 0.4342944819032518;
  constexpr double Log10Of2 = 0x1.344p-2, Rest = 4.6050389811980175e-06;
  auto [f, k] = reduceLog(x);
  Term q = polynomial(f, {-0x1.bcb7b2p-3, 0x1.287a2ep-3, -0x1.bcb66cp-4,
                          0x1.63f6e4p-4, -0x1.28c148p-4, 0x1.f2259ap-5,
                          -0x1.b0e83cp-5, 0x1.f228d8p-5, -0x1.cd1498p-5});
  auto [high, low] = exactSum(k * Log10Of2, f, Log10OfE);
  return withPolesOfLog(x, high + fma(f * f, q, fma(k, Rest, low)));
}

// 1 + x = (1 + f) * 2^k with k from the rounded sum, but f from x itself. With
// 3/4 <= 1 + f <= 3/2, f is exact up to x = 2^24: where k > 0, x >= 1/2.
Term log1pSingle(Term x) {
  constexpr double FourBits = 0x40800000;
  Term sum = x + 1.0;
  Term power = exponentBits(sum, ThreeQuarters);
  Term quarter = single(bitsOf(x) - power);
  // 2^-k - 1, by way of 4 * 2^-k, which is normal.
  Term rest = fma(single(power.number(FourBits) - power), 0.25, x.number(-1.0));
  Term f = quarter + rest;
  Term q = polynomial(f, {-0x1p-1, 0x1.55555cp-2, -0x1.00006cp-2, 0x1.9997ep-3,
                          -0x1.551bdp-3, 0x1.246386p-3, -0x1.04ad38p-3,
                          0x1.df343p-4, -0x1.7505b6p-4, 0x1.33d7cep-5});
  Term k = toFloat(power, x.element());
  Term result = fma(k, Ln2 * 0x1p-23, logFromTail(f, q));
  return choose(abs(x) < 0x1p-25, x, withPolesOfLog(sum, result));
}

} // namespace heddle
