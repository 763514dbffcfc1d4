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

Run compareRun(Operation *op) {
  auto compare = cast<arith::CmpIOp>(op);
  return comparison(compare.getPredicate())
      .of(getElementTypeOrSelf(compare.getLhs().getType()));
}

} // namespace

void addIntegers(ElementwiseTable &table) {
  table.add<arith::AddIOp>(integersBy<Add>());
  table.add<arith::SubIOp>(integersBy<Subtract>());
  table.add<arith::MulIOp>(decidableIntegers<Multiply, IsZero, IsZero>());
  table.add<arith::AndIOp>(decidableIntegers<And, IsZero, IsZero>());
  table.add<arith::OrIOp>(
      decidableIntegers<Or, IsOnes, [](auto a) { return a == 1; }>());
  table.add<arith::XOrIOp>(integersBy<Xor>());
  table.add<arith::MinSIOp>(integersBy<MinSigned>());
  table.add<arith::MaxSIOp>(integersBy<MaxSigned>());
  table.add<arith::MinUIOp>(integersBy<MinUnsigned>());
  table.add<arith::MaxUIOp>(integersBy<MaxUnsigned>());
  table.add<arith::ShLIOp>(partialIntegers<ShiftLeft, ShiftFits>());
  table.add<arith::ShRUIOp>(partialIntegers<ShiftRight, ShiftFits>());
  table.add<arith::ShRSIOp>(partialIntegers<ShiftSigned, ShiftFits>());
  table.add<arith::DivUIOp>(partialIntegers<Divide, CanDivide>());
  table.add<arith::RemUIOp>(partialIntegers<Remainder, CanDivide>());
  table.add<arith::DivSIOp>(partialIntegers<DivideSigned, CanDivideSigned>());
  table.add<arith::RemSIOp>(
      partialIntegers<RemainderSigned, CanDivideSigned>());
  table.add<math::AbsIOp>(integersByOne<Absolute>());
  table.add<math::CtPopOp>(integersByOne<CountOnes>());
  table.add<math::CountLeadingZerosOp>(integersByOne<CountLeading>());
  table.add<math::CountTrailingZerosOp>(integersByOne<CountTrailing>());
  table.add<arith::CmpIOp>(compareRun);
  table.add<arith::AddUIExtendedOp>(integersBy<Add>(), comparedAs<Carry>());
  table.add<arith::MulUIExtendedOp>(integersBy<Multiply>(),
                                    integersBy<HighUnsigned>());
  table.add<arith::MulSIExtendedOp>(integersBy<Multiply>(),
                                    integersBy<HighSigned>());
}

HEDDLE_SIM_END
