//===- CastsTest.cpp - From one type to another ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

#include <random>

namespace heddle {

using llvm::APFloat;
using llvm::APInt;

namespace {

constexpr auto Nearest = llvm::RoundingMode::NearestTiesToEven;
const std::string Integers[] = {"i1", "i8", "i16", "i32", "i64"};
const std::string Floats[] = {"f16", "bf16", "f32", "f64"};

const llvm::fltSemantics &formatOf(const std::string &type) {
  return type == "f16"      ? APFloat::IEEEhalf()
         : type == "bf16"   ? APFloat::BFloat()
         : type == "f32"    ? APFloat::IEEEsingle()
         : type == "f64"    ? APFloat::IEEEdouble()
         : type == "f8E5M2" ? APFloat::Float8E5M2()
                            : APFloat::Float8E4M3FN();
}

Bits bitsOf(const APFloat &number) {
  APInt bits = number.bitcastToAPInt();
  if (number.isNaN())
    bits = APInt::getSignedMaxValue(bits.getBitWidth());
  return bits.getZExtValue();
}

/// The one format's number in the other.
Bits converted(Bits bits, const std::string &from, const std::string &to,
               llvm::RoundingMode mode = Nearest) {
  APFloat number(formatOf(from), APInt(widthOf(from), bits));
  bool isInexact = false;
  number.convert(formatOf(to), mode, &isInexact);
  return bitsOf(number);
}

std::string castText(const std::string &op, const std::string &from,
                     const std::string &to) {
  bool isConversion = op.starts_with("simt.");
  return op + " %x : vector<4x" + from + (isConversion ? "> -> " : "> to ") +
         "vector<4x" + to + ">";
}

void compare(const std::string &op, const std::string &from,
             const std::string &to, const std::vector<Bits> &inputs,
             auto &&reference) {
  auto got = evaluate(castText(op, from, to), {from}, to, {inputs});
  for (std::size_t row = 0; row < inputs.size(); ++row)
    ASSERT_EQ(got[row], reference(inputs[row]))
        << op << " of " << from << " to " << to << ", bits " << inputs[row];
}

std::vector<Bits> allOfSixteen() {
  std::vector<Bits> all(65536);
  for (Bits bits = 0; bits < all.size(); ++bits)
    all[bits] = bits;
  return all;
}

/// Each number of 16 bits, and halfway between it and the next, and the
/// neighbours of both: whatever rounds in one way or the other.
std::vector<Bits> boundaries(const std::string &narrow,
                             const std::string &wide) {
  std::vector<Bits> found;
  for (Bits bits = 0; bits < 65536; ++bits) {
    if (APFloat(formatOf(narrow), APInt(16, bits)).isNaN())
      continue;
    Bits at = converted(bits, narrow, wide);
    Bits next = converted((bits + 1) & 0xFFFF, narrow, wide);
    Bits half = at + (next - at) / 2;
    for (Bits each : {at, half})
      for (Bits step : {Bits(0), Bits(1), ~Bits(0)})
        found.push_back((each + step) & (~Bits(0) >> (64 - widthOf(wide))));
  }
  return found;
}

std::vector<Bits> anything(const std::string &type, unsigned count,
                           unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Bits> found(count);
  for (Bits &bits : found)
    bits = random() & (~Bits(0) >> (64 - widthOf(type)));
  return found;
}

} // namespace

TEST(SimCasts, widerFromSixteenBits) {
  for (const std::string from : {"f16", "bf16"})
    for (const std::string to : {"f32", "f64"})
      compare("arith.extf", from, to, allOfSixteen(),
              [&](Bits bits) { return converted(bits, from, to); });
}

TEST(SimCasts, narrowerToSixteenBits) {
  for (const std::string from : {"f32", "f64"})
    for (const std::string to : {"f16", "bf16"}) {
      auto reference = [&](Bits bits) { return converted(bits, from, to); };
      compare("arith.truncf", from, to, boundaries(to, from), reference);
      compare("arith.truncf", from, to, anything(from, 200000, 1), reference);
    }
}

TEST(SimCasts, betweenSingleAndDouble) {
  auto singles = anything("f32", 100000, 2);
  compare("arith.extf", "f32", "f64", singles,
          [&](Bits bits) { return converted(bits, "f32", "f64"); });
  std::vector<Bits> doubles = anything("f64", 100000, 3);
  for (Bits bits : singles)
    for (Bits step : {Bits(0), Bits(1), ~Bits(0), Bits(1) << 28})
      doubles.push_back(converted(bits, "f32", "f64") + step);
  compare("arith.truncf", "f64", "f32", doubles,
          [&](Bits bits) { return converted(bits, "f64", "f32"); });
}

TEST(SimCasts, eightBits) {
  std::vector<Bits> bytes(256);
  for (Bits bits = 0; bits < bytes.size(); ++bits)
    bytes[bits] = bits;
  for (const std::string type : {"f8E4M3FN", "f8E5M2"}) {
    compare("simt.convert_float nearest_even", type, "f16", bytes,
            [&](Bits bits) { return converted(bits, type, "f16"); });
    auto reference = [&](Bits bits) {
      APFloat number(APFloat::IEEEsingle(), APInt(32, bits));
      if (number.isNaN())
        return Bits(0x7F);
      APFloat largest =
          APFloat::getLargest(formatOf(type), number.isNegative());
      bool isInexact = false;
      number.convert(formatOf(type), Nearest, &isInexact);
      return number.isFinite() ? bitsOf(number)
                               : largest.bitcastToAPInt().getZExtValue();
    };
    compare("simt.convert_float nearest_even", "f32", type,
            anything("f32", 100000, 4), reference);
    compare("simt.convert_float nearest_even", "f32", type,
            boundaries("f16", "f32"), reference);
  }
}

TEST(SimCasts, towardZero) {
  // Above the largest number are only infinities, which the mode does not give.
  auto reference = [](Bits bits) {
    return converted(bits, "f32", "f16", llvm::RoundingMode::TowardZero);
  };
  compare("simt.convert_float toward_zero", "f32", "f16",
          boundaries("f16", "f32"), reference);
  compare("simt.convert_float toward_zero", "f32", "f16",
          anything("f32", 100000, 5), reference);
}

TEST(SimCasts, integersOfAllWidths) {
  for (const std::string &from : Integers)
    for (const std::string &to : Integers) {
      unsigned width = widthOf(from), result = widthOf(to);
      auto inputs = interestingNumbers(from, 2000, 6);
      if (result > width) {
        compare("arith.extsi", from, to, inputs, [&](Bits bits) {
          return APInt(width, bits).sext(result).getZExtValue();
        });
        compare("arith.extui", from, to, inputs,
                [&](Bits bits) { return bits; });
      }
      if (result < width)
        compare("arith.trunci", from, to, inputs, [&](Bits bits) {
          return APInt(width, bits).trunc(result).getZExtValue();
        });
    }
}

TEST(SimCasts, integersToFloats) {
  for (const std::string &from : Integers)
    for (const std::string &to : Floats)
      for (bool isSigned : {false, true})
        compare(isSigned ? "arith.sitofp" : "arith.uitofp", from, to,
                interestingNumbers(from, 20000, 7), [&](Bits bits) {
                  APFloat number(formatOf(to));
                  number.convertFromAPInt(APInt(widthOf(from), bits), isSigned,
                                          Nearest);
                  return bitsOf(number);
                });
}

// APFloat gives the nearest integer of those that there are. NaN is zero, or
// the highest bit alone where either type has 64 bits (PTX ISA, cvt).
TEST(SimCasts, floatsToIntegersSaturate) {
  for (const std::string &from : Floats)
    for (const std::string &to : {"i8", "i16", "i32", "i64"})
      for (bool isSigned : {false, true}) {
        auto inputs = anything(from, 20000, 8);
        // Integers and what is near them, also where the range ends.
        for (Bits whole : interestingNumbers(to, 5000, 9)) {
          APFloat number(formatOf(from));
          number.convertFromAPInt(APInt(widthOf(to), whole), isSigned, Nearest);
          for (Bits step : {Bits(0), Bits(1), ~Bits(0)})
            inputs.push_back((bitsOf(number) + step) &
                             (~Bits(0) >> (64 - widthOf(from))));
        }
        compare(isSigned ? "arith.fptosi" : "arith.fptoui", from, to, inputs,
                [&](Bits bits) {
                  APFloat number(formatOf(from), APInt(widthOf(from), bits));
                  llvm::APSInt whole(widthOf(to), !isSigned);
                  bool isExact = false;
                  number.convertToInteger(whole, llvm::RoundingMode::TowardZero,
                                          &isExact);
                  bool isWide = widthOf(to) > 8 &&
                                (from == "f64" || std::string(to) == "i64");
                  if (number.isNaN())
                    return isWide ? Bits(1) << (widthOf(to) - 1) : Bits(0);
                  return whole.getZExtValue();
                });
      }
}

TEST(SimCasts, bitsStayAsTheyAre) {
  for (auto [from, to] : {std::pair("f32", "i32"), std::pair("i64", "f64"),
                          std::pair("bf16", "i16"), std::pair("i16", "f16"),
                          std::pair("f8E4M3FN", "i8")})
    compare("arith.bitcast", from, to, anything(from, 5000, 10),
            [](Bits bits) { return bits; });
}

} // namespace heddle
