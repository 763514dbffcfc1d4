//===- CopiesTest.cpp - Copies that go on by themselves -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies from global to shared memory: what they move, and that whoever
/// touches it too early, or does not wait, is stopped. Those and products of
/// warp groups are in GroupProductsTest.cpp.
///
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

#include <gmock/gmock.h>

namespace heddle {

namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr unsigned Lanes = 32, Warps = 2, Threads = Lanes * Warps;
constexpr unsigned Shared = 2048;
using Numbers = std::vector<std::uint32_t>;

/// `%to` is a place of so many bytes for each thread in shared memory, `%from`
/// and `%out` the same in `a` and in `r`, `%beside` that of the next lane in
/// shared memory, `%far` that of the other warp, `%low` is true in lanes below
/// 16.
std::string places(unsigned bytes) {
  std::string size = std::to_string(bytes);
  std::string text = "%size = arith.constant " + size +
                     " : i32\n%size64 = arith.constant " + size +
                     " : i64\n"
                     "%mine = arith.muli %thread, %size : i32\n"
                     "%mine64 = arith.muli %wide, %size64 : i64\n"
                     "%lanes = arith.constant 32 : i32\n"
                     "%half = arith.constant 16 : i32\n"
                     "%c31 = arith.constant 31 : i32\n"
                     "%lane = arith.andi %thread, %c31 : i32\n"
                     "%isLow = arith.cmpi ult, %lane, %half : i32\n"
                     "%low = simt.splat %isLow : i1 -> vector<1xi1>\n"
                     "%to = simt.splat %mine : i32 -> vector<1xi32>\n"
                     "%five = arith.constant dense<5> : vector<1xi32>\n"
                     "%yes = arith.constant dense<true> : vector<1xi1>\n";
  for (auto [name, step] :
       {std::pair("beside", "i1"), std::pair("far", "lanes")})
    text += std::string("%t_") + name + " = arith.xori %thread, %" + step +
            " : i32\n%m_" + name + " = arith.muli %t_" + name +
            ", %size : i32\n%" + name + " = simt.splat %m_" + name +
            " : i32 -> vector<1xi32>\n";
  for (auto [name, buffer] : {std::pair("from", "a"), std::pair("out", "r")})
    text += std::string("%e_") + name + " = arith.addi %" + buffer +
            ", %mine64 : i64\n%" + name + " = simt.splat %e_" + name +
            " : i64 -> vector<1xi64>\n";
  return text;
}

std::string copy(unsigned bytes = 4, const std::string &to = "to",
                 const std::string &from = "from") {
  return "simt.async_copy %" + from + " [0] + [0] to %" + to +
         " [0] + [0] bytes " + std::to_string(bytes) +
         " : vector<1xi64>, vector<1xi32>\n";
}
/// With `if` and `zeros unless` that, unless they are empty.
std::string copySome(const std::string &predicate, const std::string &reads,
                     const std::string &to = "to",
                     const std::string &from = "from") {
  std::string text = "simt.async_copy %" + from + " [0] + [0] to %" + to +
                     " [0] + [0] bytes 4",
              types = " : vector<1xi64>, vector<1xi32>";
  for (auto [keyword, value] :
       {std::pair(" if %", predicate), std::pair(" zeros unless %", reads)})
    if (!value.empty()) {
      text += keyword + value;
      types += ", vector<1xi1>";
    }
  return text + types + "\n";
}
const std::string Commit = "simt.async_commit\n",
                  Block = "simt.barrier block\n", Warp = "simt.barrier warp\n";
std::string wait(unsigned pending = 0) {
  return "simt.async_wait " + std::to_string(pending) + "\n";
}
std::string load(const std::string &at = "to", const std::string &name = "v",
                 unsigned words = 1) {
  return "%" + name + " = simt.load shared %" + at + " [0] + [0] width " +
         std::to_string(words) + " : (vector<1xi32>) -> vector<" +
         std::to_string(words) + "xi32>\n";
}
std::string store(const std::string &at = "to") {
  return "simt.store shared %" + at +
         " [0] + [0], %five width 1 : vector<1xi32>, vector<1xi32>\n";
}
std::string result(const std::string &name = "v", unsigned words = 1) {
  return "simt.store global %out [0] + [0], %" + name + " width " +
         std::to_string(words) + " : vector<1xi64>, vector<" +
         std::to_string(words) + "xi32>\n";
}

/// Word i of `a` is 1000 + i.
struct Program : SimtProgram {
  explicit Program(const std::string &body, unsigned bytes = 4,
                   unsigned warps = Warps, bool isDefined = true)
      : SimtProgram(places(bytes) + body, warps, Shared) {
    Numbers words(std::size_t(Threads) * bytes / 4);
    for (std::size_t index = 0; index < words.size(); ++index)
      words[index] = 1000 + static_cast<std::uint32_t>(index);
    with("a", words, isDefined);
    with("r", Numbers(words.size()));
  }
};

std::string faultOf(const std::string &body, std::uint64_t seed = 1) {
  Program program(body);
  program.launch.seed = seed;
  return program.fault();
}

/// Whatever the order of the warps.
void expectFault(const std::string &body, const std::string &pattern) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_THAT(faultOf(body, seed), MatchesRegex(pattern)) << body;
}
void expectNone(const std::string &body) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed)
    EXPECT_EQ(faultOf(body, seed), "") << body;
}

