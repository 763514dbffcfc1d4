//===- HittingSetTest.cpp - One element of each set -----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/HittingSet.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <random>

using namespace heddle;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

bool hitsAll(const HittingSet &problem, const std::vector<unsigned> &chosen) {
  return std::ranges::all_of(problem.sets, [&](const auto &set) {
    return std::ranges::any_of(set, [&](unsigned element) {
      return std::ranges::find(chosen, element) != chosen.end();
    });
  });
}

std::uint64_t costOf(const HittingSet &problem,
                     const std::vector<unsigned> &chosen) {
  std::uint64_t cost = 0;
  for (unsigned element : chosen)
    cost += problem.costs[element];
  return cost;
}

/// Of all choices there are.
std::uint64_t leastCost(const HittingSet &problem) {
  std::optional<std::uint64_t> least;
  for (unsigned mask = 0; mask < 1U << problem.costs.size(); ++mask) {
    std::vector<unsigned> chosen;
    for (unsigned element = 0; element < problem.costs.size(); ++element)
      if ((mask >> element & 1) != 0)
        chosen.push_back(element);
    if (hitsAll(problem, chosen))
      least = std::min(least.value_or(~0ULL), costOf(problem, chosen));
  }
  return least.value();
}

HittingSet randomProblem(std::mt19937 &random, unsigned elements, unsigned sets,
                         unsigned mostMembers) {
  HittingSet problem;
  for (unsigned element = 0; element < elements; ++element)
    problem.costs.push_back(1 + random() % 4);
  for (unsigned set = 0; set < sets; ++set) {
    std::vector<unsigned> &members = problem.sets.emplace_back();
    for (unsigned count = 1 + random() % mostMembers; count-- > 0;)
      members.push_back(static_cast<unsigned>(random() % elements));
  }
  return problem;
}

} // namespace

TEST(HittingSet, NothingToHitTakesNothing) {
  EXPECT_THAT(cheapestHits({{1, 2}, {}}), IsEmpty());
}

TEST(HittingSet, OneForAllThatHaveItInCommon) {
  EXPECT_THAT(cheapestHits({{1, 1, 1}, {{0, 1}, {1, 2}}}), ElementsAre(1));
}

TEST(HittingSet, TwoCheapOnesRatherThanADearOne) {
  EXPECT_THAT(cheapestHits({{1, 3, 1}, {{0, 1}, {1, 2}}}), ElementsAre(0, 2));
}

TEST(HittingSet, OfEqualOnesTheLast) {
  EXPECT_THAT(cheapestHits({{2, 2, 2}, {{0, 1, 2}, {2, 1, 0}}}),
              ElementsAre(2));
}

TEST(HittingSet, WhatNothingSimplifiesIsTried) {
  // A ring of five: any two neighbours have one of the chosen.
  HittingSet ring = {{1, 1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}};
  std::vector<unsigned> chosen = cheapestHits(ring);
  EXPECT_EQ(chosen.size(), 3U);
  EXPECT_TRUE(hitsAll(ring, chosen));
}

TEST(HittingSet, RandomOnesCostTheLeast) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    HittingSet problem = randomProblem(random, 2 + random() % 9, 10, 4);
    std::vector<unsigned> chosen = cheapestHits(problem);
    EXPECT_TRUE(hitsAll(problem, chosen)) << round;
    EXPECT_EQ(costOf(problem, chosen), leastCost(problem)) << round;
  }
}

TEST(HittingSet, ASolutionEvenIfThereIsNoTimeToTry) {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    HittingSet problem = randomProblem(random, 60, 120, 6);
    EXPECT_TRUE(hitsAll(problem, cheapestHits(problem, 0))) << round;
  }
}
