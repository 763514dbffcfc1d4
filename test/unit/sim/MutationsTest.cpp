//===- MutationsTest.cpp - Mistakes in a ring of buffers ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop that copies what the round after next reads, into the buffer that the
/// round before has read. All that it has is needed, so that all mistakes that
/// heddle-mutants makes are noticed.
///
//===----------------------------------------------------------------------===//

#include "Mutations.h"
#include "SimtProgram.h"

namespace heddle {

namespace {

constexpr unsigned Warps = 2, Rounds = 6, Threads = 64;

/// Copies what round `%round` reads, if `%is` is true.
std::string copyOf(const std::string &round, const std::string &is) {
  return "%slot" + round + " = arith.remui %" + round + ", %i3 : i32\n%into" +
         round + " = arith.muli %slot" + round + ", %size : i32\n%at" + round +
         " = arith.addi %at_s, %into" + round + " : i32\n%to" + round +
         " = simt.splat %at" + round + " : i32 -> vector<1xi32>\n%wide" +
         round + " = arith.extui %" + round + " : i32 to i64\n%skip" + round +
         " = arith.muli %wide" + round + ", %size64 : i64\n%of" + round +
         " = arith.addi %at_a4, %skip" + round + " : i64\n%from" + round +
         " = simt.splat %of" + round + " : i64 -> vector<1xi64>\n%if" + round +
         " = simt.splat %" + is +
         " : i1 -> vector<1xi1>\nsimt.async_copy %from" + round +
         " [0] + [0] to %to" + round + " [0] + [0] bytes 4 if %if" + round +
         " : vector<1xi64>, vector<1xi32>, vector<1xi1>\nsimt.async_commit\n";
}

/// Threads read what those of the other warp have copied.
struct Ring : SimtProgram {
  Ring()
      : SimtProgram("%rounds = arith.constant 6 : i32\n"
                    "%size = arith.constant 256 : i32\n"
                    "%size64 = arith.constant 256 : i64\n"
                    "%half = arith.constant 128 : i32\n"
                    "%far = arith.xori %at_s, %half : i32\n" +
                        copyOf("i0", "true") + copyOf("i1", "true") +
                        "scf.for %i = %i0 to %rounds step %i1 : i32 {\n"
                        "simt.async_wait 1\n"
                        "simt.barrier block\n"
                        "%next = arith.addi %i, %i2 : i32\n"
                        "%is = arith.cmpi ult, %next, %rounds : i32\n" +
                        copyOf("next", "is") +
                        "%slot = arith.remui %i, %i3 : i32\n"
                        "%in = arith.muli %slot, %size : i32\n"
                        "%place = arith.addi %far, %in : i32\n"
                        "%there = simt.splat %place : i32 -> vector<1xi32>\n"
                        "%v = simt.load shared %there [0] + [0] width 1 : "
                        "(vector<1xi32>) -> vector<1xi32>\n"
                        "%wideI = arith.extui %i : i32 to i64\n"
                        "%skip = arith.muli %wideI, %size64 : i64\n"
                        "%end = arith.addi %at_r4, %skip : i64\n"
                        "%out = simt.splat %end : i64 -> vector<1xi64>\n"
                        "simt.store global %out [0] + [0], %v width 1 : "
                        "vector<1xi64>, vector<1xi32>\n}\n",
                    Warps, 3 * Threads * 4) {
    std::vector<std::uint32_t> words(std::size_t(Rounds) * Threads);
    for (std::size_t index = 0; index < words.size(); ++index)
      words[index] = 1000 + static_cast<std::uint32_t>(index);
    with("a", words);
    with("r", std::vector<std::uint32_t>(words.size()));
  }
  bool isRight() {
    if (!fault().empty())
      return false;
    auto words = get<std::uint32_t>("a"), found = get<std::uint32_t>("r");
    for (std::size_t index = 0; index < words.size(); ++index)
      if (found[index] != words[index ^ (Threads / 2)])
        return false;
    return true;
  }
};

TEST(SimMutations, ofARingAreNoticed) {
  Ring ring;
  EXPECT_TRUE(ring.isRight()) << ring.fault();
  std::vector<Mutation> all = findMutations(ring.kernel());
  // Three groups, a wait in two ways, a barrier, and predicates.
  EXPECT_EQ(llvm::count_if(all, isOfCopy), 3 + 2);
  EXPECT_EQ(llvm::count_if(all, isOfPredicate), 3 * 3);
  unsigned inLoop = llvm::find_if(llvm::reverse(all), isOfPredicate)->op;
  for (const Mutation &mutation : all) {
    Ring wrong;
    std::string what = describe(wrong.kernel(), mutation);
    // What is true already stays so.
    bool isSame =
        mutation.mistake == Mistake::TruePredicate && mutation.op != inLoop;
    mutate(wrong.kernel(), mutation);
    if (!isSame)
      EXPECT_FALSE(wrong.isRight()) << what;
  }
}

} // namespace

} // namespace heddle
