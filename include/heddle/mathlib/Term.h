//===- Term.h - Formulas of registers ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Formulas of registers, written as formulas: operators make ops of `arith`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MATHLIB_TERM_H
#define HEDDLE_MATHLIB_TERM_H

#include "heddle/simt/Simt.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace heddle {

/// A value, a scalar or registers, and where ops of it are made. Operators are
/// those of its type, signed for integers; both sides have one type. A number
/// beside a term has the term's type.
class Term {
public:
  Term(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value)
      : builder(&builder), loc(loc), value(value) {}

  /// A constant of the same type: for integers, the whole number.
  Term number(double constant) const;
  Term number(const llvm::APInt &bits) const;
  /// Another value of the same formula.
  Term with(mlir::Value other) const { return {*builder, loc, other}; }

  mlir::Value get() const { return value; }
  mlir::OpBuilder &ops() const { return *builder; }
  mlir::Location at() const { return loc; }
  mlir::Type element() const {
    return mlir::getElementTypeOrSelf(value.getType());
  }
  bool isFloat() const { return mlir::isa<mlir::FloatType>(element()); }
  /// The type with other elements.
  mlir::Type typeOf(mlir::Type element) const;
  mlir::Type integer(unsigned bits) const {
    return typeOf(builder->getIntegerType(bits));
  }
  unsigned bits() const { return element().getIntOrFloatBitWidth(); }

  template <class Op> Term unary(mlir::Type type) const {
    return with(Op::create(*builder, loc, type, value));
  }
  template <class Op> Term binary(Term other) const {
    return with(Op::create(*builder, loc, value, other.value));
  }
  template <class Float, class Integer> Term either(Term other) const {
    return isFloat() ? binary<Float>(other) : binary<Integer>(other);
  }
  Term compare(mlir::arith::CmpFPredicate ordered,
               mlir::arith::CmpIPredicate whole, Term other) const;

private:
  mlir::OpBuilder *builder;
  mlir::Location loc;
  mlir::Value value;
};

/// \name Arithmetic
/// @{
Term operator+(Term a, Term b);
Term operator-(Term a, Term b);
Term operator*(Term a, Term b);
Term operator/(Term a, Term b);
Term operator-(Term a);
Term operator&(Term a, Term b);
Term operator|(Term a, Term b);
Term operator^(Term a, Term b);
Term operator<<(Term a, Term b);
inline Term operator+(Term a, double b) { return a + a.number(b); }
inline Term operator-(Term a, double b) { return a - a.number(b); }
inline Term operator-(double a, Term b) { return b.number(a) - b; }
inline Term operator*(Term a, double b) { return a * a.number(b); }
inline Term operator/(double a, Term b) { return b.number(a) / b; }
inline Term operator&(Term a, double b) { return a & a.number(b); }
inline Term operator|(Term a, double b) { return a | a.number(b); }
inline Term operator^(Term a, double b) { return a ^ a.number(b); }
inline Term operator<<(Term a, double b) { return a << a.number(b); }
/// Zeros come in from above.
Term shiftRight(Term a, Term b);
inline Term shiftRight(Term a, double b) { return shiftRight(a, a.number(b)); }
/// The sign comes in from above.
Term shiftRightSigned(Term a, double b);
/// a * b + c, rounded once.
Term fma(Term a, Term b, Term c);
inline Term fma(Term a, double b, Term c) { return fma(a, a.number(b), c); }
inline Term fma(Term a, Term b, double c) { return fma(a, b, a.number(c)); }
Term abs(Term a);
Term squareRoot(Term a);
Term withSign(Term magnitude, Term sign);
/// The whole part; the nearest whole number, ties to even.
Term wholePart(Term a);
Term nearestWhole(Term a);
/// The sum of coefficients[i] * x^i, by Horner's scheme.
Term polynomial(Term x, llvm::ArrayRef<double> coefficients);
/// NaN if either is; of integers, signed.
Term smaller(Term a, Term b);
Term larger(Term a, Term b);
/// @}

/// \name Comparisons and choices
/// Comparisons with NaN are false but for !=; those of integers are signed.
/// @{
Term operator<(Term a, Term b);
Term operator>(Term a, Term b);
Term operator>=(Term a, Term b);
Term operator==(Term a, Term b);
Term operator!=(Term a, Term b);
inline Term operator<(Term a, double b) { return a < a.number(b); }
inline Term operator>(Term a, double b) { return a > a.number(b); }
inline Term operator>=(Term a, double b) { return a >= a.number(b); }
inline Term operator==(Term a, double b) { return a == a.number(b); }
inline Term operator!=(Term a, double b) { return a != a.number(b); }
/// Of integers without a sign.
Term isBelow(Term a, Term b);
Term choose(Term condition, Term then, Term otherwise);
/// @}

/// \name Types
/// @{
/// The bits as an integer, the integer's bits as a float.
Term bitsOf(Term a);
Term floatOf(Term a, mlir::Type element);
/// A float as wide as the integer, of the whole number.
Term toFloat(Term a, mlir::Type element);
Term zeroExtend(Term a, unsigned bits);
Term truncate(Term a, unsigned bits);
/// f32 as f64, which has all of them; f64 as the next f32.
Term asDouble(Term a);
Term asSingle(Term a);
/// @}

/// An instruction of the hardware; with `Ftz`, subnormal operands and results
/// count as zero.
Term approximate(simt::Approximation function, Term a);
Term approximateFtz(simt::Approximation function, Term a);

} // namespace heddle

#endif // HEDDLE_MATHLIB_TERM_H
