//===- SubspaceTest.cpp - Tests of subspaces ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Subspace.h"

#include "SmallMatrices.h"
#include "heddle/f2/Elimination.h"

#include <set>

using namespace heddle;
using namespace heddle::f2;

namespace {

/// The elements, by adding up every subset of the basis.
std::set<Word> elements(const Subspace &space) {
  std::set<Word> all;
  for (Word x = 0; x < unit(space.dimension()); ++x)
    all.insert(multiply(space.basis(), x));
  return all;
}

/// Every subspace of F2^n, n up to 3, as the image of every matrix.
template <class Visit> void forAllPairs(Visit visit) {
  for (unsigned n = 0; n <= 3; ++n) {
    std::vector<Subspace> spaces;
    forAllMatrices(3, [&](const Matrix &a) {
      if (a.rows() == n &&
          std::find(spaces.begin(), spaces.end(), image(a)) == spaces.end())
        spaces.push_back(image(a));
    });
    // F2^3 has 1 + 7 + 7 + 1 subspaces.
    EXPECT_EQ(spaces.size(), std::vector<std::size_t>({1, 2, 5, 16})[n]);
    for (const Subspace &a : spaces)
      for (const Subspace &b : spaces)
        visit(a, b);
  }
}

TEST(Subspace, HasOneBasis) {
  Subspace a = get(Subspace::span(3, {6, 5, 3}));
  EXPECT_EQ(a, get(Subspace::span(3, {3, 6})));
  EXPECT_EQ(std::vector<Word>(a.basis().begin(), a.basis().end()),
            (std::vector<Word>{3, 5}));
  EXPECT_EQ(a.leading(), 6U);
  EXPECT_NE(a, get(Subspace::span(4, {3, 6}))) << "another ambient space";
}

TEST(Subspace, SpanIsTheImage) {
  forAllMatrices(3, [](const Matrix &a) {
    std::set<Word> wanted;
    for (Word x = 0; x < unit(a.cols()); ++x)
      wanted.insert(apply(a, x));
    EXPECT_EQ(elements(image(a)), wanted);
    EXPECT_EQ(image(a), get(Subspace::span(a.rows(), a.columns())));
  });
}

TEST(Subspace, KernelIsWhatMapsToZero) {
  forAllMatrices(3, [](const Matrix &a) {
    std::set<Word> wanted;
    for (Word x = 0; x < unit(a.cols()); ++x)
      if (apply(a, x) == 0)
        wanted.insert(x);
    EXPECT_EQ(elements(kernel(a)), wanted);
  });
  forRandomMatrices([](const Matrix &a, std::mt19937_64 &) {
    Subspace space = kernel(a);
    EXPECT_EQ(space.dimension(), a.cols() - rank(a));
    for (Word v : space.basis())
      EXPECT_EQ(apply(a, v), 0U);
  });
}

TEST(Subspace, ReducesToTheSmallestElementOfTheCoset) {
  forAllMatrices(3, [](const Matrix &a) {
    Subspace space = image(a);
    for (Word v = 0; v < unit(a.rows()); ++v) {
      Word smallest = v;
      for (Word w : elements(space))
        smallest = std::min(smallest, v ^ w);
      EXPECT_EQ(space.reduce(v), smallest);
      EXPECT_EQ(space.contains(v), elements(space).count(v) == 1);
    }
  });
}

TEST(Subspace, SumIntersectionAndComplementMatchTheirDefinitions) {
  forAllPairs([](const Subspace &a, const Subspace &b) {
    std::set<Word> common;
    std::set<Word> sums;
    for (Word v : elements(a))
      for (Word w : elements(b)) {
        sums.insert(v ^ w);
        if (v == w)
          common.insert(v);
      }
    EXPECT_EQ(elements(get(intersection(a, b))), common);
    EXPECT_EQ(elements(get(sum(a, b))), sums);
    EXPECT_EQ(isInside(a, b), common == elements(a));
    EXPECT_EQ(get(intersection(a, complement(a))),
              get(Subspace::zero(a.ambient())));
    EXPECT_EQ(get(sum(a, complement(a))), get(Subspace::full(a.ambient())));
  });
}

TEST(Subspace, AnnihilatorIsOrthogonal) {
  forAllPairs([](const Subspace &a, const Subspace &b) {
    std::set<Word> wanted;
    for (Word y = 0; y < unit(a.ambient()); ++y) {
      bool isOrthogonal = true;
      for (Word v : elements(a))
        isOrthogonal &= !dot(y, v);
      if (isOrthogonal)
        wanted.insert(y);
    }
    EXPECT_EQ(elements(annihilator(a)), wanted);
    EXPECT_EQ(annihilator(get(sum(a, b))),
              get(intersection(annihilator(a), annihilator(b))));
  });
}

TEST(Subspace, DimensionFormulaHoldsInLargeSpaces) {
  forRandomMatrices([](const Matrix &m, std::mt19937_64 &random) {
    Subspace a = image(m);
    Subspace b = image(randomMatrix(random, m.rows(), random() % 65));
    Subspace common = get(intersection(a, b));
    Subspace total = get(sum(a, b));
    EXPECT_EQ(a.dimension() + b.dimension(),
              common.dimension() + total.dimension());
    EXPECT_TRUE(isInside(common, a) && isInside(common, b));
    EXPECT_TRUE(isInside(a, total) && isInside(b, total));
    EXPECT_EQ(annihilator(annihilator(a)), a);
    EXPECT_EQ(get(sum(a, complement(a))).dimension(), m.rows());
  });
}

TEST(Subspace, CompletesToABasisWithUnitVectors) {
  EXPECT_EQ(get(completeToBasis(3, {6})).size(), 2U);
  forRandomMatrices([](const Matrix &m, std::mt19937_64 &) {
    Subspace space = image(m);
    std::vector<Word> vectors(space.basis().begin(), space.basis().end());
    Words added = get(completeToBasis(m.rows(), vectors));
    for (Word v : added)
      EXPECT_TRUE(std::has_single_bit(v));
    vectors.insert(vectors.end(), added.begin(), added.end());
    EXPECT_EQ(vectors.size(), m.rows());
    EXPECT_EQ(rank(vectors), m.rows());
  });
}

TEST(SubspaceErrors, NameTheVectorAndTheSpaces) {
  EXPECT_TRUE(failsWith(Subspace::span(2, {1, 4}),
                        "expects vectors of 2 bits, but vector 1 is 4"));
  EXPECT_TRUE(failsWith(Subspace::span(2, {1, 4}), "its bit 2 is set"));
  EXPECT_TRUE(failsWith(Subspace::span(65, {}), "at most 64 bits, but got 65"));
  EXPECT_TRUE(failsWith(Subspace::zero(65), "at most 64 bits, but got 65"));
  EXPECT_TRUE(failsWith(Subspace::full(65), "at most 64 bits, but got 65"));
  Subspace two = get(Subspace::full(2));
  Subspace three = get(Subspace::full(3));
  EXPECT_FALSE(isInside(two, three));
  EXPECT_TRUE(failsWith(sum(two, three), "but got F2^2 and F2^3"));
  EXPECT_TRUE(failsWith(intersection(two, three), "but got F2^2 and F2^3"));
  EXPECT_TRUE(failsWith(completeToBasis(3, {1, 2, 3}),
                        "vectors 0, 1 and 2 add up to zero"));
  EXPECT_TRUE(failsWith(completeToBasis(2, {0}), "vector 0 is zero"));
  EXPECT_TRUE(failsWith(completeToBasis(2, {4}), "its bit 2 is set"));
  EXPECT_TRUE(failsWith(completeToBasis(1, {1, 1}), "but got 2"));
}

} // namespace
