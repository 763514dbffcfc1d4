//===- RacesTest.cpp - Threads that meet in shared memory -----------------===//
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

/// Threads of two warps; `%mine` is a word of the thread's own, `%next` that of
/// the thread of the other warp with the same lane, `%beside` that of another
/// lane of the same one, `%same` one of all threads.
const std::string Places = "%x = simt.splat %thread : i32 -> vector<1xi32>\n"
                           "%five = arith.constant dense<5> : vector<1xi32>\n"
                           "%flip = arith.constant 128 : i32\n"
                           "%far = arith.xori %at_s, %flip : i32\n"
                           "%near = arith.xori %at_s, %i4 : i32\n"
                           "%next = simt.splat %far : i32 -> vector<1xi32>\n"
                           "%beside = simt.splat %near : i32 -> vector<1xi32>\n"
                           "%same = simt.splat %i0 : i32 -> vector<1xi32>\n";

std::string store(const std::string &place, const std::string &value = "x") {
  return "simt.store shared %" + place + " [0] + [0], %" + value +
         " width 1 : vector<1xi32>, vector<1xi32>\n";
}
std::string load(const std::string &place) {
  static unsigned number = 0;
  return "%load" + std::to_string(number++) + " = simt.load shared %" + place +
         " [0] + [0] width 1 : (vector<1xi32>) -> vector<1xi32>\n";
}
const std::string Block = "simt.barrier block\n", Warp = "simt.barrier warp\n";

std::string fault(const std::string &body, std::uint64_t seed) {
  SimtProgram program(Places + body, 2, 256);
  program.launch.seed = seed;
  return program.fault();
}

/// Whatever the order of the warps: the same for many seeds.
void expectRace(const std::string &body, const std::string &pattern) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_THAT(fault(body, seed), testing::MatchesRegex(pattern)) << body;
}
void expectNone(const std::string &body) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_EQ(fault(body, seed), "") << body;
}

const std::string Byte = " 4 bytes at byte [0-9]+ of shared memory, which ";
const std::string Behind = " without a barrier in between";

} // namespace

TEST(SimRaces, readAfterWriteOfAnotherWarp) {
  expectRace(store("s4") + load("next"),
             "(loads" + Byte + "lane [0-9]+ of warp [01] wrote|stores" + Byte +
                 "warp [01] read)" + Behind);
  expectRace(store("s4") + Warp + load("next"),
             "(loads" + Byte + "lane [0-9]+ of warp [01] wrote|stores" + Byte +
                 "warp [01] read)" + Behind);
  expectNone(store("s4") + Block + load("next"));
}

TEST(SimRaces, writeAfterReadOfAnotherWarp) {
  const std::string before = store("s4") + Block + load("next");
  expectRace(before + store("s4", "five"),
             "(loads" + Byte + "lane [0-9]+ of warp [01] wrote|stores" + Byte +
                 "warp [01] read)" + Behind);
  expectNone(before + Block + store("s4", "five"));
}

// But if the same is written that is there.
TEST(SimRaces, writeAfterWriteOfAnotherWarp) {
  expectRace(store("s4") + store("next"),
             "stores" + Byte + "lane [0-9]+ of warp [01] wrote" + Behind);
  expectNone(store("s4") + Block + store("next"));
  expectNone(store("s4", "five") + store("next", "five"));
}

// That a piece of memory has what one before it had there is chance.
TEST(SimRaces, writeOfTheSameAfterAnotherLife) {
  const std::string life = "%other = simt.shared 256 align 16 at 0\n";
  expectRace(store("s4", "five") + life + store("next", "five"),
             "stores" + Byte + "lane [0-9]+ of warp [01] wrote" + Behind);
  expectNone(store("s4", "five") + Block + life + store("next", "five"));
  expectNone(store("s4", "five") + life + store("s4", "five"));
}

TEST(SimRaces, withinAWarp) {
  expectRace(store("s4") + load("beside"),
             "loads" + Byte + "lane 1 of warp [01] wrote" + Behind);
  expectRace(store("s4") + Warp + load("beside") + store("s4", "five"),
             "stores" + Byte + "lane 1 of warp [01] read" + Behind);
  expectRace(store("s4") + store("beside"),
             "stores" + Byte + "lane 1 of warp [01] wrote" + Behind);
  for (const std::string &barrier : {Warp, Block}) {
    expectNone(store("s4") + barrier + load("beside") + barrier +
               store("s4", "five"));
    expectNone(store("s4") + barrier + store("beside"));
  }
}

// A thread needs no barrier for itself, and readers none for each other.
TEST(SimRaces, none) {
  expectNone(store("s4") + load("s4") + store("s4", "five") + load("s4"));
  expectNone(store("s4") + Block + load("next") + load("beside") +
             load("same") + load("s4"));
}

TEST(SimRaces, oneInstructionOfManyLanes) {
  expectRace(store("same"),
             "stores" + Byte + "lane [0-9]+ of warp [01] wrote" + Behind);
  expectNone(store("same", "five") + Block + load("same"));
}

// What one warp read is remembered although another read it later.
TEST(SimRaces, allReadersCount) {
  expectRace(store("s4") + Block + load("same") +
                 "%lanes = arith.constant 32 : i32\n"
                 "%isFirst = arith.cmpi ult, %thread, %lanes : i32\nscf.if "
                 "%isFirst {\n" +
                 store("s4", "five") + "}\n",
             "(loads" + Byte + "lane 0 of warp 0 wrote|stores" + Byte +
                 "(warp 1|lane [0-9]+ of warp 0) read)" + Behind);
}

// Nothing is left of the program before.
TEST(SimRaces, programsDoNotMeet) {
  SimtProgram program(Places +
                          "%p = simt.program x\n"
                          "%isFirst = arith.cmpi eq, %p, %i0 : i32\n"
                          "scf.if %isFirst {\n" +
                          store("s4") + "} else {\n" + load("next") + "}\n" +
                          load("s4") +
                          "%r0 = simt.load shared %s4 [0] + [0] width 1 : "
                          "(vector<1xi32>) -> vector<1xi32>\n"
                          "simt.store global %r4 [0] + [0], %r0 width 1 : "
                          "vector<1xi64>, vector<1xi32>",
                      2, 256);
  program.with("r", std::vector<std::uint32_t>(64));
  program.launch.grid = {2, 1, 1};
  EXPECT_THAT(program.fault(),
              testing::StartsWith("expects defined values to store, but got"));
  EXPECT_EQ(program.trap().program[0], 1U);
}

} // namespace heddle
