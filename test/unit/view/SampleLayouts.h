//===- SampleLayouts.h - Layouts that the views are tested on ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts from their one-line text, and random ones of each kind.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_VIEW_SAMPLELAYOUTS_H
#define HEDDLE_TEST_UNIT_VIEW_SAMPLELAYOUTS_H

#include "heddle/layout/Text.h"
#include "layout/RandomLayouts.h"

namespace heddle {

/// Of the form `{lane: [[0, 1]]} -> {dim0: 1, dim1: 2}`.
inline LinearLayout layoutOf(std::string_view text) {
  return get(parseText(text));
}

/// Random bases: with replicas, with elements that nobody holds, with rank 0
/// to 3, sometimes without some of the input dimensions.
inline rc::Gen<LinearLayout> anyViewed(std::vector<Dim> ins,
                                       unsigned mostBits) {
  auto draw = [=] {
    std::vector<Dim> someIns;
    for (Dim in : ins)
      if (*rc::gen::inRange(0, 4) != 0)
        someIns.push_back(in);
    std::vector<Dim> outs = {D0, D1, D2};
    outs.resize(*rc::gen::inRange<std::size_t>(0, 4));
    if (*rc::gen::arbitrary<bool>())
      std::reverse(outs.begin(), outs.end());
    return *anyLayout(someIns, outs, mostBits);
  };
  // RapidCheck starts with small numbers, of which most layouts would be empty.
  return rc::gen::resize(rc::kNominalSize, rc::gen::exec(draw));
}

inline rc::Gen<LinearLayout> anyDistributed() {
  return anyViewed({Dim::Register, Dim::Lane, Dim::Warp, Dim::Block}, 3);
}

inline std::vector<std::string> splitLines(const std::string &text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end; (end = text.find('\n', start)) != std::string::npos;
       start = end + 1)
    lines.push_back(text.substr(start, end - start));
  if (start != text.size())
    lines.push_back(text.substr(start));
  return lines;
}

} // namespace heddle

#endif // HEDDLE_TEST_UNIT_VIEW_SAMPLELAYOUTS_H