const std::string Byte = " at byte [0-9]+ of shared memory, which ";
const std::string Writes = "a copy that lane [0-9]+ of warp [01] has not "
                           "waited for still writes";
const std::string NoBarrier = " without a barrier in between";

} // namespace

//===----------------------------------------------------------------------===//
// What is copied
//===----------------------------------------------------------------------===//

TEST(SimCopies, moveWhatIsThere) {
  for (unsigned bytes : {4U, 8U, 16U})
    for (sim::Watching watching :
         {sim::Watching::Everything, sim::Watching::Nothing}) {
      unsigned words = bytes / 4;
      Program program(copy(bytes) + Commit + wait() + Block +
                          load("far", "v", words) + result("v", words),
                      bytes);
      program.launch.watching = watching;
      EXPECT_EQ(program.fault(), "");
      Numbers expected = program.get<std::uint32_t>("a");
      std::rotate(expected.begin(), expected.begin() + expected.size() / 2,
                  expected.end());
      EXPECT_EQ(program.get<std::uint32_t>("r"), expected) << bytes;
    }
}

// Each of one op has a place of its own: here they change places.
TEST(SimCopies, areSeveral) {
  Program program("simt.async_copy %from [0, 0] + [0, 4] to %to [0, 0] + "
                  "[4, 0] bytes 4 : vector<1xi64>, vector<1xi32>\n" +
                      Commit + wait() + load("to", "v", 2) + result("v", 2),
                  8);
  EXPECT_EQ(program.fault(), "");
  Numbers expected = program.get<std::uint32_t>("a");
  for (std::size_t index = 0; index < expected.size(); index += 2)
    std::swap(expected[index], expected[index + 1]);
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
}

const std::string Nowhere = "%zero = arith.constant dense<0> : vector<1xi64>\n"
                            "%some = arith.select %isLow, %from, %zero : "
                            "vector<1xi64>\n";

// Which are defined; and nobody looks at the address.
TEST(SimCopies, areZerosWhereNothingIsRead) {
  Program program(Nowhere + copySome("", "low", "to", "some") + Commit +
                  wait() + load() + result());
  EXPECT_EQ(program.fault(), "");
  Numbers expected = program.get<std::uint32_t>("a");
  for (unsigned thread = 0; thread < Threads; ++thread)
    if (thread % Lanes >= 16)
      expected[thread] = 0;
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
}

