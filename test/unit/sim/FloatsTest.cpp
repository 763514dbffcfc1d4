//===- FloatsTest.cpp - Arithmetic of floating-point numbers --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <functional>
#include <map>

namespace heddle {

using llvm::APFloat;

namespace {

const llvm::fltSemantics &formatOf(const std::string &type) {
  return type == "f16"    ? APFloat::IEEEhalf()
         : type == "bf16" ? APFloat::BFloat()
         : type == "f32"  ? APFloat::IEEEsingle()
                          : APFloat::IEEEdouble();
}

APFloat number(const std::string &type, Bits bits) {
  return {formatOf(type), llvm::APInt(widthOf(type), bits)};
}

/// NaNs are the one of PTX.
Bits bitsOf(const APFloat &number) {
  llvm::APInt bits = number.bitcastToAPInt();
  if (number.isNaN())
    bits = llvm::APInt::getSignedMaxValue(bits.getBitWidth());
  return bits.getZExtValue();
}

constexpr auto Nearest = llvm::RoundingMode::NearestTiesToEven;
constexpr unsigned Count = 20000;

/// Patterns of all kinds: near each other, so that sums cancel, and anything.
std::vector<Bits> numbers(const std::string &type, std::uint64_t seed) {
  std::vector<Bits> found = interestingNumbers(type, Count, seed);
  const llvm::fltSemantics &format = formatOf(type);
  const Bits special[] = {bitsOf(APFloat::getZero(format)),
                          bitsOf(APFloat::getZero(format, true)),
                          bitsOf(APFloat::getInf(format)),
                          bitsOf(APFloat::getInf(format, true)),
                          bitsOf(APFloat::getNaN(format)),
                          bitsOf(APFloat::getLargest(format)),
                          bitsOf(APFloat::getSmallest(format)),
                          bitsOf(APFloat::getSmallestNormalized(format, true)),
                          bitsOf(APFloat::getOne(format))};
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (at % 16 == 0)
      found[at] = special[(found[at] ^ seed) % std::size(special)];
    // About one, where nothing is out of range.
    if (at % 2 == 1)
      found[at] = (found[at] & (~Bits(0) >> (68 - widthOf(type)))) ^
                  bitsOf(APFloat::getOne(format));
  }
  return found;
}

void compare(
    const std::string &op, const std::string &type, unsigned operands,
    const std::function<APFloat(APFloat, APFloat, APFloat)> &reference) {
  std::vector<std::vector<Bits>> columns;
  std::string names[] = {"%x", ", %y", ", %z"}, text = op + " ";
  for (unsigned index = 0; index < operands; ++index) {
    columns.push_back(numbers(type, index + 1));
    text += names[index];
  }
  text += " : vector<4x" + type + ">";
  auto got = evaluate(text, std::vector(operands, type), type, columns);
  for (unsigned row = 0; row < Count; ++row) {
    APFloat all[] = {number(type, columns[0][row]),
                     number(type, columns[operands > 1 ? 1 : 0][row]),
                     number(type, columns[operands > 2 ? 2 : 0][row])};
    ASSERT_EQ(got[row], bitsOf(reference(all[0], all[1], all[2])))
        << op << " of " << type << ", " << columns[0][row] << ", "
        << columns[operands > 1 ? 1 : 0][row] << ", "
        << columns[operands > 2 ? 2 : 0][row];
  }
}

const std::string Types[] = {"f16", "bf16", "f32", "f64"};

/// The smaller by NumPy's rule for NaN or by C's, where -0 is less than 0.
APFloat extreme(const APFloat &a, const APFloat &b, bool isLargest,
                bool spreadsNan) {
  if (a.isNaN() || b.isNaN())
    return a.isNaN() == b.isNaN() || spreadsNan
               ? APFloat::getNaN(a.getSemantics())
           : a.isNaN() ? b
                       : a;
  bool isLess = a.isZero() && b.isZero() ? a.isNegative()
                                         : a.compare(b) == APFloat::cmpLessThan;
  return isLess != isLargest ? a : b;
}

} // namespace

TEST(SimFloats, sumsAndProducts) {
  for (const std::string &type : Types) {
    compare("arith.addf", type, 2, [](APFloat a, APFloat b, APFloat) {
      a.add(b, Nearest);
      return a;
    });
    compare("arith.subf", type, 2, [](APFloat a, APFloat b, APFloat) {
      a.subtract(b, Nearest);
      return a;
    });
    compare("arith.mulf", type, 2, [](APFloat a, APFloat b, APFloat) {
      a.multiply(b, Nearest);
      return a;
    });
    compare("arith.divf", type, 2, [](APFloat a, APFloat b, APFloat) {
      a.divide(b, Nearest);
      return a;
    });
    compare("arith.remf", type, 2, [](APFloat a, APFloat b, APFloat) {
      a.mod(b);
      return a;
    });
    compare("math.fma", type, 3, [](APFloat a, APFloat b, APFloat c) {
      a.fusedMultiplyAdd(b, c, Nearest);
      return a;
    });
  }
}

TEST(SimFloats, extremes) {
  for (const std::string &type : Types) {
    compare("arith.minimumf", type, 2, [](APFloat a, APFloat b, APFloat) {
      return extreme(a, b, false, true);
    });
    compare("arith.maximumf", type, 2, [](APFloat a, APFloat b, APFloat) {
      return extreme(a, b, true, true);
    });
    compare("arith.minnumf", type, 2, [](APFloat a, APFloat b, APFloat) {
      return extreme(a, b, false, false);
    });
    compare("arith.maxnumf", type, 2, [](APFloat a, APFloat b, APFloat) {
      return extreme(a, b, true, false);
    });
  }
}

