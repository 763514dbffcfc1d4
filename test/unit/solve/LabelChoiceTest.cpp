//===- LabelChoiceTest.cpp - Labels against all choices -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/solve/LabelChoice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace heddle;

namespace {

class RandomLabels {
public:
  explicit RandomLabels(unsigned seed) : random(seed) {}

  unsigned below(unsigned end) { return static_cast<unsigned>(random() % end); }
  /// Some of them forbidden.
  std::int64_t cost() { return below(40) == 0 ? ForbiddenCost : below(30); }
  LabelChoice problem(unsigned variables, unsigned mostLabels, unsigned pairs);

private:
  std::mt19937 random;
};

LabelChoice RandomLabels::problem(unsigned variables, unsigned mostLabels,
                                  unsigned pairs) {
  LabelChoice problem;
  for (unsigned i = 0; i < variables; ++i) {
    std::vector<std::int64_t> &costs = problem.single.emplace_back();
    for (unsigned label = below(mostLabels) + 1; label > 0; --label)
      costs.push_back(cost());
  }
  for (unsigned i = 0; variables > 1 && i < pairs; ++i) {
    unsigned first = below(variables), second = below(variables);
    if (first == second)
      continue;
    LabelPair &pair = problem.pairs.emplace_back();
    pair.first = first;
    pair.second = second;
    for (std::size_t entry = 0;
         entry < problem.single[first].size() * problem.single[second].size();
         ++entry)
      pair.cost.push_back(cost());
  }
  return problem;
}

std::int64_t naiveLeast(const LabelChoice &problem) {
  std::vector<unsigned> labels(problem.single.size(), 0);
  std::int64_t least = ForbiddenCost;
  for (;;) {
    least = std::min(least, costOf(problem, labels));
    std::size_t i = 0;
    while (i < labels.size() && ++labels[i] == problem.single[i].size())
      labels[i++] = 0;
    if (i == labels.size())
      return least;
  }
}

// A chain whose ends want different labels changes where that is cheapest.
TEST(LabelChoice, ChangesWhereThatIsCheapest) {
  auto differ = [](unsigned first, std::int64_t cost) {
    return LabelPair{
        .first = first, .second = first + 1, .cost = {0, cost, cost, 0}};
  };
  LabelSolution found =
      cheapestLabels({.single = {{0, 9}, {0, 0}, {0, 0}, {9, 0}},
                      .pairs = {differ(0, 5), differ(1, 2), differ(2, 5)}},
                     std::vector<unsigned>{0, 0, 0, 0});
  EXPECT_EQ(found.labels, (std::vector<unsigned>{0, 0, 1, 1}));
  EXPECT_EQ(found.cost, 2);
  EXPECT_TRUE(found.isCheapest());
}

TEST(LabelChoice, KeepsTheStartForNothing) {
  std::vector<unsigned> start = {1, 0};
  EXPECT_EQ(
      cheapestLabels({.single = {{3, 3}, {0, 0}}, .pairs = {}}, start).labels,
      start);
}

TEST(LabelChoice, IsCheapestAmongAllChoices) {
  constexpr unsigned Seed = 5, Problems = 3000;
  RandomLabels random(Seed);
  for (unsigned round = 0; round < Problems; ++round) {
    LabelChoice problem =
        random.problem(1 + random.below(7), 4, random.below(14));
    std::vector<unsigned> start(problem.single.size(), 0);
    std::int64_t least = naiveLeast(problem);
    LabelSolution found = cheapestLabels(problem, start);
    ASSERT_EQ(found.cost, least) << "in round " << round;
    ASSERT_EQ(found.bound, least);
    ASSERT_EQ(costOf(problem, found.labels), least);
  }
}

// Without any effort, and by trials alone.
TEST(LabelChoice, BoundsTheLeastCost) {
  constexpr unsigned Seed = 6, Problems = 500;
  RandomLabels random(Seed);
  unsigned cheapest = 0;
  for (unsigned round = 0; round < Problems; ++round) {
    LabelChoice problem = random.problem(5 + random.below(4), 3, 40);
    std::vector<unsigned> start(problem.single.size(), 0);
    std::int64_t least = naiveLeast(problem);
    LabelSolution few =
        cheapestLabels(problem, start, {.mostEntries = 0, .mostSweeps = 0});
    ASSERT_LE(few.bound, least) << "in round " << round;
    ASSERT_GE(few.cost, least);
    ASSERT_EQ(costOf(problem, few.labels), few.cost);
    cheapest += few.isCheapest() ? 1 : 0;
    LabelSolution all = cheapestLabels(problem, start, {.mostMerges = 0});
    ASSERT_EQ(all.cost, least);
    ASSERT_EQ(all.bound, least);
  }
  EXPECT_LT(cheapest, Problems) << "all were easy";
}

/// A band of so many columns of variables, each of which depends on its
/// neighbours.
class Band {
public:
  static constexpr unsigned Rows = 4, Labels = 3, States = 81;

