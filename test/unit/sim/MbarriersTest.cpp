//===- MbarriersTest.cpp - Phases, who waits for them, and what is missed -===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Warps that hand words on through shared memory, ordered by mbarriers alone:
/// what is read is what was stored, whatever the seed, and each op that is left
/// out is noticed.
///
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

#include <gmock/gmock.h>

namespace heddle {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr unsigned Warps = 2, InputWords = 64, Shared = 1024, Seed = 48;

/// `%full` and `%empty` are at 512 and 520; `%is0` is warp 0, `%first` and
/// `%leader` the first threads of the block and of each warp.
const std::string Names =
    "%full = arith.constant 512 : i32\n%empty = arith.constant 520 : i32\n"
    "%c32 = arith.constant 32 : i32\n%c31 = arith.constant 31 : i32\n"
    "%is0 = arith.cmpi ult, %thread, %c32 : i32\n"
    "%first = arith.cmpi eq, %thread, %i0 : i32\n"
    "%lane = arith.andi %thread, %c31 : i32\n"
    "%leader = arith.cmpi eq, %lane, %i0 : i32\n"
    "%there = arith.subi %thread, %c32 : i32\n"
    "%back = arith.muli %there, %i4 : i32\n"
    "%p4 = simt.splat %back : i32 -> vector<1xi32>\n"
    "%x = simt.load global %a4 [0] + [0] width 1 : (vector<1xi64>) -> "
    "vector<1xi32>\n";
const std::string Init = "simt.mbarrier_init %full count 1 if %first\n"
                         "simt.mbarrier_init %empty count 32 if %first\n",
                  Barrier = "simt.barrier block\n",
                  WarpBarrier = "simt.barrier warp\n",
                  Store = "simt.store shared %s4 [0] + [0], %x width 1 : "
                          "vector<1xi32>, vector<1xi32>\n",
                  Arrive = "simt.mbarrier_arrive %full count 1 if %first\n",
                  Wait = "simt.mbarrier_wait %full parity %i0\n",
                  Load = "%y = simt.load shared %p4 [0] + [0] width 1 : "
                         "(vector<1xi32>) -> vector<1xi32>\n"
                         "simt.store global %r4 [0] + [0], %y width 1 : "
                         "vector<1xi64>, vector<1xi32>\n";

std::string byWarp(const std::string &zero, const std::string &one) {
  return "scf.if %is0 {\n" + zero + "} else {\n" + one + "}\n";
}

/// What the program does with the words, with some seed.
struct Ended {
  std::string fault;
  std::vector<std::uint32_t> result;
};
Ended run(const std::string &body, std::uint64_t seed = 1) {
  SimtProgram program(Names + body, Warps, Shared);
  program.with("a", randomWords(InputWords, Seed))
      .with("r", std::vector<std::uint32_t>(InputWords, 7));
  program.launch.seed = seed;
  std::string fault = program.fault();
  return {fault, program.get<std::uint32_t>("r")};
}
std::string faultOf(const std::string &body, std::uint64_t seed = 1) {
  return run(body, seed).fault;
}

const std::string Handed =
    Init + Barrier + byWarp(Store + WarpBarrier + Arrive, Wait + Load);

std::string without(std::string body, const std::string &op) {
  std::size_t at = body.find(op);
  EXPECT_NE(at, std::string::npos) << op;
  return body.erase(at, op.size());
}

} // namespace

TEST(SimMbarriers, orderWhatIsDoneBeforeAnArrival) {
  std::vector<std::uint32_t> words = randomWords(InputWords, Seed);
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    Ended ended = run(Handed, seed);
    EXPECT_EQ(ended.fault, "");
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(ended.result[32 + lane], words[lane]);
  }
}

