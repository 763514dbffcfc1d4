//===- Remainder.cpp - Remainders of floats -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

namespace heddle {

using namespace mlir;

namespace {

/// How |x| is made less than |y| in steps: |y| * 2^(4 * quarter * step), from
/// the largest step on, which reaches the quotient of any two numbers.
struct Steps {
  unsigned count, quarter, mantissaBits, bias;
};
constexpr Steps Single = {14, 5, 23, 127}, Double = {44, 12, 52, 1023};

// The quotient has at most 4 * quarter bits, so that its whole part is one too
// large at most, and what is left is exact.
Term step(Term rest, Term divisor) {
  Term quotient = rest / divisor;
  quotient = quotient.with(
      math::TruncOp::create(rest.ops(), rest.at(), quotient.get()));
  Term less = fma(-quotient, divisor, rest);
  less = choose(less < 0.0, less + divisor, less);
  return choose(quotient == 0.0, rest, less);
}

} // namespace

Term remainder(Term x, Term y) {
  const Steps &steps = x.bits() == 64 ? Double : Single;
  OpBuilder &builder = x.ops();
  Location loc = x.at();
  auto index = [&](std::int32_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Term divisor = abs(y);
  auto loop = scf::ForOp::create(builder, loc, index(0),
                                 index(static_cast<std::int32_t>(steps.count)),
                                 index(1), ValueRange{abs(x).get()});
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    Term number(builder, loc, loop.getInductionVar());
    Term exponent = (steps.count - 1.0) - number;
    exponent = exponent * static_cast<double>(steps.quarter) + steps.bias;
    if (x.bits() == 64)
      exponent = zeroExtend(exponent, 64);
    Term factor = floatOf(exponent << steps.mantissaBits, x.element());
    if (auto vector = dyn_cast<VectorType>(x.get().getType()))
      factor =
          x.with(simt::SplatOp::create(builder, loc, vector, factor.get()));
    Term scaled = divisor * factor * factor * factor * factor;
    Term rest = step(x.with(loop.getRegionIterArgs().front()), scaled);
    scf::YieldOp::create(builder, loc, rest.get());
  }
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  Term result = x.with(loop.getResult(0));
  result = result.with(
      math::CopySignOp::create(builder, loc, result.get(), x.get()));
  // Of infinity, by zero, and of NaN.
  Term isDefined = x.with(arith::AndIOp::create(
      builder, loc, (abs(x) < Infinity).get(), (divisor > 0.0).get()));
  return choose(isDefined, result,
                x.number(std::numeric_limits<double>::quiet_NaN()));
}

} // namespace heddle
