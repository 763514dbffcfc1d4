//===- PartitionsTest.cpp - Parts that run at the same time ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Partitions: a producer that fills two buffers in turns, and consumers that
/// wait for it and tell it, are right whatever the seed, and wrong without any
/// of their waits and arrivals.
///
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"
#include "heddle/simt/RegisterLimit.h"

#include <gmock/gmock.h>

namespace heddle {

namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr std::uint32_t Seed = 2441;

struct Ended {
  std::string fault;
  std::vector<std::uint32_t> result;
};
Ended run(const std::string &body, unsigned warps = 1, std::uint64_t seed = 1) {
  SimtProgram program(body, warps, 1024);
  program.with("a", randomWords(1024, Seed))
      .with("r", std::vector<std::uint32_t>(1024, 3));
  program.launch.seed = seed;
  std::string fault = program.fault();
  return {fault, program.get<std::uint32_t>("r")};
}
std::string without(std::string body, const std::string &op) {
  std::size_t at = body.find(op);
  EXPECT_NE(at, std::string::npos) << op;
  return body.erase(at, op.size());
}

std::string partitions(const std::string &first, const std::string &other,
                       const std::string &warps = "1",
                       const std::string &begin = "1") {
  return "simt.partitions {\n" + first +
         "simt.partition_yield\n} others {\nsimt.other_partitions(%a, %r) "
         "warps [" +
         warps + "] first [" + begin + "] {\n^bb0(%from: i64, %to: i64):\n" +
         other + "simt.partition_yield\n} : (i64, i64)\n}\n";
}

/// `%mine` and `%place` are the addresses of the thread's word in `from` and in
/// shared memory, of thread `%t`.
const std::string Thread =
    "%t = simt.thread\n%four = arith.constant 4 : i32\n"
    "%bytes = arith.muli %t, %four : i32\n"
    "%far = arith.extui %bytes : i32 to i64\n"
    "%place = simt.splat %bytes : i32 -> vector<1xi32>\n";

constexpr unsigned Rounds = 5;
/// The producer's round i stores words i * 32 and on to buffer i % 2, at
/// byte 128 * (i % 2). "full" of it is at 512 + 8 * (i % 2), "empty" behind.
const std::string Loop =
    "%zero = arith.constant 0 : i32\n%one = arith.constant 1 : i32\n"
    "%rounds = arith.constant 5 : i32\n%eight = arith.constant 8 : i32\n"
    "%line = arith.constant 128 : i32\n%full0 = arith.constant 512 : i32\n"
    "%empty0 = arith.constant 528 : i32\n"
    "scf.for %i = %zero to %rounds step %one : i32 {\n"
    "%which = arith.andi %i, %one : i32\n"
    "%half = arith.shrui %i, %one : i32\n"
    "%parity = arith.andi %half, %one : i32\n"
    "%other = arith.xori %parity, %one : i32\n"
    "%move = arith.muli %which, %eight : i32\n"
    "%full = arith.addi %full0, %move : i32\n"
    "%empty = arith.addi %empty0, %move : i32\n"
    "%buffer = arith.muli %which, %line : i32\n"
    "%in = arith.addi %buffer, %bytes : i32\n"
    "%s = simt.splat %in : i32 -> vector<1xi32>\n"
    "%row = arith.muli %i, %line : i32\n"
    "%wideRow = arith.extui %row : i32 to i64\n";
const std::string Produce =
    Thread + Loop +
    "simt.mbarrier_wait %empty parity %other\n"
    "%at0 = arith.addi %from, %far : i64\n"
    "%at = arith.addi %at0, %wideRow : i64\n"
    "%g = simt.splat %at : i64 -> vector<1xi64>\n"
    "%x = simt.load global %g [0] + [0] width 1 : (vector<1xi64>) -> "
    "vector<1xi32>\n"
    "simt.store shared %s [0] + [0], %x width 1 : vector<1xi32>, "
    "vector<1xi32>\n"
    "simt.mbarrier_arrive %full count 1\n}\n";
const std::string Consume =
    Thread + Loop +
    "simt.mbarrier_wait %full parity %parity\n"
    "%y = simt.load shared %s [0] + [0] width 1 : (vector<1xi32>) -> "
    "vector<1xi32>\n"
    "simt.mbarrier_arrive %empty count 1\n"
    "%at0 = arith.addi %r, %far : i64\n"
    "%at = arith.addi %at0, %wideRow : i64\n"
    "%g = simt.splat %at : i64 -> vector<1xi64>\n"
    "simt.store global %g [0] + [0], %y width 1 : vector<1xi64>, "
    "vector<1xi32>\n}\n";
const std::string Init =
    "%m0 = arith.constant 512 : i32\n%m1 = arith.constant 520 : i32\n"
    "%m2 = arith.constant 528 : i32\n%m3 = arith.constant 536 : i32\n"
    "%first = arith.cmpi eq, %thread, %i0 : i32\n"
    "simt.mbarrier_init %m0 count 32 if %first\n"
    "simt.mbarrier_init %m1 count 32 if %first\n"
    "simt.mbarrier_init %m2 count 32 if %first\n"
    "simt.mbarrier_init %m3 count 32 if %first\n";

} // namespace

