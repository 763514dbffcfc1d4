//===- Floats.cpp - Arithmetic of floating-point numbers ------------------===//
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

#include <algorithm>

HEDDLE_SIM_BEGIN

using namespace mlir;

namespace {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

constexpr auto Add = [](auto a, auto b) { return a + b; };
constexpr auto Subtract = [](auto a, auto b) { return a - b; };
constexpr auto Multiply = [](auto a, auto b) { return a * b; };
constexpr auto Divide = [](auto a, auto b) { return a / b; };
constexpr auto Remainder = [](auto a, auto b) { return std::fmod(a, b); };

/// -0 is less than +0 in all of these: equal numbers differ at most in the
/// sign. b where a is NaN.
template <class T> T smaller(T a, T b) {
  using Bits = BitsOf<T>;
  T either = std::bit_cast<T>(
      static_cast<Bits>(std::bit_cast<Bits>(a) | std::bit_cast<Bits>(b)));
  T least = a < b ? a : b;
  return a == b ? either : least;
}
template <class T> T larger(T a, T b) {
  using Bits = BitsOf<T>;
  T both = std::bit_cast<T>(
      static_cast<Bits>(std::bit_cast<Bits>(a) & std::bit_cast<Bits>(b)));
  T most = a > b ? a : b;
  return a == b ? both : most;
}
// Sums are NaN where an operand is.
constexpr auto Minimum = [](auto a, auto b) {
  return a != a || b != b ? a + b : smaller(a, b);
};
constexpr auto Maximum = [](auto a, auto b) {
  return a != a || b != b ? a + b : larger(a, b);
};
// Where a is NaN, b has been taken already.
constexpr auto MinNumber = [](auto a, auto b) {
  return b != b ? a : smaller(a, b);
};
constexpr auto MaxNumber = [](auto a, auto b) {
  return b != b ? a : larger(a, b);
};

constexpr auto Root = [](auto a) { return std::sqrt(a); };
constexpr auto Floor = [](auto a) { return std::floor(a); };
constexpr auto Ceil = [](auto a) { return std::ceil(a); };
constexpr auto Truncate = [](auto a) { return std::trunc(a); };
constexpr auto Round = [](auto a) { return std::round(a); };
constexpr auto RoundEven = [](auto a) { return std::nearbyint(a); };

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

template <class T> constexpr T SignBit = T(T(1) << (8 * sizeof(T) - 1));

/// Works on the bits: NaNs keep theirs.
template <auto Fn> RunTable bitsByOne() {
  Run sixteen = unary<std::uint16_t, std::uint16_t, Fn>;
  return {.f16 = sixteen,
          .bf16 = sixteen,
          .f32 = unary<std::uint32_t, std::uint32_t, Fn>,
          .f64 = unary<std::uint64_t, std::uint64_t, Fn>};
}

constexpr auto Negate = []<class T>(T a) { return T(a ^ SignBit<T>); };
constexpr auto Absolute = []<class T>(T a) { return T(a & ~SignBit<T>); };
constexpr auto CopySign = []<class T>(T a, T b) {
  return T((a & T(~SignBit<T>)) | (b & SignBit<T>));
};

RunTable copySign() {
  Run sixteen = binary<std::uint16_t, std::uint16_t, CopySign>;
  return {.f16 = sixteen,
          .bf16 = sixteen,
          .f32 = binary<std::uint32_t, std::uint32_t, CopySign>,
          .f64 = binary<std::uint64_t, std::uint64_t, CopySign>};
}

constexpr auto Fused = [](auto a, auto b, auto c) { return fused(a, b, c); };
constexpr auto FusedToOdd = [](float a, float b, float c) {
  return fusedToOdd(a, b, c);
};

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

template <class Format, auto Fn>
bool comparedIn(Warp &warp, const Instruction &each) {
  using T = typename Format::Storage;
  return binary<T, std::uint8_t, [](T a, T b) {
    return Fn(Format::load(a), Format::load(b));
  }>(warp, each);
}

template <auto Fn> RunTable comparedBy() {
  return {.f16 = comparedIn<Half, Fn>,
          .bf16 = comparedIn<Brain, Fn>,
          .f32 = comparedIn<Single, Fn>,
          .f64 = comparedIn<Double, Fn>};
}

RunTable comparison(arith::CmpFPredicate predicate) {
  using enum arith::CmpFPredicate;
  switch (predicate) {
  case AlwaysFalse:
    return comparedBy<[](auto, auto) { return false; }>();
  case OEQ:
    return comparedBy<[](auto a, auto b) { return a == b; }>();
  case OGT:
    return comparedBy<[](auto a, auto b) { return a > b; }>();
  case OGE:
    return comparedBy<[](auto a, auto b) { return a >= b; }>();
  case OLT:
    return comparedBy<[](auto a, auto b) { return a < b; }>();
  case OLE:
    return comparedBy<[](auto a, auto b) { return a <= b; }>();
  case ONE:
    return comparedBy<[](auto a, auto b) { return a < b || a > b; }>();
  case ORD:
    return comparedBy<[](auto a, auto b) { return a == a && b == b; }>();
  case UEQ:
    return comparedBy<[](auto a, auto b) { return !(a < b || a > b); }>();
  case UGT:
    return comparedBy<[](auto a, auto b) { return !(a <= b); }>();
  case UGE:
    return comparedBy<[](auto a, auto b) { return !(a < b); }>();
  case ULT:
    return comparedBy<[](auto a, auto b) { return !(a >= b); }>();
  case ULE:
    return comparedBy<[](auto a, auto b) { return !(a > b); }>();
  case UNE:
    return comparedBy<[](auto a, auto b) { return a != b; }>();
  case UNO:
    return comparedBy<[](auto a, auto b) { return a != a || b != b; }>();
  case AlwaysTrue:
    return comparedBy<[](auto, auto) { return true; }>();
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// The step from one register's condition to the next is in `immediate`: none
/// if one chooses for all.
template <class T> bool select(Warp &warp, const Instruction &each) {
  const auto *chooses = warp.at<std::uint8_t>(each.a);
  const std::uint64_t *choosesMasks = warp.masksAt(each.a);
  const T *__restrict yes = warp.at<T>(each.b);
  const T *__restrict no = warp.at<T>(each.c);
  T *__restrict result = warp.at<T>(each.result);
  for (std::uint32_t index = 0; index < each.count; ++index) {
    std::size_t from = std::size_t(index) * warp.lanes;
    const std::uint8_t *__restrict condition = chooses + from * each.immediate;
    for (unsigned lane = 0; lane < warp.lanes; ++lane)
      result[from + lane] =
          condition[lane] != 0 ? yes[from + lane] : no[from + lane];
    if constexpr (!IsWatched)
      continue;
    std::uint64_t isYes = lanesWhere(condition, warp.lanes);
    for (std::uint32_t part = 0; part < each.parts; ++part) {
      std::uint32_t at = index * each.parts + part;
      warp.masksAt(each.result)[at] = choosesMasks[index * each.immediate] &
                                      ((isYes & warp.masksAt(each.b)[at]) |
                                       (~isYes & warp.masksAt(each.c)[at]));
    }
  }
  return true;
}

Run compareRun(Operation *op) {
  auto compare = cast<arith::CmpFOp>(op);
  return comparison(compare.getPredicate())
      .of(getElementTypeOrSelf(compare.getLhs().getType()));
}

/// Chooses by a condition of each register, or by one for all of them.
Run selectRun(Operation *op) {
  switch (simt::bytesOf(getElementTypeOrSelf(op->getResult(0).getType()))) {
  case 1:
    return select<std::uint8_t>;
  case 2:
    return select<std::uint16_t>;
  case 4:
    return select<std::uint32_t>;
  case 8:
    return select<std::uint64_t>;
  default:
    return nullptr;
  }
}

} // namespace

void addFloats(ElementwiseTable &table) {
  table.add<arith::AddFOp>(floatsByTwo<Add>());
  table.add<arith::SubFOp>(floatsByTwo<Subtract>());
  table.add<arith::MulFOp>(floatsByTwo<Multiply>());
  table.add<arith::DivFOp>(floatsByTwo<Divide>());
  table.add<arith::RemFOp>(floatsByTwo<Remainder>());
  table.add<arith::MinimumFOp>(floatsByTwo<Minimum>());
  table.add<arith::MaximumFOp>(floatsByTwo<Maximum>());
  table.add<arith::MinNumFOp>(floatsByTwo<MinNumber>());
  table.add<arith::MaxNumFOp>(floatsByTwo<MaxNumber>());
  table.add<arith::NegFOp>(bitsByOne<Negate>());
  table.add<math::AbsFOp>(bitsByOne<Absolute>());
  table.add<math::CopySignOp>(copySign());
  table.add<math::SqrtOp>(floatsByOne<Root>());
  table.add<math::FloorOp>(floatsByOne<Floor>());
  table.add<math::CeilOp>(floatsByOne<Ceil>());
  table.add<math::TruncOp>(floatsByOne<Truncate>());
  table.add<math::RoundOp>(floatsByOne<Round>());
  table.add<math::RoundEvenOp>(floatsByOne<RoundEven>());
  table.add<math::FmaOp>(RunTable{.f16 = ternaryIn<Half, FusedToOdd>,
                                  .bf16 = ternaryIn<Brain, FusedToOdd>,
                                  .f32 = ternaryIn<Single, Fused>,
                                  .f64 = ternaryIn<Double, Fused>});
  table.add<arith::CmpFOp>(compareRun);
  table.add<arith::SelectOp>(selectRun);
}

HEDDLE_SIM_END
