//===- PackedWordsTest.cpp - Small elements in conversions ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Elements below 32 bits lie packed in words from the first to the last
/// instruction, and are rearranged only where a conversion asks for it.
///
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"
#include "heddle/plan/EmitSource.h"

#include <gmock/gmock.h>

namespace heddle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Shape = std::vector<std::uint64_t>;

Conversion planOf(std::string_view from, std::string_view to,
                  const Shape &shape, unsigned bits) {
  auto layoutOf = [&](std::string_view text) {
    return get(toLinearLayout(get(parseEncoding(text)), shape, NewestTriton));
  };
  return get(planConversion(layoutOf(from), layoutOf(to), bits,
                            *get(findTarget("sm_90"))));
}

std::string linear(std::string_view registers, std::string_view lanes,
                   std::string_view warps) {
  return concat("#ttg.linear<{register = ", registers, ", lane = ", lanes,
                ", warp = ", warps, ", block = []}>");
}

// Compilers rename registers for nothing, whatever their width.
TEST(PackedWords, RenamedRegistersAreNotPacked) {
  std::string lanes = "[[4], [8], [16], [32], [64]]";
  Conversion plan = planOf(linear("[[1], [2]]", lanes, "[]"),
                           linear("[[2], [1]]", lanes, "[]"), {128}, 8);
  EXPECT_EQ(plan.strategy, Strategy::Registers);
  EXPECT_EQ(plan.counts.permutes, 0U);
  std::string source = get(emitSource(plan, {}));
  EXPECT_THAT(source, HasSubstr("out[1] = in[2];\n  out[2] = in[1];\n"));
  EXPECT_THAT(source, Not(HasSubstr("Word")));
}

// stmatrix stores the words of a fragment as they are; rows come as words.
TEST(PackedWords, FragmentsMeetRowsWithoutPermutes) {
  const char *fragment =
      "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = "
      "[4, 1], instrShape = [16, 256, 16]}>";
  const char *rows = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = "
                     "[1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>";
  for (const Conversion &plan : {planOf(fragment, rows, {64, 256}, 16),
                                 planOf(rows, fragment, {64, 256}, 16)}) {
    EXPECT_EQ(plan.strategy, Strategy::Shared);
    EXPECT_EQ(plan.counts.permutes, 0U);
    EXPECT_EQ(plan.counts.write.actual, plan.counts.write.minimum);
    EXPECT_EQ(plan.counts.read.actual, plan.counts.read.minimum);
    EXPECT_THAT(get(emitSource(plan, {})),
                HasSubstr("reinterpret_cast<const Word *>(&in[2])->bits"));
  }
}

// Four words become those of their first, second, ... bytes in eight permutes,
// not in three each.
TEST(PackedWords, HalvesOfTransposedWordsAreShared) {
  Conversion plan = planOf(linear("[[1], [2], [64], [128]]",
                                  "[[4], [8], [16], [32], [256]]", "[[512]]"),
                           linear("[[64], [128], [1], [2]]",
                                  "[[4], [8], [16], [32], [512]]", "[[256]]"),
                           {1024}, 8);
  EXPECT_EQ(plan.strategy, Strategy::Shared);
  unsigned warps = 2;
  EXPECT_EQ(plan.counts.permutes, 8 * warps);
}

} // namespace
} // namespace heddle
