//===- RandomConversionsTest.cpp - Conversions of random pairs ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// Random pairs are planned, and their programs run: every register of every
// thread, replicas included, has to get its element. HEDDLE_PAIRS sets how
// many, HEDDLE_SEED which.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "RandomPairs.h"
#include "Sample.h"
#include "heddle/layout/Text.h"
#include "heddle/plan/Certificate.h"
#include "heddle/plan/Cost.h"
#include "heddle/plan/Interpreter.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace heddle {
namespace {

std::uint64_t numberFrom(const char *variable, std::uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

std::string check(const RandomPair &pair, std::uint64_t seed,
                  std::map<std::string, unsigned> &seen) {
  ConversionOptions options;
  if (seed % 7 == 0)
    options.strategy = Strategy::Padded;
  else if (seed % 3 == 0)
    options.sharedBudget = std::uint64_t(1) << (6 + seed / 3 % 10);
  Result<Conversion> plan = planConversion(pair.src, pair.dst, pair.elementBits,
                                           *pair.target, options);
  if (!plan) {
    ++seen[plan.error().reason];
    return "";
  }
  ++seen[std::string(strategyName(plan->strategy))];
  if (Result<void> proof = checkCertificate(*plan, pair.src, pair.dst); !proof)
    return "certificate: " + proof.error().text() + "\n" + plan->program.text();
  const ProgramCounts &counts = plan->counts;
  if (plan->scratch &&
      (counts.write.actual != counts.write.minimum
                                  << plan->scratch->writeConflictBits ||
       counts.read.actual != counts.read.minimum
                                 << plan->scratch->readConflictBits))
    return concat("conflicts that were not planned: ", counts.write.actual,
                  " of ", counts.write.minimum, ", ", counts.read.actual,
                  " of ", counts.read.minimum, "\n", plan->program.text());
  unsigned bytes = plan->program.elementBytes;
  std::mt19937_64 engine(seed);
  std::vector<std::uint8_t> tensor(f2::unit(pair.src.totalOutBits()) * bytes);
  for (std::uint8_t &byte : tensor)
    byte = static_cast<std::uint8_t>(engine());
  Result<RegisterBytes> got =
      runProgram(plan->program, registersOf(pair.src, pair.src, tensor, bytes));
  if (!got)
    return got.error().text() + "\n" + plan->program.text();
  if (*got != registersOf(pair.dst, pair.src, tensor, bytes))
    return "wrong registers\n" + plan->program.text();
  return "";
}

TEST(RandomConversions, GiveEveryRegisterItsElement) {
  std::uint64_t pairs = numberFrom("HEDDLE_PAIRS", 1000 / SampledOneIn);
  std::uint64_t seed = numberFrom("HEDDLE_SEED", 20261121);
  std::map<std::string, unsigned> seen;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    PairSource source(seed + i);
    RandomPair pair = source.next();
    ASSERT_EQ(check(pair, seed + i, seen), "")
        << "seed " << seed + i << ": " << pair.text << "\n"
        << toText(pair.src) << "\n"
        << toText(pair.dst);
  }
  for (const auto &[what, count] : seen)
    std::cout << count << " " << what << "\n";
}

// What is not made cannot win.
TEST(RandomConversions, TheCheapestAloneIsTheSame) {
  constexpr std::uint64_t Pairs = 500 / SampledOneIn;
  std::size_t others = 0;
  for (std::uint64_t seed = 0; seed < Pairs; ++seed) {
    RandomPair pair = PairSource(seed).next();
    Result<Conversion> all =
        planConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    Result<Conversion> alone =
        planConversion(pair.src, pair.dst, pair.elementBits, *pair.target,
                       {.isCheapestOnly = true});
    ASSERT_EQ(all.has_value(), alone.has_value()) << pair.text;
    if (!all)
      continue;
    EXPECT_EQ(alone->cycles, all->cycles) << pair.text;
    EXPECT_EQ(alone->program.text(), all->program.text()) << pair.text;
    EXPECT_TRUE(alone->alternatives.empty());
    others += all->alternatives.size();
  }
  EXPECT_GT(others, Pairs);
}

// Prices need no programs, but they are those of the programs.
TEST(RandomConversions, CountWithoutProgramsWhatThePlanCounts) {
  constexpr std::uint64_t Pairs = 2000 / SampledOneIn;
  std::size_t shared = 0;
  for (std::uint64_t seed = 0; seed < Pairs; ++seed) {
    RandomPair pair = PairSource(seed).next();
    Result<Conversion> plan =
        planConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    Result<ProgramCounts> counts =
        countConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    ASSERT_EQ(plan.has_value(), counts.has_value()) << pair.text;
    if (!plan)
      continue;
    EXPECT_TRUE(*counts == plan->counts) << pair.text << "\n"
                                         << plan->program.text();
    shared += plan->strategy == Strategy::Shared ? 1 : 0;
  }
  EXPECT_GT(shared, Pairs / 10);
}

// Most are not far from what the plan costs, and none costs nothing that moves.
TEST(RandomConversions, EstimatesAreCloseToPrices) {
  constexpr std::uint64_t Pairs = 500 / SampledOneIn;
  std::vector<double> ratios;
  for (std::uint64_t seed = 0; seed < Pairs; ++seed) {
    RandomPair pair = PairSource(seed).next();
    Result<Price> price =
        priceConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    if (!price)
      continue;
    double exact = price->cycles + price->latency;
    double about =
        estimatedPrice(pair.src, pair.dst, pair.elementBits, *pair.target);
    double least =
        leastPrice(pair.src, pair.dst, pair.elementBits, *pair.target);
    EXPECT_LE(least, exact) << pair.text;
    if (staysInThreads(pair.src, pair.dst))
      EXPECT_EQ(about,
                leastPrice(pair.src, pair.dst, pair.elementBits, *pair.target));
    else
      EXPECT_GT(about, 1) << pair.text;
    ratios.push_back(about / exact);
  }
  std::ranges::sort(ratios);
  ASSERT_GT(ratios.size(), Pairs / 2);
  EXPECT_GT(ratios[ratios.size() / 2], 0.5);
  EXPECT_LT(ratios[ratios.size() / 2], 1.5);
}

// Each way of the set is what its budget gives, and none is beaten.
TEST(RandomConversions, AParetoSetTradesTimeForMemory) {
  constexpr std::uint64_t Pairs = 200 / SampledOneIn;
  std::size_t longest = 0;
  for (std::uint64_t seed = 0; seed < Pairs; ++seed) {
    RandomPair pair = PairSource(seed).next();
    Result<std::vector<Conversion>> set =
        planParetoSet(pair.src, pair.dst, pair.elementBits, *pair.target);
    Result<Conversion> best =
        planConversion(pair.src, pair.dst, pair.elementBits, *pair.target);
    ASSERT_EQ(set.has_value(), best.has_value()) << pair.text;
    if (!set)
      continue;
    longest = std::max(longest, set->size());
    EXPECT_LE(set->front().cycles, best->cycles) << pair.text;
    for (std::size_t i = 0; i < set->size(); ++i) {
      const Conversion &way = (*set)[i];
      Result<void> proof = checkCertificate(way, pair.src, pair.dst);
      EXPECT_TRUE(proof) << pair.text << "\n" << proof.error().text();
      if (i > 0) {
        EXPECT_LT((*set)[i - 1].cycles, way.cycles) << pair.text;
        EXPECT_GT((*set)[i - 1].program.scratchBytes, way.program.scratchBytes)
            << pair.text;
      }
      Result<Conversion> alone = planConversion(
          pair.src, pair.dst, pair.elementBits, *pair.target,
          {.sharedBudget = way.program.scratchBytes, .strategy = {}});
      ASSERT_TRUE(alone) << pair.text;
      EXPECT_EQ(alone->cycles, way.cycles) << pair.text;
    }
  }
  EXPECT_GE(longest, 3U);
}

} // namespace
} // namespace heddle
