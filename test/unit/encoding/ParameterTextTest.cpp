//===- ParameterTextTest.cpp - Parameters where they stand in a text ------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/encoding/ParameterText.h"
#include "heddle/encoding/EncodingText.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

const std::string Blocked =
    "tensor<4x8xf16, #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = "
    "[4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>>";

/// "name=value ...", with `-` for what is left out.
std::string listed(std::string_view text, std::size_t number = 0) {
  std::vector<AttributeText> all = findAttributes(text);
  if (number >= all.size())
    return concat(all.size(), " attributes");
  std::string list = std::string(all[number].mnemonic);
  for (const ParameterText &each : all[number].parameters)
    list += concat(" ", each.name(), "=", each.value.value_or("-"));
  return list;
}

std::string changed(std::string_view text, std::string_view parameter,
                    std::string_view value, std::size_t attribute = 0) {
  Result<std::string> result =
      changeParameter(text, attribute, parameter, value);
  return result ? *result : "error: " + result.error().text();
}

TEST(ParameterText, FindsValues) {
  EXPECT_EQ(listed(Blocked),
            "blocked sizePerThread=[1, 2] threadsPerWarp=[4, 8] "
            "warpsPerCTA=[1, 1] order=[1, 0] CGALayout=-");
  std::vector<AttributeText> all = findAttributes(Blocked);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].parameters[0].info.meaning,
            "elements that a thread holds side by side");
}

TEST(ParameterText, FindsNestedAttributesAndDefinitions) {
  std::string text = "#a = #triton_gpu.nvidia_mma<{versionMajor = 2}>\n"
                     "tensor<4xf16, #ttg.slice<{dim = 0, parent = "
                     "#ttg.dot_op<{opIdx = 1, parent = #a, kWidth = 2}>}>>";
  EXPECT_EQ(findAttributes(text).size(), 3U);
  EXPECT_EQ(listed(text, 1),
            "slice dim=0 parent=#ttg.dot_op<{opIdx = 1, parent = #a, kWidth = "
            "2}>");
  EXPECT_EQ(listed(text, 2), "dot_op opIdx=1 parent=#a kWidth=2");
  EXPECT_EQ(findAttributes(text)[2].parameters[0].allowed,
            (std::vector<unsigned>{0, 1}));
}

TEST(ParameterText, FindsGroupsPrefixesAndWhatIsBehindBraces) {
  EXPECT_EQ(listed("#ttg.amd_wmma<{version = 2, ctaLayout = {register = [[0, "
                   "1]], warp = []}}>"),
            "amd_wmma version=2 isTranspose=- ctaLayout.register=[[0, 1]] "
            "ctaLayout.warp=[] CGALayout=- instrShape=- rank=-");
  EXPECT_EQ(listed("#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, "
                   "8]}>"),
            "padded_shared padding=[64:+8] order=[1, 0] shape=[8, 8]");
  EXPECT_EQ(listed("#ttg.shared_linear<{offset = [[1]]}, alignment = 16>"),
            "shared_linear offset=[[1]] block=- alignment=16");
  EXPECT_EQ(listed("#ttng.tensor_memory_encoding<blockM = 128, blockN = 8>"),
            "tensor_memory_encoding blockM=128 blockN=8 colStride=- "
            "CGALayout=- twoCTAs=- fp4Padded=-");
}

TEST(ParameterText, ReadsTextsThatAreWrong) {
  EXPECT_EQ(listed("#ttg.slice<{dim = , parent = three}>"),
            "slice dim= parent=three");
  EXPECT_EQ(listed("#ttg.slice<dim>"), "slice dim=- parent=-");
  EXPECT_EQ(listed("#ttg.slice<{dim = 1}"), "0 attributes");
  EXPECT_EQ(listed("#ttg.slice<{dim = 1>}"), "0 attributes");
  EXPECT_EQ(listed("#ttg.unheard_of<{dim = 1}>"), "0 attributes");
  EXPECT_EQ(listed("# #. #ttg #ttg. #ttg.slice #ttg.slice<"), "0 attributes");
  EXPECT_EQ(listed("#ttg.slice<{,,=,{}[],dim==}>"), "slice dim== parent=-");
}

TEST(ParameterText, ReadsManyAttributesInATimeThatStaysShort) {
  std::string text;
  for (unsigned i = 0; i < 20000; ++i)
    text += "#ttg.blocked<{";
  EXPECT_TRUE(findAttributes(text).empty());
}

