//===- DoubleDouble.cpp - Sums of two floats ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DoubleDouble.h"

namespace heddle {

Pair sumOf(Term a, Term b) {
  Term sum = a + b, part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}
Pair orderedSumOf(Term a, Term b) {
  Term sum = a + b;
  return {sum, b - (sum - a)};
}
Pair productOf(Term a, Term b) {
  Term product = a * b;
  return {product, fma(a, b, -product)};
}

Pair operator+(Pair a, Pair b) {
  Pair sum = sumOf(a.high, b.high), rest = sumOf(a.low, b.low);
  Pair middle = orderedSumOf(sum.high, sum.low + rest.high);
  return orderedSumOf(middle.high, middle.low + rest.low);
}
Pair operator+(Pair a, Term b) {
  Pair sum = sumOf(a.high, b);
  return orderedSumOf(sum.high, sum.low + a.low);
}
Pair operator-(Pair a) { return {-a.high, -a.low}; }
Pair operator*(Pair a, Pair b) {
  Pair product = productOf(a.high, b.high);
  return orderedSumOf(product.high,
                      fma(a.high, b.low, fma(a.low, b.high, product.low)));
}
Pair operator*(Pair a, Term b) {
  Pair product = productOf(a.high, b);
  return orderedSumOf(product.high, fma(a.low, b, product.low));
}
Pair operator/(Pair a, Pair b) {
  Term quotient = a.high / b.high;
  Term rest = fma(-quotient, b.high, a.high) + fma(-quotient, b.low, a.low);
  return orderedSumOf(quotient, rest / b.high);
}
// One step of Newton's.
Pair squareRoot(Pair a) {
  Term root = squareRoot(a.high);
  Term rest = fma(-root, root, a.high) + a.low;
  Term correction = rest / (root + root);
  return orderedSumOf(root, choose(root == 0.0, root.number(0), correction));
}

Pair choose(Term condition, Pair then, Pair otherwise) {
  return {choose(condition, then.high, otherwise.high),
          choose(condition, then.low, otherwise.low)};
}

} // namespace heddle
