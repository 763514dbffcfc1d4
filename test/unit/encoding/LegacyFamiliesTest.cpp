//===- LegacyFamiliesTest.cpp - Older forms of single families ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

std::string modern(std::string_view text) {
  return get(toText(get(parseEncoding(text))));
}

std::string written(std::string_view text, const WriteOptions &options) {
  return get(toText(get(parseEncoding(text)), options));
}

/// A text that the form of `options` has no words for.
std::string refusal(std::string_view text, const WriteOptions &options) {
  return errorOf(toText(get(parseEncoding(text)), options));
}

constexpr const char *OldMfma =
    "#triton_gpu.amd_mfma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = "
    "[2, 2], instrShape = [16, 16], isTransposed = false}>";

TEST(LegacyMfma, HadTwoVersionsAndTwoSizes) {
  const char *mfma = "#ttg.amd_mfma<{version = 2, warpsPerCTA = [2, 2], "
                     "instrShape = [16, 16, 16], isTransposed = false}>";
  EXPECT_EQ(modern(OldMfma), mfma);
  EXPECT_EQ(modern(replaced(OldMfma, ", isTransposed = false", "")), mfma);
  EXPECT_EQ(modern(replaced(OldMfma, ", versionMinor = 0", "")), mfma);
  EXPECT_EQ(written(mfma, Legacy), OldMfma);
  for (auto [old, now] :
       {std::pair{"[32, 32]", "[32, 32, 8]"},
        std::pair{"[64, 4]", "[64, 4, 4]"}, std::pair{"[4, 64]", "[4, 64, 4]"}})
    EXPECT_EQ(modern(replaced(OldMfma, "[16, 16]", old)),
              replaced(mfma, "[16, 16, 16]", now));
}

TEST(LegacyMfma, WhatItCannotSayIsRefused) {
  expectRefused({{replaced(OldMfma, "versionMinor = 0", "versionMinor = 1"),
                  "column 56: expects 0 as 'versionMinor' of 'amd_mfma', but "
                  "got 1"}});
  for (const char *more : {"tilesPerWarp = [2, 1]", "elementBitWidth = 64"})
    EXPECT_EQ(refusal(replaced(Mfma, "isTransposed = true",
                               concat("isTransposed = true, ", more)),
                      Legacy),
              "expects a layout that the older form can write, but got an "
              "amd_mfma layout with tilesPerWarp or elementBitWidth\nwrite it "
              "in the canonical form of a newer version");
}

TEST(LegacyWmma, HadAGridOfWarps) {
  struct Case {
    const char *grid, *bases;
  };
  for (const Case &c :
       {Case{"warpsPerCTA = [1, 1]", "ctaLayout = {}"},
        Case{"warpsPerCTA = [2, 4]",
             "ctaLayout = {warp = [[0, 1], [0, 2], [1, 0]]}"},
        Case{"warpsPerCTA = [2, 2], tilesPerWarp = [1, 2]",
             "ctaLayout = {register = [[0, 1]], warp = [[0, 2], [1, 0]]}"},
        Case{"warpsPerCTA = [4, 1], tilesPerWarp = [2, 2]",
             "ctaLayout = {register = [[0, 1], [1, 0]], warp = [[2, 0], [4, "
             "0]]}"},
        Case{"warpsPerCTA = [2, 1, 2]",
             "ctaLayout = {warp = [[0, 0, 1], [1, 0, 0]]}"}}) {
    std::string now = concat("#ttg.amd_wmma<{version = 2, isTranspose = true, ",
                             c.bases, "}>");
    std::string grid = concat(
        "#ttg.amd_wmma<{version = 2, isTranspose = true, ", c.grid, "}>");
    EXPECT_EQ(modern(grid), now);
    EXPECT_EQ(written(now, As36), grid);
    EXPECT_EQ(written(now, Legacy), replaced(grid, "#ttg", "#triton_gpu"));
    EXPECT_EQ(written(now, {.version = TritonVersion::V3_7}), now);
  }
  EXPECT_EQ(written("#ttg.amd_wmma<{version = 3, isTranspose = false, "
                    "ctaLayout = {warp = [[0, 1]]}, CGALayout = [[1, 0]], "
                    "instrShape = [16, 16, 32]}>",
                    As36),
            "#ttg.amd_wmma<{version = 3, isTranspose = false, warpsPerCTA = "
            "[1, 2], CGALayout = [[1, 0]], instrShape = [16, 16, 32]}>");
}

