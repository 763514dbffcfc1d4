//===- SeedGuideErrorsTest.cpp - Examples of seed 000: errors -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Section 10.3 of seed 000, the guide to linear layouts: the four errors that
/// come up most. Each has to say what is wrong, show where, and name a way out;
/// the way out is then tried.
///
//===----------------------------------------------------------------------===//

#include "SeedLayouts.h"

using namespace heddle;
using testing::HasSubstr;

namespace {

// Error 1. Erratum F17: [1] and [2] are surjective onto 4, with either
// constructor.
TEST(SeedGuideErrors, OneAndTwoAreSurjective) {
  auto bases = std::vector<DimBases>{{Dim::Lane, {{1}, {2}}}};
  EXPECT_EQ(toText(get(LinearLayout::fromBases(bases, {Dim0}))),
            "{lane: [1, 2]} -> {dim0: 4}");
  EXPECT_TRUE(get(LinearLayout::fromBases(bases, {{Dim0, 4}},
                                          Surjectivity::NotRequired))
                  .isSurjective());
}

// Error 1. Erratum F17: [1] and [4] miss element 2.
TEST(SeedGuideErrors, OneAndFourMissTwo) {
  auto result = LinearLayout::fromBases({{Dim::Lane, {{1}, {4}}}}, {Dim0});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason,
            "expects a surjective layout, but got rank 2 for 3 output bits");
  EXPECT_EQ(result.error().witness,
            "bit 1 of dim0 is not reached alone: no location "
            "holds element (dim0=2)");
  EXPECT_THAT(result.error().remedy, HasSubstr("explicit output sizes"));
  EXPECT_THAT(result.error().remedy, HasSubstr("Surjectivity::NotRequired"));
}

// Error 1. Erratum F17: [2] and [4] miss element 1.
TEST(SeedGuideErrors, TwoAndFourMissOne) {
  auto result = LinearLayout::fromBases({{Dim::Lane, {{2}, {4}}}}, {Dim0});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason,
            "expects a surjective layout, but got rank 2 for 3 output bits");
  EXPECT_EQ(result.error().witness,
            "bit 0 of dim0 is not reached alone: no location "
            "holds element (dim0=1)");
  EXPECT_THAT(result.error().remedy, HasSubstr("add a basis that reaches it"));
}

// Error 1, the first way out: explicit sizes, surjectivity not required.
TEST(SeedGuideErrors, ExplicitSizesAllowHoles) {
  LinearLayout layout = get(LinearLayout::fromBases(
      {{Dim::Lane, {{1}, {4}}}}, {{Dim0, 8}}, Surjectivity::NotRequired));
  EXPECT_EQ(toText(layout), "{lane: [1, 4]} -> {dim0: 8}");
  EXPECT_FALSE(layout.isSurjective());
}

// Error 1, the second way out: a complete basis.
TEST(SeedGuideErrors, CompleteBasisReachesAllEight) {
  LinearLayout layout =
      get(LinearLayout::fromBases({{Dim::Lane, {{1}, {2}, {4}}}}, {Dim0}));
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_EQ(elementCount(layout), 8U);
}

LinearLayout blocked4x4() {
  return get(LinearLayout::identityStandardND(Dim::Register, {2, 2}, {1, 0}) *
             LinearLayout::identityStandardND(Dim::Lane, {2, 2}, {1, 0}));
}

// Error 2: the shape 12x20.
TEST(SeedGuideErrors, TwelveIsNoPowerOfTwo) {
  auto result = growToShape(blocked4x4(), {{Dim0, 12}, {Dim1, 20}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason,
            "expects the size of dim0 to be a power of two, but got 12");
  EXPECT_EQ(result.error().witness, "12 lies between 8 and 16");
  EXPECT_THAT(result.error().remedy, HasSubstr("pad it to 16"));
  EXPECT_THAT(result.error().remedy, HasSubstr("mask the elements past 11"));
}

// Error 2: with 12 padded, 20 is next.
TEST(SeedGuideErrors, TwentyIsNoPowerOfTwo) {
  auto result = growToShape(blocked4x4(), {{Dim0, 16}, {Dim1, 20}});
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason,
            "expects the size of dim1 to be a power of two, but got 20");
  EXPECT_EQ(result.error().witness, "20 lies between 16 and 32");
  EXPECT_THAT(result.error().remedy, HasSubstr("pad it to 32"));
  EXPECT_THAT(result.error().remedy, HasSubstr("mask the elements past 19"));
}

// Error 2, the way out: the padded shape, and the real one as a mask.
TEST(SeedGuideErrors, PaddedShapeWithAMask) {
  LinearLayout layout =
      get(growToShape(blocked4x4(), {{Dim0, 16}, {Dim1, 32}}));
  EXPECT_TRUE(layout.isInvertible());
  unsigned kept = 0;
  for (Word x = 0; x < f2::unit(layout.totalInBits()); ++x) {
    Word element = layout.applyWord(x);
    kept +=
        layout.field(element, Dim0) < 12 && layout.field(element, Dim1) < 20;
  }
  EXPECT_EQ(kept, 12U * 20U);
}