TEST(SimFloats, roundings) {
  const std::map<std::string, llvm::RoundingMode> modes = {
      {"math.floor", llvm::RoundingMode::TowardNegative},
      {"math.ceil", llvm::RoundingMode::TowardPositive},
      {"math.trunc", llvm::RoundingMode::TowardZero},
      {"math.round", llvm::RoundingMode::NearestTiesToAway},
      {"math.roundeven", Nearest}};
  for (const std::string &type : Types)
    for (const auto &[op, mode] : modes)
      compare(op, type, 1, [mode = mode](APFloat a, APFloat, APFloat) {
        a.roundToIntegral(mode);
        return a;
      });
}

// The root of a number of at most 24 bits, rounded to 53 bits first, comes out
// the same.
TEST(SimFloats, roots) {
  for (const std::string &type : Types)
    compare("math.sqrt", type, 1, [&](APFloat a, APFloat, APFloat) {
      bool isInexact = false;
      a.convert(APFloat::IEEEdouble(), Nearest, &isInexact);
      APFloat root(std::sqrt(a.convertToDouble()));
      root.convert(formatOf(type), Nearest, &isInexact);
      return root;
    });
}

// Signs are bits, NaNs keep theirs.
TEST(SimFloats, signs) {
  for (const std::string &type : Types) {
    Bits sign = Bits(1) << (widthOf(type) - 1);
    auto a = numbers(type, 1), b = numbers(type, 2);
    std::string suffix = " : vector<4x" + type + ">";
    auto negated = evaluate("arith.negf %x" + suffix, {type}, type, {a});
    auto absolute = evaluate("math.absf %x" + suffix, {type}, type, {a});
    auto copied =
        evaluate("math.copysign %x, %y" + suffix, {type, type}, type, {a, b});
    for (unsigned row = 0; row < Count; ++row) {
      ASSERT_EQ(negated[row], a[row] ^ sign);
      ASSERT_EQ(absolute[row], a[row] & ~sign);
      ASSERT_EQ(copied[row], (a[row] & ~sign) | (b[row] & sign));
    }
  }
}

TEST(SimFloats, comparisons) {
  struct Predicate {
    std::string name;
    bool less, equal, greater, unordered;
  };
  const Predicate predicates[] = {
      {"false", false, false, false, false}, {"oeq", false, true, false, false},
      {"ogt", false, false, true, false},    {"oge", false, true, true, false},
      {"olt", true, false, false, false},    {"ole", true, true, false, false},
      {"one", true, false, true, false},     {"ord", true, true, true, false},
      {"ueq", false, true, false, true},     {"ugt", false, false, true, true},
      {"uge", false, true, true, true},      {"ult", true, false, false, true},
      {"ule", true, true, false, true},      {"une", true, false, true, true},
      {"uno", false, false, false, true},    {"true", true, true, true, true}};
  for (const std::string &type : Types) {
    auto a = numbers(type, 1), b = numbers(type, 2);
    std::copy_n(a.begin(), Count / 8, b.begin());
    for (const Predicate &each : predicates) {
      auto got = evaluate("arith.cmpf " + each.name + ", %x, %y : vector<4x" +
                              type + ">",
                          {type, type}, "i1", {a, b});
      for (unsigned row = 0; row < Count; ++row) {
        switch (number(type, a[row]).compare(number(type, b[row]))) {
        case APFloat::cmpLessThan:
          ASSERT_EQ(got[row], each.less) << each.name;
          break;
        case APFloat::cmpEqual:
          ASSERT_EQ(got[row], each.equal) << each.name;
          break;
        case APFloat::cmpGreaterThan:
          ASSERT_EQ(got[row], each.greater) << each.name;
          break;
        case APFloat::cmpUnordered:
          ASSERT_EQ(got[row], each.unordered) << each.name;
          break;
        }
      }
    }
  }
}

// What SimtOps.td says of every chip.
TEST(SimFloats, approximationsWhereTheyAreExact) {
  constexpr float Infinite = INFINITY, NotANumber = NAN;
  struct Case {
    std::string name;
    float x, result;
  };
  const Case cases[] = {{"exp2", 0, 1},
                        {"exp2", -0.0F, 1},
                        {"exp2", -Infinite, 0},
                        {"log2", 0, -Infinite},
                        {"log2", -0.0F, -Infinite},
                        {"reciprocal", 0, Infinite},
                        {"reciprocal", -0.0F, -Infinite},
                        {"reciprocal", Infinite, 0},
                        {"reciprocal", -Infinite, -0.0F},
                        {"rsqrt", 0, Infinite},
                        {"rsqrt", -0.0F, -Infinite},
                        {"rsqrt", Infinite, 0},
                        {"sqrt", 0, 0},
                        {"sqrt", -0.0F, -0.0F},
                        {"exp2", NotANumber, NotANumber},
                        {"tanh", NotANumber, NotANumber},
                        {"sin", NotANumber, NotANumber},
                        {"cos", NotANumber, NotANumber},
                        {"log2", NotANumber, NotANumber}};
  for (const Case &each : cases) {
    auto got = evaluate("simt.approximate " + each.name + " %x : vector<4xf32>",
                        {"f32"}, "f32", {{bitsOf(APFloat(each.x))}});
    EXPECT_EQ(got[0], bitsOf(APFloat(each.result)))
        << each.name << " " << each.x;
  }
}

} // namespace heddle
