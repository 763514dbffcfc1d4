//===- BitProgramTest.cpp - Tests of layouts as instructions --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/BitProgram.h"

#include "RandomLayouts.h"

#include <random>

using namespace heddle;

namespace {

LinearLayout parse(const char *text) { return get(parseText(text)); }

unsigned steps(const char *text) {
  return static_cast<unsigned>(makeBitProgram(parse(text)).steps.size());
}

TEST(BitProgram, ComputesTheLayout) {
  HEDDLE_PROPERTY([] {
    LinearLayout a =
        *anyLayout({Dim::Register, Dim::Lane, Dim::Warp}, {D0, D1});
    BitProgram program = makeBitProgram(a);
    for (const Point &location : locations(a)) {
      std::vector<Word> values;
      for (const DimBits &in : a.ins())
        values.push_back(at(location, in.dim));
      std::vector<Word> results = program.run(values);
      for (std::size_t i = 0; i < results.size(); ++i)
        RC_ASSERT(results[i] ==
                  at(evaluate(a, location), program.outputs[i].dim));
    }
    RC_ASSERT(program.width() <= 64U);
  });
}

TEST(BitProgram, ComputesWideAndDenseLayouts) {
  constexpr unsigned Seed = 20261121;
  SCOPED_TRACE(concat("seed ", Seed));
  std::mt19937_64 random(Seed);
  for (unsigned density = 0; density < 40; ++density) {
    Words words;
    for (unsigned bit = 0; bit < 64; ++bit)
      words.push_back(random() % 40 >= density
                          ? f2::unit((bit * 5 + 3) % 64)
                          : random() & random() & random());
    LinearLayout a = get(LinearLayout::fromWords(
        {{Dim::Lane, 24}, {Dim::Warp, 40}}, {{D0, 40}, {D1, 24}}, words));
    BitProgram program = makeBitProgram(a);
    for (unsigned i = 0; i < 20; ++i) {
      Word x = random();
      std::vector<Word> results = program.run({x & f2::lowMask(24), x >> 24});
      EXPECT_EQ(results[0], a.field(a.applyWord(x), D0));
      EXPECT_EQ(results[1], a.field(a.applyWord(x), D1));
    }
  }
}

// What address arithmetic consists of, at the length that one writes by hand.
TEST(BitProgram, IsAsShortAsByHand) {
  EXPECT_EQ(steps("{lane: [0, 0]} -> {dim0: 4}"), 0U) << "a constant";
  EXPECT_EQ(steps("{lane: [1, 2]} -> {dim0: 4}"), 0U) << "a copy";
  EXPECT_EQ(steps("{lane: [4, 8]} -> {dim0: 16}"), 1U) << "x << 2";
  EXPECT_EQ(steps("{lane: [0, 0, 1]} -> {dim0: 2}"), 1U) << "x >> 2";
  EXPECT_EQ(steps("{lane: [1, 2, 0]} -> {dim0: 4}"), 1U) << "x & 3";
  EXPECT_EQ(steps("{lane: [8, 16, 0]} -> {dim0: 32}"), 2U) << "(x & 3) << 3";
  EXPECT_EQ(steps("{lane: [1, 2], warp: [4, 8]} -> {dim0: 16}"), 2U)
      << "x | y << 2";
  EXPECT_EQ(steps("{lane: [8, 16], warp: [16, 8]} -> {dim0: 32}"), 6U);
  EXPECT_EQ(steps("{lane: [8, 16], warp: [8, 16]} -> {dim0: 32}"), 2U)
      << "(x ^ y) << 3: one shift for both";
  // A row of 8 rows swizzled by its own number: x ^ (x >> 3).
  EXPECT_EQ(steps("{offset: [1, 2, 4, 9, 18, 36]} -> {dim0: 64}"), 2U);
  // The same with two bits of the three: x ^ ((x >> 3) & 3).
  EXPECT_EQ(steps("{offset: [1, 2, 4, 9, 18, 32]} -> {dim0: 64}"), 3U);
  // The parity of eight bits folds in three rounds: 3 * 2 + 1.
  EXPECT_EQ(steps("{lane: [1, 1, 1, 1, 1, 1, 1, 1]} -> {dim0: 2}"), 7U);
}

TEST(BitProgram, OutputsShareSteps) {
  // Both coordinates need lane & 3.
  BitProgram program = makeBitProgram(
      parse("{lane: [[1, 4], [2, 8], [0, 0]]} -> {dim0: 4, dim1: 16}"));
  EXPECT_EQ(program.steps.size(), 2U);
}

TEST(BitProgram, SaysWhereOperandsAreDisjoint) {
  auto lastOp = [](const char *text) {
    return makeBitProgram(parse(text)).steps.back().op;
  };
  EXPECT_EQ(lastOp("{lane: [1, 2], warp: [4, 8]} -> {dim0: 16}"),
            BitStep::Op::Or);
  EXPECT_EQ(lastOp("{lane: [1, 2], warp: [2, 4]} -> {dim0: 8}"),
            BitStep::Op::Xor);
}

TEST(BitProgram, PrintsOneStepALine) {
  BitProgram program = makeBitProgram(
      parse("{lane: [[1, 0, 0], [2, 0, 0], [0, 1, 0]], warp: [[8, 1, 0]]} -> "
            "{dim0: 16, dim1: 2, dim2: 4}"));
  EXPECT_EQ(program.text(), "v2 = and lane, 3\n"
                            "v3 = shl warp, 3\n"
                            "v4 = or v2, v3\n"
                            "v5 = shr lane, 2\n"
                            "v6 = xor warp, v5\n"
                            "=> dim0: v4\n"
                            "=> dim1: v6\n"
                            "=> dim2: 0\n");
  EXPECT_EQ(program.width(), 4U);
  EXPECT_EQ(program.run({6})[0], 2U) << "a missing input counts as 0";
}

/// A value of a program with one input of `bits` bits: what it is for the input
/// with each single bit set. Words have one bit more than the input.
using Columns = std::vector<Word>;

/// The fewest steps in which each linear map can be computed, up to
/// `mostSteps`, by trying all programs.
class ExhaustiveSearch {
public:
  ExhaustiveSearch(unsigned bits, unsigned mostSteps)
      : width(bits + 1), mostSteps(mostSteps) {
    Columns input;
    for (unsigned bit = 0; bit < bits; ++bit)
      input.push_back(f2::unit(bit));
    fewest[input] = 0;
    fewest[Columns(bits, 0)] = 0;
    extend({input});
  }

