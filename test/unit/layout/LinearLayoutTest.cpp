//===- LinearLayoutTest.cpp - Tests of layouts and their queries ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/layout/LinearLayout.h"

#include "RandomLayouts.h"
#include "heddle/layout/Product.h"

#include <thread>
#include <unordered_set>

using namespace heddle;

namespace {

TEST(Dim, NamesAreInternedOnce) {
  EXPECT_EQ(Dim::named("lane"), Dim::Lane);
  EXPECT_EQ(Dim::named("dim7"), Dim::standard(7));
  EXPECT_EQ(Dim::standard(40).name(), "dim40");
  EXPECT_EQ(Dim::named("dim40"), Dim::standard(40));
  EXPECT_NE(Dim::named("a"), Dim::named("b"));
  EXPECT_EQ(Dim::named("a name with blanks").name(), "a name with blanks");
  EXPECT_EQ(Dim::named("").name(), "");
  EXPECT_EQ(Dim::Partition.name(), "partition");
  EXPECT_EQ(std::hash<Dim>()(Dim::named("a")),
            std::hash<Dim>()(Dim::named("a")));
}

TEST(Dim, ThreadsAgreeOnNames) {
  constexpr unsigned Threads = 8;
  constexpr unsigned Names = 200;
  std::vector<std::vector<Dim>> seen(Threads);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < Names; ++i)
        seen[t].push_back(Dim::named(concat("shared name ", i)));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (unsigned i = 0; i < Names; ++i) {
    EXPECT_EQ(seen[0][i].name(), concat("shared name ", i));
    for (unsigned t = 1; t < Threads; ++t)
      EXPECT_EQ(seen[t][i], seen[0][i]);
  }
}

TEST(LinearLayout, EmptyLayoutHasOneLocationAndNoCoordinates) {
  LinearLayout empty;
  EXPECT_TRUE(empty.ins().empty() && empty.outs().empty());
  EXPECT_TRUE(empty.isInvertible());
  EXPECT_TRUE(get(empty.apply({})).empty());
  EXPECT_EQ(empty.numConsecutiveInOut(), 1U);
  EXPECT_EQ(empty, get(LinearLayout::fromBases({}, ListRef<Dim>{})));
}

TEST(LinearLayout, SizesOfDimensionsThatAreMissingAreOne) {
  LinearLayout a = get(LinearLayout::strided1D(4, 2, Dim::Lane, D0));
  EXPECT_EQ(a.inSize(Dim::Lane), 4U);
  EXPECT_EQ(a.outSize(D0), 8U);
  EXPECT_EQ(a.inSize(Dim::Warp), 1U);
  EXPECT_EQ(a.outBits(D1), 0U);
  EXPECT_FALSE(a.hasIn(Dim::Warp));
  EXPECT_TRUE(a.bases(Dim::Warp).empty());
  EXPECT_EQ(a.basis(Dim::Lane, 1, D0), 4U);
  EXPECT_EQ(a.basis(Dim::Lane, 2, D0), 0U);
  EXPECT_EQ(a.basis(Dim::Warp, 0, D0), 0U);
  EXPECT_EQ(a.basis(Dim::Lane, 0, D1), 0U);
}

TEST(LinearLayout, HoldsSixtyFourBitsAndThirtyTwoDimensions) {
  Words words;
  for (unsigned bit = 0; bit < 64; ++bit)
    words.push_back(f2::unit(63 - bit));
  LinearLayout a =
      get(LinearLayout::fromWords({{Dim::Offset, 64}}, {{D0, 64}}, words));
  EXPECT_TRUE(a.isInvertible());
  EXPECT_EQ(a.inSize(Dim::Offset), ~0ULL);
  EXPECT_EQ(get(a.apply({{Dim::Offset, 1}}))[0].value, 1ULL << 63);
  EXPECT_EQ(get(a.apply({{Dim::Offset, ~0ULL}}))[0].value, ~0ULL);
  std::vector<DimBits> dims;
  for (unsigned i = 0; i < 32; ++i)
    dims.push_back({Dim::standard(i), 2});
  LinearLayout b = get(LinearLayout::fromWords(dims, dims, Words(a.bases())));
  EXPECT_EQ(get(b.apply(get(b.apply([&] {
              Coordinates point;
              for (const DimBits &dim : dims)
                point.push_back({dim.dim, dim.dim.id() % 4});
              return point;
            }()))))
                .back(),
            (Coordinate{Dim::standard(31), 3}));
  LinearLayout identity =
      get(LinearLayout::identity1D(1ULL << 63, Dim::Offset, D0));
  EXPECT_EQ(identity.numConsecutiveInOut(), 1ULL << 63);
  EXPECT_EQ(a.numConsecutiveInOut(), 1U);
}

