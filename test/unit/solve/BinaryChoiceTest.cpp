//===- BinaryChoiceTest.cpp - Cuts against all choices --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/BinaryChoice.h"

#include <gtest/gtest.h>

#include <random>

using namespace heddle;

namespace {

/// The least cost of all choices.
std::int64_t naiveLeast(const BinaryChoice &problem) {
  std::size_t count = problem.single.size();
  std::int64_t least = INT64_MAX;
  for (unsigned bits = 0; bits < (1U << count); ++bits) {
    std::vector<bool> choice;
    for (std::size_t i = 0; i < count; ++i)
      choice.push_back((bits >> i & 1) != 0);
    least = std::min(least, costOf(problem, choice));
  }
  return least;
}

// Agreement is free, so the dear middle keeps what its neighbours want.
TEST(BinaryChoice, FollowsNeighboursThatCostMore) {
  PairCost disagree = {.first = 0, .second = 1, .cost = {{{0, 5}, {5, 0}}}};
  EXPECT_EQ(cheapestChoice({.single = {{9, 0}, {0, 4}}, .pairs = {disagree}}),
            (std::vector<bool>{true, true}));
  EXPECT_EQ(cheapestChoice({.single = {{9, 0}, {0, 6}}, .pairs = {disagree}}),
            (std::vector<bool>{true, false}));
}

TEST(BinaryChoice, ChangesNothingForNothing) {
  EXPECT_EQ(cheapestChoice({.single = {{3, 3}, {0, 0}}, .pairs = {}}),
            (std::vector<bool>{false, false}));
}

TEST(BinaryChoice, IsCheapestAmongAllChoices) {
  constexpr unsigned Seed = 7, Problems = 2000;
  std::mt19937 random(Seed);
  auto below = [&](std::int64_t end) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(end));
  };
  for (unsigned round = 0; round < Problems; ++round) {
    BinaryChoice problem;
    auto count = static_cast<std::size_t>(1 + below(9));
    for (std::size_t i = 0; i < count; ++i)
      problem.single.push_back({below(20) - 10, below(20) - 10});
    for (std::int64_t i = below(20); i > 0; --i) {
      auto first = static_cast<unsigned>(below(std::ssize(problem.single)));
      auto second = static_cast<unsigned>(below(std::ssize(problem.single)));
      if (first == second)
        continue;
      std::int64_t b = below(20), c = below(20), a = below(20);
      std::int64_t d = b + c - a - below(10);
      problem.pairs.push_back({first, second, {{{a, b}, {c, d}}}});
    }
    ASSERT_EQ(costOf(problem, cheapestChoice(problem)), naiveLeast(problem))
        << "problem " << round << " of seed " << Seed;
  }
}

} // namespace