TEST(SimMbarriers, eachOpOfAHandoverIsMissed) {
  EXPECT_THAT(faultOf(without(Handed, Wait)),
              MatchesRegex("loads 4 bytes at byte [0-9]+ of shared memory, "
                           "which lane [0-9]+ of warp 0 wrote without a "
                           "barrier in between|.*undefined.*"));
  EXPECT_THAT(faultOf(without(Handed, WarpBarrier)),
              MatchesRegex("loads 4 bytes at byte [0-9]+ of shared memory, "
                           "which lane [1-9][0-9]* of warp 0 wrote without a "
                           "barrier in between"));
  EXPECT_THAT(faultOf(without(Handed, Arrive)),
              MatchesRegex("expects a warp that can go on, but all wait: warp "
                           "0 has ended; warp 1 \\(.*\\) waits for phase 0 of "
                           "the mbarrier at byte 512 of shared memory, which "
                           "lacks 1 arrival"));
  EXPECT_THAT(
      faultOf(without(Handed, Init)),
      HasSubstr("expects an mbarrier, but nobody has made one at byte "));
  bool isMissed = false;
  for (std::uint64_t seed = 1; seed <= 8 && !isMissed; ++seed)
    isMissed = !faultOf(without(Handed, Barrier), seed).empty();
  EXPECT_TRUE(isMissed);
}

// Who has waited hands on what it knows.
TEST(SimMbarriers, knowledgeIsHandedOn) {
  std::string both =
      Init + Barrier +
      byWarp(Store + WarpBarrier + Arrive +
                 "simt.mbarrier_wait %empty parity %i0\n" +
                 "simt.store shared %s4 [0] + [0], %x width 1 : vector<1xi32>, "
                 "vector<1xi32>\n",
             Wait + Load + "simt.mbarrier_arrive %empty count 1\n");
  // The value that is there may be stored once more: store others.
  std::string other = "%z = arith.addi %x, %x : vector<1xi32>\n";
  both = other + both;
  both.replace(both.rfind("%x width 1"), 2, "%z");
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_EQ(faultOf(both, seed), "");
  std::string unread = without(both, "simt.mbarrier_wait %empty parity %i0\n");
  std::string fault = faultOf(unread);
  for (std::uint64_t seed = 2; seed <= 16 && fault.empty(); ++seed)
    fault = faultOf(unread, seed);
  EXPECT_THAT(fault, MatchesRegex("(stores|loads) 4 bytes at byte [0-9]+ of "
                                  "shared memory, which .* without a barrier "
                                  "in between"));
}

// Of the parity only the lowest bit counts: 2 is 0.
TEST(SimMbarriers, aNewOneHasCompletedThePhaseBefore) {
  EXPECT_EQ(faultOf(Init + Barrier + "simt.mbarrier_wait %full parity %i1\n"),
            "");
  EXPECT_THAT(faultOf(Init + Barrier + "simt.mbarrier_wait %full parity %i2\n"),
              HasSubstr("waits for phase 0 of the mbarrier"));
}

TEST(SimMbarriers, areNothingElse) {
  std::string at = "%m = simt.splat %full : i32 -> vector<1xi32>\n";
  std::string only = "%only = simt.splat %first : i1 -> vector<1xi1>\n";
  std::string store = "simt.store shared %m [0] + [4], %x width 1 if %only : "
                      "vector<1xi32>, vector<1xi32>, vector<1xi1>\n";
  std::string load = "%y = simt.load shared %m [0] + [0] width 1 : "
                     "(vector<1xi32>) -> vector<1xi32>\n";
  EXPECT_EQ(
      faultOf(at + only + Init + Barrier + store),
      "stores 4 bytes at byte 516 of shared memory, which is an mbarrier");
  EXPECT_EQ(faultOf(at + Init + Barrier + load),
            "loads 4 bytes at byte 512 of shared memory, which is an mbarrier");
  EXPECT_EQ(faultOf(at + only + Init + Barrier +
                    "simt.mbarrier_end %full if %first\n" + Barrier + store),
            "");
  EXPECT_THAT(faultOf(Init + Init),
              HasSubstr("makes an mbarrier at byte 512 of shared memory, where "
                        "there is one already"));
  EXPECT_THAT(
      faultOf("simt.mbarrier_init %i4 count 1 if %first\n"),
      HasSubstr("expects a multiple of 8 as the address of an mbarrier, "
                "but got 4"));
  EXPECT_EQ(faultOf(at + only + store + Init), "");
  EXPECT_THAT(
      faultOf(Init + Barrier + Wait + "simt.mbarrier_end %full if %first\n"),
      HasSubstr("expects a warp that can go on"));
}

