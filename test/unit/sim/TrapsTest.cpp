//===- TrapsTest.cpp - Why programs stop ----------------------------------===//
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

constexpr unsigned Lanes = 32;
constexpr std::uint64_t AllLanes = 0xFFFFFFFF;

struct Expected {
  std::string message, line;
  std::uint64_t lanes = AllLanes;
  unsigned warp = 0;
};

void expectTrap(SimtProgram &program, const Expected &expected) {
  ASSERT_EQ(program.fault(), expected.message);
  const sim::Trap &trap = program.trap();
  EXPECT_EQ(trap.lanes, expected.lanes);
  EXPECT_EQ(trap.warp, expected.warp);
  EXPECT_THAT(program.lineOf(trap.loc), testing::StartsWith(expected.line));
}

void giveWords(SimtProgram &program) {
  program.with("a", std::vector<std::uint32_t>(Lanes, 1));
  program.with("r", std::vector<std::uint32_t>(Lanes, 2));
}

} // namespace

TEST(SimTraps, addressesOutsideOfBuffers) {
  struct Case {
    std::string op, message;
    unsigned lane;
  };
  const Case cases[] = {
      {"%x = simt.load global %a4 [0] + [4] width 1 : (vector<1xi64>) -> "
       "vector<1xi32>",
       "out-of-bounds 4-byte load, 0 bytes past the end of a (128 bytes)", 31},
      {"%x = simt.load global %a4 [0] + [-8] width 1 : (vector<1xi64>) -> "
       "vector<1xi32>",
       "out-of-bounds 4-byte load, 8 bytes before a "
       "(128 "
       "bytes)",
       0},
      {"%x = simt.load global %a8 [0] + [0] width 2 : (vector<1xi64>) -> "
       "vector<2xi32>",
       "out-of-bounds 8-byte load, 0 bytes past the end of a (128 bytes)", 16},
      {"%x = simt.load global %step4_v [0] + [0] width 1 : (vector<1xi64>) -> "
       "vector<1xi32>",
       "out-of-bounds 4-byte load, address 0, near "
       "no "
       "buffer",
       0},
      {"simt.store global %r4 [0] + [16], %one width 1 : vector<1xi64>, "
       "vector<1xi8>",
       "out-of-bounds 1-byte store, 0 bytes past the end of r (128 bytes)",
       28}};
  for (const Case &each : cases) {
    SimtProgram program(
        "%one = arith.constant dense<1> : vector<1xi8>\n"
        "%step4_v = simt.splat %step4 : i64 -> vector<1xi64>\n" +
        each.op);
    giveWords(program);
    expectTrap(program, {each.message, each.op.substr(0, 30),
                         std::uint64_t(1) << each.lane});
  }
}

TEST(SimTraps, addressesOutsideOfSharedMemory) {
  for (bool isStore : {false, true}) {
    std::string op = isStore
                         ? "simt.store shared %s4 [0] + [4], %one width 1 : "
                           "vector<1xi32>, vector<1xi32>"
                         : "%x = simt.load shared %s4 [0] + [4] width 1 : "
                           "(vector<1xi32>) -> vector<1xi32>";
    SimtProgram program("%one = arith.constant dense<1> : vector<1xi32>\n" + op,
                        1, 128);
    expectTrap(program, {std::string("out-of-bounds 4-byte ") +
                             (isStore ? "store" : "load") +
                             ", byte 128 of 128 bytes of shared memory",
                         op.substr(0, 30), std::uint64_t(1) << 31});
  }
  SimtProgram below(
      "%x = simt.load shared %s4 [0] + [-4] width 1 : (vector<1xi32>) "
      "-> vector<1xi32>",
      1, 128);
  expectTrap(below,
             {"out-of-bounds 4-byte load, byte 4294967292 of 128 bytes of "
              "shared memory",
              "%x = simt.load", 1});
}

TEST(SimTraps, addressesBetween) {
  SimtProgram program(
      "%x = simt.load global %a2 [0] + [0] width 1 : (vector<1xi64>) "
      "-> vector<1xi32>");
  giveWords(program);
  expectTrap(program,
             {"expects a multiple of 4 as an address, but loads 4 bytes at "
              "byte 2 of a (128 bytes)",
              "%x = simt.load", 0xAAAAAAAA});
  SimtProgram wide(
      "%one = arith.constant dense<1> : vector<4xi32>\n"
      "simt.store shared %s4 [0] + [0], %one width 4 : vector<1xi32>, "
      "vector<4xi32>",
      1, 256);
  expectTrap(wide,
             {"expects a multiple of 16 as an address, but stores 16 bytes at "
              "byte 4 of 256 bytes of shared memory",
              "simt.store shared", 0xEEEEEEEE});
}