TEST(LegacyWmma, WhatIsNoGridIsRefused) {
  for (const char *bases :
       {"warp = [[1, 0], [0, 1]]", "warp = [[0, 1], [1, 1]]",
        "warp = [[0, 2], [0, 1]]", "warp = [[0, 0]]",
        "register = [[1, 0], [0, 1]], warp = [[0, 2]]"})
    for (const WriteOptions &options : {As36, Legacy})
      EXPECT_EQ(refusal(concat("#ttg.amd_wmma<{version = 2, isTranspose = "
                               "true, ctaLayout = {",
                               bases, "}}>"),
                        options),
                "expects the warps of 'amd_wmma' in a plain grid, as Triton "
                "3.6 has them, but got another 'ctaLayout'\nchoose a newer "
                "version of Triton")
          << bases;
  std::string grid = "#ttg.amd_wmma<{version = 2, warpsPerCTA = [2, 2]}>";
  expectRefused(
      {{replaced(grid, "[2, 2]", "[4]"),
        "column 29: expects 2 or 3 numbers in 'warpsPerCTA' and as many in "
        "'tilesPerWarp', but got 1 and 1"},
       {replaced(grid, "[2, 2]", "[2, 2], tilesPerWarp = [1]"),
        "column 29: expects 2 or 3 numbers in 'warpsPerCTA' and as many in "
        "'tilesPerWarp', but got 2 and 1"},
       {replaced(grid, "[2, 2]", "[2, 3]"),
        "column 43: expects powers of two in 'warpsPerCTA', but got 3"},
       {replaced(grid, "warpsPerCTA", "tilesPerWarp"),
        "column 29: expects 'warpsPerCTA' beside 'tilesPerWarp'"},
       {replaced(grid, "[2, 2]", "[2, 2], ctaLayout = {warp = [[0, 1]]}"),
        "column 29: expects either 'ctaLayout' or 'warpsPerCTA', but got "
        "both"}});
}

TEST(LegacyTensorMemory, HadASplitAlongEitherDimension) {
  struct Case {
    const char *split, *cga;
  };
  for (const Case &c :
       {Case{"CTASplitM = 2", "CGALayout = [[1, 0]]"},
        Case{"CTASplitN = 4", "CGALayout = [[0, 1], [0, 2]]"}}) {
    std::string now =
        replaced(Memory, "colStride = 1", concat("colStride = 1, ", c.cga));
    std::string old =
        replaced(Memory, "colStride = 1", concat("colStride = 1, ", c.split));
    EXPECT_EQ(modern(old), now);
    for (TritonVersion version : {TritonVersion::V3_6, TritonVersion::V3_7})
      EXPECT_EQ(written(now, {.version = version}), old);
    EXPECT_EQ(written(now, {.version = TritonVersion::V3_8}), now);
    EXPECT_EQ(written(now, Legacy),
              replaced(old, "#ttng", "#triton_nvidia_gpu"));
    std::string scales = "#ttng.tensor_memory_scales_encoding<>";
    EXPECT_EQ(written(replaced(scales, "<>", concat("<", c.cga, ">")), As36),
              replaced(scales, "<>", concat("<", c.split, ">")));
  }
  EXPECT_EQ(modern(replaced(Memory, "colStride = 1",
                            "colStride = 1, CTASplitM = 1, CTASplitN = 1")),
            Memory);
  EXPECT_EQ(written(replaced(Memory, "colStride = 1",
                             "colStride = 1, CGALayout = [[1, 0]], twoCTAs = "
                             "true"),
                    As36),
            replaced(Memory, "colStride = 1",
                     "colStride = 1, CTASplitM = 2, twoCTAs = true"));
}