TEST(SimPartitions, pipelinesAreRight) {
  std::vector<std::uint32_t> words = randomWords(1024, Seed);
  for (std::uint64_t seed = 1; seed <= 32; ++seed) {
    Ended ended = run(Init + partitions(Consume, Produce), 1, seed);
    ASSERT_EQ(ended.fault, "") << seed;
    for (unsigned word = 0; word < Rounds * 32; ++word)
      ASSERT_EQ(ended.result[word], words[word]) << word;
  }
}

TEST(SimPartitions, eachOpOfAPipelineIsMissed) {
  auto isMissed = [](const std::string &consume, const std::string &produce) {
    for (std::uint64_t seed = 1; seed <= 16; ++seed)
      if (!run(Init + partitions(consume, produce), 1, seed).fault.empty())
        return true;
    return false;
  };
  EXPECT_TRUE(isMissed(
      without(Consume, "simt.mbarrier_wait %full parity %parity\n"), Produce));
  EXPECT_TRUE(isMissed(
      without(Consume, "simt.mbarrier_arrive %empty count 1\n"), Produce));
  EXPECT_TRUE(isMissed(
      Consume, without(Produce, "simt.mbarrier_wait %empty parity %other\n")));
  EXPECT_TRUE(isMissed(
      Consume, without(Produce, "simt.mbarrier_arrive %full count 1\n")));
  std::string wrong = Consume;
  wrong.replace(wrong.find("%full parity %parity"), 20, "%full parity %other ");
  EXPECT_TRUE(isMissed(wrong, Produce));
}

TEST(SimPartitions, areStuckWithAReason) {
  std::string fault =
      run(Init +
          partitions(Consume,
                     without(Produce, "simt.mbarrier_arrive %full count 1\n")))
          .fault;
  EXPECT_THAT(
      fault, MatchesRegex(
                 "expects a warp that can go on, but all wait: warp 0 \\(.*\\) "
                 "waits for phase 0 of the mbarrier at byte 512 of shared "
                 "memory, which lacks 32 arrivals; warp 1 \\(.*\\) waits for "
                 "phase 0 of the mbarrier at byte 528 of shared memory, which "
                 "lacks 32 arrivals"));
}

// Threads count from 0 in each part, and a barrier is of that part's.
TEST(SimPartitions, threadsAndBarriersAreThoseOfThePart) {
  std::string exchange =
      Thread +
      "%mask = arith.constant 63 : i32\n"
      "%back = arith.xori %t, %mask : i32\n"
      "%offset = arith.constant OFFSET : i32\n"
      "%backBytes = arith.muli %back, %four : i32\n"
      "%inside = arith.addi %backBytes, %offset : i32\n"
      "%to4 = arith.addi %bytes, %offset : i32\n"
      "%p = simt.splat %to4 : i32 -> vector<1xi32>\n"
      "%q = simt.splat %inside : i32 -> vector<1xi32>\n"
      "%tv = simt.splat %t : i32 -> vector<1xi32>\n"
      "simt.store shared %p [0] + [0], %tv width 1 : vector<1xi32>, "
      "vector<1xi32>\n"
      "simt.barrier block\n"
      "%y = simt.load shared %q [0] + [0] width 1 : (vector<1xi32>) -> "
      "vector<1xi32>\n"
      "%offsetWide = arith.extui %offset : i32 to i64\n"
      "%g0 = arith.addi TO, %far : i64\n"
      "%g1 = arith.addi %g0, %offsetWide : i64\n"
      "%g = simt.splat %g1 : i64 -> vector<1xi64>\n"
      "simt.store global %g [0] + [0], %y width 1 : vector<1xi64>, "
      "vector<1xi32>\n";
  auto at = [&](const char *offset, const char *to) {
    std::string text = exchange;
    text.replace(text.find("OFFSET"), 6, offset);
    text.replace(text.find("TO,"), 2, to);
    return text;
  };
  std::string body = partitions(at("0", "%r"), at("256", "%to"), "2", "2");
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Ended ended = run(body, 2, seed);
    ASSERT_EQ(ended.fault, "");
    for (unsigned word = 0; word < 128; ++word)
      EXPECT_EQ(ended.result[word], 63 - word % 64);
  }
  EXPECT_THAT(run(partitions(without(at("0", "%r"), "simt.barrier block\n"),
                             at("256", "%to"), "2", "2"),
                  2)
                  .fault,
              testing::AnyOf(HasSubstr("without a barrier in between"),
                             HasSubstr("expects defined values")));
}

