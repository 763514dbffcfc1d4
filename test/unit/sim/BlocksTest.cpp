//===- BlocksTest.cpp - Grids on threads of the host ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

#include <numeric>

namespace heddle {

namespace {

constexpr unsigned Blocks = 40, Lanes = 32;

std::vector<std::uint32_t> numbersUpTo(unsigned end) {
  std::vector<std::uint32_t> numbers(end);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

/// What a grid left, and what it said.
struct Ran {
  std::vector<std::uint32_t> left;
  std::vector<std::pair<std::string_view, std::uint64_t>> counters;
  std::optional<sim::Trap> trap;

  Ran(const std::string &body, unsigned threads, unsigned elements,
      sim::Watching watching = sim::Watching::Everything) {
    SimtProgram program(body);
    program.with("a", numbersUpTo(elements));
    program.with("r", std::vector<std::uint32_t>(Blocks * Lanes));
    program.launch.grid = {Blocks / 4, 2, 2};
    program.launch.threads = threads;
    program.launch.watching = watching;
    const sim::Outcome *outcome = program.run();
    EXPECT_NE(outcome, nullptr) << program.errors;
    if (outcome == nullptr)
      return;
    left = program.get<std::uint32_t>("r");
    counters = sim::listCounters(outcome->counters);
    trap = outcome->trap;
  }
};

/// Where this thread of this program, in a grid of 10, 2 and 2, has its words
/// of a and r.
const std::string Flat =
    "%p = simt.program x\n%y = simt.program y\n%z = simt.program z\n%i10 = "
    "arith.constant 10 : i32\n"
    "%z2 = arith.muli %z, %i2 : i32\n%yz = arith.addi %y, %z2 : i32\n"
    "%rows = arith.muli %yz, %i10 : i32\n%flat = arith.addi %p, %rows : i32\n"
    "%flat64 = arith.extui %flat : i32 to i64\n"
    "%i128 = arith.constant 128 : i64\n"
    "%there = arith.muli %flat64, %i128 : i64\n"
    "%in_a = arith.addi %at_a4, %there : i64\n"
    "%in_r = arith.addi %at_r4, %there : i64\n"
    "%load4 = simt.splat %in_a : i64 -> vector<1xi64>\n"
    "%store4 = simt.splat %in_r : i64 -> vector<1xi64>\n";

const std::string Square =
    Flat + "%x = simt.load global %load4 [0] + [0] width 1 : (vector<1xi64>) "
           "-> vector<1xi32>\n%xx = arith.muli %x, %x : vector<1xi32>\n"
           "simt.store global %store4 [0] + [0], %xx width 1 : vector<1xi64>, "
           "vector<1xi32>\n";

} // namespace

TEST(SimBlocks, resultsAndCountersOfAnyNumberOfThreads) {
  Ran one(Square, 1, Blocks * Lanes);
  ASSERT_FALSE(one.trap);
  for (std::uint32_t number : numbersUpTo(Blocks * Lanes))
    EXPECT_EQ(one.left[number], number * number);
  for (unsigned threads : {0U, 2U, 3U, 8U, 100U}) {
    Ran many(Square, threads, Blocks * Lanes);
    EXPECT_EQ(many.left, one.left);
    EXPECT_EQ(many.counters, one.counters);
  }
}

// All programs from 25 on trap. What the first of them counted counts, what
// others did that had begun does not.
TEST(SimBlocks, theFirstTrapOfTheGridIsTheOne) {
  constexpr unsigned Held = 25 * Lanes + 7;
  Ran one(Square, 1, Held);
  ASSERT_TRUE(one.trap);
  EXPECT_EQ(one.trap->program, (std::array<std::uint32_t, 3>{5, 0, 1}));
  EXPECT_EQ(one.trap->lanes, 0x80U);
  for (unsigned round = 0; round < 20; ++round) {
    Ran many(Square, 8, Held);
    ASSERT_TRUE(many.trap);
    EXPECT_EQ(many.trap->program, one.trap->program);
    EXPECT_EQ(many.trap->message, one.trap->message);
    EXPECT_EQ(many.trap->lanes, one.trap->lanes);
    EXPECT_EQ(many.counters, one.counters);
  }
}

// Each program takes a number: they come in the order of the grid.
TEST(SimBlocks, atomicsOfGlobalMemoryAreInOrder) {
  std::string take =
      Flat + "%first = arith.cmpi eq, %thread, %i0 : i32\n"
             "%alone = simt.splat %first : i1 -> vector<1xi1>\n"
             "%one = simt.splat %i1 : i32 -> vector<1xi32>\n"
             "%at_start = simt.splat %a : i64 -> vector<1xi64>\n"
             "%ticket = simt.atomic add relaxed gpu global %at_start, %one if "
             "%alone : "
             "(vector<1xi64>, vector<1xi32>, vector<1xi1>) -> vector<1xi32>\n"
             "simt.store global %store4 [0] + [0], %ticket width 1 if %alone : "
             "vector<1xi64>, vector<1xi32>, vector<1xi1>\n";
  Ran many(take, 8, 1);
  ASSERT_FALSE(many.trap);
  for (unsigned block = 0; block < Blocks; ++block)
    EXPECT_EQ(many.left[block * Lanes], block);
}

TEST(SimBlocks, progressIsInOrder) {
  SimtProgram program(Square);
  program.with("a", numbersUpTo(Blocks * Lanes));
  program.with("r", std::vector<std::uint32_t>(Blocks * Lanes));
  program.launch.grid = {Blocks / 4, 2, 2};
  program.launch.threads = 4;
  std::vector<std::uint64_t> seen;
  program.launch.progress = [&](std::uint64_t done, std::uint64_t all,
                                std::uint64_t executed) {
    EXPECT_EQ(all, Blocks);
    EXPECT_EQ(executed, 0U);
    seen.push_back(done);
  };
  EXPECT_EQ(program.fault(), "");
  std::vector<std::uint64_t> expected(Blocks);
  std::iota(expected.begin(), expected.end(), 1U);
  EXPECT_EQ(seen, expected);
}

// Without anybody watching, the same is computed and nothing is known of it.
TEST(SimBlocks, nobodyWatches) {
  Ran watched(Square, 2, Blocks * Lanes);
  Ran bare(Square, 2, Blocks * Lanes, sim::Watching::Nothing);
  EXPECT_EQ(bare.left, watched.left);
  for (auto [name, value] : bare.counters)
    EXPECT_EQ(value, 0U) << name;
  std::string undefined =
      "%x = simt.load global %a4 [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi32>\nsimt.store global %r4 [0] + [0], %x width 1 : "
      "vector<1xi64>, vector<1xi32>\n";
  for (bool isWatched : {true, false}) {
    SimtProgram program(undefined);
    program.with("a", numbersUpTo(Lanes), false);
    program.with("r", std::vector<std::uint32_t>(Lanes));
    if (!isWatched)
      program.launch.watching = sim::Watching::Nothing;
    EXPECT_EQ(program.fault().empty(), !isWatched);
  }
}

} // namespace heddle
