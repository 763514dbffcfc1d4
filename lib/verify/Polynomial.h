//===- Polynomial.h - Integers as sums of products --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polynomials with coefficients modulo 2^n, n up to 64, over terms. Addition,
/// multiplication and truncation of integers are exactly those of polynomials.
/// Factors that are 0 or 1 occur at most once in a monomial, as x * x = x. For
/// n = 1 this is the algebraic normal form of a Boolean function: xor is the
/// sum, and the product.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_POLYNOMIAL_H
#define HEDDLE_LIB_VERIFY_POLYNOMIAL_H

#include "Term.h"

#include <optional>

namespace heddle::equivalence {

/// Ascending by number.
using Monomial = llvm::SmallVector<TermRef, 2>;

struct Summand {
  Monomial factors;
  Word coefficient;
};

/// Invariant: summands ascend by their factors, and no coefficient is zero.
class Polynomial {
public:
  /// Zero, of so many bits.
  explicit Polynomial(unsigned width) : bits(width) {}
  static Polynomial constant(unsigned width, Word value);
  /// What a term of this width is; a factor has any.
  static Polynomial of(unsigned width, TermRef term);
  /// The sum of any summands.
  static Polynomial ofSummands(unsigned width,
                               llvm::SmallVector<Summand> summands);

  unsigned width() const { return bits; }
  llvm::ArrayRef<Summand> summands() const & { return list; }
  bool isZero() const { return list.empty(); }
  std::optional<Word> asConstant() const;
  /// The largest value over the integers if nothing in it can be negative or
  /// wrap around: a sum of factors that are 0 or 1.
  std::optional<Word> largestValue() const;

  Polynomial &operator+=(const Polynomial &other);
  Polynomial scaled(Word factor) const;
  Polynomial negated() const { return scaled(~Word(0)); }
  /// O(n * m * log(n * m)) for n and m summands.
  friend Polynomial operator*(const Polynomial &a, const Polynomial &b);
  friend Polynomial operator+(Polynomial a, const Polynomial &b) {
    return a += b;
  }

private:
  void normalize();

  unsigned bits;
  llvm::SmallVector<Summand> list;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_POLYNOMIAL_H
