//===- TextTest.cpp - Tests of layouts as text ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Text.h"

#include "RandomLayouts.h"

using namespace heddle;

namespace {

LinearLayout swizzle() {
  return get(LinearLayout::fromBases({{Dim::Register, {}},
                                      {Dim::Lane, {{1, 1}, {2, 2}}},
                                      {Dim::Warp, {{0, 1}, {0, 2}}}},
                                     {D0, D1}));
}

TEST(Text, TritonsFormIsByteForByte) {
  EXPECT_EQ(toTritonText(swizzle()),
            "\n - register is a size 1 dimension"
            "\n - lane=1 -> (1, 1)"
            "\n   lane=2 -> (2, 2)"
            "\n - warp=1 -> (0, 1)"
            "\n   warp=2 -> (0, 2)"
            "\nwhere out dims are: [dim0 (size 4), dim1 (size 4)]");
  EXPECT_EQ(toTritonText(LinearLayout()), "\n(empty layout)");
  EXPECT_EQ(toTritonText(get(LinearLayout::fromWords({}, {{D0, 0}}, {}))),
            "\n(empty layout with out-dims [dim0 (size 1)])");
  EXPECT_EQ(
      toTritonText(get(LinearLayout::fromWords({{Dim::Lane, 1}}, {}, {0}))),
      "\n - lane=1 -> ()\nwhere out dims are: []");
}

TEST(Text, CompactFormIsOneLine) {
  EXPECT_EQ(toText(swizzle()),
            "{register: [], lane: [[1, 1], [2, 2]], warp: [[0, 1], [0, 2]]} -> "
            "{dim0: 4, dim1: 4}");
  EXPECT_EQ(toText(get(LinearLayout::identity1D(8, Dim::Offset, D0))),
            "{offset: [1, 2, 4]} -> {dim0: 8}");
  EXPECT_EQ(toText(get(LinearLayout::identity1D(2, Dim::named("a b"),
                                                Dim::named("\"\\\n")))),
            R"({"a b": [1]} -> {"\"\\\u000a": 2})");
  EXPECT_EQ(toText(LinearLayout()), "{} -> {}");
}

TEST(Text, JsonIsOneLine) {
  EXPECT_EQ(
      toJson(swizzle()),
      R"({"bases":[["register",[]],["lane",[[1,1],[2,2]]],["warp",[[0,1],[0,2]]]],"outs":[["dim0",4],["dim1",4]]})");
}

TEST(Text, ParsesFreeFormsOfTheSame) {
  EXPECT_EQ(get(parseText("{ offset :[ [1],2 ,[4] ]}->{dim0:8}  ")),
            get(LinearLayout::identity1D(8, Dim::Offset, D0)));
  EXPECT_EQ(get(parseJson(" { \"outs\" : [ [ \"dim0\" , 8 ] ] "
                          ",\n\"bases\":[[\"offset\",[[1],[2],[4]]]] } ")),
            get(LinearLayout::identity1D(8, Dim::Offset, D0)));
  EXPECT_EQ(get(parseText("{lane: [0]} -> {dim0: 4}")),
            get(LinearLayout::zeros1D(2, Dim::Lane, D0, 4)));
}

TEST(Text, ParsesSixtyFourBits) {
  LinearLayout a =
      get(LinearLayout::fromWords({{Dim::Lane, 1}}, {{D0, 64}}, {~0ULL}));
  EXPECT_EQ(toText(a),
            "{lane: [18446744073709551615]} -> {dim0: 18446744073709551616}");
  EXPECT_EQ(get(parseText(toText(a))), a);
  EXPECT_EQ(get(parseJson(toJson(a))), a);
}

