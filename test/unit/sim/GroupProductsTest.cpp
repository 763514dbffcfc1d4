//===- GroupProductsTest.cpp - Products of warp groups --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One product of 64 x 8 x 16 against loops, with tiles in shared memory as the
/// PTX ISA draws them: matrices of 8 x 16 bytes, those of A along M first. What
/// fences, waits and descriptors are for, is noticed without them.
///
//===----------------------------------------------------------------------===//

#include "FloatFormats.h"
#include "SimtProgram.h"
#include "heddle/sim/PredictTime.h"
#include "heddle/target/MatrixDescriptor.h"

#include <gmock/gmock.h>
#include <random>

namespace heddle {

namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

constexpr unsigned Rows = 64, Columns = 8, Depth = 16, Warps = 4;
constexpr unsigned CoreRows = 8, CoreBytes = 128, Shared = 8192;
const MatrixDescriptor DescriptorA = {0, Rows / CoreRows *CoreBytes, CoreBytes};
const MatrixDescriptor DescriptorB = {0, CoreBytes, 0};

/// Where an element of a tile with so many rows is, in elements.
unsigned placeIn(unsigned rows, unsigned row, unsigned k) {
  return k / 8 * rows * 8 + row / 8 * 64 + row % 8 * 8 + k % 8;
}

struct Factors {
  std::vector<std::uint16_t> a = std::vector<std::uint16_t>(Rows * Depth),
                             b = std::vector<std::uint16_t>(Columns * Depth);
  std::vector<float> c = std::vector<float>(Rows * Columns);
};

Factors drawFactors() {
  std::mt19937_64 random(20262);
  std::uniform_real_distribution<float> numbers(0.5, 3);
  Factors factors;
  for (auto *each : {&factors.a, &factors.b})
    for (std::uint16_t &half : *each)
      half = sim::Half::store((random() & 1) != 0 ? numbers(random)
                                                  : -numbers(random));
  for (float &sum : factors.c)
    sum = numbers(random);
  return factors;
}

/// The sums of thread t are elements 4t and on of `c` and of `r`.
std::vector<float> expected(const Factors &factors, bool usesC = true) {
  std::vector<float> sums = factors.c;
  for (unsigned index = 0; index < sums.size(); ++index) {
    unsigned reg = index % 4, lane = index / 4 % 32, warp = index / 128;
    unsigned row = warp * 16 + lane / 4 + (reg & 2) * 4;
    unsigned column = lane % 4 * 2 + (reg & 1);
    float sum = usesC ? sums[index] : 0;
    for (unsigned k = 0; k < Depth; ++k)
      sum += sim::Half::load(factors.a[placeIn(Rows, row, k)]) *
             sim::Half::load(factors.b[placeIn(Columns, column, k)]);
    sums[index] = sum;
  }
  return sums;
}

const std::string Addresses =
    "%atA = arith.constant 0 : i32\n%atB = arith.constant 4096 : i32\n"
    "%c16 = arith.constant 16 : i32\n%w16 = arith.constant 16 : i64\n"
    "%mine = arith.muli %thread, %c16 : i32\n"
    "%far = arith.muli %wide, %w16 : i64\n"
    "%tileA = simt.splat %mine : i32 -> vector<1xi32>\n"
    "%sumB = arith.addi %mine, %atB : i32\n"
    "%tileB = simt.splat %sumB : i32 -> vector<1xi32>\n"
    "%is = arith.cmpi ult, %thread, %c16 : i32\n"
    "%few = simt.splat %is : i1 -> vector<1xi1>\n"
    "%ea = arith.addi %a, %far : i64\n%fromA = simt.splat %ea : i64 -> "
    "vector<1xi64>\n"
    "%eb = arith.addi %b, %far : i64\n%fromB = simt.splat %eb : i64 -> "
    "vector<1xi64>\n"
    "%ec = arith.addi %c, %far : i64\n%fromC = simt.splat %ec : i64 -> "
    "vector<1xi64>\n"
    "%er = arith.addi %r, %far : i64\n%toR = simt.splat %er : i64 -> "
    "vector<1xi64>\n"
    "%none = arith.constant dense<0.0> : vector<8xf16>\n"
    "%va = simt.load global %fromA [0] + [0] width 8 : (vector<1xi64>) -> "
    "vector<8xf16>\n"
    "%vb = simt.load global %fromB [0] + [0] width 8 if %few else %none : "
    "(vector<1xi64>, vector<1xi1>, vector<8xf16>) -> vector<8xf16>\n"
    "%vc = simt.load global %fromC [0] + [0] width 4 : (vector<1xi64>) -> "
    "vector<4xf32>\n";
const std::string StoreA = "simt.store shared %tileA [0] + [0], %va width 8 : "
                           "vector<1xi32>, vector<8xf16>\n";
const std::string StoreB =
    "simt.store shared %tileB [0] + [0], %vb width 8 if %few : vector<1xi32>, "
    "vector<8xf16>, vector<1xi1>\n";
const std::string Fence = "simt.proxy_fence\n",
                  Barrier = "simt.barrier block\n";
const std::string Stage = Addresses + StoreA + StoreB;

std::string multiply(const std::string &result, const std::string &c = "vc",
                     std::uint64_t descriptorA = encode(DescriptorA),
                     std::uint64_t descriptorB = encode(DescriptorB)) {
  return "%" + result + " = simt.group_mma <m64n8k16 f16 f16 f32> at %atA as " +
         std::to_string(static_cast<std::int64_t>(descriptorA)) +
         " * %atB as " +
         std::to_string(static_cast<std::int64_t>(descriptorB)) + " + %" + c +
         " [0, 0, 0] : (i32, i32, vector<4xf32>) -> vector<4xf32>\n";
}
std::string wait(const std::string &result, const std::string &sum,
                 unsigned pending = 0) {
  return "%" + result + " = simt.group_wait " + std::to_string(pending) +
         " (%" + sum +
         ") read(%atA, %atB) : (vector<4xf32>, i32, i32) -> "
         "vector<4xf32>\n";
}
std::string storeResult(const std::string &sum) {
  return "simt.store global %toR [0] + [0], %" + sum +
         " width 4 : vector<1xi64>, vector<4xf32>\n";
}

/// What comes of the program with these factors: its fault, and its result.
struct Ended {
  std::string fault;
  std::vector<float> sums;
  /// Of the undefined value that it traps at.
  std::string origin;
};
Ended run(const std::string &body, const Factors &factors,
          bool isCDefined = true) {
  SimtProgram program(body, Warps, Shared);
  program.with("a", factors.a)
      .with("b", factors.b)
      .with("c", factors.c, isCDefined)
      .with("r", std::vector<float>(Rows * Columns, -1));
  std::string fault = program.fault();
  return {fault, program.get<float>("r"),
          program.origin ? program.origin->message : ""};
}
std::string faultOf(const std::string &body) {
  return run(body, drawFactors()).fault;
}

} // namespace

