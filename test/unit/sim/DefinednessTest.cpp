//===- DefinednessTest.cpp - Where registers are defined ------------------===//
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
const std::string Undefined =
    "expects defined values to store, but got undefined "
    "ones for byte 0 of r (";

/// `%d` is 7, `%zero` 0 and `%ones` -1 of the type; `%u` is undefined. `op`
/// makes `%v` of them, which is stored.
std::string fault(const std::string &type, const std::string &op,
                  const std::string &result = "") {
  std::string to = result.empty() ? type : result;
  std::string size = std::to_string(std::max(1U, widthOf(type) / 8));
  std::string body;
  if (type == "i1")
    body = "%d = arith.constant true\n%zero = arith.constant false\n"
           "%ones = arith.constant true\n";
  else if (type.starts_with("i"))
    body = "%d = arith.constant 7 : " + type +
           "\n%zero = arith.constant 0 : " + type +
           "\n%ones = arith.constant -1 : " + type + "\n";
  body += "%uu = simt.load global %a" + size +
          " [0] + [0] width 1 : "
          "(vector<1xi64>) -> vector<1x" +
          type +
          ">\n%u = simt.extract %uu[0] : "
          "vector<1x" +
          type + "> -> " + type + "\n" + op + "\n%vv = simt.splat %v : " + to +
          " -> vector<1x" + to +
          ">\n"
          "simt.store global %r" +
          std::to_string(std::max(1U, widthOf(to) / 8)) +
          " [0] + [0], %vv width 1 : vector<1xi64>, vector<1x" + to + ">";
  SimtProgram program(body);
  program.with("a", std::vector<Bits>(Lanes), /*isDefined=*/false);
  program.with("r", std::vector<Bits>(Lanes));
  return program.fault();
}

void expectDefined(const std::string &type, const std::string &op,
                   const std::string &result = "") {
  EXPECT_EQ(fault(type, op, result), "") << op;
}
void expectUndefined(const std::string &type, const std::string &op,
                     const std::string &result = "") {
  EXPECT_EQ(fault(type, op, result), Undefined + "256 bytes)") << op;
}

} // namespace

TEST(SimDefinedness, whatIsComputedFromNothingIsNothing) {
  for (const std::string type : {"i8", "i16", "i32", "i64"}) {
    for (const std::string op :
         {"addi", "subi", "xori", "minsi", "maxui", "muli", "andi", "ori",
          "shli", "shrui", "shrsi", "divui", "remsi"}) {
      expectUndefined(type, "%v = arith." + op + " %u, %d : " + type);
      expectUndefined(type, "%v = arith." + op + " %d, %u : " + type);
    }
    expectUndefined(type, "%v = arith.cmpi eq, %u, %u : " + type, "i1");
    expectUndefined(type, "%v = math.ctpop %u : " + type);
  }
  for (const std::string type : {"f16", "bf16", "f32", "f64"}) {
    expectUndefined(type, "%v = arith.addf %u, %u : " + type);
    expectUndefined(type, "%v = arith.cmpf true, %u, %u : " + type, "i1");
    expectUndefined(type, "%v = arith.negf %u : " + type);
    expectUndefined(type, "%one = arith.constant 1.0 : " + type +
                              "\n%v = math.fma %one, %one, %u : " + type);
  }
  expectUndefined("i32", "%v = arith.sitofp %u : i32 to f32", "f32");
  expectUndefined("i32", "%v = arith.trunci %u : i32 to i8", "i8");
  expectUndefined("f32", "%v = arith.bitcast %u : f32 to i32", "i32");
  expectUndefined("f32", "%v = simt.approximate exp2 %u : f32");
}

TEST(SimDefinedness, oneOperandMayDecide) {
  for (const std::string type : {"i1", "i8", "i16", "i32", "i64"}) {
    for (const std::string op : {"andi", "muli"}) {
      expectDefined(type, "%v = arith." + op + " %u, %zero : " + type);
      expectDefined(type, "%v = arith." + op + " %zero, %u : " + type);
      expectUndefined(type, "%v = arith." + op + " %u, %ones : " + type);
    }
    expectDefined(type, "%v = arith.ori %u, %ones : " + type);
    expectDefined(type, "%v = arith.ori %ones, %u : " + type);
    expectUndefined(type, "%v = arith.ori %u, %zero : " + type);
  }
}

