//===- ErrorFunctionsDouble.cpp - Error functions of f64 ------------------===//
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

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr double Nan = std::numeric_limits<double>::quiet_NaN();
constexpr double HalfRootOfPi = 0.886226925452758;
constexpr double TwoOverRootOfPi = 1.1283791670955126;
constexpr double RootOfHalf = 0.7071067811865476,
                 RootOfHalfLow = -4.833646656726457e-17;

/// erf x for |x| <= 1: x + x p(x^2), to 2^-56; interpolated at Chebyshev's
/// points.
Term erfNear(Term x) {
  return fma(x,
             polynomial(x * x, {0.1283791670955126, -0.37612638903183754,
                                0.1128379167095512, -0.02686617064512984,
                                0.0052239776254232985, -0.000854832702193483,
                                0.00012055332902888736, -1.4925647567519332e-05,
                                1.6462045441468418e-06, -1.6364642158167616e-07,
                                1.4792401209404813e-08, -1.216456005728345e-09,
                                8.709045129053106e-11, -4.230945824295338e-12}),
             x);
}

/// e^(x^2) erfc x for x >= 0: p((x - 4) / (x + 4)) / (x + 1/2), to 2^-56;
/// interpolated likewise. (Shepherd and Laframboise, "Chebyshev approximation
/// of (1 + 2x) exp(x^2) erfc x in 0 <= x < inf", 1981.)
Term scaledErfc(Term x) {
  constexpr double Most = 0x1p60;
  Term bounded = smaller(x, x.number(Most));
  Term t = (bounded - 4.0) / (bounded + 4.0);
  return polynomial(t, {0.6164975593127763,      -0.06981055842028125,
                        0.007689826051309795,    0.03404852712734565,
                        -0.05051953301814995,    0.04686641749920525,
                        -0.03316518290609952,    0.018583757768161995,
                        -0.008098867029841646,   0.0025159849947621257,
                        -0.0003788866310154575,  -9.962838013205229e-05,
                        7.531074618918668e-05,   -1.219949722788105e-05,
                        -5.610646307657137e-06,  2.854657056766246e-06,
                        1.4599109542274128e-07,  -4.125391693406225e-07,
                        3.87303431784099e-08,    5.512635999500076e-08,
                        -1.027726568492965e-08,  -7.4034940734628975e-09,
                        1.5836305559680848e-09,  9.128475594769535e-10,
                        -1.3278633081562875e-10, -7.155659235464081e-11}) /
         (x + 0.5);
}

Pair squareOf(Term x) { return productOf(x, x); }

/// erfc(x.high + x.low) for x >= 0; the derivative of erfc is -2 / sqrt(pi)
/// e^(-x^2).
Term erfcOf(Pair x) {
  // From 28 on it is zero.
  Term high = smaller(x.high, x.high.number(28));
  Term factor = fma(x.low, -TwoOverRootOfPi, scaledErfc(high));
  return factor * expOf(-squareOf(high));
}

/// erfc of any number.
Term erfcAnywhere(Pair x) {
  constexpr double Small = 0.5;
  Term isNegative = x.high < 0.0;
  Term tail = erfcOf(choose(isNegative, -x, x));
  Term near = 1.0 - (erfNear(x.high) + x.low * TwoOverRootOfPi);
  return choose(abs(x.high) < Small, near,
                choose(isNegative, 2.0 - tail, tail));
}

/// The x >= 0 with erf x = p and erfc x = s = 1 - p, of which that below 1/2 is
/// exact. Begins with Winitzki's formula ("A handy approximation for the error
/// function and its inverse", 2008), to 0.3 %; then one step of Newton's for
/// the logarithm of erfc, and two of Halley's.
Term inverseOf(Term p, Term s) {
  constexpr double A = 0.147, TwoOverPiA = 4.330746750799873;
  Term isCentral = p < 0.75;
  Term logOfSquare = logDouble(s) + logDouble(p + 1.0);
  Term middle = logOfSquare * 0.5 + TwoOverPiA;
  Term product = logOfSquare * (1 / A);
  Term x = squareRoot(squareRoot(fma(middle, middle, -product)) - middle);
  Term excess = logDouble(scaledErfc(x)) - x * x - logDouble(s);
  x = fma(excess * HalfRootOfPi, scaledErfc(x), x);
  // Next to zero the formula cancels.
  x = choose(p < 0x1p-8, p * HalfRootOfPi, x);
  for (unsigned step = 0; step < 2; ++step) {
    // In two factors, neither of which overflows.
    Term power = expDouble(x * x * 0.5);
    Term central = (p - erfNear(smaller(x, x.number(1)))) * power * power;
    Term tail = scaledErfc(x) - s * power * power;
    Term u = choose(isCentral, central, tail) * HalfRootOfPi;
    x = x + u / (1.0 - u * x);
  }
  x = choose(p < 0x1p-30, p * HalfRootOfPi, x);
  return choose(s == 0.0, s.number(Infinity), x);
}

/// -inf to inf as s goes from 2 to 0.
Term inverseOfErfc(Term s) {
  Term isFar = s > 1.0;
  Term near = choose(isFar, 2.0 - s, s);
  Term x = inverseOf(1.0 - near, near);
  x = choose(near >= 0.0, x, x.number(Nan));
  return choose(isFar, -x, x);
}

} // namespace

Term erfDouble(Term x) {
  Term size = abs(x);
  Term far = 1.0 - erfcOf({size, x.number(0)});
  Term value = choose(size < 1.0, erfNear(size), far);
  return choose(x == x, withSign(value, x), x);
}

Term erfcDouble(Term x) {
  return choose(x == x, erfcAnywhere({x, x.number(0)}), x);
}

Term erfcxDouble(Term x) {
  Term size = abs(x), value = scaledErfc(size);
  // Where it is no number, e^(x^2) is infinite.
  Term square = smaller(size, x.number(30));
  Term power = expOf(squareOf(square));
  value = choose(size < 0.5, power * (1.0 - erfNear(size)), value);
  return choose(x < 0.0, power * 2.0 - value, value);
}

Term normcdfDouble(Term x) {
  Term bounded = larger(smaller(x, x.number(100)), x.number(-100));
  Pair argument = -(pairOf(x, RootOfHalf, RootOfHalfLow) * bounded);
  return choose(x == x, erfcAnywhere(argument) * 0.5, x);
}

Term erfinvDouble(Term x) {
  Term size = abs(x), s = 1.0 - size;
  Term value = choose(s >= 0.0, inverseOf(size, s), x.number(Nan));
  return withSign(value, x);
}

Term erfcinvDouble(Term x) { return inverseOfErfc(x); }

// sqrt(2) of what is -erfcinv(2x).
Term normcdfinvDouble(Term x) {
  return inverseOfErfc(x * 2.0) * -1.4142135623730951;
}

} // namespace heddle
