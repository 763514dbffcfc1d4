//===- RoundedFloats.cpp - Arithmetic in a rounding direction -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Lanes.h"

#include <cfenv>

HEDDLE_SIM_BEGIN

using namespace mlir;

namespace {

/// What the compiler must neither compute at another time nor in another place:
/// it does not know of rounding directions, but leaves volatile variables and
/// calls in order.
template <class T> struct Held {
  explicit Held(T value) : value(value) {}
  operator T() const { return value; }
  volatile T value;
};

template <class T> T held(T result) { return Held<T>(result); }

constexpr auto Add = []<class T>(T a, T b) {
  return held(T(Held<T>(a) + Held<T>(b)));
};
constexpr auto Multiply = []<class T>(T a, T b) {
  return held(T(Held<T>(a) * Held<T>(b)));
};
constexpr auto Divide = []<class T>(T a, T b) {
  return held(T(Held<T>(a) / Held<T>(b)));
};
constexpr auto Fused = []<class T>(T a, T b, T c) {
  return held(T(std::fma(T(Held<T>(a)), T(Held<T>(b)), T(Held<T>(c)))));
};
constexpr auto Root = []<class T>(T a) {
  return held(T(std::sqrt(T(Held<T>(a)))));
};

template <int Direction, Run Execute>
bool inDirection(Warp &warp, const Instruction &each) {
  std::fesetround(Direction);
  bool goesOn = Execute(warp, each);
  std::fesetround(FE_TONEAREST);
  return goesOn;
}

template <class Format, int Direction> Run runOf(simt::Arithmetic kind) {
  switch (kind) {
  case simt::Arithmetic::Add:
    return inDirection<Direction, binaryIn<Format, Add>>;
  case simt::Arithmetic::Multiply:
    return inDirection<Direction, binaryIn<Format, Multiply>>;
  case simt::Arithmetic::Divide:
    return inDirection<Direction, binaryIn<Format, Divide>>;
  case simt::Arithmetic::Fma:
    return inDirection<Direction, ternaryIn<Format, Fused>>;
  case simt::Arithmetic::Sqrt:
    return inDirection<Direction, unaryIn<Format, Root>>;
  }
  return nullptr;
}

template <class Format>
Run runOf(simt::Arithmetic kind, simt::Rounding rounding) {
  switch (rounding) {
  case simt::Rounding::NearestEven:
    return runOf<Format, FE_TONEAREST>(kind);
  case simt::Rounding::TowardZero:
    return runOf<Format, FE_TOWARDZERO>(kind);
  case simt::Rounding::Upward:
    return runOf<Format, FE_UPWARD>(kind);
  case simt::Rounding::Downward:
    return runOf<Format, FE_DOWNWARD>(kind);
  }
  return nullptr;
}

Run roundedRun(Operation *op) {
  auto rounded = cast<simt::RoundedOp>(op);
  bool isDouble = getElementTypeOrSelf(rounded.getType()).isF64();
  return isDouble ? runOf<Double>(rounded.getKind(), rounded.getRounding())
                  : runOf<Single>(rounded.getKind(), rounded.getRounding());
}

} // namespace

void addRoundedFloats(ElementwiseTable &table) {
  table.add<simt::RoundedOp>(roundedRun);
}

HEDDLE_SIM_END
