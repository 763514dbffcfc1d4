//===- DoubleDouble.h - Sums of two floats ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers as unevaluated sums of two f64, about 106 bits. (Dekker, "A
/// Floating-Point Technique for Extending the Available Precision", 1971;
/// Knuth, The Art of Computer Programming, 4.2.2.)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_MATHLIB_DOUBLEDOUBLE_H
#define HEDDLE_LIB_MATHLIB_DOUBLEDOUBLE_H

#include "heddle/mathlib/Term.h"

namespace heddle {

/// high + low, where |low| is at most half a unit in the last place of high,
/// unless something else is said.
struct Pair {
  Term high, low;
};

/// A constant beside a term.
inline Pair pairOf(Term like, double high, double low) {
  return {like.number(high), like.number(low)};
}

/// \name Exact
/// @{
/// The sum.
Pair sumOf(Term a, Term b);
/// The sum, where |a| >= |b| or a is zero.
Pair orderedSumOf(Term a, Term b);
/// The product, where its low part is no subnormal number.
Pair productOf(Term a, Term b);
/// @}

/// \name To 2^-100 and a little of the operands
/// @{
Pair operator+(Pair a, Pair b);
Pair operator+(Pair a, Term b);
Pair operator-(Pair a);
Pair operator*(Pair a, Pair b);
Pair operator*(Pair a, Term b);
Pair operator/(Pair a, Pair b);
Pair squareRoot(Pair a);
/// @}

Pair choose(Term condition, Pair then, Pair otherwise);

/// e^x, to a unit in the last place.
Term expOf(Pair x);
/// The natural logarithm of a finite positive number, to 2^-65 of it.
Pair logPair(Term x);
/// ln 2 in three parts, of which whole numbers below 2^21 times the first are
/// exact.
inline constexpr double Ln2Parts[] = {
    6.93147180369123816490e-01, 1.9082149292705877e-10, 1.1612227229362532e-26};

} // namespace heddle

#endif // HEDDLE_LIB_MATHLIB_DOUBLEDOUBLE_H