TEST(ParameterText, ChangesValues) {
  EXPECT_EQ(changed("#ttg.slice<{dim = 1, parent = #a}>", "dim", "0"),
            "#ttg.slice<{dim = 0, parent = #a}>");
  EXPECT_EQ(changed("#ttg.amd_wmma<{ctaLayout = {register = [], warp = []}}>",
                    "ctaLayout.warp", "[[0, 1]]"),
            "#ttg.amd_wmma<{ctaLayout = {register = [], warp = [[0, 1]]}}>");
  EXPECT_EQ(
      changed("#ttg.padded_shared<[4:+1] {order = [0]}>", "padding", "[8:+2]"),
      "#ttg.padded_shared<[8:+2] {order = [0]}>");
  EXPECT_EQ(changed("#a = #ttg.slice<{dim = 1}>\n#ttg.slice<{dim = 1}>", "dim",
                    "0", 1),
            "#a = #ttg.slice<{dim = 1}>\n#ttg.slice<{dim = 0}>");
}

TEST(ParameterText, PutsValuesIn) {
  EXPECT_EQ(changed("#ttg.dot_op<{opIdx = 0, parent = #a}>", "kWidth", "2"),
            "#ttg.dot_op<{opIdx = 0, parent = #a, kWidth = 2}>");
  EXPECT_EQ(changed("#ttg.slice<{}>", "dim", "0"), "#ttg.slice<{dim = 0}>");
  EXPECT_EQ(changed("#ttg.slice<>", "dim", "0"), "#ttg.slice<{dim = 0}>");
  EXPECT_EQ(changed("#ttg.amd_wmma<{version = 2}>", "ctaLayout.warp", "[]"),
            "#ttg.amd_wmma<{version = 2, ctaLayout = {warp = []}}>");
  EXPECT_EQ(changed("#ttg.amd_wmma<{ctaLayout = {warp = []}, version = 2}>",
                    "ctaLayout.register", "[]"),
            "#ttg.amd_wmma<{ctaLayout = {warp = [], register = []}, version = "
            "2}>");
  EXPECT_EQ(changed("#ttg.shared_linear<{offset = []}>", "alignment", "16"),
            "#ttg.shared_linear<{offset = []}, alignment = 16>");
  EXPECT_EQ(
      changed("#ttng.tensor_memory_encoding<blockM = 64>", "twoCTAs", "true"),
      "#ttng.tensor_memory_encoding<blockM = 64, twoCTAs = true>");
  EXPECT_EQ(changed("#ttg.padded_shared<{offset = []}>", "padding", "[4:+1]"),
            "#ttg.padded_shared<[4:+1] {offset = []}>");
}

TEST(ParameterText, TakesOptionalValuesOut) {
  EXPECT_EQ(changed("#ttg.dot_op<{opIdx = 0, kWidth = 2, parent = #a}>",
                    "kWidth", ""),
            "#ttg.dot_op<{opIdx = 0, parent = #a}>");
  EXPECT_EQ(changed("#ttg.dot_op<{opIdx = 0, kWidth = 2}>", "kWidth", ""),
            "#ttg.dot_op<{opIdx = 0}>");
  EXPECT_EQ(changed("#ttg.dot_op<{kWidth = 2}>", "kWidth", ""),
            "#ttg.dot_op<{}>");
  EXPECT_EQ(changed("#ttg.slice<{dim = 1}>", "dim", ""), "#ttg.slice<{dim = }>")
      << "it must be there";
  EXPECT_EQ(changed("#ttg.slice<{}>", "dim", ""), "#ttg.slice<{}>");
}

TEST(ParameterText, RefusesWhatIsNotThere) {
  EXPECT_EQ(changed("#ttg.slice<{dim = 1}>", "dime", "1"),
            "error: expects a parameter of 'slice', but got 'dime'\n"
            "the known ones are dim, parent");
  EXPECT_EQ(changed("#ttg.slice<{dim = 1}>", "dim", "1", 1),
            "error: expects one of 1 layouts of the text, but got number 1");
  for (const char *value : {"[1", "1]", ")(", "1}>", "<{"})
    EXPECT_EQ(changed("#ttg.slice<{dim = 1}>", "dim", value),
              concat("error: expects a value whose brackets are closed, but "
                     "got '",
                     value, "'"));
}

/// Every parameter of a text that Heddle writes is found, and putting in the
/// value that it has changes nothing.
TEST(ParameterText, KeepsWhatIsWritten) {
  for (const char *text :
       {"#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = "
        "[2, 2], instrShape = [16, 8]}>",
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = "
        "[1, 0]}>",
        "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, "
        "elementBitWidth = 16}>",
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, "
        "32, 8], isTransposed = false}>"}) {
    Result<Encoding> read = parseEncoding(text);
    ASSERT_TRUE(read) << text;
    std::string canonical = toText(*read).value();
    std::vector<AttributeText> all = findAttributes(canonical);
    ASSERT_EQ(all.size(), 1U) << text;
    for (const ParameterText &each : all[0].parameters) {
      EXPECT_FALSE(each.info.type.empty()) << each.name() << " of " << text;
      if (each.value)
        EXPECT_EQ(changed(canonical, each.name(), *each.value), canonical);
      else
        EXPECT_TRUE(each.info.optional) << each.name() << " of " << text;
    }
  }
}

} // namespace
} // namespace heddle