TEST(SimGroupProducts, areThoseOfLoops) {
  Factors factors = drawFactors();
  Ended found = run(Stage + Fence + Barrier + multiply("d") + wait("e", "d") +
                        storeResult("e"),
                    factors);
  EXPECT_EQ(found.fault, "");
  EXPECT_EQ(found.sums, expected(factors));
}

// The tensor cores take 4 cycles for 64 x 8 x 16 at 2048 products a cycle, but
// the tiles have 1024 + 128 elements of 2 bytes, 128 bytes a cycle.
TEST(SimGroupProducts, takeAsLongAsTheirTilesAreRead) {
  Factors factors = drawFactors();
  SimtProgram program(Stage + Fence + Barrier + multiply("d") + wait("e", "d") +
                          storeResult("e"),
                      Warps, Shared);
  program.with("a", factors.a)
      .with("b", factors.b)
      .with("c", factors.c)
      .with("r", std::vector<float>(Rows * Columns, -1));
  const sim::Outcome *outcome = program.run();
  ASSERT_NE(outcome, nullptr);
  EXPECT_DOUBLE_EQ(sim::productCycles(outcome->ops, **findTarget("sm_90")), 18);
  EXPECT_DOUBLE_EQ(sim::productCycles(outcome->ops, **findTarget("sm_100")), 0);
}

