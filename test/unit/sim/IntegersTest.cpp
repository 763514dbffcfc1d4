//===- IntegersTest.cpp - Arithmetic of integers --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"
#include "llvm/ADT/APInt.h"

#include <map>
#include <optional>

namespace heddle {

using llvm::APInt;

namespace {

using Reference = std::optional<APInt> (*)(const APInt &, const APInt &);

const std::map<std::string, Reference> &references() {
  static const std::map<std::string, Reference> all = {
      {"arith.addi", [](auto &a, auto &b) { return std::optional(a + b); }},
      {"arith.subi", [](auto &a, auto &b) { return std::optional(a - b); }},
      {"arith.muli", [](auto &a, auto &b) { return std::optional(a * b); }},
      {"arith.andi", [](auto &a, auto &b) { return std::optional(a & b); }},
      {"arith.ori", [](auto &a, auto &b) { return std::optional(a | b); }},
      {"arith.xori", [](auto &a, auto &b) { return std::optional(a ^ b); }},
      {"arith.minsi",
       [](auto &a, auto &b) {
         return std::optional(llvm::APIntOps::smin(a, b));
       }},
      {"arith.maxsi",
       [](auto &a, auto &b) {
         return std::optional(llvm::APIntOps::smax(a, b));
       }},
      {"arith.minui",
       [](auto &a, auto &b) {
         return std::optional(llvm::APIntOps::umin(a, b));
       }},
      {"arith.maxui",
       [](auto &a, auto &b) {
         return std::optional(llvm::APIntOps::umax(a, b));
       }},
  };
  return all;
}

/// Nothing where the op has no result.
const std::map<std::string, Reference> &partialReferences() {
  using Maybe = std::optional<APInt>;
  static const std::map<std::string, Reference> all = {
      {"arith.shli",
       [](auto &a, auto &b) {
         return b.ult(a.getBitWidth()) ? Maybe(a.shl(b)) : Maybe();
       }},
      {"arith.shrui",
       [](auto &a, auto &b) {
         return b.ult(a.getBitWidth()) ? Maybe(a.lshr(b)) : Maybe();
       }},
      {"arith.shrsi",
       [](auto &a, auto &b) {
         return b.ult(a.getBitWidth()) ? Maybe(a.ashr(b)) : Maybe();
       }},
      {"arith.divui",
       [](auto &a, auto &b) {
         return b.isZero() ? Maybe() : Maybe(a.udiv(b));
       }},
      {"arith.remui",
       [](auto &a, auto &b) {
         return b.isZero() ? Maybe() : Maybe(a.urem(b));
       }},
      {"arith.divsi",
       [](auto &a, auto &b) {
         return b.isZero() || (a.isMinSignedValue() && b.isAllOnes())
                    ? Maybe()
                    : Maybe(a.sdiv(b));
       }},
      {"arith.remsi",
       [](auto &a, auto &b) {
         return b.isZero() || (a.isMinSignedValue() && b.isAllOnes())
                    ? Maybe()
                    : Maybe(a.srem(b));
       }},
  };
  return all;
}

std::string vectorOf(const std::string &type) {
  return "vector<4x" + type + ">";
}

constexpr unsigned Count = 4000;

void compare(const std::string &name, const std::string &type,
             Reference reference, std::uint64_t seed) {
  unsigned width = widthOf(type);
  std::vector<std::vector<Bits>> columns(2);
  std::vector<Bits> a = interestingNumbers(type, Count, seed);
  std::vector<Bits> b = interestingNumbers(type, Count, seed + 1);
  std::vector<Bits> expected;
  for (unsigned row = 0; row < Count; ++row) {
    auto result = reference(APInt(width, a[row]), APInt(width, b[row]));
    if (!result)
      continue;
    columns[0].push_back(a[row]);
    columns[1].push_back(b[row]);
    expected.push_back(result->getZExtValue());
  }
  auto got = evaluate(name + " %x, %y : " + vectorOf(type), {type, type}, type,
                      columns);
  for (std::size_t row = 0; row < got.size(); ++row)
    ASSERT_EQ(got[row], expected[row])
        << name << " of " << type << ", " << columns[0][row] << ", "
        << columns[1][row];
}

} // namespace

TEST(SimIntegers, arithmetic) {
  for (const std::string type : {"i1", "i8", "i16", "i32", "i64"})
    for (const auto &[name, reference] : references())
      compare(name, type, reference, 1);
}

TEST(SimIntegers, arithmeticThatHasNotAlwaysAResult) {
  for (const std::string type : {"i8", "i16", "i32", "i64"})
    for (const auto &[name, reference] : partialReferences())
      compare(name, type, reference, 2);
}

TEST(SimIntegers, comparisons) {
  using Holds = bool (*)(const APInt &, const APInt &);
  const std::map<std::string, Holds> predicates = {
      {"eq", [](auto &a, auto &b) { return a == b; }},
      {"ne", [](auto &a, auto &b) { return a != b; }},
      {"slt", [](auto &a, auto &b) { return a.slt(b); }},
      {"sle", [](auto &a, auto &b) { return a.sle(b); }},
      {"sgt", [](auto &a, auto &b) { return a.sgt(b); }},
      {"sge", [](auto &a, auto &b) { return a.sge(b); }},
      {"ult", [](auto &a, auto &b) { return a.ult(b); }},
      {"ule", [](auto &a, auto &b) { return a.ule(b); }},
      {"ugt", [](auto &a, auto &b) { return a.ugt(b); }},
      {"uge", [](auto &a, auto &b) { return a.uge(b); }}};
  for (const std::string type : {"i1", "i8", "i16", "i32", "i64"}) {
    auto a = interestingNumbers(type, Count, 3),
         b = interestingNumbers(type, Count, 4);
    std::copy_n(a.begin(), Count / 8, b.begin());
    for (const auto &[name, holds] : predicates) {
      auto got = evaluate("arith.cmpi " + name + ", %x, %y : " + vectorOf(type),
                          {type, type}, "i1", {a, b});
      for (unsigned row = 0; row < Count; ++row)
        ASSERT_EQ(got[row], holds(APInt(widthOf(type), a[row]),
                                  APInt(widthOf(type), b[row])))
            << name << " of " << type << ", " << a[row] << ", " << b[row];
    }
  }
}

TEST(SimIntegers, bitsOfOne) {
  using Count1 = Bits (*)(const APInt &);
  const std::map<std::string, Count1> ops = {
      {"math.absi", [](const APInt &a) { return a.abs().getZExtValue(); }},
      {"math.ctpop", [](const APInt &a) { return Bits(a.popcount()); }},
      {"math.ctlz", [](const APInt &a) { return Bits(a.countl_zero()); }},
      {"math.cttz", [](const APInt &a) { return Bits(a.countr_zero()); }}};
  for (const std::string type : {"i8", "i16", "i32", "i64"}) {
    auto a = interestingNumbers(type, Count, 5);
    for (const auto &[name, reference] : ops) {
      auto got = evaluate(name + " %x : " + vectorOf(type), {type}, type, {a});
      for (unsigned row = 0; row < Count; ++row)
        ASSERT_EQ(got[row], reference(APInt(widthOf(type), a[row])))
            << name << " of " << type << ", " << a[row];
    }
  }
}

TEST(SimIntegers, bothHalves) {
  for (const std::string type : {"i1", "i8", "i16", "i32", "i64"}) {
    unsigned width = widthOf(type);
    auto a = interestingNumbers(type, Count, 6),
         b = interestingNumbers(type, Count, 7);
    for (bool isSigned : {false, true}) {
      std::string op =
          isSigned ? "arith.mulsi_extended" : "arith.mului_extended";
      for (unsigned half : {0U, 1U}) {
        // The op has two results, of which one is chosen.
        auto got =
            evaluate("arith.xori %q#" + std::to_string(half) +
                         ", %zeros : " + vectorOf(type),
                     {type, type}, type, {a, b},
                     "%q:2 = " + op + " %x, %y : " + vectorOf(type) +
                         "\n%zeros = arith.subi %x, %x : " + vectorOf(type));
        for (unsigned row = 0; row < Count; ++row) {
          APInt wideA(width, a[row]), wideB(width, b[row]);
          wideA = isSigned ? wideA.sext(2 * width) : wideA.zext(2 * width);
          wideB = isSigned ? wideB.sext(2 * width) : wideB.zext(2 * width);
          APInt product = wideA * wideB;
          ASSERT_EQ(got[row],
                    product.extractBits(width, half * width).getZExtValue())
              << op << " of " << type << ", half " << half << ", " << a[row]
              << ", " << b[row];
        }
      }
    }
    auto sums = evaluate(
        "arith.xori %q, %zeros : " + vectorOf(type), {type, type}, type, {a, b},
        "%q, %carry = arith.addui_extended %x, %y : " + vectorOf(type) +
            ", vector<4xi1>\n" +
            "%zeros = arith.subi %x, %x : " + vectorOf(type));
    auto carries = evaluate(
        "arith.ori %carry, %carry : vector<4xi1>", {type, type}, "i1", {a, b},
        "%q, %carry = arith.addui_extended %x, %y : " + vectorOf(type) +
            ", vector<4xi1>");
    for (unsigned row = 0; row < Count; ++row) {
      bool isOver = false;
      APInt sum = APInt(width, a[row]).uadd_ov(APInt(width, b[row]), isOver);
      ASSERT_EQ(sums[row], sum.getZExtValue())
          << type << ": " << a[row] << " + " << b[row];
      ASSERT_EQ(carries[row], isOver)
          << type << ": " << a[row] << " + " << b[row];
    }
  }
}

TEST(SimIntegers, bytesOfTwoWords) {
  auto a = interestingNumbers("i32", Count, 8),
       b = interestingNumbers("i32", Count, 9);
  auto selectors = interestingNumbers("i32", Count, 10);
  for (Bits &selector : selectors)
    selector &= 0x7777;
  auto got = evaluate("simt.splat %word : i32 -> vector<4xi32>",
                      {"i32", "i32", "i32"}, "i32", {a, b, selectors},
                      "%x0 = simt.extract %x[2] : vector<4xi32> -> i32\n"
                      "%y0 = simt.extract %y[2] : vector<4xi32> -> i32\n"
                      "%z0 = simt.extract %z[2] : vector<4xi32> -> i32\n"
                      "%word = simt.byte_permute %x0, %y0, %z0");
  for (unsigned row = 0; row < Count; ++row) {
    unsigned from = row / 4 * 4 + 2;
    Bits both = a[from] | b[from] << 32, expected = 0;
    for (unsigned byte = 0; byte < 4; ++byte)
      expected |= (both >> (8 * (selectors[from] >> (4 * byte) & 7)) & 0xFF)
                  << (8 * byte);
    ASSERT_EQ(got[row], expected) << row;
  }
}

// Of a byte that is read as a bit only the lowest counts, as hardware takes it.
TEST(SimIntegers, bitsOfBytes) {
  auto got = evaluate("arith.extui %x : vector<4xi1> to vector<4xi32>", {"i1"},
                      "i32", {{0, 1, 2, 3, 0xFF, 0xFE}});
  EXPECT_EQ(got, (std::vector<Bits>{0, 1, 0, 1, 1, 0}));
  auto words =
      evaluate("arith.extui %bits : vector<4xi1> to vector<4xi32>", {"i8"},
               "i32", {{0, 1, 2, 3, 0xFF, 0xFE, 5, 6}},
               "%w = simt.to_words %x : vector<4xi8> -> vector<1xi32>\n"
               "%bits = simt.from_words %w : vector<1xi32> -> vector<4xi1>");
  EXPECT_EQ(words, (std::vector<Bits>{0, 1, 0, 1, 1, 0, 1, 0}));
}

} // namespace heddle
