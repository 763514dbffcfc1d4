//===- PlanRegressionTest.cpp - Conversions that others had wrong ---------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conversions that were wrong, crashed or never ended elsewhere, with the
/// number of the report, and pairs that real kernels were reported to contain.
/// Each is proved and run.
///
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "RandomPairs.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/f2/Elimination.h"
#include "heddle/plan/Certificate.h"
#include "heddle/plan/Interpreter.h"
#include "heddle/plan/SharedAccess.h"

namespace heddle {
namespace {

using Shape = std::vector<std::uint64_t>;

std::string blocked(std::string_view perThread, std::string_view perWarp,
                    std::string_view warps, std::string_view order,
                    std::string_view blocks = "") {
  return concat("#ttg.blocked<{sizePerThread = ", perThread,
                ", threadsPerWarp = ", perWarp, ", warpsPerCTA = ", warps,
                ", order = ", order,
                blocks.empty() ? "" : ", CGALayout = ", blocks, "}>");
}
std::string mma(std::string_view warps) {
  return concat("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                "warpsPerCTA = ",
                warps, ", instrShape = [16, 8]}>");
}
std::string wgmma(std::string_view warps, unsigned n, unsigned k) {
  return concat("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
                "warpsPerCTA = ",
                warps, ", instrShape = [16, ", n, ", ", k, "]}>");
}
std::string slice(unsigned dim, const std::string &parent) {
  return concat("#ttg.slice<{dim = ", dim, ", parent = ", parent, "}>");
}
std::string operand(unsigned index, const std::string &parent, unsigned width) {
  return concat("#ttg.dot_op<{opIdx = ", index, ", parent = ", parent,
                ", kWidth = ", width, "}>");
}

LinearLayout layoutOf(const std::string &text, const Shape &shape) {
  return get(toLinearLayout(get(parseEncoding(text)), shape, NewestTriton));
}

/// Plans, proves and runs; the plan.
Conversion expectRight(const std::string &from, const std::string &to,
                       const Shape &shape, unsigned bits,
                       const ConversionOptions &options = {}) {
  SCOPED_TRACE(concat(from, " to ", to, ", ", bits, " bits"));
  LinearLayout src = layoutOf(from, shape);
  LinearLayout dst = layoutOf(to, shape);
  Conversion plan =
      get(planConversion(src, dst, bits, *get(findTarget("sm_90")), options));
  Result<void> proof = checkCertificate(plan, src, dst);
  EXPECT_TRUE(proof) << proof.error().text();
  unsigned bytes = plan.program.elementBytes;
  std::vector<std::uint8_t> tensor(f2::unit(src.totalOutBits()) * bytes);
  std::mt19937_64 engine(1);
  for (std::uint8_t &byte : tensor)
    byte = static_cast<std::uint8_t>(engine());
  EXPECT_EQ(get(runProgram(plan.program, registersOf(src, src, tensor, bytes))),
            registersOf(dst, src, tensor, bytes));
  return plan;
}

// triton #4116: a slice of a slice, most of whose lanes hold copies, came out
// wrong.
TEST(PlanRegression, SlicesOfSlices) {
  std::string parent =
      blocked("[1, 1, 4]", "[2, 2, 8]", "[1, 1, 1]", "[2, 0, 1]");
  expectRight(slice(1, slice(2, parent)), blocked("[1]", "[32]", "[1]", "[0]"),
              {2}, 32);
}

// triton #3078: a store of 8 bytes at an odd multiple of 4.
TEST(PlanRegression, MatricesToBlockedAreAligned) {
  for (std::string_view order : {"[0, 1]", "[1, 0]"})
    expectRight(mma("[2, 2]"), blocked("[1, 4]", "[4, 8]", "[4, 1]", order),
                {32, 32}, 32);
}

// triton #3580: between chained products in int8 an accumulator's registers are
// not those of the operand, as they are with 16 bits.
TEST(PlanRegression, ChainedProductsOfBytes) {
  for (unsigned bits : {8, 16, 32})
    expectRight(mma("[4, 1]"), operand(0, mma("[4, 1]"), 32 / bits), {64, 32},
                bits);
  EXPECT_EQ(
      expectRight(mma("[4, 1]"), operand(0, mma("[4, 1]"), 2), {64, 32}, 16)
          .strategy,
      Strategy::Nothing);
}

// triton #9680: several exchanges of lanes and registers at once, of elements
// below 32 bits, which a heuristic mostly hid.
TEST(PlanRegression, MixedExchangesOfPackedElements) {
  ConversionOptions shuffles;
  shuffles.strategy = Strategy::Shuffle;
  for (unsigned c = 1; c <= 16; c *= 2)
    for (unsigned bits : {1, 8, 16, 32, 64})
      expectRight(blocked("[32, 1]", "[1, 32]", "[1, 1]", "[0, 1]"),
                  blocked(concat("[", 32 / c, ", ", c, "]"),
                          concat("[", c, ", ", 32 / c, "]"), "[1, 1]",
                          "[0, 1]"),
                  {32, 32}, bits, c == 1 ? ConversionOptions() : shuffles);
}

// triton #10242: blocks that hold copies, in one layout and in the other.
TEST(PlanRegression, CopiesInBlocks) {
  const std::vector<std::pair<std::string, std::string>> blocks = {
      {"[[0]]", "[[0, 0]]"},
      {"[[0], [0]]", "[[0, 0], [0, 0]]"},
      {"[[0], [0], [0]]", "[[0, 0], [0, 0], [0, 0]]"}};
  for (const auto &[one, two] : blocks) {
    std::string parent = blocked("[1, 1]", "[1, 32]", "[4, 1]", "[1, 0]", two);
    expectRight(blocked("[1]", "[32]", "[4]", "[0]", one), slice(0, parent),
                {128}, 32);
  }
}

// triton #7402: the one element of a tensor, which all threads need.
TEST(PlanRegression, OneElementForAll) {
  std::string parent = blocked("[1, 1]", "[4, 8]", "[4, 1]", "[1, 0]");
  Conversion plan = expectRight(blocked("[1]", "[32]", "[4]", "[0]"),
                                slice(1, parent), {1}, 32);
  EXPECT_TRUE(plan.program.code.empty());
}

// triton #9169: a layout without a single lane; compilation never ended.
TEST(PlanRegression, AllInRegisters) {
  std::string bases;
  for (unsigned bit = 0; bit < 13; ++bit)
    bases += concat(bit == 0 ? "" : ", ", "[", bit == 12 ? 1 : 0, ", ",
                    bit == 10 || bit == 11 ? 1 << (bit - 10) : 0, ", ",
                    bit < 10 ? 1 << bit : 0, "]");
  std::string zeros = "[0, 0, 0], [0, 0, 0]";
  std::string all =
      concat("#ttg.linear<{register = [", bases, "], lane = [", zeros, ", ",
             zeros, ", [0, 0, 0]], warp = [", zeros, "], block = []}>");
  std::string spread =
      blocked("[1, 1, 4]", "[1, 1, 32]", "[1, 1, 4]", "[2, 1, 0]");
  expectRight(all, spread, {2, 4, 1024}, 32);
  expectRight(spread, all, {2, 4, 1024}, 32);
}

// tilelang #2714, #2609, #2954, #2581: copies between a fragment, or a row, and
// a swizzled buffer went to the offsets of a buffer without swizzles, or with
// those of another element width.
TEST(PlanRegression, FragmentsInSwizzledBuffers) {
  std::string buffer = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase "
                       "= 8, order = [1, 0]}>";
  const Target &target = *get(findTarget("sm_90"));
  for (const std::string &text :
       {mma("[4, 1]"), operand(0, mma("[4, 1]"), 2),
        blocked("[1, 8]", "[4, 8]", "[4, 1]", "[1, 0]")})
    for (unsigned bits : {16, 32}) {
      SCOPED_TRACE(concat(text, ", ", bits, " bits"));
      LinearLayout registers = layoutOf(text, {128, 64});
      LinearLayout memory = layoutOf(buffer, {128, 64});
      SharedAccess access = get(accessShared(
          registers, {.layout = memory, .paddings = {}, .elementBits = bits},
          AccessKind::Store, target));
      f2::VectorEchelon held;
      for (Word basis : registers.bases(Dim::Register))
        held.insert(basis);
      for (Word lane = 0; lane < target.lanes; ++lane) {
        Word element = f2::multiply(memory.bases(Dim::Offset),
                                    access.offsets[lane].value() * 8 / bits);
        Word own = f2::multiply(registers.bases(Dim::Lane), lane);
        EXPECT_TRUE(held.contains(element ^ own)) << "lane " << lane;
      }
    }
}

// Conversions of real kernels (convert-layout-bench).
TEST(PlanRegression, RealPairs) {
  std::string eight = blocked("[8]", "[32]", "[4]", "[0]");
  std::string four = blocked("[4]", "[32]", "[4]", "[0]");
  for (unsigned bits : {8, 16})
    expectRight(eight, four, {1024}, bits);
  std::string wide = wgmma("[8, 1]", 256, 16);
  expectRight(wide, blocked("[8, 1]", "[16, 2]", "[1, 8]", "[0, 1]"),
              {128, 256}, 16);
  expectRight(wide, blocked("[1, 8]", "[1, 32]", "[8, 1]", "[1, 0]"),
              {128, 256}, 16);
  expectRight(wgmma("[8, 1]", 256, 32),
              blocked("[1, 16]", "[2, 16]", "[8, 1]", "[1, 0]"), {128, 256}, 8);
  expectRight(blocked("[1, 16]", "[8, 4]", "[4, 1]", "[1, 0]"),
              blocked("[16, 1]", "[4, 8]", "[1, 4]", "[0, 1]"), {64, 64}, 8);
  expectRight(blocked("[1]", "[32]", "[8]", "[0]"), slice(0, wide), {256}, 32);
}

} // namespace
} // namespace heddle