TEST(SimGroupProducts, mayLeaveOutWhatTheyAddTo) {
  Factors factors = drawFactors();
  std::string product = multiply("d");
  product.replace(product.find(" [0, 0"), 0, " if %false");
  product.replace(product.find("vector<4xf32>)"), 14, "vector<4xf32>, i1)");
  Ended found =
      run(Stage + Fence + Barrier + product + wait("e", "d") + storeResult("e"),
          factors, /*isCDefined=*/false);
  EXPECT_EQ(found.fault, "");
  EXPECT_EQ(found.sums, expected(factors, false));
}

TEST(SimGroupProducts, resultsAreUndefinedBeforeTheWait) {
  EXPECT_THAT(faultOf(Stage + Fence + Barrier + multiply("d") +
                      storeResult("d") + wait("e", "d")),
              HasSubstr("expects defined values to store"));
}

TEST(SimGroupProducts, waitsMayLeaveTheLastGroupsUnderWay) {
  std::string two = Stage + Fence + Barrier + multiply("d") + multiply("f");
  EXPECT_EQ(
      faultOf(two + wait("e", "d", 1) + storeResult("e") + wait("g", "f")), "");
  EXPECT_THAT(faultOf(two + wait("e", "f", 1) + storeResult("e")),
              HasSubstr("expects defined values to store"));
  EXPECT_THAT(faultOf(two + wait("e", "d", 2) + storeResult("e")),
              HasSubstr("expects defined values to store"));
}

TEST(SimGroupProducts, undefinedSumsSayWhereTheyComeFrom) {
  Factors factors = drawFactors();
  auto originOf = [&](const std::string &body, bool isCDefined = true) {
    return run(body, factors, isCDefined).origin;
  };
  std::string begun = Fence + Barrier + multiply("d");
  std::string ended = begun + wait("e", "d") + storeResult("e");
  EXPECT_EQ(originOf(Stage + begun + storeResult("d")),
            "these products, which nobody has waited for");
  EXPECT_EQ(originOf(Addresses + StoreA + ended),
            "these products of shared memory that nothing has written");
  EXPECT_EQ(originOf(Stage + ended, /*isCDefined=*/false),
            "this load of byte 0 of c (2048 bytes), which nothing has written");
  // By way of shared memory.
  std::string lost = Stage;
  lost.replace(lost.find("%va = simt.load global %fromA"), 29,
               "%va = simt.load global %fromC");
  EXPECT_EQ(originOf(lost + ended, /*isCDefined=*/false),
            "this load of byte 0 of c (2048 bytes), which nothing has written");
}

TEST(SimGroupProducts, tilesAreNobodysBeforeTheWait) {
  std::string begun = Stage + Fence + Barrier + multiply("d");
  for (const std::string &store : {StoreA, StoreB})
    EXPECT_THAT(faultOf(begun + Barrier + store + wait("e", "d")),
                HasSubstr("that nobody has waited for still read"));
  EXPECT_EQ(faultOf(begun + wait("e", "d") + Barrier + StoreA + StoreB), "");
}

// A barrier before the wait lets nobody know that other warps are done.
TEST(SimGroupProducts, storesBehindTheWaitNeedABarrier) {
  std::string begun = Stage + Fence + Barrier + multiply("d") + Barrier;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Factors factors = drawFactors();
    // The last warp may be the last to come here, too.
    std::string store = "%first = arith.constant 96 : i32\n"
                        "%last = arith.cmpi uge, %thread, %first : i32\n"
                        "%some = simt.splat %last : i1 -> vector<1xi1>\n" +
                        StoreA;
    store.replace(store.find(" width 8"), 8, " width 8 if %some");
    store.replace(store.rfind("vector<8xf16>"), 13,
                  "vector<8xf16>, vector<1xi1>");
    SimtProgram program(begun + wait("e", "d") + store, Warps, Shared);
    program.with("a", factors.a).with("b", factors.b).with("c", factors.c);
    program.launch.seed = seed;
    EXPECT_THAT(program.fault(),
                testing::AnyOf(HasSubstr("without a barrier in between"),
                               HasSubstr("that nobody has waited for")));
  }
}

