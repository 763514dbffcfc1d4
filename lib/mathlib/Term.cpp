//===- Term.cpp - Formulas of registers -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/Term.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle {

using namespace mlir;

Type Term::typeOf(Type element) const {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector ? Type(vector.clone(element)) : element;
}

static Term constant(const Term &like, TypedAttr value) {
  Type type = like.get().getType();
  if (auto vector = dyn_cast<VectorType>(type))
    return like.with(arith::ConstantOp::create(
        like.ops(), like.at(),
        cast<TypedAttr>(Attribute(DenseElementsAttr::get(vector, value)))));
  return like.with(arith::ConstantOp::create(like.ops(), like.at(), value));
}

Term Term::number(double constant) const {
  if (isFloat())
    return heddle::constant(*this, builder->getFloatAttr(element(), constant));
  return number(llvm::APInt(
      bits(), static_cast<std::uint64_t>(static_cast<std::int64_t>(constant)),
      /*isSigned=*/true, /*implicitTrunc=*/true));
}

Term Term::number(const llvm::APInt &bits) const {
  return heddle::constant(*this, builder->getIntegerAttr(element(), bits));
}

Term Term::compare(arith::CmpFPredicate ordered, arith::CmpIPredicate whole,
                   Term other) const {
  if (isFloat())
    return with(
        arith::CmpFOp::create(*builder, loc, ordered, value, other.value));
  return with(arith::CmpIOp::create(*builder, loc, whole, value, other.value));
}

Term operator+(Term a, Term b) {
  return a.either<arith::AddFOp, arith::AddIOp>(b);
}
Term operator-(Term a, Term b) {
  return a.either<arith::SubFOp, arith::SubIOp>(b);
}
Term operator*(Term a, Term b) {
  return a.either<arith::MulFOp, arith::MulIOp>(b);
}
Term operator/(Term a, Term b) {
  return a.either<arith::DivFOp, arith::DivSIOp>(b);
}
Term operator-(Term a) {
  if (!a.isFloat())
    return a.number(0) - a;
  return a.with(arith::NegFOp::create(a.ops(), a.at(), a.get()));
}
Term operator&(Term a, Term b) { return a.binary<arith::AndIOp>(b); }
Term operator|(Term a, Term b) { return a.binary<arith::OrIOp>(b); }
Term operator^(Term a, Term b) { return a.binary<arith::XOrIOp>(b); }
Term operator<<(Term a, Term b) { return a.binary<arith::ShLIOp>(b); }
Term shiftRight(Term a, Term b) { return a.binary<arith::ShRUIOp>(b); }
Term shiftRightSigned(Term a, double b) {
  return a.binary<arith::ShRSIOp>(a.number(b));
}

Term fma(Term a, Term b, Term c) {
  return a.with(
      math::FmaOp::create(a.ops(), a.at(), a.get(), b.get(), c.get()));
}

Term abs(Term a) {
  return a.with(math::AbsFOp::create(a.ops(), a.at(), a.get()));
}

Term squareRoot(Term a) {
  return a.with(math::SqrtOp::create(a.ops(), a.at(), a.get()));
}
Term withSign(Term magnitude, Term sign) {
  return magnitude.binary<math::CopySignOp>(sign);
}
Term wholePart(Term a) { return a.unary<math::TruncOp>(a.get().getType()); }
Term nearestWhole(Term a) {
  return a.unary<math::RoundEvenOp>(a.get().getType());
}

Term polynomial(Term x, llvm::ArrayRef<double> coefficients) {
  Term sum = x.number(coefficients.back());
  for (double each : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, each);
  return sum;
}

Term smaller(Term a, Term b) {
  return a.either<arith::MinimumFOp, arith::MinSIOp>(b);
}
Term larger(Term a, Term b) {
  return a.either<arith::MaximumFOp, arith::MaxSIOp>(b);
}

Term operator<(Term a, Term b) {
  return a.compare(arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt, b);
}
Term operator>(Term a, Term b) {
  return a.compare(arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt, b);
}
Term operator>=(Term a, Term b) {
  return a.compare(arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge, b);
}
Term operator==(Term a, Term b) {
  return a.compare(arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq, b);
}
Term operator!=(Term a, Term b) {
  return a.compare(arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne, b);
}

Term isBelow(Term a, Term b) {
  return a.with(arith::CmpIOp::create(
      a.ops(), a.at(), arith::CmpIPredicate::ult, a.get(), b.get()));
}
Term choose(Term condition, Term then, Term otherwise) {
  return then.with(arith::SelectOp::create(
      then.ops(), then.at(), condition.get(), then.get(), otherwise.get()));
}

Term bitsOf(Term a) { return a.unary<arith::BitcastOp>(a.integer(a.bits())); }
Term floatOf(Term a, Type element) {
  return a.unary<arith::BitcastOp>(a.typeOf(element));
}
Term toFloat(Term a, Type element) {
  return a.unary<arith::SIToFPOp>(a.typeOf(element));
}
Term zeroExtend(Term a, unsigned bits) {
  return bits == a.bits() ? a : a.unary<arith::ExtUIOp>(a.integer(bits));
}
Term truncate(Term a, unsigned bits) {
  return bits == a.bits() ? a : a.unary<arith::TruncIOp>(a.integer(bits));
}

Term asDouble(Term a) {
  return a.unary<arith::ExtFOp>(a.typeOf(a.ops().getF64Type()));
}
Term asSingle(Term a) {
  return a.unary<arith::TruncFOp>(a.typeOf(a.ops().getF32Type()));
}

Term approximate(simt::Approximation function, Term a) {
  return a.with(simt::ApproximateOp::create(a.ops(), a.at(), function, a.get(),
                                            /*ftz=*/false));
}
Term approximateFtz(simt::Approximation function, Term a) {
  return a.with(simt::ApproximateOp::create(a.ops(), a.at(), function, a.get(),
                                            /*ftz=*/true));
}

} // namespace heddle
