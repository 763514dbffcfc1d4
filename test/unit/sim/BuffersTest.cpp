//===- BuffersTest.cpp - Accesses at offsets from a buffer ----------------===//
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
using WordList = std::vector<std::uint32_t>;

/// Each thread's offset of a word, where its bit of `mask` is set; elsewhere
/// `elsewhere`.
std::string offsetsWhere(std::uint32_t mask, std::uint32_t elsewhere) {
  return "%mask = arith.constant " +
         std::to_string(static_cast<std::int32_t>(mask)) +
         " : i32\n"
         "%shifted = arith.shrui %mask, %thread : i32\n"
         "%is = arith.trunci %shifted : i32 to i1\n"
         "%yes = simt.splat %is : i1 -> vector<1xi1>\n"
         "%elsewhere = arith.constant " +
         std::to_string(static_cast<std::int32_t>(elsewhere)) +
         " : i32\n"
         "%offset = arith.select %is, %at_s, %elsewhere : i32\n"
         "%in = simt.splat %offset : i32 -> vector<1xi32>\n";
}

constexpr std::uint32_t Some = 0x0F35A6C9, Outside = 0x80000000;

bool isIn(std::uint32_t mask, unsigned lane) { return mask >> lane & 1U; }

SimtProgram &givenWords(SimtProgram &program) {
  return program.with("a", randomWords(Lanes, 1)).with("r", WordList(Lanes, 7));
}

const std::string Load = "simt.load global buffer %a, ",
                  Store = "simt.store global buffer %r, ",
                  StoreAll = "simt.store global %r4 [0] + [0], %x width 1 : "
                             "vector<1xi64>, vector<1xi32>\n";

} // namespace

TEST(SimBuffers, loadsAndStoresAtOffsets) {
  SimtProgram program("%x = " + Load +
                      "%s4 [0] + [0] width 1 : (vector<1xi32>, i64) -> "
                      "vector<1xi32>\n" +
                      Store +
                      "%s4 [0] + [0], %x width 1 : vector<1xi32>, i64, "
                      "vector<1xi32>");
  givenWords(program);
  ASSERT_EQ(program.fault(), "");
  EXPECT_EQ(program.get<std::uint32_t>("r"), randomWords(Lanes, 1));
}

// Sums of offsets are of 32 bits.
TEST(SimBuffers, offsetsWrapAround) {
  SimtProgram program(
      "%back = arith.constant -64 : i32\n"
      "%early = arith.addi %at_s, %back : i32\n"
      "%from = simt.splat %early : i32 -> vector<1xi32>\n"
      "%x = " +
      Load +
      "%from [0] + [64] width 1 : (vector<1xi32>, i64) -> vector<1xi32>\n" +
      StoreAll);
  givenWords(program);
  ASSERT_EQ(program.fault(), "");
  EXPECT_EQ(program.get<std::uint32_t>("r"), randomWords(Lanes, 1));
}

TEST(SimBuffers, zerosAreLoadedOutside) {
  for (std::uint32_t elsewhere : {Outside, 0xFFFFFFFCU}) {
    SimtProgram program(offsetsWhere(Some, elsewhere) + "%x = " + Load +
                        "%in [0] + [0] width 1 : (vector<1xi32>, i64) -> "
                        "vector<1xi32>\n" +
                        StoreAll);
    givenWords(program);
    ASSERT_EQ(program.fault(), "");
    WordList expected = randomWords(Lanes, 1);
    for (unsigned lane = 0; lane < Lanes; ++lane)
      if (!isIn(Some, lane))
        expected[lane] = 0;
    EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
  }
}

