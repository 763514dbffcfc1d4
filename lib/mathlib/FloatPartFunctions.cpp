//===- FloatPartFunctions.cpp - Parts of floats ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryNames.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>
#include <limits>

namespace heddle {

using namespace mlir;

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();

/// The numbers of a format of floats.
struct Format {
  unsigned mantissaBits;
  int bias;
  double leastNormal;
};
const Format &formatOf(Term x) {
  static constexpr Format Single = {23, 127, 0x1p-126};
  static constexpr Format Double = {52, 1023, 0x1p-1022};
  return x.bits() == 64 ? Double : Single;
}

Term isNan(Term x) { return zeroExtend(x != x, 32); }
Term isInfinite(Term x) { return zeroExtend(abs(x) == Infinity, 32); }
Term isFinite(Term x) { return zeroExtend(abs(x) < Infinity, 32); }
Term hasSign(Term x) {
  return truncate(shiftRight(bitsOf(x), x.bits() - 1.0), 32);
}

/// Within [0, 1]; NaN is 0.
Term saturated(Term x) {
  return choose(x > 0.0, smaller(x, x.number(1.0)), x.number(0.0));
}

/// The exponent of a finite number but zero, as an integer as wide as it.
Term finiteExponent(Term x) {
  const Format &format = formatOf(x);
  auto bias = static_cast<double>(format.bias);
  double field = x.bits() == 64 ? 0x7FF : 0xFF;
  Term isSubnormal = abs(x) < format.leastNormal;
  double lift = format.mantissaBits;
  Term lifted = x * std::ldexp(1.0, static_cast<int>(format.mantissaBits));
  Term biased =
      shiftRight(bitsOf(choose(isSubnormal, lifted, x)), lift) & field;
  return choose(isSubnormal, biased - (bias + lift), biased - bias);
}

/// The exponent of x, as a whole number; of infinities 2^31 - 1, of zero and
/// NaN -2^31, as CUDA's library has it.
Term exponentOf(Term x) {
  Term exponent = truncate(finiteExponent(x), 32);
  exponent = choose(abs(x) < Infinity, exponent, exponent.number(0x7FFFFFFF));
  Term least = exponent.number(-2147483648.0);
  exponent = choose(x == x, exponent, least);
  return choose(x == 0.0, least, exponent);
}

/// The same as a float; of infinities infinity, of zero -infinity. (ISO 9899,
/// F.10.3.11.)
Term logarithmicExponent(Term x) {
  Term exponent = toFloat(finiteExponent(x), x.element());
  exponent = choose(abs(x) < Infinity, exponent, abs(x));
  return choose(x == 0.0, x.number(-Infinity), exponent);
}

// By at most three powers of two. One that makes x subnormal is the last, or
// followed by one that makes it zero, so that x is rounded once.
Term scaledByPower(Term x, Term exponent) {
  const Format &format = formatOf(x);
  double most = format.bias, least = 1 - most,
         safe = least + format.mantissaBits + 1;
  for (unsigned part = 0; part < 3; ++part) {
    Term bounded = smaller(exponent, exponent.number(most));
    Term step = part < 2
                    ? choose(bounded < least, bounded.number(safe), bounded)
                    : larger(bounded, bounded.number(least));
    Term biased = step + most;
    if (x.bits() == 64)
      biased = zeroExtend(biased, 64);
    x = x * floatOf(biased << format.mantissaBits, x.element());
    exponent = exponent - step;
  }
  return x;
}

/// The next number after x in the direction of y. (ISO 9899, F.10.8.3.)
Term neighbour(Term x, Term y) {
  Term bits = bitsOf(x), one = bits.number(1);
  // Away from zero numbers of either sign count up.
  Term isAway = choose(x > 0.0, zeroExtend(x < y, 32), zeroExtend(x > y, 32));
  Term stepped = choose(isAway != 0.0, bits + one, bits - one);
  Term least =
      (bitsOf(y) & bits.number(llvm::APInt::getSignMask(x.bits()))) | one;
  Term moved = floatOf(choose(x == 0.0, least, stepped), x.element());
  return choose(x == y, y, choose(x == x, choose(y == y, moved, y), x));
}

/// x - y, at least 0.
Term positiveDifference(Term x, Term y) {
  return choose(y >= x, x.number(0), x - y);
}

/// x less the whole multiple of y that is nearest, ties to even. What is less
/// than 2|y| is made less than |y|/2; where 2|y| is no number, halves are
/// compared, which are exact there. (IEEE 754-2019, 5.3.1.)
Term nearestRemainder(Term x, Term y) {
  Term divisor = abs(y), twice = divisor + divisor;
  Term rest = abs(choose(twice < Infinity, remainder(x, twice), x));
  Term isTiny = divisor < formatOf(x).leastNormal * 2.0;
  Term half = divisor * 0.5;
  auto isAboveHalf = [&](Term value) {
    return choose(isTiny, zeroExtend(value + value > divisor, 32),
                  zeroExtend(value > half, 32)) != 0.0;
  };
  auto isHalfOrMore = [&](Term value) {
    return choose(isTiny, zeroExtend(value + value >= divisor, 32),
                  zeroExtend(value >= half, 32)) != 0.0;
  };
  Term less = rest - divisor;
  Term result = choose(isAboveHalf(rest),
                       choose(isHalfOrMore(less), less - divisor, less), rest);
  Term sign = bitsOf(x) & bitsOf(x).number(llvm::APInt::getSignMask(x.bits()));
  result = floatOf(bitsOf(result) ^ sign, x.element());
  // Of infinity, by zero, and of NaN; what x has of an infinite y.
  Term isDefined = (abs(x) < Infinity) & (divisor > 0.0);
  result = choose(divisor == Infinity, x, result);
  return choose(isDefined, result,
                x.number(std::numeric_limits<double>::quiet_NaN()));
}

// Squares and products, the lowest bit of n first.
Term wholePower(Term x, Term n) {
  Term isNegative = n < 0.0;
  Term rest = choose(isNegative, -n, n);
  Term result = x.number(1.0);
  for (unsigned bit = 0; bit < 32; ++bit) {
    result = choose((rest & 1) == 0.0, result, result * x);
    rest = shiftRight(rest, 1);
    x = x * x;
  }
  return choose(isNegative, 1.0 / result, result);
}

} // namespace