// What is not executed may have any address.
TEST(SimTraps, nobodyTakesPart) {
  SimtProgram program("%no = arith.constant dense<false> : vector<1xi1>\n"
                      "%odd = simt.splat %wide : i64 -> vector<1xi64>\n"
                      "%u = simt.load global %odd [0] + [3] width 1 if %no : "
                      "(vector<1xi64>, vector<1xi1>) -> vector<1xi64>\n"
                      "%x = simt.load global %u [0] + [0] width 1 if %no : "
                      "(vector<1xi64>, vector<1xi1>) -> vector<1xi32>\n"
                      "simt.store global %u [0] + [0], %x width 1 if %no : "
                      "vector<1xi64>, vector<1xi32>, vector<1xi1>");
  EXPECT_EQ(program.fault(), "");
}

TEST(SimTraps, undefinedAddressesAndPredicates) {
  const std::string undefined =
      "%u = simt.load global %b8 [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi64>\n";
  SimtProgram address(undefined +
                      "%x = simt.load global %u [0] + [0] width 1 : "
                      "(vector<1xi64>) -> vector<1xi32>");
  giveWords(address);
  address.with("b", std::vector<Bits>(Lanes), false);
  address.buffer("b").isDefined.assign(256, 1);
  address.buffer("b").isDefined[8 * 5 + 7] = 0;
  std::vector<Bits> addresses(Lanes, address.buffer("a").address);
  std::memcpy(address.buffer("b").bytes.data(), addresses.data(), 256);
  expectTrap(address, {"expects a defined address", "%x = simt.load", 1U << 5});
  SimtProgram predicate(
      "%u = simt.load global %b1 [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi1>\n"
      "%one = arith.constant dense<1> : vector<1xi32>\n"
      "simt.store global %r4 [0] + [0], %one width 1 if %u : vector<1xi64>, "
      "vector<1xi32>, vector<1xi1>");
  giveWords(predicate);
  predicate.with("b", std::vector<std::uint8_t>(Lanes), false);
  expectTrap(predicate, {"expects a defined predicate", "simt.store global"});
  SimtProgram lane(
      "%u = simt.load global %b4 [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi32>\n%from = simt.extract %u[0] : vector<1xi32> -> i32\n"
      "%x = simt.shuffle_index %thread, %from");
  lane.with("b", std::vector<std::uint32_t>(Lanes), false);
  expectTrap(lane,
             {"expects a defined source lane", "%x = simt.shuffle_index"});
}

TEST(SimTraps, branches) {
  const std::string load =
      "%cc = simt.load global %b1 [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi1>\n%holds = simt.extract %cc[0] : vector<1xi1> -> i1\n";
  SimtProgram undefined(load + "scf.if %holds {\n}");
  undefined.with("b", std::vector<std::uint8_t>(Lanes), false);
  expectTrap(undefined, {"expects a defined condition", "scf.if"});
  SimtProgram divergent(
      "%holds = arith.cmpi ult, %thread, %i3 : i32\nscf.if %holds {\n}");
  const std::string disagree =
      "expects lanes that agree on the condition, but it is "
      "true in these and false in the others";
  expectTrap(divergent, {disagree, "scf.if", 7});
  SimtProgram graph("%holds = arith.cmpi ult, %thread, %i3 : i32\n"
                    "cf.cond_br %holds, ^x, ^y\n^x:\ncf.br ^y\n^y:");
  expectTrap(graph, {disagree, "cf.cond_br", 7});
  SimtProgram loop("scf.for %i = %i0 to %thread step %i1 : i32 {\n}");
  expectTrap(
      loop, {"expects lanes that agree on the end of the loop, but these go on "
             "and the others leave it",
             "scf.for", 0xFFFFFFFE});
  SimtProgram bounds(
      "%uu = simt.load global %b4 [0] + [0] width 1 : (vector<1xi64>) "
      "-> vector<1xi32>\n%u = simt.extract %uu[0] : vector<1xi32> -> "
      "i32\nscf.for %i = %i0 to %u step %i1 : i32 {\n}");
  bounds.with("b", std::vector<std::uint32_t>(Lanes), false);
  expectTrap(bounds, {"expects defined loop bounds", "scf.for"});
}

// Warps may go different ways, but not to a barrier.
TEST(SimTraps, warpsThatDisagreeAtABarrier) {
  const std::string first = "%lanes = arith.constant 32 : i32\n"
                            "%holds = arith.cmpi ult, %thread, %lanes : i32\n";
  SimtProgram fine(first +
                       "scf.if %holds {\n%x = arith.addi %i1, %i2 : i32\n}\n"
                       "simt.barrier block",
                   2);
  EXPECT_EQ(fine.fault(), "");
  SimtProgram ended(first + "scf.if %holds {\nsimt.barrier block\n}", 2);
  expectTrap(ended, {"expects all warps at this barrier, but warp 1 has ended",
                     "simt.barrier"});
  SimtProgram other(first + "scf.if %holds {\nsimt.barrier block\n} else {\n"
                            "simt.barrier block {other}\n}",
                    2);
  expectTrap(other,
             {"expects all warps at this barrier, but warp 1 waits at another",
              "simt.barrier block"});
  // One warp's barrier is of one warp.
  SimtProgram own(first + "scf.if %holds {\nsimt.barrier warp\n}", 2);
  EXPECT_EQ(own.fault(), "");
}