// In a loop they begin and end each time; what one has done all know behind it.
TEST(SimPartitions, mayComeOftenAndGiveResults) {
  std::string store = Thread +
                      "%g0 = arith.addi %from, %far : i64\n"
                      "%g = simt.splat %g0 : i64 -> vector<1xi64>\n"
                      "%x = simt.load global %g [0] + [0] width 1 : "
                      "(vector<1xi64>) -> vector<1xi32>\n"
                      "simt.store shared %place [0] + [0], %x width 1 : "
                      "vector<1xi32>, vector<1xi32>\n";
  std::string body =
      "%start = simt.splat %i0 : i32 -> vector<1xi32>\n"
      "%sum = scf.for %i = %i0 to %i3 step %i1 iter_args(%old = %start) -> "
      "(vector<1xi32>) : i32 {\n"
      "%wideI = arith.extui %i : i32 to i64\n%row = arith.constant 128 : i64\n"
      "%skip = arith.muli %wideI, %row : i64\n"
      "%source = arith.addi %a, %skip : i64\n"
      "%twice = simt.partitions {\n"
      "%d = arith.addi %old, %old : vector<1xi32>\n"
      "simt.partition_yield %d : vector<1xi32>\n} others {\n"
      "simt.other_partitions(%source) warps [1] first [1] {\n"
      "^bb0(%from: i64):\n" +
      store +
      "simt.partition_yield\n} : (i64)\n} : vector<1xi32>\n"
      "%y = simt.load shared %s4 [0] + [0] width 1 : (vector<1xi32>) -> "
      "vector<1xi32>\n"
      "%next = arith.addi %twice, %y : vector<1xi32>\n"
      "scf.yield %next : vector<1xi32>\n}\n"
      "simt.store global %r4 [0] + [0], %sum width 1 : vector<1xi64>, "
      "vector<1xi32>\n";
  std::vector<std::uint32_t> words = randomWords(1024, Seed);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Ended ended = run(body, 1, seed);
    ASSERT_EQ(ended.fault, "");
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(ended.result[lane],
                4 * words[lane] + 2 * words[lane + 32] + words[lane + 64]);
  }
}

/// Four warps of the kernel, one that loads, and three beside it that have
/// nothing to do.
std::string exchange(const std::string &registers, const std::string &ofOther,
                     const std::string &rounds = "%i3") {
  return "scf.for %i = %i0 to " + rounds +
         " step %i1 : i32 {\n"
         "simt.partitions registers " +
         registers +
         " {\nsimt.barrier block\nsimt.partition_yield\n} others {\n"
         "simt.other_partitions() warps [1] first [4] registers [" +
         ofOther + "] {\nsimt.partition_yield\n}\n}\n}\n";
}
std::string faultOf(const std::string &body, std::uint64_t seed) {
  SimtProgram program(body, 4, 1024);
  // 232 and 24 are what two groups have that begin with 128.
  simt::setRegisterLimit(program.kernel(), 128);
  program.with("a", randomWords(8, Seed)).with("r", randomWords(8, Seed));
  program.launch.seed = seed;
  return program.fault();
}

TEST(SimPartitions, exchangeRegisters) {
  for (std::uint64_t seed = 1; seed <= 64; ++seed)
    ASSERT_EQ(faultOf(exchange("232", "24"), seed), "") << seed;
  // More wait for the first partition to give them.
  for (std::uint64_t seed = 1; seed <= 16; ++seed)
    ASSERT_EQ(faultOf(exchange("24", "232"), seed), "") << seed;
}

// Warps with nothing to do take back what they have just given, before the
// first partition has it.
TEST(SimPartitions, areStuckWhereRegistersAreTakenAtOnce) {
  unsigned stuck = 0;
  for (std::uint64_t seed = 1; seed <= 64; ++seed) {
    std::string fault = faultOf(exchange("232 at_once", "24", "%i1"), seed);
    if (fault.empty())
      continue;
    ++stuck;
    EXPECT_THAT(
        fault,
        MatchesRegex("expects a warp that can go on, but all wait: .*warp . "
                     "\\(.*\\) waits for 104 more registers a thread, to have "
                     "232; .*of the block's registers .* of a thread are free, "
                     "and warp.* ha.* 128.*"));
  }
  EXPECT_GT(stuck, 0U);
  EXPECT_LT(stuck, 64U);
}

TEST(SimPartitions, askForMoreRegistersThanThereAre) {
  EXPECT_THAT(faultOf(exchange("240", "24"), 1),
              HasSubstr("expects at most 232 registers a thread in warps 0 to "
                        "3, but they ask for 240: the block has 128 in each of "
                        "8 warps, and the other ones keep 96"));
}

TEST(SimPartitions, refuseWhatTheyCannotBe) {
  EXPECT_THAT(run(partitions("", "", "1", "1"), 2).fault,
              HasSubstr("expects partitions of different warps behind the "
                        "kernel's 2, but got one that begins at 1 where 2 is "
                        "the next"));
  std::string own = partitions("", "");
  own.replace(own.find("(%a, %r)"), 8, "(%wide, %r)");
  EXPECT_THAT(run(own).fault,
              HasSubstr("expects threads that agree on capture 0"));
}

} // namespace heddle
