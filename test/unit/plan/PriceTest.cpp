//===- PriceTest.cpp - Prices of conversions ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What choices of layouts take a conversion to cost, against what its plan
// costs. HEDDLE_PAIRS sets how many pairs, HEDDLE_SEED which.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "RandomFamilies.h"
#include "Sample.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/plan/Conversion.h"
#include "heddle/plan/Cost.h"

#include <cstdlib>
#include <map>

namespace heddle {
namespace {

std::uint64_t numberFrom(const char *variable, std::uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(Prices, AreThoseOfPlans) {
  std::uint64_t pairs = numberFrom("HEDDLE_PAIRS", 3000 / SampledOneIn);
  std::uint64_t seed = numberFrom("HEDDLE_SEED", 20261122);
  // A conversion that moves nothing is half a cycle more than its plan.
  constexpr double Nothing = 0.5;
  std::uint64_t close = 0;
  std::map<std::string_view, std::uint64_t> ways;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    FamilyPair pair = FamilySource(seed + i).next();
    Result<Conversion> plan =
        planConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    Result<Price> price =
        priceConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    ASSERT_EQ(plan.has_value(), price.has_value())
        << "seed " << seed + i << ": " << pair.text();
    if (!plan)
      continue;
    ++ways[strategyName(plan->strategy)];
    Price planned = priceOf(plan->counts, *pair.target);
    EXPECT_EQ(price->cycles, planned.cycles + Nothing)
        << "seed " << seed + i << ": " << pair.text();
    EXPECT_EQ(price->latency, planned.latency)
        << "seed " << seed + i << ": " << pair.text();
    double least =
        leastPrice(pair.src, pair.dst, pair.elementBits, *pair.target);
    EXPECT_LE(least, price->cycles + price->latency)
        << "seed " << seed + i << ": " << pair.text();
    close += 2 * least > price->cycles + price->latency ? 1U : 0U;
  }
  EXPECT_GE(close * 2, pairs) << "the least price says little";
  for (const char *strategy : {"nothing", "registers", "shuffle", "shared"})
    EXPECT_GT(ways[strategy], 0U) << strategy;
}

LinearLayout layoutOf(std::string_view text) {
  constexpr std::array<std::uint64_t, 2> Shape = {64, 1};
  return get(toLinearLayout(get(parseEncoding(text)), Shape, NewestTriton));
}

// A column of 64 that each thread has all of, and one that 64 threads share.
TEST(Prices, CountReplicas) {
  const Target &target = *get(findTarget("sm_90"));
  LinearLayout shared =
      layoutOf("#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1],"
               " warpsPerCTA = [4, 1], order = [0, 1]}>");
  LinearLayout copied =
      layoutOf("#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32],"
               " warpsPerCTA = [1, 4], order = [0, 1]}>");
  double gathered = get(priceConversion(shared, copied, 32, target)).cycles;
  double scattered = get(priceConversion(copied, shared, 32, target)).cycles;
  EXPECT_GT(gathered, 2 * scattered) << "64 registers of each thread against 1";
}

} // namespace
} // namespace heddle
