//===- MathFunctions.cpp - Functions of f32 as programs -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <array>
#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double LeastNormal = 0x1p-126;
constexpr double Log2OfE = 1.4426950408889634;
/// ln 2 in two parts: a whole number below 2^8 times the first is exact.
constexpr double Ln2High = 0.693145751953125, Ln2Low = 1.42860682030941723e-6;
constexpr unsigned MantissaBits = 23, Bias = 127;

Term single(Term bits) { return floatOf(bits, bits.ops().getF32Type()); }

Term powerOfTwo(Term exponent) {
  return single((exponent + Bias) << MantissaBits);
}

/// x = whole * ln 2 + rest, |rest| <= 0.35, |whole| < 2^21.
struct ReducedExp {
  Term whole, rest;
};

// The sum with 1.5 * 2^23 rounds to a whole number, which is in its low bits.
ReducedExp reduceExp(Term x) {
  constexpr double Magic = 0x1.8p23;
  constexpr double MagicBits = 0x4B400000;
  Term sum = fma(x, Log2OfE, x.number(Magic));
  Term whole = sum - Magic;
  Term rest = fma(whole, -Ln2Low, fma(whole, -Ln2High, x));
  return {bitsOf(sum) - MagicBits, rest};
}

/// e^x - 1 for |x| <= 0.35: x + x^2 q(x), q to 2^-28 of e^x.
Term expMinusOne(Term x) {
  Term q = polynomial(x, {0.49999988079071045, 0.166665181517601,
                          0.041669655591249466, 0.00836896151304245,
                          0.0013744814787060022});
  return fma(x * x, q, x);
}

/// ln(1 + f) / f - 1 = f q(f) for 2/3 <= 1 + f <= 4/3: q, to 2^-27.6 of ln.
Term logTail(Term f) {
  return polynomial(f, {-0.5, 0.3333320617675781, -0.24999888241291046,
                        0.2001083493232727, -0.16676388680934906,
                        0.14000104367733002, -0.12240840494632721,
                        0.14008815586566925, -0.12647147476673126});
}

/// The bits of 2^k with 2/3 <= x / 2^k <= 4/3, less those of 1.
Term exponentBits(Term x) {
  constexpr double TwoThirdsBits = 0x3F2AAAAB;
  return (bitsOf(x) - TwoThirdsBits) & -0x800000;
}

