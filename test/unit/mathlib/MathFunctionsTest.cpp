//===- MathFunctionsTest.cpp - How exact programs are ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstdlib>
#include <random>

namespace heddle {
namespace {

using namespace mlir;
using Bits = std::uint64_t;

/// The least distance of numbers of the format about here.
long double unitAt(long double value, int mantissaBits, int leastExponent) {
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(1.0L, std::max(exponent - 1, leastExponent) - mantissaBits);
}

struct Format {
  int mantissaBits, leastExponent, bits;
};
constexpr Format Single = {23, -126, 32}, Double = {52, -1022, 64};

long double valueOf(Bits bits, const Format &format) {
  return format.bits == 32 ? llvm::bit_cast<float>(std::uint32_t(bits))
                           : llvm::bit_cast<double>(bits);
}

/// What the format has for a result: infinite from half a unit beyond the
/// largest on.
bool isBeyond(long double value, const Format &format) {
  long double most =
      format.bits == 32 ? 0x1.ffffffp127L : 0x1.fffffffffffff8p1023L;
  return std::fabs(value) >= most;
}

struct Worst {
  double ulp = 0;
  long double x = 0;
};

using Reference = long double (*)(long double);

/// How many units the program is off, the worst of many inputs: every n-th
/// pattern of bits, and numbers within a range where much happens.
class Accuracy {
public:
  Accuracy(llvm::StringRef name, const Format &format)
      : format(format),
        program(context(), find(name, format), {typeOf(format)}) {}

  Worst worst(Reference reference, double low, double high) {
    Worst found;
    std::mt19937_64 random(7);
    // HEDDLE_MATH_INPUTS: how many of each kind.
    const char *asked = std::getenv("HEDDLE_MATH_INPUTS");
    unsigned count = asked == nullptr ? 100'000 : unsigned(std::atoi(asked));
    Bits step = (format.bits == 32 ? Bits(1) << 32 : ~Bits(0)) / count | 1;
    for (unsigned index = 0; index < count; ++index) {
      measure(index * step, reference, found);
      std::uniform_real_distribution<double> between(low, high);
      double x = between(random);
      measure(format.bits == 32 ? llvm::bit_cast<std::uint32_t>(float(x))
                                : llvm::bit_cast<Bits>(x),
              reference, found);
    }
    return found;
  }

  long double at(long double x) {
    Bits bits = format.bits == 32 ? llvm::bit_cast<std::uint32_t>(float(x))
                                  : llvm::bit_cast<Bits>(double(x));
    return valueOf(program.run({bits}), format);
  }

private:
  static MLIRContext &context() {
    static MLIRContext context;
    context.loadDialect<arith::ArithDialect, math::MathDialect,
                        simt::SimtDialect>();
    return context;
  }
  static Type typeOf(const Format &format) {
    Builder builder(&context());
    return format.bits == 32 ? Type(builder.getF32Type())
                             : Type(builder.getF64Type());
  }
  static MathFunction find(llvm::StringRef name, const Format &format) {
    MathFunction function = mathFunction(name, typeOf(format));
    return function != nullptr ? function : libraryFunction(name);
  }

  void measure(Bits bits, Reference reference, Worst &found) {
    long double x = valueOf(bits, format);
    long double wanted = reference(x);
    for (double error : {-1.0, 1.0}) {
      long double got = valueOf(program.run({bits}, error), format);
      if (std::isnan(wanted) || std::isnan(got)) {
        EXPECT_EQ(std::isnan(wanted), std::isnan(got)) << "at " << double(x);
        continue;
      }
      if (std::isinf(wanted) && !std::isinf(x)) {
        EXPECT_EQ(got, wanted) << "at " << double(x);
        continue;
      }
      if (isBeyond(wanted, format) || std::isinf(got)) {
        // Next to the largest number, either is a unit off at most.
        long double most =
            format.bits == 32 ? 0x1.fffff8p127L : 0x1.ffffffffffffep1023L;
        EXPECT_TRUE(std::fabs(wanted) >= most && std::fabs(got) >= most)
            << "at " << double(x) << ": " << double(got);
        continue;
      }
      long double unit =
          unitAt(wanted, format.mantissaBits, format.leastExponent);
      auto ulp = double(std::fabs(got - wanted) / unit);
      if (ulp > found.ulp)
        found = {ulp, x};
    }
  }

