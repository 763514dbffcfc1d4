//===- ConversionFunctions.cpp - Conversions in any rounding direction ----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryNames.h"
#include "heddle/mathlib/FloatCasts.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace heddle {

using namespace mlir;

namespace {

using simt::Rounding;

/// \name From floats to integers
/// Out of range is the nearest number of the type.
/// @{
template <class Round, class Cast, unsigned Bits> Term rounded(Term x) {
  Term whole = x.unary<Round>(x.get().getType());
  return whole.unary<Cast>(whole.integer(Bits));
}
template <class Round> Term toInt(llvm::ArrayRef<Term> arguments) {
  return rounded<Round, arith::FPToSIOp, 32>(arguments[0]);
}
template <class Round> Term toUnsigned(llvm::ArrayRef<Term> arguments) {
  return rounded<Round, arith::FPToUIOp, 32>(arguments[0]);
}
template <class Round> Term toLong(llvm::ArrayRef<Term> arguments) {
  return rounded<Round, arith::FPToSIOp, 64>(arguments[0]);
}
template <class Round> Term toUnsignedLong(llvm::ArrayRef<Term> arguments) {
  return rounded<Round, arith::FPToUIOp, 64>(arguments[0]);
}
/// @}

/// The next number above, and below; of finite numbers and of the infinity that
/// lies in the other direction.
Term nextTowards(Term x, bool isUp) {
  Term bits = bitsOf(x);
  Term grows = isUp ? x > 0.0 : x < 0.0;
  Term stepped = choose(grows, bits + 1.0, bits - 1.0);
  Term least = bitsOf(x.number(isUp ? 1.0 : -1.0));
  llvm::APInt smallest(x.bits(), 1);
  if (!isUp)
    smallest.setSignBit();
  return floatOf(choose(x == 0.0, least.number(smallest), stepped),
                 x.element());
}

/// An f64 as an f32: the nearest one, or its neighbour if the nearest one is on
/// the wrong side.
template <Rounding Direction> Term narrowed(Term x) {
  Term nearest = asSingle(x);
  if (Direction == Rounding::NearestEven)
    return nearest;
  Term back = asDouble(nearest);
  if (Direction == Rounding::Upward)
    return choose(back < x, nextTowards(nearest, true), nearest);
  if (Direction == Rounding::Downward)
    return choose(back > x, nextTowards(nearest, false), nearest);
  return singleTowardZero(x);
}

template <class Cast> Term cast(Term x, Type element) {
  return x.unary<Cast>(x.typeOf(element));
}

template <class Cast> Term toDouble(Term x) {
  return cast<Cast>(x, x.ops().getF64Type());
}
template <class Cast> Term toSingle(Term x) {
  return cast<Cast>(x, x.ops().getF32Type());
}

/// A word as an f32, by way of f64, which has all words.
template <class Cast, Rounding Direction> Term wordToSingle(Term x) {
  return narrowed<Direction>(toDouble<Cast>(x));
}

/// An integer of 64 bits, the sum of two numbers that f64 has.
template <class Cast, Rounding Direction> Term longToDouble(Term x) {
  Term low = x & 0xFFFFFFFFP0;
  Term high = toDouble<Cast>(x - low);
  return high.with(simt::RoundedOp::create(
      x.ops(), x.at(), high.get().getType(), simt::Arithmetic::Add, Direction,
      ValueRange{high.get(), toDouble<arith::UIToFPOp>(low).get()}));
}
// Rounding twice in one direction is rounding once.
template <class Cast, Rounding Direction> Term longToSingle(Term x) {
  return narrowed<Direction>(longToDouble<Cast, Direction>(x));
}

Term asFloat(Term x) { return floatOf(x, x.ops().getF32Type()); }
Term asLongFloat(Term x) { return floatOf(x, x.ops().getF64Type()); }
Term highWord(Term x) { return truncate(shiftRight(bitsOf(x), 32), 32); }
Term lowWord(Term x) { return truncate(bitsOf(x), 32); }
Term joinedWords(Term high, Term low) {
  return asLongFloat((zeroExtend(high, 64) << 32) | zeroExtend(low, 64));
}

using Nearest = math::RoundEvenOp;
using TowardZero = math::TruncOp;
using Up = math::CeilOp;
using Down = math::FloorOp;
using Away = math::RoundOp;
using Signed = arith::SIToFPOp;
using Unsigned = arith::UIToFPOp;

} // namespace

