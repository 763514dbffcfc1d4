//===- ClustersTest.cpp - Blocks that run together ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

#include <gmock/gmock.h>

namespace heddle {

namespace {

/// Clusters of two blocks of two warps. `%mine` is a word of the thread's own,
/// `%there` that of the same thread in the other block, `%first` that of the
/// first thread there; `%here` the own word as others name it.
const std::string Places = "%rank = simt.block_rank\n"
                           "%other = arith.xori %rank, %i1 : i32\n"
                           "%i64 = arith.constant 64 : i32\n"
                           "%above = arith.muli %rank, %i64 : i32\n"
                           "%number = arith.addi %thread, %above : i32\n"
                           "%x = simt.splat %number : i32 -> vector<1xi32>\n"
                           "%peer = simt.peer_address %at_s in %other\n"
                           "%there = simt.splat %peer : i32 -> vector<1xi32>\n"
                           "%peer0 = simt.peer_address %i0 in %other\n"
                           "%first = simt.splat %peer0 : i32 -> vector<1xi32>\n"
                           "%own = simt.peer_address %at_s in %rank\n"
                           "%here = simt.splat %own : i32 -> vector<1xi32>\n"
                           "%mine = simt.splat %at_s : i32 -> vector<1xi32>\n";

std::string store(const std::string &place, const std::string &space) {
  return "simt.store " + space + " %" + place +
         " [0] + [0], %x width 1 : vector<1xi32>, vector<1xi32>\n";
}
std::string load(const std::string &place, const std::string &space,
                 const std::string &name) {
  return "%" + name + " = simt.load " + space + " %" + place +
         " [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>\n";
}
const std::string Store = store("mine", "shared"),
                  Load = load("there", "cluster", "got"),
                  Cluster = "simt.barrier cluster\n",
                  Block = "simt.barrier block\n";

/// What the program number i writes is at words 128 * i on of r.
const std::string Write =
    "%p = simt.program x\n%i128 = arith.constant 128 : i32\n"
    "%begin = arith.muli %p, %i128 : i32\n"
    "%word = arith.addi %begin, %number : i32\n"
    "%byte = arith.muli %word, %i4 : i32\n"
    "%bytes = arith.extui %byte : i32 to i64\n"
    "%at = arith.addi %r, %bytes : i64\n"
    "%to = simt.splat %at : i64 -> vector<1xi64>\n"
    "simt.store global %to [0] + [0], %got width 1 : vector<1xi64>, "
    "vector<1xi32>\n";

std::string fault(const std::string &body, std::uint64_t seed) {
  SimtProgram program(Places + body, 2, 256, 2);
  program.launch.seed = seed;
  return program.fault();
}

/// Whatever the order of the blocks: the same for many seeds.
void expectTrap(const std::string &body, const std::string &pattern) {
  for (std::uint64_t seed = 1; seed <= 16; ++seed)
    EXPECT_THAT(fault(body, seed), testing::ContainsRegex(pattern)) << body;
}
void expectNone(const std::string &body) {
  for (std::uint64_t seed = 1; seed <= 16; ++seed)
    EXPECT_EQ(fault(body, seed), "") << body;
}

const std::string Own = "simt.cluster_arrive own\nsimt.cluster_wait\n",
                  Halves = "simt.cluster_arrive\nsimt.cluster_wait\n";
const std::string Behind = " without a barrier of the cluster in between";

} // namespace

TEST(Clusters, BlocksReadWhatOthersHaveWritten) {
  SimtProgram program(Places + Store + Cluster + Load + Cluster + Write, 2, 256,
                      2);
  program.with("r", std::vector<std::uint32_t>(3 * 128));
  program.launch.grid = {3, 1, 1};
  const sim::Outcome *outcome = program.run();
  ASSERT_NE(outcome, nullptr) << program.errors;
  ASSERT_FALSE(outcome->trap) << outcome->trap->message;
  std::vector<std::uint32_t> expected;
  for (unsigned place = 0; place < 3 * 128; ++place)
    expected.push_back(place % 128 ^ 64);
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
  // Six blocks of two warps each.
  const sim::Counters &counters = outcome->counters;
  EXPECT_EQ(counters.of(simt::InstructionClass::DistributedLoad), 12);
  EXPECT_EQ(counters.distributedLoads.requests, 12);
  EXPECT_EQ(counters.of(simt::InstructionClass::SharedLoad), 0);
  EXPECT_EQ(counters.of(simt::InstructionClass::SharedStore), 12);
  EXPECT_EQ(counters.of(simt::InstructionClass::ClusterBarrier), 24);
}

TEST(Clusters, BlocksWriteToOthers) {
  SimtProgram program(Places + Cluster + store("there", "cluster") + Cluster +
                          load("mine", "shared", "got") + Write,
                      2, 256, 2);
  program.with("r", std::vector<std::uint32_t>(128));
  const sim::Outcome *outcome = program.run();
  ASSERT_NE(outcome, nullptr) << program.errors;
  ASSERT_FALSE(outcome->trap) << outcome->trap->message;
  std::vector<std::uint32_t> expected;
  for (unsigned place = 0; place < 128; ++place)
    expected.push_back(place ^ 64);
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
  EXPECT_EQ(outcome->counters.of(simt::InstructionClass::DistributedStore), 4);
}

TEST(Clusters, ReadersWaitForWriters) {
  expectNone(Store + Cluster + Load + Cluster);
  expectTrap(Cluster + Store + Block + Load + Cluster,
             "shared memory of block [01], which .* (wrote|read)" + Behind);
}

TEST(Clusters, WritersWaitForReaders) {
  expectNone(Store + Cluster + Load + Cluster + Store);
  expectTrap(Store + Cluster + Load + Block + Store + Cluster,
             "shared memory of block [01], which .* (wrote|read)" + Behind);
}

TEST(Clusters, WritersWaitForWriters) {
  expectNone(Cluster + store("there", "cluster") + Cluster + Store + Cluster);
  expectTrap(Cluster + store("there", "cluster") + Store + Cluster,
             "shared memory of block [01], which .* wrote" + Behind);
  expectTrap(Cluster + store("first", "cluster") + Cluster,
             "byte 0 of shared memory of block [01], which lane [0-9]+ of warp "
             "[01] of block [01] wrote" +
                 Behind);
}

TEST(Clusters, BarriersOfReadsOrderNoStoresToOthers) {
  expectNone(Store + Own + Load + Own + Store);
  std::string push = Own + store("there", "cluster");
  expectNone(push + Halves + load("mine", "shared", "got"));
  expectTrap(push + Own + load("mine", "shared", "got") + Cluster,
             "shared memory of block [01], which .* wrote" + Behind);
  expectTrap(push + Own + Store + Cluster,
             "shared memory of block [01], which .* wrote" + Behind);
  expectTrap(push + Own, "ends with shared memory of block [01], which .* of "
                         "block [01] has accessed" +
                             Behind);
  // The next one that does is enough.
  expectNone(push + Own + Cluster + load("mine", "shared", "got"));
}

TEST(Clusters, ManyMayReadTheSame) {
  expectNone(Store + Cluster + Load + load("first", "cluster", "more") +
             load("mine", "shared", "own1") + Cluster);
}

TEST(Clusters, TheOwnBlockNeedsBarriersOfTheBlock) {
  expectNone(Store + load("here", "cluster", "got"));
  expectTrap(Store +
                 "%far = arith.xori %at_s, %i4 : i32\n"
                 "%beside = simt.peer_address %far in %rank\n"
                 "%next = simt.splat %beside : i32 -> vector<1xi32>\n" +
                 load("next", "cluster", "got"),
             "without a barrier in between");
}

TEST(Clusters, BlocksEndBehindTheirReaders) {
  expectTrap(Store + Cluster + Load,
             "(ends with shared memory of block [01], which .* of block [01] "
             "has accessed without a barrier of the cluster in between|which "
             "has ended)");
}

TEST(Clusters, BlocksHaveStartedBehindTheFirstBarrier) {
  expectTrap(Load + Cluster,
             "of shared memory of block [01], which may not have started");
}

TEST(Clusters, UndefinedValuesStayUndefined) {
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    SimtProgram program(Places + Cluster + Load + Cluster + Write, 2, 256, 2);
    program.with("r", std::vector<std::uint32_t>(128));
    program.launch.seed = seed;
    EXPECT_THAT(program.fault(), testing::HasSubstr("expects defined values"));
  }
}

