//===- FloatCastsTest.cpp - Casts against LLVM's --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/FloatCasts.h"
#include "ScalarProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"

#include <random>

namespace heddle {
namespace {

using namespace mlir;

struct Casts : testing::Test {
  Casts() {
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        simt::SimtDialect>();
  }
  MLIRContext context;
  Builder builder{&context};
};

/// LLVM's name of a format of 8 bits, and the patterns of its largest number
/// and of NaN.
struct Byte {
  const llvm::fltSemantics &format;
  unsigned largest, nan;
};

/// LLVM's cast, saturated.
unsigned expected(std::uint32_t bits, const Byte &byte,
                  llvm::RoundingMode rounding) {
  llvm::APFloat value(llvm::APFloat::IEEEsingle(), llvm::APInt(32, bits));
  if (value.isNaN())
    return byte.nan;
  unsigned sign = value.isNegative() ? 0x80 : 0;
  bool lost = false;
  if (value.isInfinity())
    return sign | byte.largest;
  value.convert(byte.format, rounding, &lost);
  auto pattern = unsigned(value.bitcastToAPInt().getZExtValue());
  return value.isFinite() ? pattern : sign | byte.largest;
}

template <class Format, simt::Rounding Rounding>
Term toFormat(llvm::ArrayRef<Term> arguments) {
  return toByte(arguments[0], Format::get(arguments[0].ops().getContext()),
                Rounding);
}

template <class Format, simt::Rounding Rounding = simt::Rounding::NearestEven>
void expectRoundings(Casts &test, const Byte &byte) {
  ScalarProgram program(test.context, toFormat<Format, Rounding>,
                        {test.builder.getF32Type()});
  std::mt19937 random(7);
  auto rounding = Rounding == simt::Rounding::TowardZero
                      ? llvm::APFloat::rmTowardZero
                      : llvm::APFloat::rmNearestTiesToEven;
  auto check = [&](std::uint32_t bits) {
    EXPECT_EQ(program.run({bits}), expected(bits, byte, rounding))
        << std::hex << bits;
  };
  // All signs, exponents and leading bits, with what decides ties behind them.
  for (std::uint32_t high = 0; high < 1U << 14; ++high)
    for (std::uint32_t low : {0U, 1U, 0x1FFFFU, 0x20000U, 0x20001U})
      check(high << 18 | low);
  for (unsigned count = 0; count < 100'000; ++count)
    check(random());
}

const Byte E4M3 = {llvm::APFloat::Float8E4M3FN(), 0x7E, 0x7F},
           E5M2 = {llvm::APFloat::Float8E5M2(), 0x7B, 0x7F},
           E4M3Fnuz = {llvm::APFloat::Float8E4M3FNUZ(), 0x7F, 0x80},
           E5M2Fnuz = {llvm::APFloat::Float8E5M2FNUZ(), 0x7F, 0x80};

TEST_F(Casts, RoundToE4M3) { expectRoundings<Float8E4M3FNType>(*this, E4M3); }
TEST_F(Casts, RoundToE5M2) { expectRoundings<Float8E5M2Type>(*this, E5M2); }
TEST_F(Casts, RoundToE4M3Fnuz) {
  expectRoundings<Float8E4M3FNUZType>(*this, E4M3Fnuz);
}
TEST_F(Casts, RoundToE5M2Fnuz) {
  expectRoundings<Float8E5M2FNUZType>(*this, E5M2Fnuz);
}

TEST_F(Casts, RoundTowardZero) {
  constexpr auto TowardZero = simt::Rounding::TowardZero;
  expectRoundings<Float8E4M3FNType, TowardZero>(*this, E4M3);
  expectRoundings<Float8E5M2Type, TowardZero>(*this, E5M2);
  expectRoundings<Float8E4M3FNUZType, TowardZero>(*this, E4M3Fnuz);
  expectRoundings<Float8E5M2FNUZType, TowardZero>(*this, E5M2Fnuz);
}

template <class Format>
void expectValues(Casts &test, const llvm::fltSemantics &format) {
  ScalarProgram program(
      test.context,
      [](llvm::ArrayRef<Term> arguments) { return fromByte(arguments[0]); },
      {Format::get(&test.context)});
  for (unsigned bits = 0; bits < 256; ++bits) {
    llvm::APFloat value(format, llvm::APInt(8, bits));
    bool lost = false;
    value.convert(llvm::APFloat::IEEEhalf(), llvm::APFloat::rmTowardZero,
                  &lost);
    llvm::APFloat got(llvm::APFloat::IEEEhalf(),
                      llvm::APInt(16, program.run({bits})));
    EXPECT_FALSE(lost);
    EXPECT_TRUE(value.isNaN() ? got.isNaN() : got.bitwiseIsEqual(value))
        << bits;
  }
}

TEST_F(Casts, ReadE4M3) {
  expectValues<Float8E4M3FNType>(*this, llvm::APFloat::Float8E4M3FN());
}
TEST_F(Casts, ReadE5M2) {
  expectValues<Float8E5M2Type>(*this, llvm::APFloat::Float8E5M2());
}
TEST_F(Casts, ReadE4M3Fnuz) {
  expectValues<Float8E4M3FNUZType>(*this, llvm::APFloat::Float8E4M3FNUZ());
}
TEST_F(Casts, ReadE5M2Fnuz) {
  expectValues<Float8E5M2FNUZType>(*this, llvm::APFloat::Float8E5M2FNUZ());
}

} // namespace
} // namespace heddle