llvm::ArrayRef<NamedFunction> conversionFunctions() {
  static constexpr NamedFunction Names[] = {
      {"__nv_llrintf", toLong<Nearest>},
      {"__nv_llrint", toLong<Nearest>},
      {"__nv_llroundf", toLong<Away>},
      {"__nv_llround", toLong<Away>},
      {"__nv_float2int_rn", toInt<Nearest>},
      {"__nv_float2int_rz", toInt<TowardZero>},
      {"__nv_float2int_ru", toInt<Up>},
      {"__nv_float2int_rd", toInt<Down>},
      {"__nv_float2uint_rn", toUnsigned<Nearest>},
      {"__nv_float2uint_rz", toUnsigned<TowardZero>},
      {"__nv_float2uint_ru", toUnsigned<Up>},
      {"__nv_float2uint_rd", toUnsigned<Down>},
      {"__nv_float2ll_rn", toLong<Nearest>},
      {"__nv_float2ll_rz", toLong<TowardZero>},
      {"__nv_float2ll_ru", toLong<Up>},
      {"__nv_float2ll_rd", toLong<Down>},
      {"__nv_float2ull_rn", toUnsignedLong<Nearest>},
      {"__nv_float2ull_rz", toUnsignedLong<TowardZero>},
      {"__nv_float2ull_ru", toUnsignedLong<Up>},
      {"__nv_float2ull_rd", toUnsignedLong<Down>},
      {"__nv_double2int_rn", toInt<Nearest>},
      {"__nv_double2int_rz", toInt<TowardZero>},
      {"__nv_double2int_ru", toInt<Up>},
      {"__nv_double2int_rd", toInt<Down>},
      {"__nv_double2uint_rn", toUnsigned<Nearest>},
      {"__nv_double2uint_rz", toUnsigned<TowardZero>},
      {"__nv_double2uint_ru", toUnsigned<Up>},
      {"__nv_double2uint_rd", toUnsigned<Down>},
      {"__nv_double2ll_rn", toLong<Nearest>},
      {"__nv_double2ll_rz", toLong<TowardZero>},
      {"__nv_double2ll_ru", toLong<Up>},
      {"__nv_double2ll_rd", toLong<Down>},
      {"__nv_double2ull_rn", toUnsignedLong<Nearest>},
      {"__nv_double2ull_rz", toUnsignedLong<TowardZero>},
      {"__nv_double2ull_ru", toUnsignedLong<Up>},
      {"__nv_double2ull_rd", toUnsignedLong<Down>},
      {"__nv_double2float_rn", of<narrowed<Rounding::NearestEven>>},
      {"__nv_double2float_rz", of<narrowed<Rounding::TowardZero>>},
      {"__nv_double2float_ru", of<narrowed<Rounding::Upward>>},
      {"__nv_double2float_rd", of<narrowed<Rounding::Downward>>},
      {"__nv_int2float_rn", of<toSingle<Signed>>},
      {"__nv_int2float_rz", of<wordToSingle<Signed, Rounding::TowardZero>>},
      {"__nv_int2float_ru", of<wordToSingle<Signed, Rounding::Upward>>},
      {"__nv_int2float_rd", of<wordToSingle<Signed, Rounding::Downward>>},
      {"__nv_int2double_rn", of<toDouble<Signed>>},
      {"__nv_ll2float_rn", of<toSingle<Signed>>},
      {"__nv_ll2float_rz", of<longToSingle<Signed, Rounding::TowardZero>>},
      {"__nv_ll2float_ru", of<longToSingle<Signed, Rounding::Upward>>},
      {"__nv_ll2float_rd", of<longToSingle<Signed, Rounding::Downward>>},
      {"__nv_ll2double_rn", of<toDouble<Signed>>},
      {"__nv_ll2double_rz", of<longToDouble<Signed, Rounding::TowardZero>>},
      {"__nv_ll2double_ru", of<longToDouble<Signed, Rounding::Upward>>},
      {"__nv_ll2double_rd", of<longToDouble<Signed, Rounding::Downward>>},
      {"__nv_uint2float_rn", of<toSingle<Unsigned>>},
      {"__nv_uint2float_rz", of<wordToSingle<Unsigned, Rounding::TowardZero>>},
      {"__nv_uint2float_ru", of<wordToSingle<Unsigned, Rounding::Upward>>},
      {"__nv_uint2float_rd", of<wordToSingle<Unsigned, Rounding::Downward>>},
      {"__nv_uint2double_rn", of<toDouble<Unsigned>>},
      {"__nv_ull2float_rn", of<toSingle<Unsigned>>},
      {"__nv_ull2float_rz", of<longToSingle<Unsigned, Rounding::TowardZero>>},
      {"__nv_ull2float_ru", of<longToSingle<Unsigned, Rounding::Upward>>},
      {"__nv_ull2float_rd", of<longToSingle<Unsigned, Rounding::Downward>>},
      {"__nv_ull2double_rn", of<toDouble<Unsigned>>},
      {"__nv_ull2double_rz", of<longToDouble<Unsigned, Rounding::TowardZero>>},
      {"__nv_ull2double_ru", of<longToDouble<Unsigned, Rounding::Upward>>},
      {"__nv_ull2double_rd", of<longToDouble<Unsigned, Rounding::Downward>>},
      {"__nv_float_as_int", of<bitsOf>},
      {"__nv_float_as_uint", of<bitsOf>},
      {"__nv_double_as_longlong", of<bitsOf>},
      {"__nv_int_as_float", of<asFloat>},
      {"__nv_uint_as_float", of<asFloat>},
      {"__nv_longlong_as_double", of<asLongFloat>},
      {"__nv_double2hiint", of<highWord>},
      {"__nv_double2loint", of<lowWord>},
      {"__nv_hiloint2double", ofTwo<joinedWords>},
  };
  return Names;
}

} // namespace heddle