/// Two products in a loop, whose first factor is loaded in each iteration: a
/// value that is loaded in front of them, or that the loop carries to them.
std::string loopOver(const std::string &carried, const std::string &before,
                     const std::string &behind) {
  const std::string load = "%new = simt.load global %fromA [0] + [0] width 8 : "
                           "(vector<1xi64>) -> vector<8xf16>\n";
  const std::string factor = carried.empty() ? "new" : "old";
  return Stage + Fence + Barrier +
         "%one = arith.constant 1 : i32\n%two = arith.constant 2 : i32\n" +
         (carried.empty() ? "scf.for %i = %atA to %two step %one : i32 {\n"
                          : "%last = scf.for %i = %atA to %two step %one "
                            "iter_args(%old = %va) -> (vector<8xf16>) : i32 "
                            "{\n") +
         (carried.empty() ? load : "") +
         "%d = simt.group_mma <m64n8k16 f16 f16 f32> registers %" + factor +
         " * %atB as " +
         std::to_string(static_cast<std::int64_t>(encode(DescriptorB))) +
         " + %vc [0, 0, 0] : (vector<8xf16>, i32, vector<4xf32>) -> "
         "vector<4xf32>\n" +
         before + (carried.empty() ? "" : load) + behind +
         (carried.empty() ? "}\n"
                          : "scf.yield %" + carried + " : vector<8xf16>\n}\n") +
         "%end = simt.group_wait 0 (%vc) read(%atB) : (vector<4xf32>, i32) -> "
         "vector<4xf32>\n";
}

// The wait of a warp says nothing of what others still read, be it the rows of
// A that are its own.
TEST(SimGroupProducts, allWarpsReadTheWholeTile) {
  // Thread t stores where rows of its warp only are.
  const std::string rows =
      "%c32 = arith.constant 32 : i32\n%warp = arith.divui %thread, %c32 : "
      "i32\n%lane = arith.remui %thread, %c32 : i32\n%c256 = arith.constant "
      "256 : i32\n%c128 = arith.constant 128 : i32\n%c768 = arith.constant 768 "
      ": i32\n%half = arith.divui %lane, %c16 : i32\n"
      "%begin = arith.muli %warp, %c256 : i32\n"
      "%place = arith.muli %lane, %c16 : i32\n"
      "%skip = arith.muli %half, %c768 : i32\n"
      "%sum = arith.addi %begin, %place : i32\n"
      "%all = arith.addi %sum, %skip : i32\n"
      "%own = simt.splat %all : i32 -> vector<1xi32>\n"
      "simt.store shared %own [0] + [0], %va width 8 : vector<1xi32>, "
      "vector<8xf16>\n";
  const std::string done =
      Stage + Fence + Barrier + multiply("d") + wait("e", "d");
  EXPECT_EQ(faultOf(done + Barrier + rows), "");
  EXPECT_THAT(faultOf(done + rows),
              testing::AnyOf(HasSubstr("without a barrier in between"),
                             HasSubstr("that nobody has waited for")));
}

// PTX ISA, wgmma: registers of the first factor are the product's until it has
// been waited for.
TEST(SimGroupProducts, keepTheRegistersOfTheirFactor) {
  const std::string done = wait("e", "d");
  const auto isRead = HasSubstr("writes registers that a product under way");
  EXPECT_THAT(faultOf(loopOver("", "", "")), isRead);
  EXPECT_EQ(faultOf(loopOver("", done, "")), "");
  EXPECT_THAT(faultOf(loopOver("new", "", "")), isRead);
  // The new value may be in the registers of the old one, which is not used.
  EXPECT_THAT(faultOf(loopOver("new", "", done)), isRead);
  EXPECT_EQ(faultOf(loopOver("new", done, "")), "");
  EXPECT_EQ(faultOf(loopOver("old", "", "")), "");
}

TEST(SimGroupProducts, storesNeedAFence) {
  std::string product = multiply("d") + wait("e", "d");
  EXPECT_THAT(faultOf(Stage + Barrier + product),
              HasSubstr("without a proxy fence in between"));
  // Before the store it makes nothing known.
  EXPECT_THAT(faultOf(Addresses + Fence + StoreA + StoreB + Barrier + product),
              HasSubstr("without a proxy fence in between"));
  EXPECT_THAT(faultOf(Addresses + StoreA + Fence + StoreB + Barrier + product),
              HasSubstr("without a proxy fence in between"));
}