// A life that the owner has begun meanwhile ends nothing for who still reads.
TEST(Clusters, LivesEndAtBarriersOfTheCluster) {
  SimtProgram program(Places + "%s = simt.shared 256 align 16 at 0\n" + Store +
                          Cluster + "%t = simt.shared 256 align 16 at 0\n" +
                          Block + Load + Cluster + Write,
                      2, 256, 2);
  program.with("r", std::vector<std::uint32_t>(128));
  EXPECT_EQ(program.fault(), "");
}

TEST(Clusters, BlocksMeetAtOneBarrier) {
  std::string isSecond = "%second = arith.cmpi eq, %rank, %i1 : i32\n";
  expectTrap(isSecond + "scf.if %second {\n" + Cluster + "}\n" + Cluster,
             "expects all blocks of the cluster at this barrier, but block "
             "[01] waits at another");
  // One that has ended is not waited for.
  expectNone(isSecond + "scf.if %second {\n" + Cluster + "}\n");
}

TEST(Clusters, WarpsOfABlockMeetToo) {
  expectTrap("%c32 = arith.constant 32 : i32\n"
             "%isFirst = arith.cmpi ult, %thread, %c32 : i32\n"
             "scf.if %isFirst {\n" +
                 Cluster + "}\n" + Block,
             "expects all warps at this barrier, but warp [01] waits at "
             "another");
}

