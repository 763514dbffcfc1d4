//===- PowersDouble.cpp - Powers and roots of f64 -------------------------===//
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

} // namespace

// What |x|^y is of an x that is not negative, and special cases as in C (ISO
// 9899, F.10.4.4).
Term withCasesOfPow(Term x, Term y, Term power) {
  Term isWhole = wholePart(y) == y, half = y * 0.5;
  Term isOdd = isWhole & (wholePart(half) != half);
  // Also of negative zero.
  Term isNegative = withSign(x.number(1), x) < 0.0;
  Term turned = choose(isNegative, -power, power);
  Term result = choose(isOdd, turned, power);
  Term isBelowZero = (x < 0.0) & (x > -Infinity);
  Term ofNegative = choose(isWhole, result, x.number(Nan));
  result = choose(isBelowZero, ofNegative, result);
  // Infinite powers of -1 and 1, any power of 1, and the power 0 of anything.
  Term infinite = choose(abs(y) == Infinity, x.number(1), result);
  result = choose(abs(x) == 1.0, infinite, result);
  result = choose(x == 1.0, x.number(1), result);
  return choose(y == 0.0, x.number(1), result);
}

// e^(y ln|x|), both in two parts: the product is below 2^10 but where the
// result is no number, so that its error is below 2^-54 of the result.
Term powDouble(Term x, Term y) {
  Term size = abs(x);
  Term isRegular = (size > 0.0) & (size < Infinity);
  Pair logarithm = logPair(choose(isRegular, size, size.number(1)));
  Term ends = choose(size == 0.0, x.number(-Infinity), size);
  Term high = choose(isRegular, logarithm.high, ends);
  Term low = choose(isRegular, logarithm.low, x.number(0));
  Term rough = high * y;
  Term isFinite = abs(rough) < 0x1p20;
  Pair product = productOf(high, choose(isFinite, y, y.number(0)));
  Term lost = fma(low, choose(isFinite, y, y.number(0)), product.low);
  Term power = expOf(
      choose(isFinite, orderedSumOf(product.high, lost), {rough, x.number(0)}));
  return withCasesOfPow(x, y, power);
}

namespace {

/// Where cubes and squares neither overflow nor become subnormal: a number
/// times a power of 2^3, and what its root is to be multiplied by.
struct ScaledForRoot {
  Term value, back;
};
ScaledForRoot scaleForRoot(Term x) {
  constexpr double Least = 0x1p-600, Most = 0x1p600;
  auto pick = [&](double whenSmall, double whenLarge) {
    return choose(abs(x) < Least, x.number(whenSmall),
                  choose(abs(x) > Most, x.number(whenLarge), x.number(1)));
  };
  return {x * pick(0x1p600, 0x1p-600), pick(0x1p-200, 0x1p200)};
}

/// The cube root of a positive number in two parts: e^(ln x / 3), and one step
/// of Newton's.
Pair cubeRoot(Term x) {
  Term root = expDouble(logDouble(x) * 0.3333333333333333);
  Pair square = productOf(root, root);
  Pair rest = square * root + -x;
  Term step = (rest.high + rest.low) / (square.high * 3.0);
  return orderedSumOf(root, -step);
}

} // namespace

Term cbrtDouble(Term x) {
  auto [value, back] = scaleForRoot(abs(x));
  Pair root = cubeRoot(value);
  Term result = (root.high + root.low) * back;
  result = choose((abs(x) > 0.0) & (abs(x) < Infinity), result, abs(x));
  return withSign(result, x);
}

Term rcbrtDouble(Term x) {
  auto [value, back] = scaleForRoot(abs(x));
  Pair inverse = pairOf(x, 1, 0) / cubeRoot(value);
  Term result = (inverse.high + inverse.low) / back;
  result = choose((abs(x) > 0.0) & (abs(x) < Infinity), result, 1.0 / abs(x));
  return withSign(result, x);
}

namespace {

/// The root of a sum of squares, times `scale`.
struct ScaledNorm {
  Pair root;
  Term scale, most;
};

ScaledNorm scaledNorm(llvm::ArrayRef<Term> parts) {
  Term most = abs(parts.front());
  for (Term part : parts.drop_front())
    most = choose(abs(part) > most, abs(part), most);
  Term scale =
      choose(most > 0x1p500, most.number(0x1p-600),
             choose(most < 0x1p-400, most.number(0x1p600), most.number(1)));
  Pair sum = pairOf(most, 0, 0);
  for (Term part : parts) {
    Term scaled = part * scale;
    sum = sum + productOf(scaled, scaled);
  }
  return {squareRoot(sum), scale, most};
}

/// Infinite if a part is, also beside NaN; the other parts' result is given.
Term withInfiniteParts(llvm::ArrayRef<Term> parts, Term result, double other) {
  for (Term part : parts)
    result = choose(part == part, result, part);
  for (Term part : parts)
    result = choose(abs(part) == Infinity, part.number(other), result);
  return result;
}

} // namespace

Term normDouble(llvm::ArrayRef<Term> parts) {
  ScaledNorm norm = scaledNorm(parts);
  Term root = (norm.root.high + norm.root.low) / norm.scale;
  return withInfiniteParts(parts, choose(norm.most == 0.0, norm.most, root),
                           Infinity);
}

Term inverseNormDouble(llvm::ArrayRef<Term> parts) {
  ScaledNorm norm = scaledNorm(parts);
  Pair inverse = pairOf(norm.most, 1, 0) / norm.root;
  Term result = (inverse.high + inverse.low) * norm.scale;
  result = choose(norm.most == 0.0, norm.most.number(Infinity), result);
  return withInfiniteParts(parts, result, 0);
}

} // namespace heddle