// A number that only happens to be there decides nothing.
TEST(SimDefinedness, whatIsUndefinedDecidesNothing) {
  expectUndefined("i32", "%v = arith.andi %u, %u : i32");
  expectUndefined("i32", "%v = arith.muli %u, %u : i32");
  expectUndefined("i32", "%none = arith.subi %u, %u : i32\n"
                         "%v = arith.andi %none, %d : i32");
}

TEST(SimDefinedness, choices) {
  expectDefined("i32", "%v = arith.select %true, %d, %u : i32");
  expectDefined("i32", "%v = arith.select %false, %u, %d : i32");
  expectUndefined("i32", "%v = arith.select %true, %u, %d : i32");
  expectUndefined("i32", "%v = arith.select %false, %d, %u : i32");
  expectUndefined("i1", "%v = arith.select %u, %d, %d : i1");
  expectUndefined("i1", "%v = arith.select %u, %i1, %i1 : i32", "i32");
}

TEST(SimDefinedness, whatHasNoResult) {
  for (const std::string type : {"i8", "i16", "i32", "i64"}) {
    unsigned width = widthOf(type);
    for (const std::string op : {"divui", "divsi", "remui", "remsi"})
      expectUndefined(type, "%v = arith." + op + " %d, %zero : " + type);
    std::string least =
        "%least = arith.constant " +
        std::to_string(std::int64_t(Bits(1) << 63) >> (64 - width)) + " : " +
        type + "\n";
    expectUndefined(type, least + "%v = arith.divsi %least, %ones : " + type);
    expectUndefined(type, least + "%v = arith.remsi %least, %ones : " + type);
    expectDefined(type, least + "%v = arith.divui %least, %ones : " + type);
    for (const std::string op : {"shli", "shrui", "shrsi"}) {
      auto by = [&](unsigned bits) {
        return "%by = arith.constant " + std::to_string(bits) + " : " + type +
               "\n%v = arith." + op + " %d, %by : " + type;
      };
      expectDefined(type, by(width - 1));
      expectUndefined(type, by(width));
    }
  }
}

TEST(SimDefinedness, loadsWithPredicates) {
  auto run = [](const std::string &other, const std::string &otherType) {
    SimtProgram program(
        "%isLow = arith.cmpi ult, %thread, %i4 : i32\n"
        "%p = simt.splat %isLow : i1 -> vector<1xi1>\n"
        "%nine = arith.constant dense<9> : vector<1xi32>\n"
        "%u = simt.load global %b4 [0] + [0] width 1 : (vector<1xi64>) -> "
        "vector<1xi32>\n"
        "%v = simt.load global %a4 [0] + [0] width 1 if %p" +
        other + " : (vector<1xi64>, vector<1xi1>" + otherType +
        ") -> vector<1xi32>\n"
        "simt.store global %r4 [0] + [0], %v width 1 : vector<1xi64>, "
        "vector<1xi32>");
    // Where the predicate is false there is not even memory.
    program.with("a", std::vector<std::uint32_t>(4, 5));
    program.with("b", std::vector<std::uint32_t>(Lanes), false);
    program.with("r", std::vector<std::uint32_t>(Lanes));
    std::string fault = program.fault();
    if (!fault.empty()) {
      EXPECT_EQ(program.trap().lanes, 1U << 4);
      EXPECT_EQ(program.get<std::uint32_t>("r")[3], 5U);
      return fault;
    }
    for (unsigned lane = 0; lane < Lanes; ++lane)
      EXPECT_EQ(program.get<std::uint32_t>("r")[lane], lane < 4 ? 5U : 9U);
    return fault;
  };
  EXPECT_EQ(run(" else %nine", ", vector<1xi32>"), "");
  const std::string none = "expects defined values to store, but got undefined "
                           "ones for byte 16 of r (128 bytes)";
  EXPECT_EQ(run("", ""), none);
  EXPECT_EQ(run(" else %u", ", vector<1xi32>"), none);
}

