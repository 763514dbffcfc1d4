//===- IntegerInstructions.cpp - Integers and bits in PTX -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle::ptx {

namespace {

using namespace mlir;

Term extended(Term x, unsigned bits, bool isSigned) {
  return isSigned ? x.unary<arith::ExtSIOp>(x.integer(bits))
                  : zeroExtend(x, bits);
}

Term move(Call &call) { return call.word(1); }

Term selected(Call &call) {
  return choose(call.word(3, 1), call.word(1), call.word(2));
}

template <class Integer, Term (*OfFloats)(Term, Term)> Term sum(Call &call) {
  if (call.type().isFloat())
    return ofFloats(
        call, 2, [](llvm::ArrayRef<Term> x) { return OfFloats(x[0], x[1]); });
  return call.word(1).binary<Integer>(call.word(2));
}

/// The low half, the high half or all of a product.
Term product(Call &call) {
  if (call.type().isFloat())
    return ofFloats(call, 2,
                    [](llvm::ArrayRef<Term> x) { return x[0] * x[1]; });
  Type type = call.type();
  Term a = call.word(1), b = call.word(2);
  if (call.take("wide"))
    return extended(a, 2 * type.bits, type.isSigned()) *
           extended(b, 2 * type.bits, type.isSigned());
  if (call.take("lo"))
    return a * b;
  if (!call.take("hi"))
    call.refuse("expects .lo, .hi or .wide");
  if (type.bits < 64)
    return truncate(shiftRight(extended(a, 2 * type.bits, type.isSigned()) *
                                   extended(b, 2 * type.bits, type.isSigned()),
                               type.bits),
                    type.bits);
  if (type.isSigned())
    return a.with(
        arith::MulSIExtendedOp::create(call.ops, call.loc, a.get(), b.get())
            .getHigh());
  return a.with(
      arith::MulUIExtendedOp::create(call.ops, call.loc, a.get(), b.get())
          .getHigh());
}

Term productAndSum(Call &call) {
  if (call.type().isFloat()) {
    call.refuse("expects integers");
    return call.number(0, call.type().registerBits());
  }
  Term made = product(call);
  return made + call.word(3, made.bits());
}

template <class Signed, class Unsigned, class OfFloats, class NanOfFloats>
Term extremum(Call &call) {
  Type type = call.type();
  if (type.isFloat()) {
    bool isNan = call.take("NaN");
    return ofFloats(call, 2, [&](llvm::ArrayRef<Term> x) {
      return isNan ? x[0].binary<NanOfFloats>(x[1])
                   : x[0].binary<OfFloats>(x[1]);
    });
  }
  Term a = call.word(1), b = call.word(2);
  return type.isSigned() ? a.binary<Signed>(b) : a.binary<Unsigned>(b);
}

Term absolute(Call &call) {
  if (call.type().isFloat())
    return ofFloats(call, 1, [](llvm::ArrayRef<Term> x) { return abs(x[0]); });
  Term x = call.word(1);
  return larger(x, x.number(0) - x);
}

Term negated(Call &call) {
  if (call.type().isFloat())
    return ofFloats(call, 1, [](llvm::ArrayRef<Term> x) { return -x[0]; });
  Term x = call.word(1);
  return x.number(0) - x;
}

template <class Op> Term bitwise(Call &call) {
  return call.word(1).binary<Op>(call.word(2));
}

Term complement(Call &call) {
  Term x = call.word(1);
  return x ^ x.number(llvm::APInt::getAllOnes(x.bits()));
}

// Shifts by more than there are bits shift everything out.
Term shiftedLeft(Call &call) {
  Term x = call.word(1), by = call.word(2, 32);
  Term fits = isBelow(by, by.number(x.bits()));
  Term amount = choose(fits, by, by.number(0));
  amount =
      x.bits() < 32 ? truncate(amount, x.bits()) : zeroExtend(amount, x.bits());
  return choose(fits, x << amount, x.number(0));
}

Term shiftedRight(Call &call) {
  Term x = call.word(1), by = call.word(2, 32);
  Term fits = isBelow(by, by.number(x.bits()));
  bool isSigned = call.type().isSigned();
  Term amount = choose(fits, by, by.number(isSigned ? x.bits() - 1 : 0));
  amount =
      x.bits() < 32 ? truncate(amount, x.bits()) : zeroExtend(amount, x.bits());
  if (isSigned)
    return x.binary<arith::ShRSIOp>(amount);
  return choose(fits, shiftRight(x, amount), x.number(0));
}

/// Of pairs a predicate for each half, in its lowest bit.
Term compareAndSet(Call &call) {
  Term a = call.word(1), b = call.word(2);
  bool isAnd = call.take("and"), isOr = call.take("or"),
       isXor = call.take("xor");
  auto combined = [&](Term made) {
    if (isAnd)
      return made & call.word(3, 1);
    if (isOr)
      return made | call.word(3, 1);
    return isXor ? made ^ call.word(3, 1) : made;
  };
  if (!call.type().isPair)
    return combined(compared(call, a, b));
  auto modifiers = call.modifiers;
  Term low = combined(compared(call, truncate(a, 16), truncate(b, 16)));
  call.modifiers = modifiers;
  Term high = combined(compared(call, truncate(shiftRight(a, 16), 16),
                                truncate(shiftRight(b, 16), 16)));
  return joined(zeroExtend(low, 16), zeroExtend(high, 16));
}

} // namespace

void addIntegers(InstructionTable &table) {
  table["mov"] = move;
  table["selp"] = selected;
  table["setp"] = compareAndSet;
  table["add"] = sum<arith::AddIOp, operator+ >;
  table["sub"] = sum<arith::SubIOp, operator- >;
  table["mul"] = product;
  table["mad"] = productAndSum;
  table["min"] = extremum<arith::MinSIOp, arith::MinUIOp, arith::MinNumFOp,
                          arith::MinimumFOp>;
  table["max"] = extremum<arith::MaxSIOp, arith::MaxUIOp, arith::MaxNumFOp,
                          arith::MaximumFOp>;
  table["abs"] = absolute;
  table["neg"] = negated;
  table["and"] = bitwise<arith::AndIOp>;
  table["or"] = bitwise<arith::OrIOp>;
  table["xor"] = bitwise<arith::XOrIOp>;
  table["not"] = complement;
  table["shl"] = shiftedLeft;
  table["shr"] = shiftedRight;
}

} // namespace heddle::ptx