  Band(unsigned columns, RandomLabels &random);
  /// Column by column.
  std::int64_t naiveLeast() const;

  LabelChoice problem;

private:
  static unsigned labelIn(unsigned state, unsigned row) {
    for (; row > 0; --row)
      state /= Labels;
    return state % Labels;
  }
  std::int64_t within(unsigned column, unsigned state) const;
  std::int64_t between(unsigned column, unsigned before, unsigned after) const;

  unsigned columns;
  /// Of each variable, the number of its pair with the one above it, and with
  /// the one to the left.
  std::vector<unsigned> above, left;
};

Band::Band(unsigned columns, RandomLabels &random)
    : columns(columns), above(Rows * columns), left(Rows * columns) {
  auto costs = [&](unsigned count) {
    std::vector<std::int64_t> all;
    for (; count > 0; --count)
      all.push_back(random.below(1000));
    return all;
  };
  auto addPair = [&](unsigned first, unsigned second) {
    problem.pairs.push_back(
        {.first = first, .second = second, .cost = costs(Labels * Labels)});
    return static_cast<unsigned>(problem.pairs.size() - 1);
  };
  for (unsigned i = 0; i < Rows * columns; ++i) {
    problem.single.push_back(costs(Labels));
    if (i % Rows != 0)
      above[i] = addPair(i - 1, i);
    if (i >= Rows)
      left[i] = addPair(i - Rows, i);
  }
}

std::int64_t Band::within(unsigned column, unsigned state) const {
  std::int64_t sum = 0;
  for (unsigned row = 0; row < Rows; ++row) {
    unsigned variable = column * Rows + row, label = labelIn(state, row);
    sum += problem.single[variable][label];
    if (row > 0)
      sum += problem.pairs[above[variable]]
                 .cost[labelIn(state, row - 1) * Labels + label];
  }
  return sum;
}

std::int64_t Band::between(unsigned column, unsigned before,
                           unsigned after) const {
  std::int64_t sum = 0;
  for (unsigned row = 0; row < Rows; ++row)
    sum += problem.pairs[left[column * Rows + row]]
               .cost[labelIn(before, row) * Labels + labelIn(after, row)];
  return sum;
}

std::int64_t Band::naiveLeast() const {
  std::vector<std::int64_t> least(States);
  for (unsigned state = 0; state < States; ++state)
    least[state] = within(0, state);
  for (unsigned column = 1; column < columns; ++column) {
    std::vector<std::int64_t> next(States, ForbiddenCost);
    for (unsigned after = 0; after < States; ++after) {
      std::int64_t own = within(column, after);
      for (unsigned before = 0; before < States; ++before)
        next[after] = std::min(next[after], least[before] + own +
                                                between(column, before, after));
    }
    least = std::move(next);
  }
  return *std::min_element(least.begin(), least.end());
}

// Bounds alone do not prove it: variables depend on few others each, and are
// left out one by one.
TEST(LabelChoice, SolvesWhatDependsOnFew) {
  constexpr unsigned Seed = 7, Columns = 60, Problems = 4;
  RandomLabels random(Seed);
  for (unsigned round = 0; round < Problems; ++round) {
    Band band(Columns, random);
    std::vector<unsigned> start(band.problem.single.size(), 0);
    LabelSolution found = cheapestLabels(band.problem, start);
    ASSERT_EQ(found.cost, band.naiveLeast()) << "in round " << round;
    ASSERT_TRUE(found.isCheapest());
  }
}

} // namespace
