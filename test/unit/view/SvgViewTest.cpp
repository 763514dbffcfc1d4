//===- SvgViewTest.cpp - Tests of layouts as SVG --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/SvgView.h"

#include "SampleLayouts.h"

#include <cmath>
#include <regex>

using namespace heddle;

namespace {

/// Tags are balanced, attributes quoted, no stray markup in the text: what an
/// XML parser asks of the little that the pictures use.
testing::AssertionResult isWellFormed(const std::string &xml) {
  static const std::regex tagPattern(
      R"re(<(/?)([a-z]+)((?: [a-zA-Z-]+="[^"<&]*")*)(/?)>)re");
  std::vector<std::string> open;
  auto end = xml.cbegin();
  for (std::sregex_iterator it(xml.begin(), xml.end(), tagPattern), none;
       it != none; ++it) {
    std::string between(end, (*it)[0].first);
    static const std::regex strayPattern("[<>]|&(?!amp;|lt;|gt;|quot;)");
    if (std::regex_search(between, strayPattern))
      return testing::AssertionFailure()
             << "stray markup in '" << between << "'";
    end = (*it)[0].second;
    if ((*it)[1].length() != 0) {
      if (open.empty() || open.back() != (*it)[2])
        return testing::AssertionFailure() << "closes " << (*it)[2];
      open.pop_back();
    } else if ((*it)[4].length() == 0) {
      open.push_back((*it)[2]);
    }
  }
  if (!open.empty())
    return testing::AssertionFailure() << "leaves " << open.back() << " open";
  return testing::AssertionSuccess();
}

std::size_t occurrences(const std::string &text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

LinearLayout rowPerThread() {
  return layoutOf("{register: [[0, 1]], lane: [[1, 0], [2, 0], [4, 0], [8, 0], "
                  "[16, 0]]} -> {dim0: 32, dim1: 2}");
}

TEST(SvgView, OfATensorHasACellForEachElement) {
  std::string svg = get(svgTensorView(rowPerThread()));
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_THAT(svg,
              testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_EQ(occurrences(svg, "<g><title>"), 64);
  EXPECT_THAT(svg, testing::HasSubstr(">Who holds each element of a 32x2 "
                                      "tensor</text>"));
  EXPECT_THAT(svg, testing::HasSubstr("<title>(31,1): T31:1</title><rect"));
  EXPECT_THAT(svg, testing::HasSubstr(">colour: thread</text>"));
  EXPECT_THAT(svg, testing::HasSubstr("thread = lane + 32 * warp</text>"));
}

TEST(SvgView, NotesListReplicas) {
  std::string svg = get(svgTensorView(
      layoutOf("{lane: [0, 0, 0, 0], register: [1]} -> {dim0: 4}")));
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_THAT(svg, testing::HasSubstr("<title>(1): T0:1, T1:1, T2:1, T3:1, "
                                      "T4:1, T5:1, T6:1, T7:1, and 8 more<"));
  EXPECT_THAT(svg, testing::HasSubstr("<title>(3): held by no location<"));
}

/// WCAG 2's contrast of black text on the colour "rrggbb".
double contrastWithBlack(const std::string &hex) {
  double luminance = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (unsigned i = 0; i < 3; ++i) {
    double level =
        std::stoi(hex.substr(std::size_t(2) * i, 2), nullptr, 16) / 255.0;
    luminance += weights[i] * (level <= 0.04045
                                   ? level / 12.92
                                   : std::pow((level + 0.055) / 1.055, 2.4));
  }
  return (luminance + 0.05) / 0.05;
}

TEST(SvgView, TextIsReadableOnThirtyTwoColours) {
  std::string svg = get(svgTensorView(rowPerThread()));
  std::set<std::string> fills;
  static const std::regex cellPattern(
      "</title><rect[^>]* fill=\"#([0-9a-f]{6})\"");
  for (std::sregex_iterator it(svg.begin(), svg.end(), cellPattern), none;
       it != none; ++it)
    fills.insert((*it)[1]);
  EXPECT_EQ(fills.size(), 32);
  for (const std::string &fill : fills)
    EXPECT_GE(contrastWithBlack(fill), 7.0) << fill;
}

TEST(SvgView, AnyTitleIsText) {
  std::string svg = get(svgTensorView(
      rowPerThread(),
      {.title = "a <b> & \"c\" \x01 \xff \xc3\xa9 \xed\xa0\x80"}));
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_THAT(
      svg, testing::HasSubstr(">a &lt;b&gt; &amp; &quot;c&quot; \xef\xbf\xbd "
                              "\xef\xbf\xbd \xc3\xa9 \xef\xbf\xbd"));
}

TEST(SvgView, OfMemoryHasAColumnForEachBank) {
  LinearLayout layout = layoutOf(
      "{offset: [[0, 1], [0, 2], [1, 1], [2, 2]]} -> {dim0: 4, dim1: 4}");
  std::string svg = get(svgMemoryView(
      layout, {.elementBits = 16, .banks = 4, .paddings = {{8, 2}}}));
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_THAT(
      svg, testing::HasSubstr("<title>byte 4, bank 1: (0,2..3)</title><rect"));
  EXPECT_THAT(svg, testing::HasSubstr(">-</text>"));
  EXPECT_THAT(svg, testing::HasSubstr(">colour: row of the tensor</text>"));
  EXPECT_TRUE(failsWith(svgMemoryView(rowPerThread(), {}),
                        "expects a layout of shared memory"));
}

TEST(SvgView, OfHardwareHasATableForEachWarp) {
  std::string svg = get(
      svgHardwareView(layoutOf("{register: [1], warp: [2, 4]} -> {dim0: 8}")));
  EXPECT_TRUE(isWellFormed(svg));
  EXPECT_THAT(svg, testing::HasSubstr(">warp = 3</text>"));
  EXPECT_THAT(svg, testing::HasSubstr(
                       "<title>block=0, warp=3, lane=0, register=1: (7)<"));
}

TEST(SvgViewLaws, AreWellFormed) {
  HEDDLE_PROPERTY([] {
    LinearLayout layout = *anyViewed({Dim::Lane, Dim::Warp, Dim::Offset}, 1);
    std::string svg = get(svgTensorView(layout));
    RC_ASSERT(isWellFormed(svg));
    RC_ASSERT(occurrences(svg, "<g><title>") ==
              f2::unit(layout.totalOutBits()));
  });
}

TEST(SvgViewErrors, NameTheLimit) {
  LinearLayout layout =
      get(LinearLayout::identity1D(f2::unit(16), Dim::Register, D0));
  EXPECT_TRUE(failsWith(svgTensorView(layout),
                        "expects at most 32768 cells in a picture, but got "
                        "65536\ndraw a smaller tensor"));
  EXPECT_TRUE(failsWith(svgHardwareView(layout), "but got 65536"));
}

} // namespace
