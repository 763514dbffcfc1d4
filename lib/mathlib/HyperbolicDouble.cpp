//===- HyperbolicDouble.cpp - Hyperbolic functions of f64 -----------------===//
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

/// e^x / 2, which is a number where e^x is not any more.
Term halfExp(Term x) {
  Term bounded = smaller(x, x.number(1000));
  return expOf(sumOf(bounded, x.number(-0.6931471805599453)) +
               x.number(-2.3190468138462996e-17));
}

constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
/// From here on a hyperbolic function's smaller power is below 2^-54 of it.
constexpr double Far = 20;
/// From here on sqrt(x^2 + 1) is x.
constexpr double FarForRoots = 0x1p28;

/// ln 2x.
Term logOfTwice(Term x) {
  Pair sum = logPair(x) + pairOf(x, 0.6931471805599453, 2.3190468138462996e-17);
  return withPolesOfLog(x, sum.high);
}

} // namespace

Term sinhDouble(Term x) {
  Term size = abs(x);
  Term less = expm1Double(smaller(size, x.number(2 * Far)));
  Term near = (less + less / (less + 1.0)) * 0.5;
  return withSign(choose(size > Far, halfExp(size), near), x);
}

Term coshDouble(Term x) {
  Term power = halfExp(abs(x));
  return power + 0.25 / power;
}

// tanh x = (e^2x - 1) / ((e^2x - 1) + 2).
Term tanhDouble(Term x) {
  Term size = abs(x);
  Term less = expm1Double(smaller(size, x.number(2 * Far)) * 2.0);
  return withSign(less / (less + 2.0), x);
}

// ln(x + sqrt(x^2 + 1)) = log1p(x + x^2 / (1 + sqrt(x^2 + 1))).
Term asinhDouble(Term x) {
  Term size = abs(x), bounded = smaller(size, x.number(FarForRoots));
  Term square = bounded * bounded;
  Term near = log1pDouble(bounded + square / (squareRoot(square + 1.0) + 1.0));
  return withSign(choose(size > FarForRoots, logOfTwice(size), near), x);
}

// With t = x - 1, log1p(t + sqrt(2t + t^2)).
Term acoshDouble(Term x) {
  Term bounded = smaller(x, x.number(FarForRoots));
  Term t = bounded - 1.0;
  Term near = log1pDouble(t + squareRoot(fma(t, t, t * 2.0)));
  Term value = choose(x > FarForRoots, logOfTwice(x), near);
  return choose(t >= 0.0, value, x.number(Nan));
}

// log1p(2x / (1 - x)) / 2.
Term atanhDouble(Term x) {
  Term size = abs(x);
  Term value = log1pDouble(size * 2.0 / (1.0 - size)) * 0.5;
  return withSign(choose(size == 0.0, size, value), x);
}

} // namespace heddle
