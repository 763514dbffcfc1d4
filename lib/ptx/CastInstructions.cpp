//===- CastInstructions.cpp - Conversions in PTX --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "mlir/Dialect/Math/IR/Math.h"

#include <cmath>

namespace heddle::ptx {

namespace {

using namespace mlir;
using Kind = Type::Kind;

template <class Op> Term whole(Term x) {
  return x.with(Op::create(x.ops(), x.at(), x.get()));
}

/// A whole number as a float, if a rounding to one is named.
std::optional<Term> rounded(Call &call, Term x) {
  if (call.take("rni"))
    return whole<math::RoundEvenOp>(x);
  if (call.take("rzi"))
    return whole<math::TruncOp>(x);
  if (call.take("rmi"))
    return whole<math::FloorOp>(x);
  if (call.take("rpi"))
    return whole<math::CeilOp>(x);
  return std::nullopt;
}

// What is beyond the range becomes its end; NaN becomes zero, but the lowest
// number or 2^63 where f64 or 64 bits are involved.
Term toInteger(Call &call, Term x, Type to) {
  unsigned from = x.bits();
  if (from < 32)
    x = x.unary<arith::ExtFOp>(call.ops.getF32Type());
  std::optional<Term> made = rounded(call, x);
  if (!made) {
    call.refuse("expects .rni, .rzi, .rmi or .rpi");
    return call.number(0, to.bits);
  }
  unsigned magnitude = to.bits - (to.isSigned() ? 1 : 0);
  double end = std::ldexp(1.0, static_cast<int>(magnitude));
  Term isHigh = *made >= end;
  Term isLow = *made < (to.isSigned() ? -end : 0.0);
  Term isNan = x != x;
  Term inside = choose(isHigh, made->number(0), *made);
  inside = choose(isLow, made->number(0), inside);
  inside = choose(isNan, made->number(0), inside);
  mlir::Type type = call.ops.getIntegerType(to.bits);
  Term number = to.isSigned() ? inside.unary<arith::FPToSIOp>(type)
                              : inside.unary<arith::FPToUIOp>(type);
  auto least = to.isSigned() ? llvm::APInt::getSignedMinValue(to.bits)
                             : llvm::APInt::getZero(to.bits);
  auto most = to.isSigned() ? llvm::APInt::getSignedMaxValue(to.bits)
                            : llvm::APInt::getMaxValue(to.bits);
  bool hasSign = from == 64 || to.bits == 64;
  number = choose(isHigh, number.number(most), number);
  number = choose(isLow, number.number(least), number);
  return choose(isNan,
                hasSign ? number.number(llvm::APInt::getSignMask(to.bits))
                        : number.number(0),
                number);
}

Term fromInteger(Call &call, Term x, Type from, mlir::Type to) {
  if (!call.take("rn"))
    call.refuse("expects .rn");
  return from.isSigned() ? x.unary<arith::SIToFPOp>(to)
                         : x.unary<arith::UIToFPOp>(to);
}

/// By an instruction of `simt`.
Term converted(Term x, simt::Rounding rounding, mlir::Type to) {
  return x.with(
      simt::ConvertFloatOp::create(x.ops(), x.at(), to, rounding, x.get()));
}

Term narrowed(Call &call, Term x, mlir::Type to) {
  bool isSingleToHalf = x.element().isF32() && to.isF16();
  if (isSingleToHalf && call.take("rz"))
    return converted(x, simt::Rounding::TowardZero, to);
  if (!call.take("rn"))
    call.refuse("expects .rn, or .rz from .f32 to .f16");
  return x.unary<arith::TruncFOp>(to);
}

Term fromFloatToFloat(Call &call, Term x, mlir::Type to) {
  if (call.take("ftz"))
    x = flushed(x);
  if (x.element() == to) {
    std::optional<Term> made = rounded(call, x);
    return made ? *made : x;
  }
  unsigned wide = to.getIntOrFloatBitWidth();
  if (x.bits() < wide)
    return x.unary<arith::ExtFOp>(to);
  if (x.bits() == wide)
    call.refuse("expects types of different widths");
  return narrowed(call, x, to);
}

// Operand 1 becomes the high half.
Term toPair(Call &call, Type to) {
  mlir::Type element = to.element(call.ops.getContext());
  auto single = [&](unsigned index) {
    return floatOf(call.word(index, 32), call.ops.getF32Type());
  };
  Term high = single(1), low = single(2);
  if (to.bits == 16) {
    bool isTowardZero = to.kind == Kind::Float && call.take("rz");
    if (!isTowardZero && !call.take("rn"))
      call.refuse("expects .rn, or .rz to .f16x2");
    auto half = [&](Term x) {
      return isTowardZero ? converted(x, simt::Rounding::TowardZero, element)
                          : x.unary<arith::TruncFOp>(element);
    };
    return joined(half(low), half(high));
  }
  if (!call.take("rn") || !call.take("satfinite"))
    call.refuse("expects .rn.satfinite");
  auto byte = [&](Term x) {
    return zeroExtend(
        bitsOf(converted(x, simt::Rounding::NearestEven, element)), 16);
  };
  return byte(low) | (byte(high) << 8);
}

Term fromPair(Call &call, Type from, mlir::Type half) {
  if (!call.take("rn"))
    call.refuse("expects .rn");
  Term word = call.word(1, 16);
  auto single = [&](Term bits) {
    return converted(
        floatOf(truncate(bits, 8), from.element(call.ops.getContext())),
        simt::Rounding::NearestEven, half);
  };
  return joined(single(word), single(shiftRight(word, 8)));
}

Term convert(Call &call) {
  if (call.types.size() != 2) {
    call.refuse("expects two types");
    return call.number(0, 32);
  }
  Type to = call.types[0], from = call.types[1];
  bool isSingle = from.kind == Kind::Float && from.bits == 32 && !from.isPair;
  bool isHalves = to.kind == Kind::Float && to.bits == 16 && to.isPair;
  if (to.isPair && isSingle)
    return toPair(call, to);
  if (isHalves && from.isPair && from.bits == 8)
    return fromPair(call, from, call.ops.getF16Type());
  bool hasByte =
      (to.isFloat() && to.bits == 8) || (from.isFloat() && from.bits == 8);
  if (to.isPair || from.isPair || hasByte) {
    call.refuse("expects another pair of types");
    return call.number(0, to.registerBits());
  }
  Term x = call.word(1, from.bits, /*isWider=*/true);
  mlir::Type element = to.element(call.ops.getContext());
  if (from.isFloat())
    x = floatOf(x, from.element(call.ops.getContext()));
  if (from.isFloat() && to.isFloat())
    return fromFloatToFloat(call, x, element);
  if (from.isFloat())
    return toInteger(call, call.take("ftz") ? flushed(x) : x, to);
  if (to.isFloat())
    return fromInteger(call, x, from, element);
  if (to.bits <= from.bits)
    return truncate(x, to.bits);
  return from.isSigned() ? x.unary<arith::ExtSIOp>(element)
                         : zeroExtend(x, to.bits);
}

} // namespace

void addCasts(InstructionTable &table) { table["cvt"] = convert; }

} // namespace heddle::ptx