// Each byte of a word or half of shared memory and of packed registers counts
// alone.
TEST(SimDefinedness, bytesOfWords) {
  auto run = [](const std::string &take) {
    SimtProgram program(
        "%u = simt.load global %a1 [0] + [0] width 1 : (vector<1xi64>) -> "
        "vector<1xi8>\n"
        "%d = arith.constant dense<[1, 2, 3]> : vector<3xi8>\n"
        "%all = simt.permute %d, %u [0, 3, 1, 2] : vector<3xi8>, vector<1xi8> "
        "-> "
        "vector<4xi8>\n"
        "%words = simt.to_words %all : vector<4xi8> -> vector<1xi32>\n"
        "%word = simt.extract %words[0] : vector<1xi32> -> i32\n"
        "%there = simt.shuffle_xor %word, 5\n"
        "%back = simt.splat %there : i32 -> vector<1xi32>\n"
        "simt.store shared %s4 [0] + [0], %back width 1 : vector<1xi32>, "
        "vector<1xi32>\n"
        "%again = simt.load shared %s4 [0] + [0] width 1 : (vector<1xi32>) -> "
        "vector<1xi32>\n" +
            take +
            "\nsimt.store global %r1 [0] + [0], %v width 1 : vector<1xi64>, "
            "vector<1xi8>",
        1, 128);
    program.with("a", std::vector<std::uint8_t>(Lanes), false);
    program.with("r", std::vector<std::uint8_t>(Lanes));
    std::string fault = program.fault();
    return fault.empty() ? std::to_string(program.get<std::uint8_t>("r")[7])
                         : fault;
  };
  auto byte = [](const std::string &index) {
    return "%bytes = simt.from_words %again : vector<1xi32> -> vector<4xi8>\n"
           "%v = simt.permute %bytes [" +
           index + "] : vector<4xi8> -> vector<1xi8>";
  };
  const std::string undefined =
      "expects defined values to store, but got undefined "
      "ones for byte 0 of r (32 bytes)";
  EXPECT_EQ(run(byte("0")), "1");
  EXPECT_EQ(run(byte("1")), undefined);
  EXPECT_EQ(run(byte("2")), "2");
  EXPECT_EQ(run(byte("3")), "3");
  EXPECT_EQ(run("%v = arith.trunci %again : vector<1xi32> to vector<1xi8>"),
            "1");
  auto byteOfHalf = [&](const std::string &index) {
    return "%half = arith.trunci %again : vector<1xi32> to vector<1xi16>\n"
           "simt.store shared %s4 [0] + [0], %half width 1 : vector<1xi32>, "
           "vector<1xi16>\n"
           "%low = simt.load shared %s4 [0] + [0] width 1 : (vector<1xi32>) -> "
           "vector<1xi16>\n"
           "%same = simt.permute %low, %low [0, 1] : vector<1xi16>, "
           "vector<1xi16> -> vector<2xi16>\n"
           "%words2 = arith.extui %same : vector<2xi16> to vector<2xi32>\n"
           "%bytes = simt.from_words %words2 : vector<2xi32> -> vector<8xi8>\n"
           "%v = simt.permute %bytes [" +
           index + "] : vector<8xi8> -> vector<1xi8>";
  };
  EXPECT_EQ(run(byteOfHalf("4")), "1");
  EXPECT_EQ(run(byteOfHalf("5")), undefined);
  EXPECT_EQ(run(byteOfHalf("6")), "0");
  EXPECT_EQ(run("%w = arith.trunci %again : vector<1xi32> to vector<1xi16>\n"
                "%v = arith.trunci %w : vector<1xi16> to vector<1xi8>"),
            undefined);
  EXPECT_EQ(run("%one = arith.constant dense<1> : vector<1xi32>\n"
                "%w = arith.addi %again, %one : vector<1xi32>\n"
                "%v = arith.trunci %w : vector<1xi32> to vector<1xi8>"),
            undefined);
  auto permuted = [](const std::string &selector) {
    return "%x = simt.extract %again[0] : vector<1xi32> -> i32\n"
           "%selector = arith.constant " +
           selector +
           " : i32\n"
           "%y = simt.byte_permute %x, %i4, %selector\n"
           "%z = simt.splat %y : i32 -> vector<1xi32>\n"
           "%v = arith.trunci %z : vector<1xi32> to vector<1xi8>";
  };
  EXPECT_EQ(run(permuted("1")), undefined);
  EXPECT_EQ(run(permuted("2")), "2");
  EXPECT_EQ(run(permuted("4")), "4");
}

// A lane gives what it has, defined or not.
TEST(SimDefinedness, shuffles) {
  SimtProgram program(
      "%d = simt.load global %a4 [0] + [0] width 1 : (vector<1xi64>) -> "
      "vector<1xi32>\n"
      "%x = simt.extract %d[0] : vector<1xi32> -> i32\n"
      "%y = simt.shuffle_xor %x, 16\n"
      "%z = simt.splat %y : i32 -> vector<1xi32>\n"
      "simt.store global %r4 [0] + [0], %z width 1 : vector<1xi64>, "
      "vector<1xi32>");
  program.with("a", std::vector<std::uint32_t>(Lanes));
  program.with("r", std::vector<std::uint32_t>(Lanes));
  program.buffer("a").isDefined[4 * 3 + 1] = 0;
  EXPECT_EQ(program.fault(),
            "expects defined values to store, but got undefined "
            "ones for byte 76 of r (128 bytes)");
  EXPECT_EQ(program.trap().lanes, std::uint64_t(1) << 19);
}