TEST(SimMbarriers, endsAreOrderedBehindUses) {
  std::string used = Init + Barrier + "simt.mbarrier_wait %full parity %i1\n",
              end = "simt.mbarrier_end %full if %first\n";
  EXPECT_EQ(faultOf(used + Barrier + end), "");
  bool isMissed = false;
  for (std::uint64_t seed = 1; seed <= 8 && !isMissed; ++seed)
    isMissed = !faultOf(used + end, seed).empty();
  EXPECT_TRUE(isMissed);
}

TEST(SimMbarriers, phasesHaveSoManyArrivals) {
  EXPECT_EQ(faultOf(Init + Barrier +
                    byWarp("simt.mbarrier_arrive %empty count 1\n",
                           "simt.mbarrier_wait %empty parity %i0\n")),
            "");
  EXPECT_EQ(faultOf(Init + Barrier +
                    "simt.mbarrier_arrive %empty count 20 if %leader\n"),
            "arrives 20 times more in phase 0 of the mbarrier at byte 520 of "
            "shared memory, which waits for 12 arrivals of 32");
  EXPECT_EQ(faultOf(Init + Barrier +
                    "simt.mbarrier_expect %full bytes 16 if %leader\n"),
            "arrives once more in phase 0 of the mbarrier at byte 512 of "
            "shared memory, which waits for 0 arrivals of 1 and 32 bytes");
  EXPECT_THAT(faultOf("simt.mbarrier_init %full count 3 if %first\n" + Barrier +
                      "simt.mbarrier_expect %full bytes 1048575 if %leader\n"),
              HasSubstr("expects at most 1048575 bytes that phase 0 of"));
}

TEST(SimMbarriers, bytesThatNeverComeAreMissed) {
  std::string expect =
      Init + Barrier + "simt.mbarrier_expect %full bytes 256 if %first\n";
  EXPECT_EQ(faultOf(expect),
            "expects no phase that still waits for bytes when the program "
            "ends, but got phase 0 of the mbarrier at byte 512 of shared "
            "memory, which lacks 256 bytes");
  EXPECT_THAT(faultOf(expect + Wait),
              HasSubstr("which lacks 256 bytes; warp 1 ("));
}

// Warp 0 completes two phases; warp 1, which waits for the first, may still be
// there.
TEST(SimMbarriers, waitingWarpsAreNotLapped) {
  std::string twice = Init + Barrier + byWarp(Arrive + Arrive, Wait);
  std::string fault;
  for (std::uint64_t seed = 1; seed <= 32 && fault.empty(); ++seed)
    fault = faultOf(twice, seed);
  EXPECT_THAT(fault,
              testing::AnyOf(
                  HasSubstr("waits for phase 0 of the mbarrier at byte 512 of "
                            "shared memory, which has gone on to phase 2 "
                            "before this warp has left"),
                  HasSubstr("phase 2 of the mbarrier at byte 512")));
}

// A lane that has left the wait lets others complete the next phase, which one
// that has not may never see.
TEST(SimMbarriers, lanesThatStillWaitAreNotLapped) {
  const std::string waitForEmpty = "%odd = arith.constant 1 : i32\n"
                                   "simt.mbarrier_wait %empty parity %odd\n";
  auto handed = [&](const std::string &between) {
    return Init + Barrier +
           byWarp(waitForEmpty + between + Arrive,
                  Wait + "simt.mbarrier_arrive %empty count 1\n");
  };
  EXPECT_EQ(faultOf(handed(WarpBarrier)), "");
  // Lanes that exchange values are together.
  EXPECT_EQ(faultOf(handed("%z = simt.shuffle_xor %there, 1\n")), "");
  EXPECT_THAT(faultOf(handed("")),
              HasSubstr("before all lanes need have left"));
}