TEST(SimTraps, programsThatDoNotEnd) {
  SimtProgram program("cf.br ^again\n^again:\ncf.br ^again\n^never:");
  program.launch.maxInstructions = 1000;
  expectTrap(program,
             {"expects the block to end within 1000 instructions", "cf.br"});
}

// The limit counts what is executed, however often a warp waits.
TEST(SimTraps, programsThatWaitOftenAreNotLong) {
  SimtProgram program("%many = arith.constant 100 : i32\n"
                      "scf.for %i = %i0 to %many step %i1 : i32 {\n"
                      "simt.barrier block\n}",
                      2);
  program.launch.maxInstructions = 2000;
  EXPECT_EQ(program.fault(), "");
}

TEST(SimTraps, differentValuesInOnePlace) {
  const std::string different =
      "%x = simt.splat %thread : i32 -> vector<1xi32>\n"
      "%start = simt.splat %r : i64 -> vector<1xi64>\n"
      "simt.store global %start [0] + [0], %x width 1 : vector<1xi64>, "
      "vector<1xi32>";
  SimtProgram program(different);
  giveWords(program);
  expectTrap(program,
             {"expects the same value from lanes that store to one address, "
              "but lane 31 stores a different one to byte 0 of r (128 bytes)",
              "simt.store global", 0x7FFFFFFF});
  SimtProgram same(
      "%x = arith.constant dense<5> : vector<1xi32>\n"
      "%start = simt.splat %r : i64 -> vector<1xi64>\n"
      "simt.store global %start [0] + [0], %x width 1 : vector<1xi64>, "
      "vector<1xi32>");
  giveWords(same);
  EXPECT_EQ(same.fault(), "");
  EXPECT_EQ(same.get<std::uint32_t>("r")[0], 5U);
}

// The first trap ends the launch: which program and what had been stored.
TEST(SimTraps, whereItStops) {
  SimtProgram program("%p = simt.program y\n"
                      "%holds = arith.cmpi eq, %p, %i1 : i32\n"
                      "%d = arith.select %holds, %i0, %i1 : i32\n"
                      "%q = arith.divui %i4, %d : i32\n"
                      "%x = simt.splat %q : i32 -> vector<1xi32>\n"
                      "simt.store global %r4 [0] + [0], %x width 1 : "
                      "vector<1xi64>, vector<1xi32>");
  giveWords(program);
  // All programs store to the same place, which is a race of theirs.
  program.launch.threads = 1;
  program.launch.grid = {3, 2, 5};
  EXPECT_EQ(program.fault(),
            "expects defined values to store, but got undefined ones "
            "for byte 0 of r (128 bytes)");
  EXPECT_EQ(program.trap().program, (std::array<std::uint32_t, 3>{0, 1, 0}));
  EXPECT_EQ(program.get<std::uint32_t>("r")[0], 4U);
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

TEST(SimRefusals, opsThatAreUnknown) {
  SimtProgram program("%x = arith.constant 1.0 : f32\n%y = math.erf %x : f32");
  EXPECT_EQ(program.run(), nullptr);
  EXPECT_EQ(program.errors, "'math.erf' op cannot be simulated yet\n");
}

TEST(SimRefusals, typesThatAreUnknown) {
  SimtProgram odd(
      "%x = arith.constant dense<1> : vector<2xi24>\n"
      "%y = simt.permute %x [1, 0] : vector<2xi24> -> vector<2xi24>");
  EXPECT_EQ(odd.run(), nullptr);
  EXPECT_EQ(odd.errors, "'arith.constant' op cannot be simulated yet: it has "
                        "'vector<2xi24>'\n");
  SimtProgram wide("%x = arith.extui %thread : i32 to i128");
  EXPECT_EQ(wide.run(), nullptr);
  EXPECT_EQ(wide.errors,
            "'arith.extui' op cannot be simulated yet: it has 'i128'\n");
  SimtProgram loop("%x = arith.constant 1 : i16\n"
                   "scf.for %i = %x to %x step %x : i16 {\n}");
  EXPECT_EQ(loop.run(), nullptr);
  EXPECT_EQ(loop.errors,
            "'scf.for' op cannot be simulated yet: it counts in 'i16'\n");
}

TEST(SimRefusals, roundingsThatAreUnknown) {
  SimtProgram program("%x = arith.constant 1.0 : f32\n"
                      "%y = arith.truncf %x to_nearest_even : f32 to f16\n"
                      "%z = arith.truncf %x upward : f32 to f16");
  EXPECT_EQ(program.run(), nullptr);
  EXPECT_EQ(program.errors, "'arith.truncf' op cannot be simulated yet\n");
}

} // namespace heddle
