//===- FastFunctionsTest.cpp - How exact fast functions are ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/mathlib/FastFunctions.h"
#include "ScalarProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

namespace heddle {
namespace {

using namespace mlir;

struct Case {
  const char *name;
  double (*reference)(double);
  /// Where results are normal numbers.
  double low, high;
  /// What is promised of a result, in units in the last place: so many, and so
  /// many for each unit that x is large.
  double ulp, ulpOfSize = 0;
};

std::ostream &operator<<(std::ostream &stream, const Case &each) {
  return stream << each.name;
}

/// One function on the hardware's worst approximations.
class Program {
public:
  explicit Program(llvm::StringRef name)
      : program(contextOfFormulas(), fastFunction(name),
                {Builder(&contextOfFormulas()).getF32Type()}) {}

  float at(float x, double error = 0) {
    return llvm::bit_cast<float>(
        std::uint32_t(program.run({llvm::bit_cast<std::uint32_t>(x)}, error)));
  }

private:
  ScalarProgram program;
};

class FastFunctions : public testing::TestWithParam<Case> {};

TEST_P(FastFunctions, AreAsExactAsPromised) {
  const Case &each = GetParam();
  Program program(each.name);
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> between(each.low, each.high);
  double worst = 0;
  for (unsigned count = 0; count < 200'000; ++count) {
    auto x = float(between(random));
    double wanted = each.reference(double(x));
    double unit = std::ldexp(1.0, std::max(std::ilogb(wanted), -126) - 23);
    for (double error : {-1.0, 1.0}) {
      double ulp = std::fabs(double(program.at(x, error)) - wanted) / unit;
      worst = std::max(worst, ulp);
      ASSERT_LE(ulp, each.ulp + each.ulpOfSize * std::fabs(x)) << "at " << x;
    }
  }
  std::cout << each << ": " << worst << " ulp\n";
}

double rsqrt(double x) { return 1 / std::sqrt(x); }

INSTANTIATE_TEST_SUITE_P(
    All, FastFunctions,
    testing::Values(Case{"exp", std::exp, -87, 88.5, 3.5, 1.25},
                    Case{"exp2", std::exp2, -125.9, 127.9, 3},
                    Case{"__nv_exp2f", std::exp2, -1, 1, 3},
                    Case{"sqrt", std::sqrt, 1e-37, 4, 2.01},
                    Case{"__nv_sqrtf", std::sqrt, 1, 1e38, 2.01},
                    Case{"rsqrt", rsqrt, 1e-37, 4, 2.01},
                    Case{"__nv_rsqrtf", rsqrt, 1, 1e38, 2.01},
                    Case{"tanh", std::tanh, -3, 3, 3},
                    Case{"__nv_tanhf", std::tanh, -40, 40, 3}));

TEST(FastFunctions, HaveTheValuesOfIEEEAtTheEnds) {
  constexpr float Infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(Program("exp").at(0), 1);
  EXPECT_EQ(Program("exp").at(-Infinity), 0);
  EXPECT_EQ(Program("exp").at(Infinity), Infinity);
  EXPECT_EQ(Program("exp").at(89), Infinity);
  EXPECT_EQ(Program("tanh").at(Infinity), 1);
  EXPECT_EQ(Program("tanh").at(-100), -1);
  EXPECT_EQ(Program("sqrt").at(Infinity), Infinity);
  EXPECT_EQ(Program("rsqrt").at(0), Infinity);
  for (const char *name : {"exp", "exp2", "tanh", "sqrt", "rsqrt"})
    EXPECT_TRUE(std::isnan(Program(name).at(NAN))) << name;
  for (const char *name : {"tanh", "sqrt"})
    EXPECT_TRUE(std::signbit(Program(name).at(-0.0F))) << name;
}

// Subnormal numbers count as zero.
TEST(FastFunctions, FlushSubnormalNumbers) {
  EXPECT_EQ(Program("exp").at(-88), 0);
  EXPECT_EQ(Program("exp2").at(-126.5F), 0);
  EXPECT_EQ(Program("sqrt").at(1e-40F), 0);
  EXPECT_EQ(Program("rsqrt").at(1e-40F),
            std::numeric_limits<float>::infinity());
}

TEST(FastFunctions, AreNoneWhereNothingIsFaster) {
  for (const char *name : {"log", "sin", "erf", "__nv_expf", "nothing"})
    EXPECT_EQ(fastFunction(name), nullptr) << name;
}

} // namespace
} // namespace heddle