TEST(Text, ParsesEscapesInNames) {
  LinearLayout a = get(parseJson(
      R"({"bases":[["\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00",[]]],"outs":[]})"));
  EXPECT_EQ(a.ins()[0].dim.name(),
            "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(get(parseJson(toJson(a))), a);
}

/// A text that is refused, and a part of the message.
struct Case {
  const char *text;
  const char *message;
};

TEST(TextErrors, NameTheColumnAndWhatWasExpected) {
  for (const Case &each : std::vector<Case>{
           {"", "column 1: expects '{', but got the end of the text"},
           {"{lane [1]}", "column 7: expects ':', but got '['"},
           {"{lane: [1}", "column 10: expects ',' or ']', but got '}'"},
           {"{lane: [1] warp", "column 12: expects ',' or '}', but got 'w'"},
           {"{lane: [-1]} -> {dim0: 2}", "column 9: expects a coordinate, "
                                         "which is not negative, but got '-'"},
           {"{lane: [99999999999999999999]}",
            "column 9: expects a coordinate of at most 64 bits"},
           {"{: []}", "column 2: expects the name of a dimension, but got ':'"},
           {"{lane: [1]} dim0", "column 13: expects '->', but got 'd'"},
           {"{lane: [1]} -> {dim0: 12}", "column 23: expects the size of dim0 "
                                         "to be a power of two, but got 12"},
           {"{lane: [1]} -> {dim0: x}",
            "column 23: expects a size, but got 'x'"},
           {"{lane: [1]} -> {dim0: 99999999999999999999}",
            "column 23: expects a size of at most 2^64"},
           {"{lane: [1]} -> {dim0: 2} x",
            "column 26: expects the end of the text, but got 'x'"},
           {"{\"lane: [1]}", "column 13: expects '\"' at the end of a name"},
           {"{lane: [4]} -> {dim0: 4}",
            "expects coordinates below the size of dim0"},
           {"{lane: [[1, 1]]} -> {dim0: 4}",
            "one coordinate for each of 1 output dimensions"},
           {"{lane: [1], lane: [2]} -> {dim0: 4}", "'lane' twice"}})
    EXPECT_TRUE(failsWith(parseText(each.text), each.message)) << each.text;
}

TEST(TextErrors, JsonNamesTheColumnToo) {
  for (const Case &each : std::vector<Case>{
           {"[]", "column 1: expects '{', but got '['"},
           {"{}", "column 2: expects the key \"bases\", but got '}'"},
           {R"({"bases":[]})", "column 12: expects the key \"outs\""},
           {R"({"bases":[],"bases":[]})",
            "column 13: expects the key \"bases\" or \"outs\", each once"},
           {R"({"sizes":[]})",
            "column 2: expects the key \"bases\" or \"outs\", each once"},
           {R"({"bases":[["lane",[1]]]})",
            "column 20: expects '[', but got '1'"},
           {R"({"bases":[["la\x",[]]]})",
            "column 16: expects an escape sequence, but got 'x'"},
           {R"({"bases":[["la\u12",[]]]})",
            "column 17: expects four hexadecimal digits"},
           {R"({"bases":[["\ud800",[]]]})",
            "column 19: expects the second half of a surrogate pair"},
           {R"({"bases":[["\ud800\u0041",[]]]})",
            "expects the second half of a surrogate pair before this"},
           {R"({"bases":[["\udc00",[]]]})",
            "expects no second half of a surrogate pair alone"},
           {"{\"bases\":[[\"a\nb\",[]]]}",
            "column 14: expects no control character in a name"},
           {R"({"outs":[["dim0",3]],"bases":[]})",
            "column 18: expects the size of dim0"}})
    EXPECT_TRUE(failsWith(parseJson(each.text), each.message)) << each.text;
}

TEST(TextErrors, NoPrefixAndNoByteIsAccepted) {
  std::string text = toText(swizzle());
  std::string json = toJson(swizzle());
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_FALSE(parseText(text.substr(0, length)).has_value());
  for (std::size_t length = 0; length < json.size(); ++length)
    EXPECT_FALSE(parseJson(json.substr(0, length)).has_value());
  // Any change of a byte is refused or gives another layout, never a crash.
  for (std::size_t i = 0; i < json.size(); ++i)
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = json;
      changed[i] = static_cast<char>(byte);
      if (Result<LinearLayout> parsed = parseJson(changed))
        EXPECT_EQ(get(parseJson(toJson(*parsed))), *parsed);
      changed = text;
      if (i < text.size()) {
        changed[i] = static_cast<char>(byte);
        if (Result<LinearLayout> parsed = parseText(changed))
          EXPECT_EQ(get(parseText(toText(*parsed))), *parsed);
      }
    }
}

} // namespace
