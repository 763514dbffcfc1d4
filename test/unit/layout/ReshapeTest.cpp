//===- ReshapeTest.cpp - Tests of reshaping and restricting ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/Reshape.h"

#include "RandomLayouts.h"

using namespace heddle;

namespace {

LinearLayout parse(const char *text) { return get(parseText(text)); }

TEST(Shapes, GrowsTheMinorDimensionFirstInTheFirstInput) {
  LinearLayout a =
      parse("{register: [[1, 0]], lane: [[0, 1]]} -> {dim1: 2, dim0: 2}");
  EXPECT_EQ(
      get(growToShape(a, {{D0, 4}, {D1, 8}})),
      parse("{register: [[1, 0], [2, 0], [4, 0], [0, 2]], lane: [[0, 1]]} -> "
            "{dim1: 8, dim0: 4}"));
  EXPECT_EQ(get(growToShape(a, {{D0, 1}})), a) << "never shrinks";
}

TEST(Shapes, ShrinksByReplicatingOrByDroppingRegisters) {
  LinearLayout a =
      parse("{register: [1, 0, 8], lane: [2, 4], warp: [16]} -> {dim0: 32}");
  EXPECT_EQ(
      get(shrinkToShape(a, {{D0, 8}})),
      parse("{register: [1, 0, 0], lane: [2, 4], warp: [0]} -> {dim0: 8}"));
  EXPECT_EQ(get(shrinkToShape(a, {{D0, 8}}, ExcessRegisters::Drop)),
            parse("{register: [1, 0], lane: [2, 4], warp: [0]} -> {dim0: 8}"));
  EXPECT_EQ(get(shrinkToShape(a, {{D0, 64}})), a) << "never grows";
}

TEST(Shapes, ShrinkingKeepsSurjectivityOfSwizzledBases) {
  LinearLayout a = parse("{offset: [1, 2, 12, 8]} -> {dim0: 16}");
  LinearLayout b = get(shrinkToShape(a, {{D0, 8}}));
  EXPECT_EQ(b, parse("{offset: [1, 2, 4, 0]} -> {dim0: 8}"));
  EXPECT_TRUE(b.isSurjective());
}

TEST(Reshape, ResizesRenamesAndSqueezes) {
  LinearLayout a =
      parse("{register: [[1, 0], [2, 0]], lane: []} -> {dim0: 4, dim1: 1}");
  EXPECT_EQ(get(resizeIn(a, Dim::Register, 2)),
            parse("{register: [[1, 0]], lane: []} -> {dim0: 4, dim1: 1}"));
  EXPECT_EQ(
      get(resizeOut(a, D0, 2)),
      parse("{register: [[1, 0], [0, 0]], lane: []} -> {dim0: 2, dim1: 1}"));
  EXPECT_EQ(
      get(resizeOut(a, D0, 16)),
      parse("{register: [[1, 0], [2, 0]], lane: []} -> {dim0: 16, dim1: 1}"));
  EXPECT_EQ(
      get(renameIn(a, Dim::Lane, Dim::Warp)),
      parse("{register: [[1, 0], [2, 0]], warp: []} -> {dim0: 4, dim1: 1}"));
  EXPECT_EQ(
      get(renameOut(a, D0, D2)),
      parse("{register: [[1, 0], [2, 0]], lane: []} -> {dim2: 4, dim1: 1}"));
  EXPECT_EQ(get(renameIn(a, Dim::Lane, Dim::Lane)), a);
  EXPECT_EQ(get(squeezeOut(get(squeezeIn(a, Dim::Lane)), D1)),
            parse("{register: [1, 2]} -> {dim0: 4}"));
  EXPECT_EQ(get(removeZeroBases(parse("{register: [0, 1, 0]} -> {dim0: 2}"),
                                Dim::Register)),
            parse("{register: [1]} -> {dim0: 2}"));
  EXPECT_EQ(flattenIns(LinearLayout()), LinearLayout());
  EXPECT_EQ(flattenOuts(LinearLayout()), LinearLayout());
}

} // namespace
