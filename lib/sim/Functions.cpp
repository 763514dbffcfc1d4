//===- Functions.cpp - What units of their own compute --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Lanes.h"
#include "llvm/ADT/APFloat.h"

HEDDLE_SIM_BEGIN

using namespace mlir;

namespace {

float withoutSubnormal(float x) {
  return std::abs(x) < 0x1p-126F ? std::copysign(0.0F, x) : x;
}

template <auto Fn, bool Flushes>
bool approximated(Warp &warp, const Instruction &each) {
  return unary<float, float, [](float x) {
    auto of = [](float y) { return static_cast<float>(Fn(double(y))); };
    return Single::store(Flushes ? withoutSubnormal(of(withoutSubnormal(x)))
                                 : of(x));
  }>(warp, each);
}

template <auto Fn> Run approximatedRun(bool flushes) {
  return flushes ? approximated<Fn, true> : approximated<Fn, false>;
}

/// Eight bits by a table; NaN of f16 is the canonical one.
template <const llvm::fltSemantics &(*Format)()>
bool byteToHalf(Warp &warp, const Instruction &each) {
  static const std::array<std::uint16_t, 256> table = [] {
    std::array<std::uint16_t, 256> halves{};
    for (unsigned bits = 0; bits < halves.size(); ++bits) {
      llvm::APFloat number(Format(), llvm::APInt(8, bits));
      bool isInexact = false;
      number.convert(llvm::APFloat::IEEEhalf(),
                     llvm::APFloat::rmNearestTiesToEven, &isInexact);
      halves[bits] = number.isNaN()
                         ? std::uint16_t(0x7FFF)
                         : static_cast<std::uint16_t>(
                               number.bitcastToAPInt().getZExtValue());
    }
    return halves;
  }();
  return unary<std::uint8_t, std::uint16_t,
               [](std::uint8_t bits) { return table[bits]; }>(warp, each);
}

/// Rounded to nearest, saturating: PTX ISA, cvt.rn.satfinite.
template <const llvm::fltSemantics &(*Format)()> std::uint8_t toByte(float x) {
  constexpr std::uint8_t CanonicalNan = 0x7F;
  if (x != x)
    return CanonicalNan;
  llvm::APFloat number(x), largest = llvm::APFloat::getLargest(Format());
  bool isInexact = false;
  number.convert(Format(), llvm::APFloat::rmNearestTiesToEven, &isInexact);
  if (number.isNaN() || number.isInfinity())
    number = std::signbit(x) ? -largest : largest;
  return static_cast<std::uint8_t>(number.bitcastToAPInt().getZExtValue());
}

std::uint16_t towardZero(float x) {
  std::uint16_t half = Half::store(x);
  // One step back where rounding went away from zero; from infinity too, but
  // that of infinity itself.
  bool isAway = std::abs(Half::load(half)) > std::abs(x);
  return isAway ? static_cast<std::uint16_t>(half - 1) : half;
}

} // namespace

Run approximationRun(simt::Approximation function, bool flushes) {
  switch (function) {
  case simt::Approximation::Exp2:
    return approximatedRun<[](double x) { return std::exp2(x); }>(flushes);
  case simt::Approximation::Log2:
    return approximatedRun<[](double x) { return std::log2(x); }>(flushes);
  case simt::Approximation::Sin:
    return approximatedRun<[](double x) { return std::sin(x); }>(flushes);
  case simt::Approximation::Cos:
    return approximatedRun<[](double x) { return std::cos(x); }>(flushes);
  case simt::Approximation::Tanh:
    return approximatedRun<[](double x) { return std::tanh(x); }>(flushes);
  case simt::Approximation::Reciprocal:
    return approximatedRun<[](double x) { return 1 / x; }>(flushes);
  case simt::Approximation::Rsqrt:
    return approximatedRun<[](double x) { return 1 / std::sqrt(x); }>(flushes);
  case simt::Approximation::Sqrt:
    return approximatedRun<[](double x) { return std::sqrt(x); }>(flushes);
  }
  return nullptr;
}

Run floatConversionRun(simt::ConvertFloatOp convert) {
  using Float = llvm::APFloat;
  Type from = getElementTypeOrSelf(convert.getSrc().getType());
  Type to = getElementTypeOrSelf(convert.getType());
  if (from.isF32() && isa<Float8E4M3FNType>(to))
    return unary<float, std::uint8_t, toByte<Float::Float8E4M3FN>>;
  if (from.isF32() && isa<Float8E5M2Type>(to))
    return unary<float, std::uint8_t, toByte<Float::Float8E5M2>>;
  if (isa<Float8E4M3FNType>(from) && to.isF16())
    return byteToHalf<Float::Float8E4M3FN>;
  if (isa<Float8E5M2Type>(from) && to.isF16())
    return byteToHalf<Float::Float8E5M2>;
  if (from.isF32() && to.isF16() &&
      convert.getRounding() == simt::Rounding::TowardZero)
    return unary<float, std::uint16_t, towardZero>;
  return nullptr;
}

HEDDLE_SIM_END
