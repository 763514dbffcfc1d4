//===- ObserveTest.cpp - What registers hold ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtProgram.h"

#include <map>

namespace heddle {

namespace {

/// What warps show of each number, first: "3:" and the bits of each register in
/// lanes 0 and 31, or "?".
std::map<std::string, std::string> shown(SimtProgram &program) {
  std::map<std::string, std::string> texts;
  program.launch.observe = [&](const sim::Observation &seen) {
    std::string text;
    for (unsigned index = 0; index < seen.registers; ++index)
      for (unsigned lane : {0U, seen.lanes - 1})
        text += (text.empty() ? "" : " ") +
                (seen.isDefined(index, lane)
                     ? std::to_string(seen.bits(index, lane))
                     : "?");
    if (!seen.shared.empty())
      text += " | " + std::to_string(seen.shared[4]);
    texts.try_emplace("program " + std::to_string(seen.program[0]) + " warp " +
                          std::to_string(seen.warp) + " value " +
                          std::to_string(seen.number),
                      text);
  };
  EXPECT_EQ(program.fault(), "");
  return texts;
}

} // namespace

TEST(SimObserve, RegistersOfEachWarp) {
  SimtProgram program(R"(
%low = arith.trunci %thread : i32 to i8
%two = simt.splat %thread : i32 -> vector<2xi32>
%next = arith.addi %two, %two : vector<2xi32>
simt.observe 5, %low : i8
simt.observe 6, %next : vector<2xi32>)",
                      /*warps=*/2);
  program.launch.grid = {2, 1, 1};
  EXPECT_EQ(shown(program), (std::map<std::string, std::string>{
                                {"program 0 warp 0 value 5", "0 31"},
                                {"program 0 warp 0 value 6", "0 62 0 62"},
                                {"program 0 warp 1 value 5", "32 63"},
                                {"program 0 warp 1 value 6", "64 126 64 126"},
                                {"program 1 warp 0 value 5", "0 31"},
                                {"program 1 warp 0 value 6", "0 62 0 62"},
                                {"program 1 warp 1 value 5", "32 63"},
                                {"program 1 warp 1 value 6", "64 126 64 126"},
                            }));
}

TEST(SimObserve, UndefinedRegistersAndSharedMemory) {
  SimtProgram program(R"(
%first = arith.cmpi ne, %thread, %i0 : i32
%if = simt.splat %first : i1 -> vector<1xi1>
%x = simt.load global %a4 [0] + [0] width 1 if %if : (vector<1xi64>, vector<1xi1>) -> vector<1xi32>
%y = simt.splat %thread : i32 -> vector<1xi32>
simt.store shared %s4 [0] + [0], %y width 1 : vector<1xi32>, vector<1xi32>
simt.observe 0, %x : vector<1xi32>)",
                      /*warps=*/1, /*shared=*/128);
  std::vector<std::uint32_t> words(32, 7);
  program.with("a", words);
  EXPECT_EQ(shown(program), (std::map<std::string, std::string>{
                                {"program 0 warp 0 value 0", "? 7 | 1"}}));
}

} // namespace heddle