TEST(LinearLayout, InfersSizesFromTheLargestCoordinate) {
  LinearLayout a = get(LinearLayout::fromBases(
      {{Dim::Lane, {{1, 0}, {3, 0}, {0, 1}}}}, {D0, D1}));
  EXPECT_EQ(a.outSize(D0), 4U);
  EXPECT_EQ(a.outSize(D1), 2U);
}

TEST(LinearLayout, IdentityStandardFollowsTheOrder) {
  LinearLayout a =
      get(LinearLayout::identityStandardND(Dim::Register, {4, 2}, {1, 0}));
  EXPECT_EQ(a, get(LinearLayout::identity1D(2, Dim::Register, D1) *
                   LinearLayout::identity1D(4, Dim::Register, D0)));
  EXPECT_EQ(get(LinearLayout::identityStandardND(Dim::Register, {}, {})),
            get(LinearLayout::fromWords({{Dim::Register, 0}}, {}, {})));
}

TEST(LinearLayout, FreeVariablesAreTheLaterOnesOfDependentBits) {
  LinearLayout a = get(LinearLayout::fromBases(
      {{Dim::Register, {{1}, {0}}}, {Dim::Lane, {{1}, {2}, {3}}}}, {D0}));
  Coordinates masks = a.freeVariableMasks();
  EXPECT_EQ(masks[0], (Coordinate{Dim::Register, 2}));
  EXPECT_EQ(masks[1], (Coordinate{Dim::Lane, 5}));
}

TEST(LinearLayout, ConsecutiveStopsAtTheStrideOfOtherBits) {
  // Registers 0..7 are consecutive on their own, but lane 1 starts at 4.
  LinearLayout a = get(LinearLayout::fromBases(
      {{Dim::Register, {{1}, {2}, {4}}}, {Dim::Lane, {{12}}}}, {{D0, 16}},
      Surjectivity::NotRequired));
  EXPECT_EQ(a.numConsecutiveInOut(), 4U);
}

TEST(LinearLayout, TrivialOverIsFalseForMixesAndForeignDimensions) {
  LinearLayout a = get(LinearLayout::fromBases(
      {{Dim::Lane, {{1, 0}}}, {Dim::Warp, {{1, 1}}}}, {Dim::Lane, Dim::Warp}));
  EXPECT_FALSE(a.isTrivialOver({Dim::Lane})) << "warp 1 reaches lane 1";
  EXPECT_FALSE(a.isTrivialOver({Dim::Warp})) << "warp 1 is not warp alone";
  EXPECT_TRUE(a.isIdentityOnOut(Dim::Warp));
  EXPECT_FALSE(a.isIdentityOnOut(Dim::Lane));
  EXPECT_FALSE(a.isTrivialOver({Dim::Block}));
  EXPECT_FALSE(a.isIdentityOnOut(Dim::Block));
  EXPECT_TRUE(a.isTrivialOver({}));
}

TEST(LinearLayout, HashesDistinguishNamesSizesAndBases) {
  std::unordered_set<LinearLayout> set;
  for (Dim in : {Dim::Lane, Dim::Warp})
    for (Dim out : {D0, D1})
      for (std::uint64_t size : {1, 2, 4})
        for (std::uint64_t stride : {1, 2})
          set.insert(get(LinearLayout::strided1D(size, stride, in, out)));
  EXPECT_EQ(set.size(), 24U);
  EXPECT_TRUE(set.contains(get(LinearLayout::identity1D(4, Dim::Lane, D0))));
}

TEST(LinearLayout, CopiesAreIndependent) {
  LinearLayout a = get(LinearLayout::identity1D(8, Dim::Lane, D0));
  LinearLayout b = a;
  b = get(b * LinearLayout::identity1D(2, Dim::Warp, D0));
  EXPECT_EQ(a, get(LinearLayout::identity1D(8, Dim::Lane, D0)));
  EXPECT_EQ(b.outSize(D0), 16U);
}

} // namespace