// A store makes bytes defined, those and no others.
TEST(SimDefinedness, storesDefine) {
  SimtProgram program(
      "%five = arith.constant dense<5> : vector<1xi16>\n"
      "simt.store global %a4 [0] + [2], %five width 1 : vector<1xi64>, "
      "vector<1xi16>\n"
      "%d = simt.load global %a4 [0] + [2] width 1 : (vector<1xi64>) -> "
      "vector<1xi16>\n"
      "simt.store global %r2 [0] + [0], %d width 1 : vector<1xi64>, "
      "vector<1xi16>\n"
      "%u = simt.load global %a4 [0] + [1] width 1 : (vector<1xi64>) -> "
      "vector<1xi8>\n"
      "simt.store global %r1 [0] + [0], %u width 1 : vector<1xi64>, "
      "vector<1xi8>");
  program.with("a", std::vector<std::uint32_t>(Lanes), false);
  program.with("r", std::vector<std::uint16_t>(Lanes));
  EXPECT_EQ(program.fault(), Undefined + "64 bytes)");
  EXPECT_EQ(program.get<std::uint16_t>("r")[31], 5U);
}

// A piece of shared memory begins anew each time: what an earlier one has left
// in its place is not there. Warps that are not there yet still have it.
TEST(SimDefinedness, livesOfSharedMemory) {
  auto run = [](const std::string &between, const std::string &after) {
    const std::string store =
        "simt.store shared %s4 [0] + [0], %x width 1 : vector<1xi32>, "
        "vector<1xi32>\n";
    const std::string load = "simt.load shared %s4 [0] + [0] width 1 : "
                             "(vector<1xi32>) -> vector<1xi32>\n";
    std::string fault;
    for (std::uint64_t seed = 1; seed <= 8 && fault.empty(); ++seed) {
      SimtProgram program(
          "%x = simt.splat %thread : i32 -> vector<1xi32>\n"
          "%one = simt.shared 256 align 4 at 0\n" +
              store + between + "%old = " + load +
              "%two = simt.shared 256 align 4 at 0\n" +
              (after == "store" ? store : after) + "%v = " + load +
              "%w = arith.addi %v, %old : vector<1xi32>\n"
              "simt.store global %r4 [0] + [0], %w width 1 : vector<1xi64>, "
              "vector<1xi32>",
          2, 256);
      program.with("r", std::vector<std::uint32_t>(2 * Lanes));
      program.launch.seed = seed;
      fault = program.fault();
    }
    return fault;
  };
  for (const std::string barrier : {"", "simt.barrier block\n"}) {
    EXPECT_EQ(run(barrier, "store"), "");
    EXPECT_NE(run(barrier, ""), "");
    EXPECT_NE(run(barrier, "simt.barrier block\n"), "");
  }
}

// Each round of a loop begins a life of its own.
TEST(SimDefinedness, livesInLoops) {
  auto run = [](bool isStoredAlways) {
    SimtProgram program(
        "%x = simt.splat %thread : i32 -> vector<1xi32>\n"
        "scf.for %i = %i0 to %i3 step %i1 : i32 {\n"
        "%piece = simt.shared 256 align 4 at 0\n"
        "%isFirst = arith.cmpi eq, %i, %i0 : i32\n"
        "%isStored = arith.ori %isFirst, " +
            std::string(isStoredAlways ? "%true" : "%false") +
            " : i1\n%p = simt.splat %isStored : i1 -> vector<1xi1>\n"
            "simt.store shared %s4 [0] + [0], %x width 1 if %p : "
            "vector<1xi32>, "
            "vector<1xi32>, vector<1xi1>\n"
            "simt.barrier block\n"
            "%v = simt.load shared %s4 [0] + [0] width 1 : (vector<1xi32>) -> "
            "vector<1xi32>\n"
            "simt.store global %r4 [0] + [0], %v width 1 : vector<1xi64>, "
            "vector<1xi32>\n}",
        2, 256);
    program.with("r", std::vector<std::uint32_t>(2 * Lanes));
    return program.fault();
  };
  EXPECT_EQ(run(true), "");
  EXPECT_NE(run(false), "");
}

} // namespace heddle
