//===- EliminationTest.cpp - Tests of rank, solving and inverses ----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Elimination.h"

#include "SmallMatrices.h"

#include <set>

using namespace heddle;
using namespace heddle::f2;

namespace {

/// All vectors A*x, by trying every x.
std::set<Word> naiveImage(const Matrix &a) {
  std::set<Word> image;
  for (Word x = 0; x < unit(a.cols()); ++x)
    image.insert(apply(a, x));
  return image;
}

TEST(Elimination, RankCountsTheImage) {
  forAllMatrices(4, [](const Matrix &a) {
    EXPECT_EQ(unit(rank(a)), naiveImage(a).size());
    EXPECT_EQ(rank(a), rank(transpose(a)));
    EXPECT_EQ(ColumnEchelon(a.columns()).rank(), rank(a));
  });
}

TEST(Elimination, PivotsAreTheColumnsIndependentOfThoseBefore) {
  forAllMatrices(4, [](const Matrix &a) {
    Word pivots = ColumnEchelon(a.columns()).pivots();
    for (unsigned c = 0; c < a.cols(); ++c) {
      bool isNewInSpan =
          rank(a.columns().first(c + 1)) > rank(a.columns().first(c));
      EXPECT_EQ((pivots >> c & 1) != 0, isNewInSpan);
    }
  });
}

TEST(Elimination, InsertReportsADependency) {
  forRandomMatrices([](const Matrix &a, std::mt19937_64 &) {
    ColumnEchelon echelon;
    for (unsigned c = 0; c < a.cols(); ++c) {
      unsigned before = echelon.rank();
      Word dependency = echelon.insert(a.column(c));
      EXPECT_EQ(dependency == 0, echelon.rank() == before + 1);
      EXPECT_EQ(apply(a, dependency), 0U);
      if (dependency != 0)
        EXPECT_EQ(highestBit(dependency), c);
    }
  });
}

TEST(Elimination, EchelonFormsSpanTheSameWithDistinctHighestBits) {
  forRandomMatrices([](const Matrix &a, std::mt19937_64 &) {
    VectorEchelon vectors;
    for (unsigned c = 0; c < a.cols(); ++c)
      EXPECT_EQ(vectors.insert(a.column(c)),
                rank(a.columns().first(c + 1)) > rank(a.columns().first(c)));
    EXPECT_EQ(vectors.rank(), rank(a));
    EXPECT_EQ(vectors.leading(), ColumnEchelon(a.columns()).leading());
    ColumnEchelon columns(a.columns());
    for (Word rest = vectors.leading(); rest != 0; rest &= rest - 1) {
      Word v = vectors.vector(lowestBit(rest));
      EXPECT_EQ(highestBit(v), lowestBit(rest));
      EXPECT_EQ(columns.reduce(v).remainder, 0U);
    }
  });
}

/// Row i < rank starts with its pivot, which is alone in its column; the other
/// rows are zero.
void checkEchelon(const Matrix &a) {
  Echelon e = echelon(a);
  EXPECT_EQ(get(multiply(e.transform, a)), e.reduced);
  EXPECT_EQ(rank(e.transform), a.rows());
  EXPECT_EQ(e.pivots.size(), rank(a));
  Matrix rows = transpose(e.reduced);
  for (unsigned r = 0; r < a.rows(); ++r) {
    if (r >= e.pivots.size()) {
      EXPECT_EQ(rows.column(r), 0U);
      continue;
    }
    ASSERT_NE(rows.column(r), 0U);
    EXPECT_EQ(lowestBit(rows.column(r)), e.pivots[r]);
    EXPECT_EQ(e.reduced.column(e.pivots[r]), unit(r));
    if (r != 0)
      EXPECT_LT(e.pivots[r - 1], e.pivots[r]);
  }
}

TEST(Elimination, EchelonIsReducedAndReachedByItsTransform) {
  forAllMatrices(3, checkEchelon);
  forRandomMatrices(
      [](const Matrix &a, std::mt19937_64 &) { checkEchelon(a); });
}

TEST(Elimination, SolvesWithTheSmallestSolutionOrProvesThereIsNone) {
  forAllMatrices(3, [](const Matrix &a) {
    for (Word b = 0; b < unit(a.rows()); ++b) {
      Word x = 0;
      while (x < unit(a.cols()) && apply(a, x) != b)
        ++x;
      auto answer = solve(a, b);
      if (x < unit(a.cols())) {
        ASSERT_TRUE(std::holds_alternative<Solution>(answer));
        EXPECT_EQ(std::get<Solution>(answer).x, x);
      } else {
        ASSERT_TRUE(std::holds_alternative<Inconsistent>(answer));
        Word y = std::get<Inconsistent>(answer).y;
        EXPECT_EQ(apply(transpose(a), y), 0U);
        EXPECT_TRUE(dot(y, b));
        EXPECT_LT(y, unit(a.rows()));
      }
    }
  });
}

TEST(Elimination, SolvesLargeSystems) {
  unsigned inconsistent = 0;
  forRandomMatrices([&](const Matrix &a, std::mt19937_64 &random) {
    Word known = random() & lowMask(a.cols());
    auto answer = solve(a, apply(a, known));
    ASSERT_TRUE(std::holds_alternative<Solution>(answer));
    Word x = std::get<Solution>(answer).x;
    EXPECT_EQ(apply(a, x), apply(a, known));
    EXPECT_LE(x, known);
    Word b = random() & lowMask(a.rows());
    answer = solve(a, b);
    if (auto *proof = std::get_if<Inconsistent>(&answer)) {
      ++inconsistent;
      EXPECT_EQ(apply(transpose(a), proof->y), 0U);
      EXPECT_TRUE(dot(proof->y, b));
    } else {
      EXPECT_EQ(apply(a, std::get<Solution>(answer).x), b);
    }
  });
  EXPECT_GT(inconsistent, 100U);
}

TEST(Elimination, ARightSideWithBitsPastTheRowsIsInconsistent) {
  Matrix a = get(Matrix::identity(2));
  EXPECT_EQ(solve(a, 5),
            (std::variant<Solution, Inconsistent>(Inconsistent{4})));
}

TEST(Elimination, InvertsExactlyTheInvertible) {
  forAllMatrices(3, [](const Matrix &a) {
    Result<Matrix> x = inverse(a);
    EXPECT_EQ(x.has_value(), a.rows() == a.cols() && rank(a) == a.rows());
    if (!x)
      return;
    EXPECT_EQ(get(multiply(a, *x)), get(Matrix::identity(a.rows())));
    EXPECT_EQ(get(multiply(*x, a)), get(Matrix::identity(a.rows())));
  });
}

TEST(Elimination, InvertsFromOneSide) {
  auto check = [](const Matrix &a) {
    Result<Matrix> right = rightInverse(a);
    EXPECT_EQ(right.has_value(), rank(a) == a.rows());
    if (right)
      EXPECT_EQ(get(multiply(a, *right)), get(Matrix::identity(a.rows())));
    Result<Matrix> left = leftInverse(a);
    EXPECT_EQ(left.has_value(), rank(a) == a.cols());
    if (left)
      EXPECT_EQ(get(multiply(*left, a)), get(Matrix::identity(a.cols())));
  };
  forAllMatrices(3, check);
  forRandomMatrices([&](const Matrix &a, std::mt19937_64 &) { check(a); });
}

TEST(EliminationErrors, CarryAWitness) {
  Matrix dependent = get(Matrix::fromColumns(3, {1, 2, 3}));
  EXPECT_TRUE(failsWith(inverse(dependent), "but got rank 2"));
  EXPECT_TRUE(
      failsWith(inverse(dependent), "columns 0, 1 and 2 add up to zero"));
  EXPECT_TRUE(failsWith(leftInverse(get(Matrix::fromColumns(2, {1, 0}))),
                        "column 1 is zero"));
  EXPECT_TRUE(failsWith(inverse(get(Matrix::zero(2, 3))),
                        "expects a square matrix, but got 2x3"));
  EXPECT_TRUE(failsWith(rightInverse(dependent),
                        "expects a 3x3 matrix of rank 3, but got rank 2"));
  EXPECT_TRUE(
      failsWith(rightInverse(dependent), "no sum of columns is unit vector 2"));
}

} // namespace
