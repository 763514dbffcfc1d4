//===- InverseTrigonometryDouble.cpp - Arcs of f64 ------------------------===//
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
constexpr double HalfPi = 1.5707963267948966, HalfPiLow = 6.123233995736766e-17;
constexpr double Pi = 3.141592653589793, PiLow = 1.2246467991473532e-16;

/// The arctangents of n / 8, in two parts.
constexpr std::array<std::array<double, 2>, 9> ArcsOfEighths = {
    {{0, 0},
     {0.12435499454676144, -3.1253241424539383e-18},
     {0.24497866312686414, 1.0698755618734451e-17},
     {0.35877067027057225, -2.4623815582638635e-17},
     {0.4636476090008061, 2.2698777452961687e-17},
     {0.5585993153435624, -5.4556305485916264e-18},
     {0.6435011087932844, 1.5834785051444286e-17},
     {0.7188299996216245, -2.1478388444456983e-17},
     {0.7853981633974483, 3.061616997868383e-17}}};

// With c = n / 8 next to least / most, atan(least / most) is atan c + atan t, t
// = (least - c most) / (most + c least), |t| <= 1/16: Taylor's series, to
// 2^-58.
Pair arcOfQuotient(Term least, Term most) {
  Term n = nearestWhole(least / most * 8.0);
  Term c = n * 0.125;
  Term t = fma(-c, most, least) / fma(c, least, most), z = t * t;
  llvm::SmallVector<double> terms;
  for (unsigned each = 1; each <= 7; ++each)
    terms.push_back((each % 2 == 0 ? 1.0 : -1.0) / (2 * each + 1));
  Term tail = t * z * polynomial(z, terms);
  Pair base = pairOf(t, 0, 0);
  for (unsigned each = 1; each < ArcsOfEighths.size(); ++each)
    base =
        choose(n == each,
               pairOf(t, ArcsOfEighths[each][0], ArcsOfEighths[each][1]), base);
  Pair sum = orderedSumOf(base.high, t);
  return {sum.high, sum.low + base.low + tail};
}

/// The angle of the point (x, y), both positive or zero, not infinite.
Pair angleOf(Term y, Term x) {
  Term isSteep = y > x;
  Term least = choose(isSteep, x, y), most = choose(isSteep, y, x);
  Pair arc = arcOfQuotient(least, choose(most == 0.0, most.number(1), most));
  Pair turned = orderedSumOf(x.number(HalfPi), -arc.high);
  turned.low = turned.low + (HalfPiLow - arc.low);
  return choose(isSteep, turned, arc);
}

/// The angle within [0, pi] of the point (x, y), y not negative.
Term halfTurn(Term y, Term x) {
  Pair arc = angleOf(y, abs(x));
  Term beyond = Pi - arc.high;
  Term lost = (Pi - beyond) - arc.high;
  Term isLeft = withSign(x.number(1), x) < 0.0;
  return choose(isLeft, beyond + (lost + (PiLow - arc.low)),
                arc.high + arc.low);
}

} // namespace

Term atan2Double(Term y, Term x) {
  constexpr double Huge = 0x1p1000, Tiny = 0x1p-900;
  Term height = abs(y), width = abs(x);
  Term isSteep = height > width, most = choose(isSteep, height, width);
  // Quotients of sums must neither overflow nor lose bits.
  Term scale = choose(most > Huge, x.number(0.25),
                      choose(most < Tiny, x.number(0x1p100), x.number(1)));
  Term isFar = most == Infinity;
  auto scaled = [&](Term value) {
    Term far = choose(value == Infinity, value.number(1), value.number(0));
    return choose(isFar, far, value * scale);
  };
  Term angle = halfTurn(scaled(height), withSign(scaled(width), x));
  angle = withSign(angle, y);
  Term isOrdered = choose(x == x, y, x);
  return choose(isOrdered == isOrdered, angle, x + y);
}

Term atanDouble(Term x) {
  Term isFar = abs(x) > 0x1p60;
  Term size = choose(isFar, x.number(0x1p60), abs(x));
  Pair arc = angleOf(size, x.number(1));
  Term value = choose(abs(x) < 0x1p-30, abs(x), arc.high + arc.low);
  return choose(x == x, withSign(value, x), x);
}

// The other side of a right triangle, sqrt(1 - x^2), is rounded twice.
Term asinDouble(Term x) {
  Term side = squareRoot(fma(-x, x, x.number(1)));
  Pair arc = angleOf(abs(x), side);
  Term value = choose(abs(x) < 0x1p-30, abs(x), arc.high + arc.low);
  return choose(side == side, withSign(value, x), side);
}

Term acosDouble(Term x) {
  Term side = squareRoot(fma(-x, x, x.number(1)));
  return choose(side == side, halfTurn(side, x), side);
}

} // namespace heddle
