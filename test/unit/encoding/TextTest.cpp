//===- TextTest.cpp - Tests of encodings as text --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SampleEncodings.h"

using namespace heddle;

namespace {

/// As Triton 3.9 prints them: every family, with and without what it may leave
/// out.
const char *const CanonicalTexts[] = {
    "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], "
    "warpsPerCTA = [4, 1], order = [1, 0]}>",
    "#ttg.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = "
    "[4], order = [0], CGALayout = [[1], [0]]}>",
    "#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[1, 0], [2, 0], [4, "
    "0], [0, 2], [0, 4]], warp = [[0, 0]], block = []}>",
    "#ttg.generic_linear<{register = [], lane = [[1, 0], [2, 0]], warp = [[0, "
    "1], [3, 2]], block = [[4, 0]]}>",
    "#ttg.slice<{dim = 1, parent = #ttg.blocked<{sizePerThread = [1, 4], "
    "threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>}>",
    "#ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 2, "
    "versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>, kWidth = "
    "2}>",
    "#ttg.dot_op<{opIdx = 1, parent = #ttg.blocked<{sizePerThread = [4, 4], "
    "threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>}>",
    "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 1, warpsPerCTA = [1, 4, "
    "1], CGALayout = [[0, 1, 0]], instrShape = [1, 16, 8]}>",
    "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [8, "
    "1], instrShape = [16, 256, 16]}>",
    "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [32, 32, "
    "8], isTransposed = true}>",
    "#ttg.amd_mfma<{version = 4, warpsPerCTA = [2, 2], instrShape = [16, 16, "
    "16], isTransposed = false, CGALayout = [[1, 0]], tilesPerWarp = [2, 2], "
    "elementBitWidth = 64}>",
    "#ttg.amd_wmma<{version = 3, isTranspose = false, ctaLayout = {register = "
    "[[1, 0]], warp = [[0, 1], [2, 0]]}, CGALayout = [[0, 1]], instrShape = "
    "[16, 16, 32]}>",
    "#ttg.amd_wmma<{version = 1, isTranspose = true, ctaLayout = {warp = [[0, "
    "1]]}}>",
    "#ttg.amd_wmma<{version = 2, isTranspose = false, ctaLayout = {}}>",
    "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, "
    "0]}>",
    "#ttg.amd_rotating_shared<{vec = 4, perPhase = 2, maxPhase = 4, order = "
    "[1, 0], CGALayout = [[1, 0], [0, 1]]}>",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
    "elementBitWidth = 16}>",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = true, "
    "elementBitWidth = 8, fp4Padded = true, rank = 3}>",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 0, transposed = false, "
    "elementBitWidth = 32, CGALayout = [[1, 0]]}>",
    "#ttg.padded_shared<[128:+4, 256:+8] {order = [1, 0], shape = [16, 32]}>",
    "#ttg.padded_shared<[4:+2] {offset = [[0, 2], [0, 1], [1, 0]], block = "
    "[[2, 0]]}>",
    "#ttg.partitioned_shared<{numPartitions = 2, numGroups = 4, partitionDim "
    "= 0, partitionLayout = #ttg.swizzled_shared<{vec = 1, perPhase = 1, "
    "maxPhase = 1, order = [1, 0]}>}>",
    "#ttg.shared_linear<{offset = [[0, 1], [1, 1]]}, alignment = 16>",
    "#ttg.shared_linear<{offset = [[0, 1]], block = [[1, 0]]}, alignment = "
    "128>",
    "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>",
    "#ttng.tensor_memory_encoding<blockM = 64, blockN = 256, colStride = 2, "
    "CGALayout = [[1, 0]], twoCTAs = true>",
    "#ttng.tensor_memory_encoding<blockM = 128, blockN = 32, colStride = 1, "
    "fp4Padded = true>",
    "#ttng.tensor_memory_scales_encoding<>",
    "#ttng.tensor_memory_scales_encoding<CGALayout = [[0, 0]], blockRepOrder "
    "= kThenMn>",
};

TEST(EncodingText, CanonicalTextsAreByteForByte) {
  std::set<std::size_t> families;
  for (const char *text : CanonicalTexts) {
    Encoding encoding = get(parseEncoding(text));
    EXPECT_EQ(get(toText(encoding)), text);
    families.insert(encoding.visit(
        []<class E>(const E &e) { return EncodingVariant(e).index(); }));
  }
  EXPECT_EQ(families.size(), std::variant_size_v<EncodingVariant>);
}

TEST(EncodingText, ParametersAreWhereTheTextSays) {
  auto blocked = readAs<BlockedEncoding>(CanonicalTexts[0]);
  EXPECT_EQ(blocked.sizePerThread, (UnsignedList{1, 4}));
  EXPECT_EQ(blocked.threadsPerWarp, (UnsignedList{4, 8}));
  EXPECT_EQ(blocked.warpsPerCTA, (UnsignedList{4, 1}));
  EXPECT_EQ(blocked.order, (UnsignedList{1, 0}));
  EXPECT_TRUE(blocked.cga.empty());
  auto mfma = readAs<AmdMfmaEncoding>(CanonicalTexts[10]);
  EXPECT_EQ(mfma.cga, (Bases{{1, 0}}));
  EXPECT_EQ(mfma.tilesPerWarp, (UnsignedList{2, 2}));
  EXPECT_EQ(mfma.elementBitWidth, 64U);
  auto wmma = readAs<AmdWmmaEncoding>(CanonicalTexts[11]);
  EXPECT_EQ(wmma.registers, (Bases{{1, 0}}));
  EXPECT_EQ(wmma.warps, (Bases{{0, 1}, {2, 0}}));
  auto padded = readAs<PaddedSharedEncoding>(CanonicalTexts[19]);
  EXPECT_EQ(padded.paddings, (std::vector<Padding>{{128, 4}, {256, 8}}));
  EXPECT_EQ(padded.offsets, (Bases{{0, 1},
                                   {0, 2},
                                   {0, 4},
                                   {0, 8},
                                   {0, 16},
                                   {1, 0},
                                   {2, 0},
                                   {4, 0},
                                   {8, 0}}));
  EXPECT_EQ(readAs<SharedLinearEncoding>(CanonicalTexts[23]).alignment, 128U);
  EXPECT_TRUE(readAs<TensorMemoryEncoding>(CanonicalTexts[25]).twoCTAs);
  EXPECT_EQ(
      readAs<TensorMemoryScalesEncoding>(CanonicalTexts[28]).blockRepOrder,
      BlockRepOrder::KThenMn);
}

/// A blank between all tokens that may be apart.
std::string spaced(std::string_view text, std::string_view blank) {
  std::string result(blank);
  for (char c : text)
    if (c == ' ')
      result += blank;
    else if (std::string_view("<>{}[]=,").find(c) != std::string_view::npos)
      (((result += blank) += c) += blank);
    else
      result += c;
  return result;
}

TEST(EncodingText, BlanksAndLineBreaksAreFree) {
  for (std::string text : CanonicalTexts) {
    Encoding encoding = get(parseEncoding(text));
    for (const char *blank : {" ", "\n", "\t\r\n  "})
      EXPECT_EQ(get(parseEncoding(spaced(text, blank))), encoding) << text;
    std::string dense = text;
    std::erase(dense, ' ');
    EXPECT_EQ(get(parseEncoding(dense)), encoding) << dense;
  }
}

TEST(EncodingText, ParametersStandInAnyOrder) {
  EXPECT_EQ(
      get(parseEncoding("#ttg.blocked<{order = [1, 0], CGALayout = [[1, 0]], "
                        "warpsPerCTA = [4, 1], threadsPerWarp = [4, 8], "
                        "sizePerThread = [1, 4]}>")),
      get(parseEncoding("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp "
                        "= [4, 8], warpsPerCTA = [4, 1], order = [1, 0], "
                        "CGALayout = [[1, 0]]}>")));
  EXPECT_EQ(get(parseEncoding("#ttg.shared_linear<alignment = 32, {block = "
                              "[[2]], offset = [[1]]}>")),
            get(parseEncoding("#ttg.shared_linear<{offset = [[1]], block = "
                              "[[2]]}, alignment = 32>")));
  EXPECT_EQ(get(parseEncoding("#ttng.tensor_memory_encoding<twoCTAs = false, "
                              "colStride = 1, blockN = 64, blockM = 128>")),
            get(parseEncoding(CanonicalTexts[24])));
}

TEST(EncodingText, WhatIsTheDefaultMayBeWritten) {
  EXPECT_EQ(get(toText(get(parseEncoding(
                "#ttg.dot_op<{opIdx = 1, kWidth = 0, parent = "
                "#ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [2, "
                "16], warpsPerCTA = [4, 1], order = [1, 0], CGALayout = "
                "[]}>}>")))),
            CanonicalTexts[6]);
  EXPECT_EQ(get(toText(get(parseEncoding(
                "#ttg.nvmma_shared<{swizzlingByteWidth = 128, elementBitWidth "
                "= 16, fp4Padded = false, rank = 2}>")))),
            CanonicalTexts[16]);
  EXPECT_EQ(get(toText(get(parseEncoding(
                "#ttng.tensor_memory_scales_encoding<blockRepOrder = "
                "mnThenK>")))),
            "#ttng.tensor_memory_scales_encoding<>");
}

TEST(EncodingText, TheRankComesFromTheTensorWhereTheTextHasNone) {
  const char *text =
      "#ttg.amd_wmma<{version = 1, isTranspose = false, ctaLayout = {}}>";
  EXPECT_EQ(get(parseEncoding(text)).rank(), 2U);
  ReadOptions options;
  options.rank = 3;
  EXPECT_EQ(get(parseEncoding(text, options)).rank(), 3U);
  EXPECT_EQ(get(toText(get(parseEncoding(text, options)))), text);
  options.rank = 2;
  EXPECT_EQ(
      get(parseEncoding(concat("#ttg.slice<{dim = 0, parent = ", text, "}>"),
                        options))
          .rank(),
      2U);
  EXPECT_EQ(get(parseType(concat("tensor<2x16x16xf32, ", text, ">")))
                .encoding->rank(),
            3U);
}

TEST(EncodingText, TheRankIsNoDifferenceWhereBasesSayIt) {
  ReadOptions options;
  options.rank = 3;
  const char *wmma = "#ttg.amd_wmma<{version = 1, isTranspose = false, "
                     "ctaLayout = {warp = [[0, 0, 1]]}}>";
  EXPECT_EQ(get(parseEncoding(wmma)), get(parseEncoding(wmma, options)));
  const char *nvmma = "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed "
                      "= false, elementBitWidth = 16, CGALayout = [[0, 0, 1]]";
  EXPECT_EQ(get(parseEncoding(concat(nvmma, "}>"))),
            get(parseEncoding(concat(nvmma, ", rank = 3}>"))));
}

/// `#a` of a map.
ReadOptions withAliases(std::map<std::string, std::string, std::less<>> map) {
  ReadOptions options;
  options.aliases = [map = std::move(map)](
                        std::string_view name) -> std::optional<std::string> {
    auto found = map.find(name);
    return found == map.end() ? std::nullopt : std::optional(found->second);
  };
  return options;
}

TEST(EncodingText, AliasesMayUseAliases) {
  ReadOptions options = withAliases(
      {{"blocked", "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, "
                   "8], warpsPerCTA = [4, 1], order = [1, 0]}>"},
       {"row", "#ttg.slice<{dim = 1, parent = #blocked}>"},
       {"shared1", "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, "
                   "order = [1, 0]}>"},
       {"smem", "#ttg.shared_memory"}});
  EXPECT_EQ(get(parseEncoding(" #row ", options)),
            get(parseEncoding(CanonicalTexts[4])));
  EXPECT_EQ(get(toText(get(parseType("tensor<16xf16, #row>", options)))),
            concat("tensor<16xf16, ", CanonicalTexts[4], ">"));
  EXPECT_EQ(get(toText(get(parseType("!ttg.memdesc<16x64xf16, #shared1, #smem>",
                                     options)))),
            concat("!ttg.memdesc<16x64xf16, ", CanonicalTexts[14],
                   ", #ttg.shared_memory>"));
}

TEST(EncodingText, AliasesThatAreUnknownOrCircularAreRefused) {
  EXPECT_EQ(errorOf(parseEncoding("#row")),
            "column 1: expects an attribute, but got the unknown alias '#row'\n"
            "write the attribute in full, or name the file that defines the "
            "alias");
  ReadOptions cycle = withAliases(
      {{"a", "#b"}, {"b", "#a"}, {"c", "#ttg.slice<{dim = 0, parent = #c}>"}});
  EXPECT_TRUE(failsWith(parseEncoding(" #b", cycle),
                        "column 2: expects an attribute, but got the alias "
                        "'#b', which is defined by itself\nin the definition "
                        "of '#b'; in the definition of '#a'"));
  EXPECT_TRUE(failsWith(parseEncoding("#c", cycle), "column 1: expects"));
  EXPECT_TRUE(
      failsWith(parseEncoding("#c", cycle), "in the definition of '#c'"));
  ReadOptions wrong =
      withAliases({{"outer", "#ttg.slice<{dim = 9, parent = #inner}>"},
                   {"inner", "#ttg.blocked<{}>"},
                   {"tail", "#inner x"}});
  EXPECT_EQ(errorOf(parseEncoding("  #outer", wrong)),
            "column 3: expects the parameter 'sizePerThread' of 'blocked', but "
            "got none\nin the definition of '#outer'; in the definition of "
            "'#inner'\nit says: elements that a thread holds side by side");
}

} // namespace