TEST(SimGroupProducts, storesNeedABarrier) {
  EXPECT_THAT(faultOf(Stage + Fence + multiply("d") + wait("e", "d")),
              HasSubstr("without a barrier in between"));
}

const std::string
    CopyA = "simt.async_copy %fromA [0] + [0] to %tileA [0] + [0] bytes 16 : "
            "vector<1xi64>, vector<1xi32>\n",
    Commit = "simt.async_commit\n", WaitForCopies = "simt.async_wait 0\n",
    Product = multiply("d") + wait("e", "d");

TEST(SimGroupProducts, readWhatWasCopied) {
  Factors factors = drawFactors();
  Ended found = run(Addresses + CopyA + Commit + StoreB + WaitForCopies +
                        Fence + Barrier + Product + storeResult("e"),
                    factors);
  EXPECT_EQ(found.fault, "");
  EXPECT_EQ(found.sums, expected(factors));
  EXPECT_THAT(
      faultOf(Addresses + CopyA + Commit + StoreB + Fence + Barrier + Product),
      MatchesRegex("reads tiles in shared memory at byte [0-9]+ of "
                   "shared memory, which a copy that lane [0-9]+ of "
                   "warp [0-3] has not waited for still writes"));
}

// A copy writes when it is waited for: a fence before that is too early.
TEST(SimGroupProducts, copiesNeedAFence) {
  const std::string begun = Addresses + StoreB + CopyA + Commit;
  EXPECT_THAT(faultOf(begun + Fence + WaitForCopies + Barrier + Product),
              HasSubstr("wrote without a proxy fence in between"));
  EXPECT_THAT(faultOf(begun + Fence + WaitForCopies + Fence + Product),
              HasSubstr("wrote without a barrier in between"));
}

TEST(SimGroupProducts, copiesDoNotBeginBeforeTheWait) {
  std::string begun = Stage + Fence + Barrier + multiply("d");
  EXPECT_THAT(faultOf(begun + Barrier + CopyA + wait("e", "d")),
              MatchesRegex("copies 16 bytes at byte [0-9]+ of shared memory, "
                           "which products of warp [0-3] that nobody has "
                           "waited for still read"));
  EXPECT_EQ(faultOf(begun + wait("e", "d") + Barrier + CopyA), "");
}

// Each bit of a descriptor that the tile depends on.
TEST(SimGroupProducts, wrongDescriptorsAreNoticed) {
  Factors factors = drawFactors();
  std::vector<float> right = expected(factors);
  auto isNoticed = [&](std::uint64_t a, std::uint64_t b) {
    Ended found = run(Stage + Fence + Barrier + multiply("d", "vc", a, b) +
                          wait("e", "d") + storeResult("e"),
                      factors);
    return !found.fault.empty() || found.sums != right;
  };
  std::uint64_t a = encode(DescriptorA), b = encode(DescriptorB);
  EXPECT_FALSE(isNoticed(a, b));
  // The fields of 14 bits at 16 and at 32, and the swizzle.
  for (unsigned first : {16U, 32U})
    for (unsigned bit = first; bit < first + 14; ++bit)
      EXPECT_TRUE(isNoticed(a ^ std::uint64_t(1) << bit, b)) << bit;
  for (unsigned bit = 16; bit < 30; ++bit)
    EXPECT_TRUE(isNoticed(a, b ^ std::uint64_t(1) << bit)) << bit;
  for (unsigned bit : {62U, 63U}) {
    EXPECT_TRUE(isNoticed(a ^ std::uint64_t(1) << bit, b)) << bit;
    EXPECT_TRUE(isNoticed(a, b ^ std::uint64_t(1) << bit)) << bit;
  }
  // B has one group of eight columns, so nothing is a stride further.
  EXPECT_FALSE(isNoticed(a, b ^ std::uint64_t(1) << 40));
}

} // namespace heddle