/// x = (1 + f) * 2^k with 2/3 <= 1 + f <= 4/3, for finite positive x.
struct ReducedLog {
  Term f, k;
};
ReducedLog reduceLog(Term x) {
  Term isSubnormal = x < LeastNormal;
  Term normal = choose(isSubnormal, x * 0x1p23, x);
  Term power = exponentBits(normal);
  Term less = choose(isSubnormal, x.number(-double(MantissaBits)), x.number(0));
  return {single(bitsOf(normal) - power) - 1.0,
          fma(toFloat(power, x.element()), 0x1p-23, less)};
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

/// The whole number n below x * scale, next to x * scale - 1/2, but between
/// -126 and 126, where 2^n is a normal number.
struct WholePower {
  Term whole, power;
};

// A part of 1 first, which instructions clamp for nothing. Then the whole
// number and the exponent's bias are in the low bits of the sum. NaN gives
// -126.
static WholePower wholePower(Term x, double scale) {
  constexpr double Most = 126, Span = 2 * Most, Magic = 0x1.8p23;
  Term part = fma(x, scale / Span, x.number((Most - 0.5) / Span));
  part = part.binary<arith::MaxNumFOp>(part.number(0));
  part = part.binary<arith::MinNumFOp>(part.number(1));
  Term sum = fma(part, Span, x.number(Magic + Bias - Most));
  return {sum - (Magic + Bias), single(bitsOf(sum) << MantissaBits)};
}

// 2^x = 2^n * 2^f, f from 0 to 1, where the hardware is off by less than two
// units; but where 2^x is no normal number, f is below, and infinite where x
// is.
Term exp2Single(Term x) {
  WholePower n = wholePower(x, 1);
  return approximateFtz(simt::Approximation::Exp2, x - n.whole) * n.power;
}

// e^x = 2^n * 2^f, likewise.
Term expSingle(Term x) {
  constexpr double Rounded = 0x1.715476p+0F, Low = 1.925963033500011e-8;
  WholePower n = wholePower(x, Log2OfE);
  Term rest = fma(x, Low, fma(x, Rounded, -n.whole));
  return approximateFtz(simt::Approximation::Exp2, rest) * n.power;
}

Term logSingle(Term x) {
  constexpr double Ln2 = 0.6931471805599453;
  auto [f, k] = reduceLog(x);
  return withPolesOfLog(x, fma(k, Ln2, fma(f * f, logTail(f), f)));
}

Term log2Single(Term x) {
  constexpr double Low = 1.925963033500011e-8; // log2 e, less it as an f32
  auto [f, k] = reduceLog(x);
  Term tail = f * f * logTail(f);
  Term low = fma(f, Low, tail * Log2OfE);
  return withPolesOfLog(x, fma(f, Log2OfE, low) + k);
}

// 1 + x = (1 + f) * 2^k with k from the rounded sum, but f from x itself.
Term log1pSingle(Term x) {
  constexpr double Ln2 = 0.6931471805599453;
  constexpr double FourBits = 0x40800000;
  Term sum = x + 1.0;
  Term power = exponentBits(sum);
  Term quarter = single(bitsOf(x) - power);
  // 2^-k - 1, by way of 4 * 2^-k, which is normal.
  Term rest = fma(single(power.number(FourBits) - power), 0.25, x.number(-1.0));
  Term f = quarter + rest;
  Term k = toFloat(shiftRightSigned(power, MantissaBits), x.element());
  Term result = withPolesOfLog(sum, fma(k, Ln2, fma(f * f, logTail(f), f)));
  return choose(abs(x) < 0x1p-25, x, result);
}

// 2^n * (1 + p) - 1 = 2^n * p + (2^n - 1).
Term expm1Single(Term x) {
  constexpr double Least = -18, Most = 88;
  auto [n, rest] =
      reduceExp(larger(smaller(x, x.number(Most)), x.number(Least)));
  Term power = powerOfTwo(n);
  Term result = fma(expMinusOne(rest), power, power - 1.0);
  result = choose(x > Most, expSingle(x), result);
  return choose(abs(x) < 0x1p-25, x, result);
}

// Next to zero x + x^3 p(x^2).
Term tanhWithFar(Term x, Term far) {
  constexpr double Small = 0.6;
  Term a = abs(x), z = a * a;
  Term p = polynomial(z, {-0.3333333134651184, 0.1333322823047638,
                          -0.053949709981679916, 0.02171766571700573,
                          -0.008221440948545933, 0.002185247605666518});
  Term near = fma(a * z, p, a);
  return withSign(choose(a < Small, near, far), x);
}

Term tanhSingle(Term x) {
  return tanhWithFar(x, 1.0 - 2.0 / (expSingle(abs(x) * 2.0) + 1.0));
}

// erf x = x + x p(x^2) up to 1, 1 - e^-q(x) beyond, 1 from 3.95 on.
Term erfSingle(Term x) {
  constexpr double One = 3.95;
  Term a = abs(x);
  Term p = polynomial(a * a, {0.12837916612625122, -0.3761262595653534,
                              0.11283578723669052, -0.026853347197175026,
                              0.005187162198126316, -0.0007997852517291903,
                              7.806896610418335e-05});
  Term q = polynomial(smaller(a, a.number(One)),
                      {-0.0001884590892586857, 1.1295802593231201,
                       0.6332165002822876, 0.10842201113700867,
                       -0.025210313498973846, 0.0042052920907735825,
                       -0.0004414789436850697, 2.1698684577134644e-05});
  return withSign(choose(a < 1.0, fma(a, p, a), 1.0 - expSingle(-q)), x);
}

Term rsqrtSingle(Term x) { return approximate(simt::Approximation::Rsqrt, x); }

} // namespace heddle
