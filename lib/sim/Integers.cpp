//===- Integers.cpp - Arithmetic of integers ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Lanes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

HEDDLE_SIM_BEGIN

using namespace mlir;

namespace {

template <class T> using SignedOf = std::make_signed_t<T>;
template <class T> constexpr unsigned BitsOf = 8 * sizeof(T);

constexpr auto Add = [](auto a, auto b) { return a + b; };
constexpr auto Subtract = [](auto a, auto b) { return a - b; };
// Of 16 bits in an unsigned of 32: the product of two as ints may overflow.
constexpr auto Multiply = []<class T>(T a, T b) {
  return static_cast<T>(std::uint64_t(a) * std::uint64_t(b));
};
constexpr auto And = [](auto a, auto b) { return a & b; };
constexpr auto Or = [](auto a, auto b) { return a | b; };
constexpr auto Xor = [](auto a, auto b) { return a ^ b; };
constexpr auto MinUnsigned = [](auto a, auto b) { return a < b ? a : b; };
constexpr auto MaxUnsigned = [](auto a, auto b) { return a < b ? b : a; };
constexpr auto MinSigned = []<class T>(T a, T b) {
  return SignedOf<T>(a) < SignedOf<T>(b) ? a : b;
};
constexpr auto MaxSigned = []<class T>(T a, T b) {
  return SignedOf<T>(a) < SignedOf<T>(b) ? b : a;
};

constexpr auto IsZero = [](auto a) { return a == 0; };
constexpr auto IsOnes = []<class T>(T a) { return T(~a) == 0; };

constexpr auto ShiftFits = []<class T>(T, T b) { return b < BitsOf<T>; };
constexpr auto ShiftLeft = []<class T>(T a, T b) { return T(a << b); };
constexpr auto ShiftRight = []<class T>(T a, T b) { return T(a >> b); };
constexpr auto ShiftSigned = []<class T>(T a, T b) {
  return T(SignedOf<T>(a) >> b);
};

constexpr auto CanDivide = [](auto, auto b) { return b != 0; };
constexpr auto CanDivideSigned = []<class T>(T a, T b) {
  constexpr T Least = T(1) << (BitsOf<T> - 1);
  return b != 0 && !(a == Least && T(~b) == 0);
};
constexpr auto Divide = []<class T>(T a, T b) { return T(a / b); };
constexpr auto Remainder = []<class T>(T a, T b) { return T(a % b); };
constexpr auto DivideSigned = []<class T>(T a, T b) {
  return T(SignedOf<T>(a) / SignedOf<T>(b));
};
constexpr auto RemainderSigned = []<class T>(T a, T b) {
  return T(SignedOf<T>(a) % SignedOf<T>(b));
};

template <auto Fn, auto HasResult> RunTable partialIntegers() {
  return {.i8 = partial<std::uint8_t, Fn, HasResult>,
          .i16 = partial<std::uint16_t, Fn, HasResult>,
          .i32 = partial<std::uint32_t, Fn, HasResult>,
          .i64 = partial<std::uint64_t, Fn, HasResult>};
}

template <auto Fn, auto Deciding, auto DecidingBit>
RunTable decidableIntegers() {
  return {.i1 = decidable<std::uint8_t, Fn, DecidingBit>,
          .i8 = decidable<std::uint8_t, Fn, Deciding>,
          .i16 = decidable<std::uint16_t, Fn, Deciding>,
          .i32 = decidable<std::uint32_t, Fn, Deciding>,
          .i64 = decidable<std::uint64_t, Fn, Deciding>};
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

template <auto Fn> RunTable comparedAs() {
  using U8 = std::uint8_t;
  return {
      .i1 = binary<U8, U8, [](U8 a, U8 b) { return Fn(spread(a), spread(b)); }>,
      .i8 = binary<U8, U8, Fn>,
      .i16 = binary<std::uint16_t, U8, Fn>,
      .i32 = binary<std::uint32_t, U8, Fn>,
      .i64 = binary<std::uint64_t, U8, Fn>};
}

RunTable comparison(arith::CmpIPredicate predicate) {
  using enum arith::CmpIPredicate;
  switch (predicate) {
  case eq:
    return comparedAs<[](auto a, auto b) { return a == b; }>();
  case ne:
    return comparedAs<[](auto a, auto b) { return a != b; }>();
  case slt:
    return comparedAs<[]<class T>(T a, T b) {
      return SignedOf<T>(a) < SignedOf<T>(b);
    }>();
  case sle:
    return comparedAs<[]<class T>(T a, T b) {
      return SignedOf<T>(a) <= SignedOf<T>(b);
    }>();
  case sgt:
    return comparedAs<[]<class T>(T a, T b) {
      return SignedOf<T>(a) > SignedOf<T>(b);
    }>();
  case sge:
    return comparedAs<[]<class T>(T a, T b) {
      return SignedOf<T>(a) >= SignedOf<T>(b);
    }>();
  case ult:
    return comparedAs<[](auto a, auto b) { return a < b; }>();
  case ule:
    return comparedAs<[](auto a, auto b) { return a <= b; }>();
  case ugt:
    return comparedAs<[](auto a, auto b) { return a > b; }>();
  case uge:
    return comparedAs<[](auto a, auto b) { return a >= b; }>();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

template <auto Fn> RunTable integersByOne() {
  using U8 = std::uint8_t;
  return {.i8 = unary<U8, U8, Fn>,
          .i16 = unary<std::uint16_t, std::uint16_t, Fn>,
          .i32 = unary<std::uint32_t, std::uint32_t, Fn>,
          .i64 = unary<std::uint64_t, std::uint64_t, Fn>};
}

constexpr auto Absolute = []<class T>(T a) {
  return SignedOf<T>(a) < 0 ? T(-a) : a;
};
constexpr auto CountOnes = [](auto a) { return std::popcount(a); };
constexpr auto CountLeading = [](auto a) { return std::countl_zero(a); };
constexpr auto CountTrailing = [](auto a) { return std::countr_zero(a); };

const llvm::StringMap<RunTable> &tables() {
  static const llvm::StringMap<RunTable> all = {
      {"arith.addi", integersBy<Add>()},
      {"arith.subi", integersBy<Subtract>()},
      {"arith.muli", decidableIntegers<Multiply, IsZero, IsZero>()},
      {"arith.andi", decidableIntegers<And, IsZero, IsZero>()},
      {"arith.ori",
       decidableIntegers<Or, IsOnes, [](auto a) { return a == 1; }>()},
      {"arith.xori", integersBy<Xor>()},
      {"arith.minsi", integersBy<MinSigned>()},
      {"arith.maxsi", integersBy<MaxSigned>()},
      {"arith.minui", integersBy<MinUnsigned>()},
      {"arith.maxui", integersBy<MaxUnsigned>()},
      {"arith.shli", partialIntegers<ShiftLeft, ShiftFits>()},
      {"arith.shrui", partialIntegers<ShiftRight, ShiftFits>()},
      {"arith.shrsi", partialIntegers<ShiftSigned, ShiftFits>()},
      {"arith.divui", partialIntegers<Divide, CanDivide>()},
      {"arith.remui", partialIntegers<Remainder, CanDivide>()},
      {"arith.divsi", partialIntegers<DivideSigned, CanDivideSigned>()},
      {"arith.remsi", partialIntegers<RemainderSigned, CanDivideSigned>()},
      {"math.absi", integersByOne<Absolute>()},
      {"math.ctpop", integersByOne<CountOnes>()},
      {"math.ctlz", integersByOne<CountLeading>()},
      {"math.cttz", integersByOne<CountTrailing>()},
  };
  return all;
}

//===----------------------------------------------------------------------===//
// Both halves of sums and products
//===----------------------------------------------------------------------===//

__extension__ using Wide = unsigned __int128;
__extension__ using WideSigned = __int128;

constexpr auto HighUnsigned = []<class T>(T a, T b) {
  return T(Wide(a) * Wide(b) >> BitsOf<T>);
};
constexpr auto HighSigned = []<class T>(T a, T b) {
  return T(WideSigned(SignedOf<T>(a)) * WideSigned(SignedOf<T>(b)) >>
           BitsOf<T>);
};
constexpr auto Carry = []<class T>(T a, T b) { return T(a + b) < a; };

} // namespace

Run integerRun(Operation *op) {
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return comparison(compare.getPredicate()).of(element);
  auto found = tables().find(op->getName().getStringRef());
  return found == tables().end() ? nullptr : found->second.of(element);
}

Run highRun(Operation *op) {
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  if (isa<arith::MulUIExtendedOp>(op))
    return integersBy<HighUnsigned>().of(element);
  if (isa<arith::MulSIExtendedOp>(op))
    return integersBy<HighSigned>().of(element);
  if (isa<arith::AddUIExtendedOp>(op))
    return comparedAs<Carry>().of(element);
  return nullptr;
}

Run lowRun(Operation *op) {
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  return isa<arith::AddUIExtendedOp>(op) ? integersBy<Add>().of(element)
                                         : integersBy<Multiply>().of(element);
}

Run RunTable::of(Type element) const {
  if (element.isInteger(1))
    return i1;
  if (element.isInteger(8))
    return i8;
  if (element.isInteger(16))
    return i16;
  if (element.isInteger(32) || element.isIndex())
    return i32;
  if (element.isInteger(64))
    return i64;
  if (element.isF16())
    return f16;
  if (element.isBF16())
    return bf16;
  if (element.isF32())
    return f32;
  return element.isF64() ? f64 : nullptr;
}

HEDDLE_SIM_END