// Lanes that take no part have any address, in both memories, and no bytes are
// on their way.
TEST(SimCopies, areOfLanesThatTakePart) {
  Program program(Nowhere +
                  "%huge = arith.constant dense<65535> : vector<1xi32>\n"
                  "%place = arith.select %isLow, %to, %huge : vector<1xi32>\n" +
                  store() + copySome("low", "", "place", "some") +
                  "%isHigh = arith.xori %low, %yes : vector<1xi1>\n"
                  "%early = simt.load shared %to [0] + [0] width 1 if %isHigh "
                  ": (vector<1xi32>, vector<1xi1>) -> vector<1xi32>\n" +
                  Commit + wait() + load() + result());
  EXPECT_EQ(program.fault(), "");
  Numbers expected = program.get<std::uint32_t>("a");
  for (unsigned thread = 0; thread < Threads; ++thread)
    if (thread % Lanes >= 16)
      expected[thread] = 5;
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
}

TEST(SimCopies, readTheirSourceWhenTheyBegin) {
  Program program(copy() +
                  "simt.store global %from [0] + [0], %five width 1 : "
                  "vector<1xi64>, vector<1xi32>\n" +
                  Commit + wait() + load() + result());
  Numbers expected = program.get<std::uint32_t>("a");
  EXPECT_EQ(program.fault(), "");
  EXPECT_EQ(program.get<std::uint32_t>("a"), Numbers(Threads, 5));
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
}

// Byte by byte, which only a load of words that is stored again shows.
TEST(SimCopies, copyUndefinedBytesAsThat) {
  auto bytesFrom = [](unsigned first) {
    Program program(copy() + Commit + wait() + load() + result());
    std::vector<std::uint8_t> &isDefined = program.buffer("a").isDefined;
    isDefined.assign(std::size_t(Threads) * 4, 1);
    isDefined[first] = 0;
    return program.fault();
  };
  EXPECT_THAT(bytesFrom(9), HasSubstr("expects defined values to store, but "
                                      "got undefined ones for byte 8 of r"));
  EXPECT_THAT(bytesFrom(12), HasSubstr("byte 12 of r"));
}

//===----------------------------------------------------------------------===//
// Addresses and predicates
//===----------------------------------------------------------------------===//

TEST(SimCopies, trapAtAddressesThatDoNotExist) {
  EXPECT_EQ(faultOf("simt.async_copy %out [0] + [256] to %to [0] + [0] bytes 4 "
                    ": vector<1xi64>, vector<1xi32>"),
            "out-of-bounds 4-byte copy, 0 bytes past the end of r (256 bytes)");
  EXPECT_EQ(faultOf("simt.async_copy %from [0] + [0] to %to [0] + [2048] bytes "
                    "4 : vector<1xi64>, vector<1xi32>"),
            "out-of-bounds 4-byte copy, byte 2048 of 2048 bytes of shared "
            "memory");
}

TEST(SimCopies, trapAtAddressesThatAreNoMultiples) {
  EXPECT_THAT(faultOf(copy(16)),
              HasSubstr("expects a multiple of 16 as an address, but copies 16 "
                        "bytes at byte 4 of 2048 bytes of shared memory"));
  EXPECT_THAT(
      faultOf("%same = simt.splat %i0 : i32 -> vector<1xi32>\n" +
              copy(8, "same")),
      HasSubstr("expects a multiple of 8 as an address, but copies 8 bytes at "
                "byte 4 of a"));
}