TEST(SimMbarriers, barriersAndMbarriersCanBeStuckTogether) {
  EXPECT_THAT(faultOf(Init + Barrier + byWarp(Barrier, Wait)),
              MatchesRegex("expects a warp that can go on, but all wait: warp "
                           "0 \\(.*\\) waits at a barrier; warp 1 \\(.*\\) "
                           "waits for phase 0 of .*"));
}

// Some lanes wait: the others know nothing of it before the warp's barrier.
TEST(SimMbarriers, lanesWaitForThemselves) {
  std::string wait = "simt.mbarrier_wait %full parity %i0 if %leader\n";
  auto body = [&](const std::string &behind) {
    return Init + Barrier +
           byWarp(Store + WarpBarrier + Arrive, wait + behind + Load);
  };
  EXPECT_EQ(faultOf(body(WarpBarrier)), "");
  EXPECT_THAT(faultOf(body("")), HasSubstr("wrote without a barrier"));
}

// What threads copy is theirs, and of those who wait where they arrive.
TEST(SimMbarriers, copiesOfThreadsArrive) {
  std::string copy = "simt.async_copy %a4 [0] + [0] to %s4 [0] + [0] bytes 4 : "
                     "vector<1xi64>, vector<1xi32>\n";
  auto body = [&](const std::string &arrive, const std::string &wait) {
    return Init + Barrier + byWarp(copy + arrive, wait + Load);
  };
  std::string counted = "simt.mbarrier_arrive_copies %empty counted\n",
              wait = "simt.mbarrier_wait %empty parity %i0\n";
  std::vector<std::uint32_t> words = randomWords(InputWords, Seed);
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Ended ended = run(body(counted, wait), seed);
    EXPECT_EQ(ended.fault, "");
    for (unsigned lane = 0; lane < 32; ++lane)
      EXPECT_EQ(ended.result[32 + lane], words[lane]);
  }
  EXPECT_EQ(faultOf(body("simt.mbarrier_arrive_copies %full\n" + Arrive, Wait)),
            "");
  EXPECT_THAT(faultOf(body(counted, "")),
              testing::AnyOf(HasSubstr("still writes"),
                             HasSubstr("expects defined values")));
  EXPECT_THAT(faultOf(body("", "")),
              testing::AnyOf(HasSubstr("has not waited for still writes"),
                             HasSubstr("expects defined values")));
  // Its own thread waits for the copy as always.
  EXPECT_EQ(faultOf(Init + Barrier + copy + counted.substr(0, 0) +
                    "simt.async_commit\nsimt.async_wait 0\n" +
                    "%y = simt.load shared %s4 [0] + [0] width 1 : "
                    "(vector<1xi32>) -> vector<1xi32>\n"),
            "");
  EXPECT_EQ(faultOf(Init + Barrier +
                    byWarp(copy + counted +
                               "simt.async_commit\nsimt.async_wait 0\n"
                               "%y = simt.load shared %s4 [0] + [0] width 1 : "
                               "(vector<1xi32>) -> vector<1xi32>\n",
                           "")),
            "");
}

TEST(SimMbarriers, lanesOfAWarpArriveInOnePhase) {
  std::string copy = "simt.async_copy %a4 [0] + [0] to %s4 [0] + [0] bytes 4 : "
                     "vector<1xi64>, vector<1xi32>\n",
              counted = "simt.mbarrier_arrive_copies %empty counted\n",
              wait = "simt.mbarrier_wait %empty parity %i0\n",
              fewer = "simt.mbarrier_init %empty count 31 if %first\n";
  // It would be complete without the copies of one lane.
  EXPECT_THAT(
      faultOf(fewer + Barrier + byWarp(copy + counted, wait + Load)),
      HasSubstr("arrives 32 times more in phase 0 of the mbarrier at "
                "byte 520 of shared memory, which waits for 31 arrivals "
                "of 31"));
  EXPECT_THAT(
      faultOf(fewer + Barrier + "simt.mbarrier_arrive %empty count 1\n"),
      HasSubstr("arrives 32 times more in phase 0"));
}

} // namespace heddle
