//===- MathThroughDouble.cpp - Functions of f32 by way of f64 -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that kernels seldom call: computed as f64, far more exactly than
// f32 can hold, and rounded once. Chips with few units for f64 take long.
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/MathFunctions.h"

namespace heddle {

using namespace mlir;

Term exp10Single(Term x) {
  return asSingle(exp2Double(asDouble(x) * 3.3219280948873623));
}

Term coshSingle(Term x) {
  Term power = expDouble(abs(asDouble(x)));
  return asSingle((power + 1.0 / power) * 0.5);
}

// Below 1 powers of e would cancel: Taylor's series, to 2^-40.
Term sinhSingle(Term x) {
  Term wide = asDouble(x), size = abs(wide), z = wide * wide;
  Term power = expDouble(size);
  Term far = (power - 1.0 / power) * 0.5;
  llvm::SmallVector<double> terms = {1};
  for (unsigned each = 1; each <= 6; ++each)
    terms.push_back(terms.back() / (2 * each * (2 * each + 1)));
  Term near = size * polynomial(z, terms);
  return asSingle(withSign(choose(size < 1.0, near, far), wide));
}

Term cbrtSingle(Term x) {
  Term wide = asDouble(x);
  Term root = expDouble(logDouble(abs(wide)) * 0.3333333333333333);
  return asSingle(withSign(root, wide));
}

// Turned into |v| <= tan(pi / 8) by atan(u) = pi / 2 - atan(1 / u) and
// atan(u) = pi / 4 + atan((u - 1) / (u + 1)); Taylor's series there, to 2^-40.
Term atanSingle(Term x) {
  constexpr double Quarter = 0.7853981633974483, TanOfEighth = 0.41421356;
  Term wide = asDouble(x), size = abs(wide);
  Term isFar = size > 1.0;
  Term u = choose(isFar, 1.0 / size, size);
  Term isTurned = u > TanOfEighth;
  Term v = choose(isTurned, (u - 1.0) / (u + 1.0), u), z = v * v;
  llvm::SmallVector<double> terms;
  for (unsigned each = 0; each <= 14; ++each)
    terms.push_back((each % 2 == 0 ? 1.0 : -1.0) / (2 * each + 1));
  Term angle = v * polynomial(z, terms) +
               choose(isTurned, v.number(Quarter), v.number(0));
  angle = choose(isFar, 2 * Quarter - angle, angle);
  return asSingle(withSign(angle, wide));
}

// e^(y ln|x|): the exponent is below 2^7 but where the result is no number of
// f32, so that f64 leaves 2^-45 of it.
Term powSingle(Term base, Term exponent) {
  Term x = asDouble(base), y = asDouble(exponent);
  return asSingle(withCasesOfPow(x, y, expDouble(y * logDouble(abs(x)))));
}

} // namespace heddle