// Of the global address only where it is read.
TEST(SimCopies, trapAtUndefinedOperands) {
  const std::string undefined =
      "%no = arith.constant dense<false> : vector<1xi1>\n"
      "%lost = simt.load global %from [0] + [0] width 1 if %low : "
      "(vector<1xi64>, vector<1xi1>) -> vector<1xi32>\n"
      "%lostBits = arith.cmpi eq, %lost, %five : vector<1xi32>\n"
      "%lost64 = arith.extui %lost : vector<1xi32> to vector<1xi64>\n"
      "%lostFrom = arith.addi %from, %lost64 : vector<1xi64>\n"
      "%lostTo = arith.addi %to, %lost : vector<1xi32>\n";
  auto originOf = [&](const std::string &body, const std::string &fault) {
    Program program(undefined + body);
    EXPECT_EQ(program.fault(), fault);
    return program.origin ? program.lineOf(program.origin->loc).substr(0, 5)
                          : "";
  };
  const std::string predicate = "expects a defined predicate",
                    address = "expects a defined address";
  EXPECT_EQ(originOf(copySome("lostBits", ""), predicate), "%lost");
  EXPECT_EQ(originOf(copySome("", "lostBits"), predicate), "%lost");
  const std::string high = "%high = arith.cmpi ne, %low, %yes : vector<1xi1>\n";
  EXPECT_EQ(originOf(high + copySome("high", "", "to", "lostFrom"), address),
            "%lost");
  EXPECT_EQ(originOf(high + copySome("high", "", "lostTo"), address), "%lost");
  EXPECT_EQ(originOf(copySome("no", "lostBits", "lostTo", "lostFrom"), ""), "");
  EXPECT_EQ(originOf(copySome("", "no", "to", "lostFrom"), ""), "");
}

TEST(SimCopies, undefinedValuesSayWhereTheyComeFrom) {
  const std::string body = copy() + Commit + wait() + Block;
  Program other(body + load("far") + result(), 4, Warps, /*isDefined=*/false);
  EXPECT_THAT(other.fault(), HasSubstr("expects defined values to store"));
  ASSERT_TRUE(other.origin);
  EXPECT_EQ(other.origin->message,
            "this copy of byte 0 of a (256 bytes), which nothing has "
            "written");
  EXPECT_THAT(other.lineOf(other.origin->loc),
              testing::StartsWith("simt.async_copy"));
  // Zeros come from nowhere: it was the load that nobody takes part in.
  Program zeros("%no = arith.constant dense<false> : vector<1xi1>\n" +
                    copySome("", "no") + Commit + wait() +
                    "%v = simt.load shared %to [0] + [0] width 1 if %no : "
                    "(vector<1xi32>, vector<1xi1>) -> vector<1xi32>\n" +
                    result(),
                4, Warps, /*isDefined=*/false);
  EXPECT_NE(zeros.fault(), "");
  ASSERT_TRUE(zeros.origin);
  EXPECT_EQ(zeros.origin->message, "this masked load, which has no `other`");
}

//===----------------------------------------------------------------------===//
// On their way
//===----------------------------------------------------------------------===//

TEST(SimCopies, areNobodysBeforeTheWait) {
  for (const std::string &begun : {copy(), copy() + Commit}) {
    expectFault(begun + load(), "loads 4 bytes" + Byte + Writes);
    expectFault(begun + store(), "stores 4 bytes" + Byte + Writes);
    expectFault(begun + copy(), "copies 4 bytes" + Byte + Writes);
    expectFault(begun + Block + load("far"), "loads 4 bytes" + Byte + Writes);
    expectFault(begun + Block + store("far"), "stores 4 bytes" + Byte + Writes);
    expectFault(begun + Block + copy(4, "far"),
                "copies 4 bytes" + Byte + Writes);
    expectFault(begun +
                    "%old = simt.atomic add relaxed block shared %to, %five : "
                    "(vector<1xi32>, vector<1xi32>) -> vector<1xi32>\n",
                "(loads|stores) 4 bytes" + Byte + Writes);
  }
  EXPECT_EQ(faultOf(copy() + load()),
            "loads 4 bytes at byte 0 of shared memory, which a copy that lane "
            "0 of warp 0 has not waited for still writes");
}

TEST(SimCopies, areNoMatricesBeforeTheWait) {
  const std::string rows = "%c7 = arith.constant 7 : i32\n"
                           "%row = arith.andi %thread, %c7 : i32\n"
                           "%at = arith.muli %row, %half : i32\n";
  const std::string loadRows =
                        "%m = simt.matrix_load %at + 0 : vector<1xi32>\n",
                    storeRows =
                        "simt.matrix_store %at + 0, %five : vector<1xi32>\n";
  expectFault(rows + copy() + loadRows, "loads 4 bytes" + Byte + Writes);
  expectFault(rows + copy() + storeRows, "stores 4 bytes" + Byte + Writes);
  expectNone(rows + copy() + Commit + wait() + Block + loadRows);
}

