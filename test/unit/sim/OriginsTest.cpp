//===- OriginsTest.cpp - Where undefined values come from -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

namespace heddle {

namespace {

constexpr unsigned Lanes = 32;

/// `%x` is loaded from `a`, which nothing has written, and `%y` by lanes below
/// 16 only; `body` stores something made of them. The line and the reason that
/// the undefined value has.
std::pair<std::string, std::string> originOf(const std::string &body,
                                             unsigned warps = 1) {
  SimtProgram program(
      "%x = simt.load global %a4 [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi32>\n"
      "%half = arith.constant dense<16> : vector<1xi32>\n"
      "%lane = simt.splat %thread : i32 -> vector<1xi32>\n"
      "%low = arith.cmpi ult, %lane, %half : vector<1xi32>\n"
      "%y = simt.load global %b4 [0] + [0] width 1 if %low : (vector<1xi64>, "
      "vector<1xi1>) -> vector<1xi32>\n" +
          body,
      warps, 4 * Lanes * warps);
  program.with("a", std::vector<std::uint32_t>(Lanes * warps), false);
  program.with("b", std::vector<std::uint32_t>(Lanes * warps));
  program.with("r", std::vector<std::uint32_t>(Lanes * warps));
  EXPECT_NE(program.fault(), "");
  if (!program.origin)
    return {};
  std::string line = program.lineOf(program.origin->loc);
  return {line.substr(0, line.find(' ')), program.origin->message};
}

const std::string Store = "simt.store global %r4 [0] + [0], %v width 1 : "
                          "vector<1xi64>, vector<1xi32>\n";

TEST(SimOrigins, loads) {
  auto [unwritten, memory] =
      originOf("%v = arith.addi %x, %lane : vector<1xi32>\n" + Store);
  EXPECT_EQ(unwritten, "%x");
  EXPECT_EQ(memory, "this load of byte 0 of a (128 bytes), which nothing has "
                    "written");
  auto [masked, why] =
      originOf("%v = arith.muli %y, %half : vector<1xi32>\n" + Store);
  EXPECT_EQ(masked, "%y");
  EXPECT_EQ(why, "this masked load, which has no `other`");
}

// Lanes of one register may be undefined for different reasons.
TEST(SimOrigins, lanesAreApart) {
  std::string pick = "%v = arith.select %low, %lane, %y : vector<1xi1>, "
                     "vector<1xi32>\n";
  EXPECT_EQ(originOf(pick + Store).first, "%y");
  std::string both = "%v = arith.select %low, %x, %y : vector<1xi1>, "
                     "vector<1xi32>\n";
  EXPECT_EQ(originOf(both + Store).first, "%x");
  // Lane 0 gets what lane 16 has.
  std::string moved =
      "%w = arith.select %low, %x, %y : vector<1xi1>, vector<1xi32>\n"
      "%s = simt.extract %w[0] : vector<1xi32> -> i32\n"
      "%t = simt.shuffle_xor %s, 16\n"
      "%v = simt.splat %t : i32 -> vector<1xi32>\n";
  EXPECT_EQ(originOf(moved + Store).first, "%y");
}

TEST(SimOrigins, throughSharedMemory) {
  std::string through =
      "simt.store shared %s4 [0] + [0], %y width 1 : vector<1xi32>, "
      "vector<1xi32>\n"
      "simt.barrier block\n"
      "%v = simt.load shared %s4 [0] + [0] width 1 : (vector<1xi32>) -> "
      "vector<1xi32>\n";
  EXPECT_EQ(originOf(through + Store).first, "%y");
  EXPECT_EQ(originOf(through + Store, 2).first, "%y");
  std::string never =
      "%v = simt.load shared %s4 [0] + [0] width 1 : (vector<1xi32>) -> "
      "vector<1xi32>\n";
  auto [line, why] = originOf(never + Store);
  EXPECT_EQ(line, "%v");
  EXPECT_EQ(why, "this load of shared memory that nothing has written");
}

TEST(SimOrigins, opsWithoutResult) {
  std::string zero = "%zero = arith.constant dense<0> : vector<1xi32>\n";
  auto [division, byZero] = originOf(
      zero + "%v = arith.divui %half, %zero : vector<1xi32>\n" + Store);
  EXPECT_EQ(division, "%v");
  EXPECT_EQ(byZero, "this division by zero");
  std::string far = "%far = arith.constant dense<32> : vector<1xi32>\n";
  auto [shift, byWidth] =
      originOf(far + "%v = arith.shli %half, %far : vector<1xi32>\n" + Store);
  EXPECT_EQ(shift, "%v");
  EXPECT_EQ(byWidth, "this shift by the width of its operand or more");
}

// Also as what a loop hands on.
TEST(SimOrigins, loops) {
  std::string loop =
      "%v = scf.for %i = %i0 to %i3 step %i1 iter_args(%old = %y) -> "
      "(vector<1xi32>) : i32 {\n"
      "%new = arith.addi %old, %lane : vector<1xi32>\n"
      "scf.yield %new : vector<1xi32>\n}\n";
  EXPECT_EQ(originOf(loop + Store).first, "%y");
}

} // namespace

} // namespace heddle