TEST(Clusters, NumbersAreOfBlocksThatThereAre) {
  expectTrap("%bad = simt.peer_address %at_s in %i2\n",
             "expects one of 2 blocks of the cluster, but got number 2");
}

TEST(Clusters, AddressesAreInsideOfTheOtherBlock) {
  expectTrap(Store + Cluster +
                 "%out = simt.load cluster %there [0] + [256] width 1 : "
                 "(vector<1xi32>) -> vector<1xi32>\n",
             "out-of-bounds 4-byte load, byte 256 of 256 bytes of shared "
             "memory of block 1|of block 0");
}

TEST(Clusters, TrapsNameTheBlock) {
  SimtProgram program(Places + Load, 2, 256, 2);
  const sim::Trap &trap = program.trap();
  ASSERT_TRUE(trap.block);
  EXPECT_LT(*trap.block, 2);
}

// Each block has mbarriers of its own, and waits for the others besides.
TEST(Clusters, BlocksHaveMbarriers) {
  const std::string ofFirst = "%isFirst = arith.cmpi eq, %thread, %i0 : i32\n";
  const std::string init = "simt.mbarrier_init %at_m count 1 if %isFirst\n",
                    arrive = "simt.mbarrier_arrive %at_m count 1 if %isFirst\n",
                    wait = "simt.mbarrier_wait %at_m parity %i0\n";
  const std::string at = "%at_m = arith.constant 256 : i32\n" + ofFirst;
  auto fault = [&](const std::string &text) {
    SimtProgram program(Places + at + text, 2, 264, 2);
    program.with("r", std::vector<std::uint32_t>(128));
    return program.fault();
  };
  EXPECT_EQ(fault(init + Block + arrive + wait + Store + Cluster + Load +
                  Cluster + Write),
            "");
  EXPECT_EQ(fault(init + Cluster + arrive + wait + Store + Cluster + Load +
                  Cluster + Write),
            "");
  EXPECT_THAT(fault(init + Block + wait + Cluster),
              testing::HasSubstr("lacks 1 arrival"));
  // Warp 1 waits for the other blocks, warp 0 for what never comes.
  EXPECT_THAT(fault(init + Block +
                    "%c32 = arith.constant 32 : i32\n"
                    "%isWarp0 = arith.cmpi ult, %thread, %c32 : i32\n"
                    "scf.if %isWarp0 {\n" +
                    wait + "}\n" + Cluster),
              testing::HasSubstr("waits at a barrier of the cluster"));
}

// A copy of the own block writes what another block still reads.
TEST(Clusters, CopiesMeetReadersOfOtherBlocks) {
  const std::string copy = "%from = simt.splat %r : i64 -> vector<1xi64>\n"
                           "%to = simt.splat %at_s : i32 -> vector<1xi32>\n"
                           "simt.async_copy %from [0] + [0] to %to [0] + [0] "
                           "bytes 4 : vector<1xi64>, vector<1xi32>\n"
                           "simt.async_commit\nsimt.async_wait 0\n";
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    SimtProgram program(Places + Store + Cluster + Load + copy + Cluster, 2,
                        256, 2);
    program.with("r", std::vector<std::uint32_t>(128));
    program.launch.seed = seed;
    EXPECT_THAT(program.fault(), testing::HasSubstr(Behind));
  }
}

} // namespace heddle