// Copies of 4 bytes lie side by side.
TEST(SimCopies, areExactToTheWord) {
  const std::string few = copySome("low", "") +
                          "%high = arith.cmpi ne, %low, %yes : vector<1xi1>\n";
  auto storeIf = [](const std::string &predicate) {
    return "simt.store shared %to [0] + [0], %five width 1 if %" + predicate +
           " : vector<1xi32>, vector<1xi32>, vector<1xi1>\n";
  };
  expectNone(few + storeIf("high"));
  expectFault(few + storeIf("low"), "stores 4 bytes" + Byte + Writes);
  Program program(copy(8) + "%v = simt.load shared %to [0] + [4] width 1 : "
                            "(vector<1xi32>) -> vector<1xi32>\n",
                  8);
  EXPECT_THAT(program.fault(), HasSubstr("loads 4 bytes at byte 4"));
  // A byte of a word is the word's.
  EXPECT_THAT(faultOf(copy() + "%v = simt.load shared %to [0] + [3] width 1 : "
                               "(vector<1xi32>) -> vector<1xi8>\n"),
              HasSubstr("loads 1 byte at byte 3"));
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// Three groups of one copy each, into words 0, 64 and 128 of each thread.
std::string threeGroups() {
  std::string text;
  for (const char *offset : {"0", "256", "512"})
    text += std::string("simt.async_copy %from [0] + [0] to %to [0] + [") +
            offset + "] bytes 4 : vector<1xi64>, vector<1xi32>\n" + Commit;
  return text;
}
std::string loadAt(unsigned offset) {
  return "%v" + std::to_string(offset) + " = simt.load shared %to [0] + [" +
         std::to_string(offset) +
         "] width 1 : (vector<1xi32>) -> vector<1xi32>\n";
}

TEST(SimCopies, waitsAreForTheOldestGroups) {
  for (unsigned done = 0; done <= 3; ++done) {
    std::string waited = threeGroups() + wait(3 - done);
    for (unsigned group = 0; group < done; ++group)
      waited += loadAt(group * 256);
    expectNone(waited);
    if (done < 3)
      expectFault(waited + loadAt(done * 256), "loads 4 bytes" + Byte + Writes);
  }
  expectNone(threeGroups() + wait(7) + wait(1) + loadAt(256) + wait(0) +
             loadAt(512));
}

TEST(SimCopies, waitsAreForGroups) {
  const std::string still = "loads 4 bytes" + Byte + Writes;
  expectFault(copy() + wait() + load(), still);
  expectFault(Commit + copy() + wait() + load(), still);
  expectNone(copy() + Commit + wait() + load());
  // What is in no group is not waited for, but is in the next one.
  expectNone(copy() + wait() + Commit + wait() + load());
  // Empty groups count.
  expectFault(copy() + Commit + wait(1) + load(), still);
  expectNone(copy() + Commit + Commit + wait(1) + load());
}

// Each warp has its own.
TEST(SimCopies, waitsAreForTheOwnWarp) {
  const std::string begun = copy() + Commit +
                            "%isFirst = arith.cmpi ult, %thread, %lanes : i32\n"
                            "scf.if %isFirst {\n" +
                            wait() + "}\n" + Block;
  expectNone(begun + "scf.if %isFirst {\n" + load() + "}\n");
  expectFault(begun + "scf.if %isFirst {\n" + load("far") + "}\n",
              "loads 4 bytes" + Byte +
                  "a copy that lane 0 of warp 1 has not waited for still "
                  "writes");
}

TEST(SimCopies, ofAProgramEndWithIt) {
  Program program("%past = arith.constant dense<1024> : vector<1xi32>\n"
                  "%next = arith.addi %to, %past : vector<1xi32>\n"
                  "%p = simt.program x\n"
                  "%isFirst = arith.cmpi eq, %p, %i0 : i32\n"
                  "scf.if %isFirst {\n" +
                  copy() + Commit + copy(4, "next") + "} else {\n" + wait() +
                  store() + store("next") + Commit + wait() + load() +
                  load("next", "w") + result() + "}\n");
  program.launch.grid = {2, 1, 1};
  program.launch.threads = 1;
  EXPECT_EQ(program.fault(), "");
  EXPECT_EQ(program.get<std::uint32_t>("r"), Numbers(Threads, 5));
}

//===----------------------------------------------------------------------===//
// Other threads
//===----------------------------------------------------------------------===//

TEST(SimCopies, needABarrierBehindTheWait) {
  const std::string early = "loads 4 bytes" + Byte +
                            "(lane [0-9]+ of warp [01] wrote" + NoBarrier +
                            "|" + Writes + ")";
  const std::string race = "(" + early + "|copies 4 bytes" + Byte +
                           "warp [01] read" + NoBarrier + ")";
  const std::string waited = copy() + Commit + wait();
  expectFault(waited + load("far"), race);
  expectFault(waited + Warp + load("far"), race);
  expectFault(copy() + Commit + Block + wait() + load("far"), early);
  expectNone(waited + Block + load("far"));
  // Also of one warp.
  expectFault(waited + load("beside"), early);
  expectFault(copy() + Commit + Warp + wait() + load("beside"), early);
  expectNone(waited + Warp + load("beside"));
  // And who writes.
  expectFault(waited + store("beside"), "stores 4 bytes" + Byte +
                                            "lane [0-9]+ of warp [01] wrote" +
                                            NoBarrier);
}

TEST(SimCopies, needABarrierBehindWhatWasThere) {
  const std::string stored = store() + Block;
  expectFault(stored + load("far") + copy(),
              "(copies 4 bytes" + Byte + "warp [01] read" + NoBarrier +
                  "|loads 4 bytes" + Byte + Writes + ")");
  expectFault(stored + load("beside") + copy(),
              "copies 4 bytes" + Byte + "lane [0-9]+ of warp [01] read" +
                  NoBarrier);
  expectFault(store("beside") + copy(), "copies 4 bytes" + Byte +
                                            "lane [0-9]+ of warp [01] wrote" +
                                            NoBarrier);
  expectNone(stored + load("far") + load("beside", "w") + Block + copy());
  expectNone(stored + load("beside") + Warp + copy());
  expectNone(store("beside") + Warp + copy());
  // A thread's own come before.
  expectNone(store() + load() + copy());
}

// Lives of an allocation: what began in one that is over is not there in the
// next, for whoever is in that.
TEST(SimCopies, areOfTheLifeInWhichTheyBegan) {
  const std::string life = "%again = simt.shared 2048 align 16 at 0\n";
  const std::string undefined = "expects defined values to store, but got .*";
  expectFault(copy() + Commit + life + wait() + load() + result(), undefined);
  expectFault(copy() + Commit + life + Block + wait() + load() + result(),
              undefined);
  expectNone(life + copy() + Commit + wait() + load() + result());
  // Warps that need no barrier with each other may be ahead.
  expectNone("scf.for %i = %i0 to %i4 step %i1 : i32 {\n" + life + copy() +
             Commit + wait() + Warp + load("beside") + result() + Warp + "}\n");
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

namespace {

std::uint64_t counter(SimtProgram &program, std::string_view name) {
  const sim::Metric *metric = sim::findMetric(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? 0 : metric->of(program.run()->counters);
}

} // namespace

TEST(SimCopies, count) {
  Program program("simt.async_copy %from [0, 0] + [0, 0] to %to [0, 0] + "
                  "[0, 1024] bytes 16 : vector<1xi64>, vector<1xi32>\n" +
                      Commit + wait(),
                  16, /*warps=*/1);
  auto of = [&](std::string_view name) { return counter(program, name); };
  EXPECT_EQ(of("smsp__inst_executed_op_ldgsts.sum"), 2U);
  EXPECT_EQ(of("async_copy.requests"), 2U);
  EXPECT_EQ(of("async_copy.sectors"), 2U * 16);
  EXPECT_EQ(of("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"), 2U);
  EXPECT_EQ(of("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), 2U * 16);
  EXPECT_EQ(of("async_copy.sectors.ideal"), 2U * 16);
  EXPECT_EQ(of("async_copy.lines"), 2U * 4);
  EXPECT_EQ(of("async_copy.wavefronts"), 2U * 4);
  EXPECT_EQ(of("async_copy.wavefronts.ideal"), 2U * 4);
  EXPECT_EQ(of("async_copy.bank_conflicts"), 0U);
  EXPECT_EQ(of("instructions.fence"), 2U);
  EXPECT_EQ(of("smsp__inst_executed_op_global_ld.sum"), 0U);
  EXPECT_EQ(of("smsp__inst_executed_op_shared_st.sum"), 0U);
  sim::Counters counters = program.run()->counters;
  EXPECT_EQ(counters.sharedAccesses().wavefronts, 2U * 4);
  EXPECT_EQ(counters.sharedAccesses().instructions, 2U);
  EXPECT_EQ(counters.sharedAccesses().sectors, 0U);
  EXPECT_EQ(counters.globalAccesses().sectors, 2U * 16);
  EXPECT_EQ(counters.globalAccesses().instructions, 2U);
  EXPECT_EQ(counters.globalAccesses().wavefronts, 0U);
}

// Sectors of what is read, wavefronts of what is written.
TEST(SimCopies, countEachSide) {
  const std::string spread =
      "%step = arith.constant 8 : i32\n"
      "%at8 = arith.muli %thread, %step : i32\n"
      "%wider = simt.splat %at8 : i32 -> vector<1xi32>\n";
  Program conflicts(spread + copySome("", "low", "wider"), 4, /*warps=*/1);
  EXPECT_EQ(counter(conflicts, "async_copy.wavefronts"), 2U);
  EXPECT_EQ(counter(conflicts, "async_copy.bank_conflicts"), 1U);
  EXPECT_EQ(counter(conflicts, "async_copy.wavefronts.ideal"), 1U);
  EXPECT_EQ(counter(conflicts, "async_copy.sectors"), 2U);
  Program nobody("%no = arith.constant dense<false> : vector<1xi1>\n" +
                     copySome("", "no"),
                 4, /*warps=*/1);
  EXPECT_EQ(counter(nobody, "smsp__inst_executed_op_ldgsts.sum"), 1U);
  EXPECT_EQ(counter(nobody, "async_copy.requests"), 0U);
  EXPECT_EQ(counter(nobody, "async_copy.wavefronts"), 1U);
}

// A warp of an AMD GPU has one address.
TEST(Copies, LanesOfAWarpFollowEachOther) {
  auto copyTo = [](const std::string &addresses, const char *target) {
    SimtProgram program(addresses + "%to = simt.splat %at : i32 -> "
                                    "vector<1xi32>\n"
                                    "simt.async_copy %a4 [0] + [0] to %to [0] "
                                    "+ [0] bytes 4 : vector<1xi64>, "
                                    "vector<1xi32>\n",
                        1, 512);
    program.with("a", std::vector<std::uint32_t>(32));
    program.target = target;
    return program.fault();
  };
  const std::string Past = "%i64 = arith.constant 64 : i32\n"
                           "%at = arith.addi %at_s, %i64 : i32\n",
                    Swapped = "%at = arith.xori %at_s, %i4 : i32\n";
  EXPECT_EQ(copyTo(Past, "gfx942"), "");
  EXPECT_EQ(copyTo(Swapped, "gfx942"),
            "expects lane 1 to copy to byte 8 of shared memory, as far past "
            "lane 0 as the warp's copies follow each other, but got byte 0");
  EXPECT_EQ(copyTo(Swapped, "sm_90"), "");
}

} // namespace heddle