// Where the mask is false the result is zero, or `other`; outside it is zero
// in any case.
TEST(SimBuffers, maskedLoads) {
  for (bool hasOther : {false, true}) {
    SimtProgram program(
        offsetsWhere(Some, Outside) +
        "%half = arith.constant 16 : i32\n"
        "%isLow = arith.cmpi ult, %thread, %half : i32\n"
        "%low = simt.splat %isLow : i1 -> vector<1xi1>\n"
        "%others = arith.constant dense<5> : vector<1xi32>\n"
        "%x = " +
        Load +
        (hasOther ? "%in [0] + [0] width 1 if %low else %others : "
                    "(vector<1xi32>, i64, vector<1xi1>, vector<1xi32>) -> "
                    "vector<1xi32>\n"
                  : "%in [0] + [0] width 1 if %low : (vector<1xi32>, i64, "
                    "vector<1xi1>) -> vector<1xi32>\n") +
        StoreAll);
    givenWords(program);
    ASSERT_EQ(program.fault(), "");
    WordList expected = randomWords(Lanes, 1);
    for (unsigned lane = 0; lane < Lanes; ++lane)
      if (lane >= 16)
        expected[lane] = hasOther ? 5 : 0;
      else if (!isIn(Some, lane))
        expected[lane] = 0;
    EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
  }
}

TEST(SimBuffers, nothingIsStoredOutside) {
  SimtProgram program(offsetsWhere(Some, Outside) +
                      "%x = simt.load global %a4 [0] + [0] width 1 : "
                      "(vector<1xi64>) -> vector<1xi32>\n" +
                      Store +
                      "%in [0] + [0], %x width 1 : vector<1xi32>, i64, "
                      "vector<1xi32>");
  givenWords(program);
  ASSERT_EQ(program.fault(), "");
  WordList expected = randomWords(Lanes, 1);
  for (unsigned lane = 0; lane < Lanes; ++lane)
    if (!isIn(Some, lane))
      expected[lane] = 7;
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
}

TEST(SimBuffers, nothingIsAddedOutside) {
  SimtProgram program(offsetsWhere(Some, Outside) +
                      "%x = simt.load global %a4 [0] + [0] width 1 : "
                      "(vector<1xi64>) -> vector<1xi32>\n"
                      "%was = simt.atomic add relaxed gpu global buffer %r, "
                      "%in, %x : (vector<1xi32>, i64, vector<1xi32>) -> "
                      "vector<1xi32>");
  givenWords(program);
  ASSERT_EQ(program.fault(), "");
  WordList expected = randomWords(Lanes, 1);
  for (unsigned lane = 0; lane < Lanes; ++lane)
    expected[lane] = 7 + (isIn(Some, lane) ? expected[lane] : 0);
  EXPECT_EQ(program.get<std::uint32_t>("r"), expected);
}

// Who asked for anything gets no zeros to work with.
TEST(SimBuffers, zerosMayBeUndefined) {
  SimtProgram program(
      "%no = arith.constant dense<false> : vector<1xi1>\n%x = " + Load +
      "%s4 [0] + [0] width 1 if %no implied : (vector<1xi32>, "
      "i64, vector<1xi1>) -> vector<1xi32>\n" +
      StoreAll);
  givenWords(program);
  EXPECT_EQ(program.fault(), "expects defined values to store, but got "
                             "undefined ones for byte 0 of r (128 bytes)");
}

TEST(SimBuffers, pastTheTensorIsAnError) {
  SimtProgram program("%x = " + Load +
                      "%s4 [0] + [4] width 1 : (vector<1xi32>, i64) -> "
                      "vector<1xi32>\n" +
                      StoreAll);
  givenWords(program);
  EXPECT_EQ(program.fault(),
            "out-of-bounds 4-byte load, 0 bytes past the end of a (128 bytes)");
}

TEST(SimBuffers, allLanesHaveOneBuffer) {
  SimtProgram program("%x = simt.load global buffer %at_a4, %s4 [0] + [0] "
                      "width 1 : (vector<1xi32>, i64) -> vector<1xi32>\n" +
                      StoreAll);
  givenWords(program);
  EXPECT_EQ(program.fault(),
            "expects the same buffer in all lanes, but lane 0 has byte 0 of a "
            "(128 bytes) and lane 1 has byte 4 of a (128 bytes)");
}

} // namespace heddle