// The guide's L1: (register) -> (offset), and L2: (addr) -> (dim0).
LinearLayout toOffset() {
  return get(parseText("{register: [2, 1, 4]} -> {offset: 8}"));
}
LinearLayout fromAddr() {
  return get(parseText("{addr: [1, 3, 4]} -> {dim0: 8}"));
}
// register=1 goes through place 2 to 3, register=2 through place 1 to 1.
constexpr std::string_view Composed = "{register: [3, 1, 4]} -> {dim0: 8}";

// Error 3: 'offset' meets 'addr'.
TEST(SeedGuideErrors, ComposeNamesTheDimensionThatDoesNotMatch) {
  auto result = compose(toOffset(), fromAddr());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason,
            "expects the outputs of the inner layout and the inputs of the "
            "outer to have the same dimensions, but got offset (size 8) and "
            "addr (size 8)");
  EXPECT_EQ(result.error().witness,
            "'offset' is not among the inputs of the outer");
  for (const char *way : {"renameIn", "renameOut", "reshapeIns", "reshapeOuts"})
    EXPECT_THAT(result.error().remedy, HasSubstr(way));
}

// Error 3, way out 1: the output of L1 becomes 'addr'.
TEST(SeedGuideErrors, ComposeAfterReshapeOuts) {
  std::uint64_t size = toOffset().outSize(Dim::Offset);
  LinearLayout fixed =
      get(reshapeOuts(toOffset(), {{Dim::named("addr"), size}}));
  EXPECT_EQ(toText(get(compose(fixed, fromAddr()))), Composed);
}

// Error 3, way out 2: the input of L2 becomes 'offset'.
TEST(SeedGuideErrors, ComposeAfterReshapeIns) {
  std::uint64_t size = fromAddr().inSize(Dim::named("addr"));
  LinearLayout fixed = get(reshapeIns(fromAddr(), {{Dim::Offset, size}}));
  EXPECT_EQ(toText(get(compose(toOffset(), fixed))), Composed);
}

// Error 3: either way by renaming.
TEST(SeedGuideErrors, ComposeAfterRenaming) {
  Dim addr = Dim::named("addr");
  LinearLayout inner = get(renameOut(toOffset(), Dim::Offset, addr));
  EXPECT_EQ(toText(get(compose(inner, fromAddr()))), Composed);
  LinearLayout outer = get(renameIn(fromAddr(), addr, Dim::Offset));
  EXPECT_EQ(toText(get(compose(toOffset(), outer))), Composed);
}

// Error 4: the codomain of the outer layout is too small.
TEST(SeedGuideErrors, InvertAndComposeShowsTheSizesThatDiffer) {
  LinearLayout wanted = get(LinearLayout::identity1D(32, Dim::Register, Dim0));
  LinearLayout outer = get(LinearLayout::identity1D(8, Dim::Offset, Dim0));
  EXPECT_LT(outer.outSize(Dim0), wanted.outSize(Dim0));
  auto result = invertAndCompose(wanted, outer);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason,
            "expects an outer layout that holds every element of the layout, "
            "but got one that does not");
  EXPECT_EQ(result.error().witness,
            "register=8 holds element (dim0=8), which no location of the outer "
            "layout holds; its dim0 has size 8 of 32");
  EXPECT_THAT(result.error().remedy, HasSubstr("growToShape"));
}

// Error 4, the way out: the outer layout grows to the tensor.
TEST(SeedGuideErrors, InvertAndComposeAfterGrowth) {
  LinearLayout wanted = get(LinearLayout::identity1D(32, Dim::Register, Dim0));
  LinearLayout outer = get(parseText("{offset: [2, 1, 4]} -> {dim0: 8}"));
  ASSERT_TRUE(failsWith(invertAndCompose(wanted, outer), "growToShape"));
  LinearLayout grown = get(growToShape(outer, {{Dim0, 32}}));
  EXPECT_EQ(toText(get(invertAndCompose(wanted, grown))),
            "{register: [2, 1, 4, 8, 16]} -> {offset: 32}");
}

// Error 4: the outer layout is not surjective.
TEST(SeedGuideErrors, InvertAndComposeShowsTheElementThatIsMissing) {
  LinearLayout wanted = get(LinearLayout::identity1D(8, Dim::Register, Dim0));
  LinearLayout outer = get(parseText("{offset: [1, 4]} -> {dim0: 8}"));
  EXPECT_FALSE(outer.isSurjective());
  EXPECT_LT(outer.totalInBits(), outer.totalOutBits());
  auto result = invertAndCompose(wanted, outer);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().witness, "register=2 holds element (dim0=2), which "
                                    "no location of the outer layout holds");
  EXPECT_EQ(result.error().remedy,
            "give the outer layout a basis that reaches (dim0=2)");
  LinearLayout whole = get(parseText("{offset: [1, 4, 2]} -> {dim0: 8}"));
  EXPECT_EQ(toText(get(invertAndCompose(wanted, whole))),
            "{register: [1, 4, 2]} -> {offset: 8}");
}

// Error 4: an outer layout with holes is no error where nothing falls into
// them.
TEST(SeedGuideErrors, InvertAndComposeBesideAHole) {
  LinearLayout wanted = get(parseText("{register: [5, 4]} -> {dim0: 8}"));
  LinearLayout outer = get(parseText("{offset: [1, 4]} -> {dim0: 8}"));
  EXPECT_EQ(toText(get(invertAndCompose(wanted, outer))),
            "{register: [3, 2]} -> {offset: 4}");
}

} // namespace
