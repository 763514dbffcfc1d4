//===- CsvViewTest.cpp - Tests of layouts as CSV --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/CsvView.h"

#include "SampleLayouts.h"

#include <sstream>

using namespace heddle;

namespace {

TEST(CsvView, ElementsFirst) {
  EXPECT_EQ(get(csvTensorView(layoutOf(
                "{register: [[0, 1]], lane: [[2, 0], [1, 0], [0, 0]]} -> "
                "{dim0: 4, dim1: 4}"))),
            "dim0,dim1,block,warp,lane,register\r\n"
            "0,0,0,0,0,0\r\n"
            "0,0,0,0,4,0\r\n"
            "0,1,0,0,0,1\r\n"
            "0,1,0,0,4,1\r\n"
            "1,0,0,0,2,0\r\n"
            "1,0,0,0,6,0\r\n"
            "1,1,0,0,2,1\r\n"
            "1,1,0,0,6,1\r\n"
            "2,0,0,0,1,0\r\n"
            "2,0,0,0,5,0\r\n"
            "2,1,0,0,1,1\r\n"
            "2,1,0,0,5,1\r\n"
            "3,0,0,0,3,0\r\n"
            "3,0,0,0,7,0\r\n"
            "3,1,0,0,3,1\r\n"
            "3,1,0,0,7,1\r\n");
}

TEST(CsvView, LocationsFirst) {
  EXPECT_EQ(get(csvHardwareView(layoutOf("{offset: [[0, 1], [1, 1]]} -> "
                                         "{dim0: 2, dim1: 2}"))),
            "block,offset,dim0,dim1\r\n"
            "0,0,0,0\r\n"
            "0,1,0,1\r\n"
            "0,2,1,1\r\n"
            "0,3,1,0\r\n");
  EXPECT_EQ(
      get(csvHardwareView(layoutOf("{row: [1], col: [2]} -> {dim0: 4}"))),
      "block,row,col,dim0\r\n0,0,0,0\r\n0,0,1,2\r\n0,1,0,1\r\n0,1,1,3\r\n");
}

TEST(CsvView, QuotesNamesThatNeedIt) {
  LinearLayout layout = get(
      LinearLayout::identity1D(2, Dim::named("a,b"), Dim::named("say \"x\"")));
  EXPECT_EQ(get(csvHardwareView(layout)),
            "\"a,b\",\"say \"\"x\"\"\"\r\n0,0\r\n1,1\r\n");
}

TEST(CsvView, ListsOnlyWhatIsHeld) {
  LinearLayout layout =
      get(LinearLayout::fromWords({{Dim::Lane, 1}}, {{D0, 60}}, {1ULL << 59}));
  EXPECT_EQ(get(csvTensorView(layout)), "dim0,block,warp,lane,register\r\n"
                                        "0,0,0,0,0\r\n"
                                        "576460752303423488,0,0,1,0\r\n");
}

/// The lines as tables of numbers, and the header.
std::pair<std::string, std::vector<std::vector<std::uint64_t>>>
parseCsv(const std::string &text) {
  std::vector<std::string> lines = splitLines(text);
  std::vector<std::vector<std::uint64_t>> rows;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::istringstream line(lines[i]);
    rows.emplace_back();
    for (std::string field; std::getline(line, field, ',');)
      rows.back().push_back(std::stoull(field));
  }
  return {lines[0], rows};
}

/// Every location occurs once, with the element that the layout applies to.
void checkCsv(const LinearLayout &layout) {
  auto [header, rows] = parseCsv(get(csvTensorView(layout)));
  std::size_t rank = layout.outs().size();
  RC_ASSERT(rows.size() == f2::unit(layout.totalInBits()));
  RC_ASSERT(std::is_sorted(rows.begin(), rows.end()));
  std::set<std::vector<std::uint64_t>> seen;
  const Dim order[] = {Dim::Block, Dim::Warp, Dim::Lane, Dim::Register};
  for (const std::vector<std::uint64_t> &row : rows) {
    RC_ASSERT(
        seen.insert({row.begin() + static_cast<long>(rank), row.end()}).second);
    Coordinates location;
    for (unsigned i = 0; i < 4; ++i)
      if (layout.hasIn(order[i]))
        location.push_back({order[i], row[rank + i]});
      else
        RC_ASSERT(row[rank + i] == 0);
    for (const Coordinate &out : get(layout.apply(location)))
      RC_ASSERT(row[out.dim.id()] == out.value);
  }
}

TEST(CsvViewLaws, EveryLocationOccursOnceWithItsElement) {
  HEDDLE_PROPERTY([] { checkCsv(*anyDistributed()); });
}

TEST(CsvViewLaws, BothHaveTheSameLines) {
  HEDDLE_PROPERTY([] {
    LinearLayout layout = *anyDistributed();
    std::size_t rank = layout.outs().size();
    auto rows = parseCsv(get(csvHardwareView(layout))).second;
    RC_ASSERT(std::is_sorted(rows.begin(), rows.end()));
    for (std::vector<std::uint64_t> &row : rows)
      std::rotate(row.begin(), row.end() - static_cast<long>(rank), row.end());
    std::sort(rows.begin(), rows.end());
    RC_ASSERT(rows == parseCsv(get(csvTensorView(layout))).second);
  });
}

TEST(CsvViewErrors, NameTheLimit) {
  EXPECT_TRUE(failsWith(csvTensorView(get(LinearLayout::identity1D(
                            f2::unit(25), Dim::Register, D0))),
                        "expects at most 2^24 locations, but got 2^25"));
}

} // namespace
