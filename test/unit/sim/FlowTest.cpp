//===- FlowTest.cpp - Loops, choices, blocks ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

namespace heddle {

namespace {

/// Stores `%v` of i32, which the body makes; thread 3's.
std::uint32_t result(const std::string &body, unsigned shared = 0) {
  SimtProgram program(body + "\n%vv = simt.splat %v : i32 -> vector<1xi32>\n"
                             "simt.store global %r4 [0] + [0], %vv width 1 : "
                             "vector<1xi64>, vector<1xi32>",
                      1, shared);
  program.with("r", std::vector<std::uint32_t>(32));
  EXPECT_EQ(program.fault(), "") << body;
  return program.get<std::uint32_t>("r")[3];
}

} // namespace

TEST(SimFlow, forLoops) {
  EXPECT_EQ(
      result(
          "%n = arith.constant 10 : i32\n"
          "%v = scf.for %i = %i1 to %n step %i2 iter_args(%s = %thread) -> "
          "i32 : i32 {\n%t = arith.addi %s, %i : i32\nscf.yield %t : i32\n}"),
      3U + 1 + 3 + 5 + 7 + 9);
  // No round at all.
  EXPECT_EQ(
      result("%v = scf.for %i = %i4 to %i4 step %i2 iter_args(%s = %thread) -> "
             "i32 : i32 {\nscf.yield %i : i32\n}"),
      3U);
  EXPECT_EQ(
      result(
          "%n = arith.constant -3 : i32\n"
          "%v = scf.for %i = %n to %i2 step %i1 iter_args(%s = %i0) -> (i32) : "
          "i32 {\n%t = arith.addi %s, %i1 : i32\nscf.yield %t : i32\n}"),
      5U);
  EXPECT_EQ(
      result(
          "%n = arith.constant -3 : i32\n"
          "%v = scf.for unsigned %i = %n to %i2 step %i1 iter_args(%s = %i0) "
          "-> (i32) : i32 {\n%t = arith.addi %s, %i1 : i32\nscf.yield %t : "
          "i32\n}"),
      0U);
  EXPECT_EQ(
      result(
          "%n = arith.constant 5000000000 : i64\n"
          "%m = arith.constant 5000000003 : i64\n%one = arith.constant 1 : "
          "i64\n"
          "%v = scf.for %i = %n to %m step %one iter_args(%s = %i0) -> (i32) : "
          "i64 {\n%t = arith.addi %s, %i1 : i32\nscf.yield %t : i32\n}"),
      3U);
}

// Values that a round ends with are those that the next begins with, all at
// once.
TEST(SimFlow, valuesThatSwap) {
  EXPECT_EQ(
      result(
          "%n = arith.constant 5 : i32\n"
          "%x, %y, %z = scf.for %i = %i0 to %n step %i1 iter_args(%a0 = %i1, "
          "%b0 = %i2, %c0 = %i3) -> (i32, i32, i32) : i32 {\n"
          "scf.yield %b0, %c0, %a0 : i32, i32, i32\n}\n"
          "%ten = arith.constant 10 : i32\n%x1 = arith.muli %x, %ten : i32\n"
          "%x2 = arith.addi %x1, %y : i32\n%x3 = arith.muli %x2, %ten : i32\n"
          "%v = arith.addi %x3, %z : i32"),
      312U);
  EXPECT_EQ(
      result(
          "%zero = arith.constant 0 : i32\n"
          "cf.br ^head(%i0, %i1, %i2 : i32, i32, i32)\n"
          "^head(%n: i32, %x: i32, %y: i32):\n"
          "%m = arith.addi %n, %i1 : i32\n"
          "%goes = arith.cmpi slt, %m, %i4 : i32\n"
          "cf.cond_br %goes, ^head(%m, %y, %x : i32, i32, i32), ^end(%x, %y : "
          "i32, i32)\n"
          "^end(%p: i32, %q: i32):\n%ten = arith.constant 10 : i32\n"
          "%t = arith.muli %p, %ten : i32\n%v = arith.addi %t, %q : i32"),
      21U);
}

TEST(SimFlow, whileLoops) {
  // The condition's values are other ones than a round's.
  EXPECT_EQ(
      result(
          "%v, %w = scf.while (%x = %i1, %y = %i2) : (i32, i32) -> (i32, i32) "
          "{\n%limit = arith.constant 100 : i32\n"
          "%goes = arith.cmpi slt, %x, %limit : i32\n"
          "%sum = arith.addi %x, %y : i32\n"
          "scf.condition(%goes) %sum, %x : i32, i32\n} do {\n"
          "^bb0(%s: i32, %t: i32):\nscf.yield %s, %t : i32, i32\n}"),
      199U);
}

TEST(SimFlow, choices) {
  for (bool isTrue : {false, true})
    EXPECT_EQ(
        result(
            std::string("%v = scf.if ") + (isTrue ? "%true" : "%false") +
            " -> i32 {\n%t = arith.addi %i1, %thread : i32\nscf.yield %t : "
            "i32\n} else {\n%t = arith.addi %i2, %thread : i32\nscf.yield %t : "
            "i32\n}"),
        isTrue ? 4U : 5U);
  EXPECT_EQ(
      result(
          "%v = scf.for %i = %i0 to %i4 step %i1 iter_args(%s = %i0) -> i32 : "
          "i32 {\n%odd = arith.andi %i, %i1 : i32\n"
          "%isOdd = arith.cmpi eq, %odd, %i1 : i32\n"
          "%t = scf.if %isOdd -> i32 {\n%u = arith.addi %s, %i : i32\n"
          "scf.yield %u : i32\n} else {\nscf.yield %s : i32\n}\n"
          "scf.yield %t : i32\n}"),
      4U);
}

// A value that is used in a later block, or in a region, keeps its registers.
TEST(SimFlow, valuesFromOutside) {
  EXPECT_EQ(
      result(
          "%x = arith.addi %thread, %i4 : i32\ncf.br ^next\n^next:\n"
          "%a0 = arith.addi %i1, %i2 : i32\n%b0 = arith.addi %i3, %i2 : i32\n"
          "%v = arith.addi %x, %b0 : i32"),
      12U);
  EXPECT_EQ(
      result(
          "%x = arith.addi %thread, %i4 : i32\n"
          "%v = scf.for %i = %i0 to %i3 step %i1 iter_args(%s = %i0) -> i32 : "
          "i32 {\n%y = arith.addi %s, %x : i32\n%z = arith.addi %y, %i : i32\n"
          "scf.yield %z : i32\n}"),
      24U);
}

// Blocks may stand in any order.
TEST(SimFlow, blocksThatStandBeforeWhatTheyUse) {
  EXPECT_EQ(result("cf.br ^first\n^third:\n%y = arith.addi %x, %i1 : i32\n"
                   "cf.br ^last\n^first:\n%x = arith.addi %thread, %i4 : i32\n"
                   "cf.br ^third\n^never:\ncf.br ^never\n^last:\n"
                   "%v = arith.addi %y, %x : i32"),
            15U);
}

// The bound comes from shared memory, where each byte of it has a mask.
TEST(SimFlow, boundsFromSharedMemory) {
  const std::string bound =
      "%three = arith.constant dense<3> : vector<1xi32>\n"
      "simt.store shared %s4 [0] + [0], %three width 1 : vector<1xi32>, "
      "vector<1xi32>\n"
      "%w = simt.load shared %s4 [0] + [0] width 1 : (vector<1xi32>) -> "
      "vector<1xi32>\n"
      "%n = simt.extract %w[0] : vector<1xi32> -> i32\n";
  EXPECT_EQ(
      result(bound +
                 "%v = scf.for %i = %i0 to %n step %i1 iter_args(%s = %i0) -> "
                 "i32 : i32 {\n%t = arith.addi %s, %n : i32\nscf.yield %t : "
                 "i32\n}",
             128),
      9U);
  EXPECT_EQ(
      result(bound +
                 "%v = scf.for %i = %n to %i4 step %n iter_args(%s = %n) -> "
                 "i32 : i32 {\n%t = arith.addi %s, %i : i32\nscf.yield %t : "
                 "i32\n}",
             128),
      6U);
  EXPECT_EQ(result(bound +
                       "%v = scf.while (%x = %n) : (i32) -> i32 {\n"
                       "%goes = arith.cmpi slt, %x, %i4 : i32\n"
                       "scf.condition(%goes) %n : i32\n} do {\n^bb0(%s: i32):\n"
                       "%t = arith.addi %s, %n : i32\nscf.yield %t : i32\n}",
                   128),
            3U);
  EXPECT_EQ(
      result(bound +
                 "%v = scf.if %true -> i32 {\nscf.yield %n : i32\n} else {\n"
                 "scf.yield %i0 : i32\n}",
             128),
      3U);
}

TEST(SimFlow, theGrid) {
  SimtProgram program(
      "%x = simt.program x\n%y = simt.program y\n%z = simt.program z\n"
      "%nx = simt.programs x\n%ny = simt.programs y\n%nz = simt.programs z\n"
      "%zn = arith.muli %z, %ny : i32\n%yz = arith.addi %zn, %y : i32\n"
      "%yzn = arith.muli %yz, %nx : i32\n%index = arith.addi %yzn, %x : i32\n"
      "%n = arith.muli %nx, %nz : i32\n"
      "%holds = arith.cmpi eq, %thread, %i0 : i32\n%p = simt.splat %holds : i1 "
      "-> "
      "vector<1xi1>\n"
      "%v = simt.splat %n : i32 -> vector<1xi32>\n"
      "%far = arith.extui %index : i32 to i64\n%move = arith.muli %far, %size4 "
      ": i64\n"
      "%to = arith.addi %r, %move : i64\n%place = simt.splat %to : i64 -> "
      "vector<1xi64>\n"
      "simt.store global %place [0] + [0], %v width 1 if %p : vector<1xi64>, "
      "vector<1xi32>, vector<1xi1>");
  program.with("r", std::vector<std::uint32_t>(24));
  program.launch.grid = {2, 3, 4};
  unsigned calls = 0;
  program.launch.progress = [&](std::uint64_t done, std::uint64_t all,
                                std::uint64_t) {
    EXPECT_EQ(done, ++calls);
    EXPECT_EQ(all, 24U);
  };
  EXPECT_EQ(program.fault(), "");
  EXPECT_EQ(calls, 24U);
  EXPECT_EQ(program.get<std::uint32_t>("r"), std::vector<std::uint32_t>(24, 8));
}

// Of the first program that has not ended it is said how far it is, whether one
// warp goes on for long or many take turns.
TEST(SimFlow, longProgramsSayHowFar) {
  for (unsigned warps : {1U, 2U}) {
    SimtProgram program("%many = arith.constant 2000000 : i32\n"
                        "scf.for %i = %i0 to %many step %i1 : i32 {\n"
                        "%x = arith.addi %i, %i : i32\n}\n",
                        warps);
    program.with("r", std::vector<std::uint32_t>(1));
    std::uint64_t last = 0, notes = 0;
    program.launch.progress = [&](std::uint64_t done, std::uint64_t all,
                                  std::uint64_t executed) {
      EXPECT_EQ(all, 1U);
      if (done != 0)
        return;
      EXPECT_GT(executed, last);
      last = executed;
      ++notes;
    };
    EXPECT_EQ(program.fault(), "");
    EXPECT_GE(notes, 1U);
  }
}

} // namespace heddle