TEST(LegacyTensorMemory, WhatASplitCannotSayIsRefused) {
  for (const char *more : {"CGALayout = [[1, 0], [0, 1]]",
                           "CGALayout = [[0, 0]]", "fp4Padded = true"})
    EXPECT_EQ(refusal(replaced(Memory, "colStride = 1",
                               concat("colStride = 1, ", more)),
                      As36),
              "expects a layout that the older form can write, but got a "
              "tensor memory layout that CTASplitM or CTASplitN cannot "
              "say\nwrite it in the canonical form of a newer version")
        << more;
  EXPECT_EQ(refusal("#ttng.tensor_memory_scales_encoding<blockRepOrder = "
                    "kThenMn>",
                    As36),
            "expects a layout that the older form can write, but got scales "
            "that CTASplitM or CTASplitN cannot say\nwrite it in the canonical "
            "form of a newer version");
}

TEST(LegacyNvmma, NeedsASwizzledMatrix) {
  for (const char *nvmma :
       {"swizzlingByteWidth = 0, elementBitWidth = 16",
        "swizzlingByteWidth = 64, elementBitWidth = 8, fp4Padded = true",
        "swizzlingByteWidth = 64, elementBitWidth = 16, rank = 3",
        "swizzlingByteWidth = 64, elementBitWidth = 16, CGALayout = [[0, 0, "
        "1]]"})
    EXPECT_EQ(refusal(concat("#ttg.nvmma_shared<{", nvmma, "}>"), Legacy),
              "expects a layout that the older form can write, but got an "
              "nvmma_shared layout with fp4Padded, another rank than 2 or no "
              "swizzle\nwrite it in the canonical form of a newer version")
        << nvmma;
}

TEST(OlderVersions, LackTheFamiliesOf38) {
  for (std::string_view text : {Generic, Pieces}) {
    EXPECT_EQ(written(text, {.version = TritonVersion::V3_8}), text);
    std::string name =
        text == Generic ? "generic_linear" : "partitioned_shared";
    EXPECT_EQ(refusal(text, {.version = TritonVersion::V3_7}),
              concat("expects a layout that Triton 3.7 has, but got '", name,
                     "', which came with 3.8"));
    EXPECT_FALSE(toText(get(parseEncoding(text)), Legacy).has_value());
  }
  std::string slice = concat("#ttg.slice<{dim = 0, parent = ", Generic, "}>");
  EXPECT_EQ(refusal(slice, As36),
            "expects a layout that Triton 3.6 has, but got 'generic_linear', "
            "which came with 3.8");
}

TEST(LegacyPadded, OrderAndShapeAreShortForRows) {
  struct Case {
    const char *shortForm, *bases;
  };
  for (const Case &c :
       {Case{"{order = [1, 0], shape = [4, 8]}",
             "{offset = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], block = []}"},
        Case{"{order = [0, 1], shape = [4, 8]}",
             "{offset = [[1, 0], [2, 0], [0, 1], [0, 2], [0, 4]], block = []}"},
        Case{"{order = [2, 1, 0], shape = [1, 2, 2]}",
             "{offset = [[0, 0, 1], [0, 1, 0]], block = []}"}}) {
    std::string rows = concat("#ttg.padded_shared<[4:+1] ", c.shortForm, ">");
    std::string bases = concat("#ttg.padded_shared<[4:+1] ", c.bases, ">");
    EXPECT_EQ(get(parseEncoding(rows)), get(parseEncoding(bases)));
    EXPECT_EQ(modern(bases), rows);
  }
  // Not rows one after the other, or of several blocks: the bases stay.
  for (const char *bases : {"{offset = [[0, 2], [0, 1]], block = []}",
                            "{offset = [[0, 1], [1, 0], [0, 2]], block = []}",
                            "{offset = [[0, 1]], block = [[1, 0]]}"}) {
    std::string text = concat("#ttg.padded_shared<[4:+1] ", bases, ">");
    EXPECT_EQ(modern(text), text);
  }
}

} // namespace
