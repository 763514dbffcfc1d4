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

namespace heddle {

using namespace mlir;

namespace {

constexpr double Log2OfE = 1.4426950408889634;
/// ln 2 in two parts: a whole number below 2^8 times the first is exact.
constexpr double Ln2High = 0.693145751953125, Ln2Low = 1.42860682030941723e-6;
constexpr unsigned MantissaBits = 23, Bias = 127;

Term single(Term bits) { return floatOf(bits, bits.ops().getF32Type()); }

Term powerOfTwo(Term exponent) {
  return single((exponent + Bias) << MantissaBits);
}

/// x = whole * ln 2 + rest, |whole| < 2^8; whole is the number nearest to
/// about * log2 e.
struct ReducedExp {
  Term whole, rest;
};

// The sum with 1.5 * 2^23 rounds to a whole number, which is in its low bits.
ReducedExp reduceExp(Term x, Term about) {
  constexpr double Magic = 0x1.8p23;
  constexpr double MagicBits = 0x4B400000;
  Term sum = fma(about, Log2OfE, x.number(Magic));
  Term whole = sum - Magic;
  Term rest = fma(whole, -Ln2Low, fma(whole, -Ln2High, x));
  return {bitsOf(sum) - MagicBits, rest};
}

/// e^x - 1 for |x| <= 1/2: x + x^2 q(x), to 2^-27.6.
Term expMinusOne(Term x) {
  Term q = polynomial(x, {0x1.000002p-1, 0x1.555554p-3, 0x1.55519p-5,
                          0x1.110d52p-7, 0x1.6f0c78p-10, 0x1.a46392p-13});
  return fma(x * x, q, x);
}

} // namespace

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

// 2^n (1 + p) - 1 = 2^n p + (2^n - 1), by halves, as 2^n may be 2^128. n is
// nearer to zero than x log2 e is: what p is off by counts 2^n times, and where
// |x| <= 1/2 nothing is subtracted.
Term expm1Single(Term x) {
  constexpr double Least = -18, Most = 89, Nearer = 0.12;
  Term near = larger(smaller(x, x.number(Most)), x.number(Least));
  auto [n, rest] = reduceExp(near, near - withSign(x.number(Nearer), near));
  Term half = powerOfTwo(n - 1.0);
  Term sum = fma(expMinusOne(rest), half, half - 0.5);
  return choose(abs(x) < 0x1p-25, x, sum + sum);
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