  std::map<Columns, unsigned> fewest;

private:
  void extend(const std::set<Columns> &values) {
    auto steps = static_cast<unsigned>(values.size());
    std::set<Columns> next;
    for (const Columns &value : values)
      addUnary(value, next);
    for (const Columns &a : values)
      for (const Columns &b : values)
        next.insert(map(a, b, [](Word x, Word y) { return x ^ y; }));
    for (const Columns &value : next) {
      auto [entry, isNewValue] = fewest.try_emplace(value, steps);
      entry->second = std::min(entry->second, steps);
      std::set<Columns> more = values;
      if (steps < mostSteps && more.insert(value).second &&
          visited.insert(more).second)
        extend(more);
    }
  }

  void addUnary(const Columns &value, std::set<Columns> &next) const {
    for (Word mask = 1; mask < f2::unit(width); ++mask)
      next.insert(map(value, value, [=](Word x, Word) { return x & mask; }));
    for (unsigned shift = 1; shift < width; ++shift) {
      next.insert(map(value, value, [=](Word x, Word) { return x >> shift; }));
      Columns left =
          map(value, value, [=](Word x, Word) { return x << shift; });
      if (std::all_of(left.begin(), left.end(),
                      [&](Word word) { return word < f2::unit(width); }))
        next.insert(left);
    }
  }

  template <class Function>
  static Columns map(const Columns &a, const Columns &b, Function function) {
    Columns result;
    for (std::size_t i = 0; i < a.size(); ++i)
      result.push_back(function(a[i], b[i]));
    return result;
  }

  unsigned width;
  unsigned mostSteps;
  std::set<std::set<Columns>> visited;
};

/// For every map of `bits` bits to `bits` bits that `search` has reached, how
/// many steps ours has more than the fewest: the number of maps by that excess.
std::map<unsigned, unsigned> excess(unsigned bits, unsigned mostSteps) {
  ExhaustiveSearch search(bits, mostSteps);
  std::map<unsigned, unsigned> count;
  for (Word entries = 0; entries < f2::unit(bits * bits); ++entries) {
    Columns columns;
    for (unsigned bit = 0; bit < bits; ++bit)
      columns.push_back(entries >> (bit * bits) & f2::lowMask(bits));
    auto found = search.fewest.find(columns);
    if (found == search.fewest.end())
      continue;
    LinearLayout a = get(
        LinearLayout::fromWords({{Dim::Lane, bits}}, {{D0, bits}}, columns));
    auto ours = static_cast<unsigned>(makeBitProgram(a).steps.size());
    ++count[ours - std::min(ours, found->second)];
  }
  return count;
}

TEST(BitProgram, IsShortestOnAllMapsOfTwoBits) {
  EXPECT_EQ(excess(2, 5), (std::map<unsigned, unsigned>{{0, 16}}));
}

TEST(BitProgram, IsShortestOrNearlySoOnMapsOfThreeBits) {
  // Of the maps that need at most five steps; a better search may move this.
  EXPECT_EQ(excess(3, 5),
            (std::map<unsigned, unsigned>{{0, 184}, {1, 24}, {2, 3}}));
}

} // namespace