llvm::ArrayRef<NamedFunction> floatPartFunctions() {
  static constexpr NamedFunction Names[] = {
      {"__nv_fabsf", of<abs>},
      {"__nv_fabs", of<abs>},
      {"__nv_floorf", same<math::FloorOp>},
      {"__nv_floor", same<math::FloorOp>},
      {"__nv_ceilf", same<math::CeilOp>},
      {"__nv_ceil", same<math::CeilOp>},
      {"__nv_truncf", same<math::TruncOp>},
      {"__nv_trunc", same<math::TruncOp>},
      {"__nv_rintf", same<math::RoundEvenOp>},
      {"__nv_rint", same<math::RoundEvenOp>},
      {"__nv_nearbyintf", same<math::RoundEvenOp>},
      {"__nv_nearbyint", same<math::RoundEvenOp>},
      {"__nv_roundf", same<math::RoundOp>},
      {"__nv_round", same<math::RoundOp>},
      {"__nv_copysignf", same<math::CopySignOp>},
      {"__nv_copysign", same<math::CopySignOp>},
      {"__nv_fminf", same<arith::MinNumFOp>},
      {"__nv_fmin", same<arith::MinNumFOp>},
      {"__nv_fmaxf", same<arith::MaxNumFOp>},
      {"__nv_fmax", same<arith::MaxNumFOp>},
      {"__nv_saturatef", of<saturated>},
      {"__nv_isnanf", of<isNan>},
      {"__nv_isnand", of<isNan>},
      {"__nv_isinff", of<isInfinite>},
      {"__nv_isinfd", of<isInfinite>},
      {"__nv_finitef", of<isFinite>},
      {"__nv_isfinited", of<isFinite>},
      {"__nv_signbitf", of<hasSign>},
      {"__nv_signbitd", of<hasSign>},
      {"__nv_ilogbf", of<exponentOf>},
      {"__nv_ilogb", of<exponentOf>},
      {"__nv_logbf", of<logarithmicExponent>},
      {"__nv_logb", of<logarithmicExponent>},
      {"__nv_ldexpf", ofTwo<scaledByPower>},
      {"__nv_ldexp", ofTwo<scaledByPower>},
      {"__nv_scalbnf", ofTwo<scaledByPower>},
      {"__nv_scalbn", ofTwo<scaledByPower>},
      {"__nv_nextafterf", ofTwo<neighbour>},
      {"__nv_nextafter", ofTwo<neighbour>},
      {"__nv_fdimf", ofTwo<positiveDifference>},
      {"__nv_fdim", ofTwo<positiveDifference>},
      {"__nv_fmodf", ofTwo<remainder>},
      {"__nv_fmod", ofTwo<remainder>},
      {"__nv_remainderf", ofTwo<nearestRemainder>},
      {"__nv_remainder", ofTwo<nearestRemainder>},
      {"__nv_powif", ofTwo<wholePower>},
      {"__nv_powi", ofTwo<wholePower>},
  };
  return Names;
}

} // namespace heddle