  Format format;
  ScalarProgram program;
};

struct Case {
  const char *name;
  const Format *format;
  Reference reference;
  double low, high;
  /// What is promised.
  double ulp;
};

std::ostream &operator<<(std::ostream &stream, const Case &each) {
  return stream << each.name << " of f" << each.format->bits;
}

long double rsqrtl(long double x) { return 1 / sqrtl(x); }

class MathFunctions : public testing::TestWithParam<Case> {};

TEST_P(MathFunctions, AreAsExactAsPromised) {
  const Case &each = GetParam();
  Worst worst = Accuracy(each.name, *each.format)
                    .worst(each.reference, each.low, each.high);
  RecordProperty("worst_ulp", std::to_string(worst.ulp));
  std::cout << each << ": " << worst.ulp << " ulp at " << double(worst.x)
            << "\n";
  EXPECT_LE(worst.ulp, each.ulp) << "at " << double(worst.x);
}

// What takes the hardware's powers of two is tried with an error that is always
// the largest one; an H200 has less than two units over all numbers.
INSTANTIATE_TEST_SUITE_P(
    All, MathFunctions,
    testing::Values(Case{"exp", &Single, expl, -104, 89, 3.6},
                    Case{"exp2", &Single, exp2l, -150, 128, 3.1},
                    Case{"expm1", &Single, expm1l, -2, 2, 2},
                    Case{"log", &Single, logl, 0.5, 2, 1},
                    Case{"log2", &Single, log2l, 0.5, 2, 1.5},
                    Case{"log1p", &Single, log1pl, -0.9, 2, 1.5},
                    Case{"rsqrt", &Single, rsqrtl, 0, 4, 2.01},
                    Case{"sin", &Single, sinl, -10, 10, 1},
                    Case{"cos", &Single, cosl, -10, 10, 1},
                    Case{"tanh", &Single, tanhl, -3, 3, 2.15},
                    Case{"erf", &Single, erfl, -4, 4, 1.5},
                    Case{"__nv_exp10f", &Single, exp10l, -46, 39, 0.501},
                    Case{"log10", &Single, log10l, 0.5, 2, 0.501},
                    Case{"cosh", &Single, coshl, -90, 90, 0.501},
                    Case{"sinh", &Single, sinhl, -2, 2, 0.501},
                    Case{"cbrt", &Single, cbrtl, -8, 8, 0.501},
                    Case{"atan", &Single, atanl, -4, 4, 0.501},
                    Case{"tan", &Single, tanl, -10, 10, 0.501},
                    Case{"exp", &Double, expl, -745, 709, 1},
                    Case{"exp2", &Double, exp2l, -1074, 1024, 1},
                    Case{"log", &Double, logl, 0.5, 2, 1},
                    Case{"log2", &Double, log2l, 0.5, 2, 1},
                    Case{"rsqrt", &Double, rsqrtl, 0, 4, 1.5}));

TEST(MathFunctions, HaveTheValuesOfIEEEAtTheEnds) {
  constexpr long double Infinity = std::numeric_limits<float>::infinity();
  for (const Format *format : {&Single, &Double}) {
    EXPECT_EQ(Accuracy("exp", *format).at(-Infinity), 0);
    EXPECT_EQ(Accuracy("exp", *format).at(Infinity), Infinity);
    EXPECT_EQ(Accuracy("exp", *format).at(0), 1);
    EXPECT_EQ(Accuracy("log", *format).at(0), -Infinity);
    EXPECT_EQ(Accuracy("log", *format).at(Infinity), Infinity);
    EXPECT_EQ(Accuracy("log", *format).at(-0.0L), -Infinity);
    EXPECT_EQ(Accuracy("log", *format).at(1), 0);
    for (const char *name : {"exp", "exp2", "log", "log2"})
      EXPECT_TRUE(std::isnan(Accuracy(name, *format).at(NAN))) << name;
    for (long double below : {-1.0L, -0x1p-140L, -Infinity})
      EXPECT_TRUE(std::isnan(Accuracy("log", *format).at(below)));
  }
  EXPECT_EQ(Accuracy("tanh", Single).at(-Infinity), -1);
  EXPECT_EQ(Accuracy("erf", Single).at(Infinity), 1);
  EXPECT_TRUE(std::isnan(Accuracy("sin", Single).at(Infinity)));
  EXPECT_TRUE(std::isnan(Accuracy("log", Single).at(-1)));
  for (const char *name : {"sin", "tanh", "erf", "log1p", "expm1"})
    EXPECT_TRUE(std::signbit(Accuracy(name, Single).at(-0.0L))) << name;
}

// ISO 9899, F.10.4.4, and numbers of all kinds.
TEST(MathFunctions, RaiseToPowers) {
  MLIRContext context;
  context
      .loadDialect<arith::ArithDialect, math::MathDialect, simt::SimtDialect>();
  Type f32 = Builder(&context).getF32Type();
  ScalarProgram program(context, mathFunction("powf", f32), {f32, f32});
  auto bits = [](float value) { return llvm::bit_cast<std::uint32_t>(value); };
  auto check = [&](float x, float y) {
    auto wanted = float(powl(x, y));
    auto got =
        llvm::bit_cast<float>(std::uint32_t(program.run({bits(x), bits(y)})));
    if (std::isnan(wanted))
      EXPECT_TRUE(std::isnan(got)) << x << " to the power " << y;
    else
      EXPECT_EQ(bits(got), bits(wanted)) << x << " to the power " << y;
  };
  constexpr float Infinity = std::numeric_limits<float>::infinity();
  const float special[] = {0,        0.5,     1,      1.5,   2,        3,
                           1e-40F,   0x1p24,  8e6F,   1e30F, NAN,      0.999F,
                           Infinity, -0.0F,   -0.5,   -1,    -1.5,     -2,
                           -3,       -1e-40F, -1e30F, -8e6F, -Infinity};
  for (float x : special)
    for (float y : special)
      check(x, y);
  std::mt19937 random(3);
  for (unsigned count = 0; count < 100'000; ++count) {
    std::uniform_real_distribution<float> size(-40, 40), exponent(-5, 5);
    check(std::exp2(size(random)), exponent(random));
  }
}

TEST(MathFunctions, ReduceHugeAngles) {
  // pi is not a number, but some are near its multiples.
  for (long double x : {0x1.47d0fep34L, 0x1p127L, 0x1.fffffep127L, 3e38L,
                        16367173.0L * 0x1p72L, 3.14159274101257L, 11.0L}) {
    float rounded = float(x);
    EXPECT_NEAR(double(Accuracy("sin", Single).at(rounded)),
                double(sinl(rounded)), 1e-7)
        << rounded;
    EXPECT_NEAR(double(Accuracy("cos", Single).at(rounded)),
                double(cosl(rounded)), 1e-7)
        << rounded;
  }
}

TEST(MathFunctions, AreNotMadeUp) {
  MLIRContext context;
  Builder builder(&context);
  EXPECT_EQ(mathFunction("sin", builder.getF64Type()), nullptr);
  EXPECT_EQ(mathFunction("exp", builder.getF16Type()), nullptr);
  EXPECT_EQ(libraryFunction("__nv_j0f"), nullptr);
}

} // namespace
} // namespace heddle
