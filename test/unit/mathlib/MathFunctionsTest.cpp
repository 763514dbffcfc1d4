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
        program(contextOfFormulas(), find(name, format), {typeOf(format)}) {}

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
  static Type typeOf(const Format &format) {
    Builder builder(&contextOfFormulas());
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
long double rcbrtl(long double x) { return 1 / cbrtl(x); }
constexpr long double Pi = 3.14159265358979323846264338327950288L;
/// x less the nearest multiple of a half, which is exact.
long double sinpil(long double x) {
  if (std::isinf(x))
    return NAN;
  long double rest = std::remainder(x, 2.0L);
  if (rest == std::trunc(rest))
    return std::copysign(0.0L, x);
  if (std::fabs(rest) > 0.5L)
    rest = std::copysign(1.0L, rest) - rest;
  return std::fabs(rest) > 0.25L
             ? std::copysign(cosl(Pi * (0.5L - std::fabs(rest))), rest)
             : sinl(Pi * rest);
}
long double cospil(long double x) {
  if (std::isinf(x))
    return NAN;
  long double rest = std::fabs(std::remainder(x, 2.0L));
  return rest == 0.5L || rest == 1.5L ? 0.0L : sinpil(0.5L - rest);
}
/// The square in two parts, as its error counts |x| times.
long double erfcxl(long double x) {
  if (x < -110)
    return INFINITY;
  long double square = x * x;
  if (x > 100)
    return (1 - (1 - (3 - (15 - 105 / (2 * square)) / (2 * square)) /
                         (2 * square)) /
                    (2 * square)) /
           (x * sqrtl(Pi));
  return expl(square) * (1 + std::fma(x, x, -square)) * erfcl(x);
}
/// -x sqrt(1/2) in two parts, likewise.
long double normcdfl(long double x) {
  if (std::isinf(x))
    return x > 0 ? 1 : 0;
  long double high = x * 0x1.6a09e667f3bcdp-1L;
  long double low = x * -4.8336466567264565e-17L;
  return (erfcl(-high) + 2 / sqrtl(Pi) * expl(-high * high) * low) / 2;
}
/// Next to a number whose erf (or erfc) is nearly x: one step of Newton's.
long double inverse(long double x, long double near) {
  return near + (x - erfl(near)) * expl(near * near) * sqrtl(Pi) / 2;
}
long double inverseComplement(long double x, long double near) {
  return near - (x - erfcl(near)) * expl(near * near) * sqrtl(Pi) / 2;
}

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

// Zeros, infinities and NaN, with the sign; C's functions give what Annex F of
// ISO 9899 says.
TEST_P(MathFunctions, HaveTheValuesOfAnnexF) {
  const Case &each = GetParam();
  Accuracy function(each.name, *each.format);
  constexpr long double Infinity = std::numeric_limits<long double>::infinity();
  for (long double x : {0.0L, -0.0L, 1.0L, -1.0L, Infinity, -Infinity,
                        (long double)NAN, 2.0L, -2.0L, 0.5L, -0.5L}) {
    long double wanted = each.reference(x), got = function.at(x);
    if (std::isnan(wanted))
      EXPECT_TRUE(std::isnan(got)) << double(x) << ": " << double(got);
    else if (wanted == 0 || std::isinf(wanted))
      EXPECT_TRUE(got == wanted && std::signbit(got) == std::signbit(wanted))
          << double(x) << ": " << double(got) << ", not " << double(wanted);
  }
}

// What takes the hardware's powers of two is tried with an error that is always
// the largest one; an H200 has less than two units over all numbers.
INSTANTIATE_TEST_SUITE_P(
    All, MathFunctions,
    testing::Values(Case{"exp", &Single, expl, -104, 89, 3.6},
                    Case{"exp2", &Single, exp2l, -150, 128, 3.1},
                    Case{"expm1", &Single, expm1l, -2, 2, 1.16},
                    Case{"log", &Single, logl, 0.5, 2, 0.86},
                    Case{"log2", &Single, log2l, 0.5, 2, 0.89},
                    Case{"log1p", &Single, log1pl, -0.9, 2, 0.88},
                    Case{"rsqrt", &Single, rsqrtl, 0, 4, 2.01},
                    Case{"sin", &Single, sinl, -10, 10, 1},
                    Case{"cos", &Single, cosl, -10, 10, 1},
                    Case{"tanh", &Single, tanhl, -3, 3, 2.15},
                    Case{"erf", &Single, erfl, -4, 4, 1.5},
                    Case{"__nv_exp10f", &Single, exp10l, -46, 39, 0.501},
                    Case{"log10", &Single, log10l, 0.5, 2, 1.06},
                    Case{"cosh", &Single, coshl, -90, 90, 0.501},
                    Case{"sinh", &Single, sinhl, -2, 2, 0.501},
                    Case{"cbrt", &Single, cbrtl, -8, 8, 0.501},
                    Case{"atan", &Single, atanl, -4, 4, 0.501},
                    Case{"tan", &Single, tanl, -10, 10, 0.501},
                    Case{"exp", &Double, expl, -745, 709, 1},
                    Case{"exp2", &Double, exp2l, -1074, 1024, 1},
                    Case{"log", &Double, logl, 0.5, 2, 1},
                    Case{"log2", &Double, log2l, 0.5, 2, 1},
                    Case{"rsqrt", &Double, rsqrtl, 0, 4, 1.5},
                    Case{"sin", &Double, sinl, -10, 10, 4},
                    Case{"cos", &Double, cosl, -10, 10, 4},
                    Case{"tan", &Double, tanl, -10, 10, 4},
                    Case{"tanh", &Double, tanhl, -3, 3, 4},
                    Case{"erf", &Double, erfl, -4, 4, 4},
                    Case{"erfc", &Double, erfcl, -4, 27, 4},
                    Case{"expm1", &Double, expm1l, -2, 2, 4},
                    Case{"log1p", &Double, log1pl, -0.9, 2, 4},
                    Case{"__nv_exp10", &Double, exp10l, -323, 308, 4},
                    Case{"log10", &Double, log10l, 0.5, 2, 4},
                    Case{"cbrt", &Double, cbrtl, -8, 8, 4},
                    Case{"atan", &Double, atanl, -4, 4, 4},
                    Case{"asin", &Double, asinl, -1, 1, 4},
                    Case{"acos", &Double, acosl, -1, 1, 4},
                    Case{"sinh", &Double, sinhl, -2, 2, 4},
                    Case{"cosh", &Double, coshl, -710, 710, 4},
                    Case{"asinh", &Double, asinhl, -4, 4, 4},
                    Case{"acosh", &Double, acoshl, 1, 4, 4},
                    Case{"atanh", &Double, atanhl, -1, 1, 4},
                    Case{"__nv_sinpi", &Double, sinpil, -4, 4, 4},
                    Case{"__nv_cospi", &Double, cospil, -4, 4, 4},
                    Case{"__nv_rcbrt", &Double, rcbrtl, -8, 8, 4},
                    Case{"__nv_erfcx", &Double, erfcxl, -5, 30, 4},
                    Case{"__nv_normcdf", &Double, normcdfl, -30, 5, 5},
                    Case{"erfc", &Single, erfcl, -4, 27, 0.501},
                    Case{"asin", &Single, asinl, -1, 1, 0.501},
                    Case{"acos", &Single, acosl, -1, 1, 0.501},
                    Case{"asinh", &Single, asinhl, -4, 4, 0.501},
                    Case{"acosh", &Single, acoshl, 1, 4, 0.501},
                    Case{"atanh", &Single, atanhl, -1, 1, 0.501},
                    Case{"__nv_sinpif", &Single, sinpil, -4, 4, 0.501},
                    Case{"__nv_cospif", &Single, cospil, -4, 4, 0.501},
                    Case{"__nv_rcbrtf", &Single, rcbrtl, -8, 8, 0.501},
                    Case{"__nv_erfcxf", &Single, erfcxl, -5, 30, 0.501},
                    Case{"__nv_normcdff", &Single, normcdfl, -30, 5, 0.501}));

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
  MLIRContext &context = contextOfFormulas();
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

struct TwoArguments {
  const char *name;
  long double (*reference)(long double, long double);
  /// Sizes of arguments are powers of two between these.
  double low, high, ulp;
};

// Of f64, of numbers of all sizes, and what C has for special ones.
TEST(MathFunctions, OfTwoArguments) {
  MLIRContext &context = contextOfFormulas();
  Type f64 = Builder(&context).getF64Type();
  constexpr double Infinity = std::numeric_limits<double>::infinity();
  const double special[] = {0,         -0.0,
                            1,         -1,
                            0.5,       -0.5,
                            2,         -2,
                            3,         -3,
                            0x1p60,    NAN,
                            1e-310,    1e300,
                            -1e300,    1e-300,
                            0x1.8p53,  5e-324,
                            -5e-324,   Infinity,
                            -Infinity, 0x1.fffffffffffffp-1};
  for (const TwoArguments &each :
       {TwoArguments{"__nv_pow", powl, -8, 8, 1},
        TwoArguments{"__nv_atan2", atan2l, -40, 40, 2},
        TwoArguments{"__nv_hypot", hypotl, -40, 40, 1}}) {
    ScalarProgram program(context, libraryFunction(each.name), {f64, f64});
    double worst = 0;
    auto check = [&](double x, double y) {
      long double wanted = each.reference(x, y);
      auto got = llvm::bit_cast<double>(
          program.run({llvm::bit_cast<Bits>(x), llvm::bit_cast<Bits>(y)}));
      if (std::isnan(wanted) || isBeyond(wanted, Double) || wanted == 0) {
        EXPECT_TRUE(std::isnan(wanted)
                        ? std::isnan(got)
                        : got == double(wanted) &&
                              std::signbit(got) == std::signbit(wanted))
            << each.name << " of " << x << ", " << y << ": " << got;
        return;
      }
      long double unit =
          unitAt(wanted, Double.mantissaBits, Double.leastExponent);
      auto ulp = double(std::fabs(got - wanted) / unit);
      EXPECT_LE(ulp, each.ulp) << each.name << " of " << x << ", " << y;
      worst = std::max(worst, ulp);
    };
    for (double x : special)
      for (double y : special)
        check(x, y);
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> size(each.low, each.high);
    for (unsigned count = 0; count < 50'000; ++count) {
      check(std::exp2(size(random)), size(random) * 10);
      check(-std::exp2(size(random)), std::exp2(size(random)));
    }
    std::cout << each.name << ": " << worst << " ulp\n";
  }
}

TEST(MathFunctions, InvertErrorFunctions) {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> between(-1, 1), size(-1070, 0);
  Accuracy erfinv("__nv_erfinv", Double), erfcinv("__nv_erfcinv", Double),
      normcdfinv("__nv_normcdfinv", Double);
  double worst = 0;
  auto check = [&](long double wanted, long double got, double x) {
    auto ulp = double(std::fabs(got - wanted) / unitAt(wanted, 52, -1022));
    EXPECT_LE(ulp, 4) << "at " << x;
    worst = std::max(worst, ulp);
  };
  for (unsigned count = 0; count < 20'000; ++count) {
    double x = between(random), small = std::exp2(size(random));
    long double got = erfinv.at(x);
    long double wanted = std::fabs(x) < 0.5 ? inverse(x, got)
                         : x > 0            ? inverseComplement(1 - x, got)
                                            : -inverseComplement(1 + x, -got);
    check(wanted, got, x);
    got = erfcinv.at(small);
    check(small > 0.5 ? inverse(1 - small, got) : inverseComplement(small, got),
          got, small);
    got = erfcinv.at(2 - std::fabs(x));
    EXPECT_NEAR(double(erfcl(got)), 2 - std::fabs(x), 1e-15);
    double probability = std::fabs(x);
    got = normcdfinv.at(probability);
    EXPECT_NEAR(double(normcdfl(got)), probability, 1e-15);
  }
  std::cout << "inverse error functions: " << worst << " ulp\n";
  EXPECT_EQ(erfinv.at(1), INFINITY);
  EXPECT_EQ(erfinv.at(-1), -INFINITY);
  EXPECT_EQ(erfcinv.at(0), INFINITY);
  EXPECT_EQ(erfcinv.at(2), -INFINITY);
  EXPECT_EQ(normcdfinv.at(0), -INFINITY);
  EXPECT_EQ(normcdfinv.at(1), INFINITY);
  for (double outside : {-0.1, 2.1, double(INFINITY), double(NAN)}) {
    EXPECT_TRUE(std::isnan(erfcinv.at(outside))) << outside;
    EXPECT_TRUE(std::isnan(normcdfinv.at(outside))) << outside;
    EXPECT_TRUE(outside == -0.1 || std::isnan(erfinv.at(outside))) << outside;
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
  EXPECT_EQ(mathFunction("lgamma", builder.getF64Type()), nullptr);
  EXPECT_EQ(mathFunction("exp", builder.getF16Type()), nullptr);
  EXPECT_EQ(libraryFunction("__nv_j0f"), nullptr);
}

} // namespace
} // namespace heddle
