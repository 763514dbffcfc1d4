//===- SyntaxErrorsTest.cpp - Refusals of brackets and names -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Refusals.h"

using namespace heddle;

namespace {

TEST(SyntaxErrors, TextsThatAreNoAttribute) {
  expectRefused(
      {{"", "column 1: expects an attribute such as '#ttg.blocked<{...}>', but "
            "got the end of the text"},
       {"   ", "column 4: expects an attribute such as '#ttg.blocked<{...}>', "
               "but got the end of the text"},
       {"blocked", "column 1: expects an attribute such as "
                   "'#ttg.blocked<{...}>', but got 'blocked'"},
       {"#", "column 2: expects the name of an attribute, but got the end of "
             "the text"},
       {"#.blocked<{}>",
        "column 2: expects the name of an attribute, but got '.blocked<{}>'"},
       {"#ttg.",
        "column 6: expects the name of a layout, but got the end of the text"},
       {"#ttg.<{}>", "column 6: expects the name of a layout, but got '<{}>'"},
       {"#1", "column 2: expects the name of an attribute, but got '1'"},
       {replaced(Blocked, "0]}>", "0]}> x"),
        "column 103: expects the end of the text, but got 'x'"},
       {replaced(Blocked, "0]}>",
                 "0]}>#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = "
                 "[4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"),
        "column 102: expects the end of the text, but got '#ttg.blocked...'"},
       {"tensor<16xf16>", "column 1: expects an attribute such as "
                          "'#ttg.blocked<{...}>', but got 'tensor<16xf1...'"}});
}

TEST(SyntaxErrors, BracketsThatDoNotMatch) {
  expectRefused(
      {{"#ttg.blocked<{sizePerThread = [1, 4}>",
        "column 36: expects ',' or ']', but got '}>'"},
       {"#ttg.blocked<{sizePerThread = [1, 4]",
        "column 37: expects ',' or '}', but got the end of the text"},
       {"#ttg.blocked<{sizePerThread = [1, 4]}",
        "column 38: expects ',' or '>', but got the end of the text"},
       {"#ttg.blocked<{sizePerThread = [1 4]}>",
        "column 34: expects ',' or ']', but got '4]}>'"},
       {"#ttg.blocked<sizePerThread = [1, 4]}>",
        "column 36: expects ',' or '>', but got '}>'"},
       {"#ttg.blocked<{sizePerThread [1, 4]}>",
        "column 29: expects '=', but got '[1, 4]}>'"},
       {"#ttg.blocked<{= [1, 4]}>",
        "column 15: expects the name of a parameter, but got '= [1, 4]}>'"},
       {"#ttg.blocked<{sizePerThread = }>",
        "column 31: expects a value, but got '}>'"},
       {"#ttg.blocked<{sizePerThread = [1, 4],}>",
        "column 38: expects the name of a parameter, but got '}>'"},
       {"#ttg.blocked<{order = [1, 0,]}>",
        "column 29: expects a value, but got ']}>'"},
       {"#ttg.blocked<{order = [1, -1]}>",
        "column 27: expects a value, but got '-1]}>'"},
       {"#ttg.padded_shared<[32:4] {order = [0], shape = [4]}>",
        "column 24: expects '+', but got '4] {order = ...'"},
       {"#ttg.padded_shared<[32:+] {order = [0], shape = [4]}>",
        "column 25: expects a number that is not negative, but got '] {order = "
        "[...'"},
       {"#ttg.padded_shared<[32:+4], {order = [0], shape = [4]}>",
        "column 27: expects '{', but got ', {order = [...'"}});
}

TEST(SyntaxErrors, BytesThatAreNoText) {
  expectRefused(
      {{std::string("#ttg.bl\000ocked<{}>", 17),
        concat("column 1: expects a layout, but got '#ttg.bl'", KnownFamilies)},
       {"#ttg.blocked<{\377 = 1}>",
        "column 15: expects the name of a parameter, but got '\\xFF = 1}>'"},
       {"\303\251", "column 1: expects an attribute such as "
                    "'#ttg.blocked<{...}>', but got '\\xC3\\xA9'"},
       {std::string("#ttg.blocked<{order = [1, 0]\000}>", 31),
        "column 29: expects ',' or '}', but got '\\x00}>'"},
       {"#ttg.blocked<{order = \357\274\221}>",
        "column 23: expects a value, but got '\\xEF\\xBC\\x91}>'"}});
}

TEST(SyntaxErrors, NumbersThatAreTooLarge) {
  expectRefused(
      {{"#ttg.swizzled_shared<{vec = 99999999999999999999, perPhase = 1, "
        "maxPhase = 1, order = [0]}>",
        "column 29: expects a number of at most 64 bits, but got "
        "'999999999999...'"},
       {"#ttg.swizzled_shared<{vec = 4294967296, perPhase = 1, maxPhase = 1, "
        "order = [0]}>",
        "column 29: expects a number of at most 32 bits as 'vec', but got "
        "4294967296"},
       {"#ttg.padded_shared<[4294967296:+4] {order = [0], shape = [4]}>",
        "column 21: expects an interval and its padding such as 128:+4 as "
        "'padding', but got 4294967296:+4"},
       {"#ttg.padded_shared<[32:+4] {order = [0], shape = [4294967296]}>",
        "column 51: expects a number of at most 2147483648 in 'shape', but "
        "got 4294967296"},
       {"#ttg.padded_shared<[32:+4] {order = [4294967296], shape = [4]}>",
        "column 38: expects a number of at most 2147483648 in 'order', but "
        "got 4294967296"}});
}

std::string repeated(std::string_view text, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i)
    result += text;
  return result;
}

// However deep a text is, the parser's own stack is not.
TEST(SyntaxErrors, NestingThatIsTooDeep) {
  std::string slices = repeated("#ttg.slice<{dim = 0, parent = ", 100000);
  for (const std::string &text :
       {concat("#ttg.blocked<{order = ", repeated("[", 100000)),
        concat("#ttg.blocked<{order = ", repeated("{a = ", 100000)), slices,
        concat(slices.substr(0, 30UL * 40), Blocked, repeated("}>", 40))})
    EXPECT_TRUE(failsWith(parseEncoding(text),
                          "expects at most 32 levels of nesting, but got more"))
        << text.substr(0, 60);
  EXPECT_TRUE(failsWith(parseElementType(concat(repeated("!tt.ptr<", 40), "f16",
                                                repeated(">", 40))),
                        "expects at most 32 levels of nesting, but got more"));
}

TEST(SyntaxErrors, LinesAreCounted) {
  expectRefused(
      {{"#ttg.blocked<{\n  sizePerThread = [1, 4],\n  order = [1, 3}>",
        "line 3, column 16: expects ',' or ']', but got '}>'"},
       {"\n\n  #ttg.block",
        concat("line 3, column 3: expects a layout, but got '#ttg.block'",
               KnownFamilies)}});
}

} // namespace
