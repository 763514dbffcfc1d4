//===- MatrixTest.cpp - Tests of bit-packed matrices ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Matrix.h"

#include "SmallMatrices.h"

using namespace heddle;
using namespace heddle::f2;

namespace {

TEST(Bits, MasksAndShiftsCoverAllDistances) {
  EXPECT_EQ(lowMask(0), 0U);
  EXPECT_EQ(lowMask(3), 7U);
  EXPECT_EQ(lowMask(64), ~Word(0));
  EXPECT_EQ(shiftLeft(1, 64), 0U);
  EXPECT_EQ(shiftRight(~Word(0), 64), 0U);
  EXPECT_EQ(highestBit(1ULL << 63), 63U);
  EXPECT_EQ(lowestBit(12), 2U);
  EXPECT_TRUE(dot(6, 3));
  EXPECT_FALSE(dot(6, 7));
}

TEST(InplaceVector, CopiesWhatIsInUse) {
  InplaceVector<Word, 5> a;
  for (Word i = 0; i < 5; ++i)
    a.push_back(i * i);
  InplaceVector<Word, 5> b = a;
  EXPECT_EQ(a, b);
  b[4] = 0;
  EXPECT_NE(a, b);
  b = a;
  const InplaceVector<Word, 5> &alias = b;
  b = alias;
  EXPECT_EQ(a, b);
  EXPECT_EQ(b.back(), 16U);
  b.clear();
  EXPECT_TRUE(b.empty());
}

TEST(Matrix, AgreesWithTheGuidesExample) {
  Matrix a = get(Matrix::fromColumns(4, {1, 2, 14, 12}));
  EXPECT_EQ(apply(a, 6), 12U);
  EXPECT_EQ(a, get(Matrix::fromRows(4, {1, 6, 12, 12})));
  EXPECT_TRUE(a.at(3, 2));
  EXPECT_FALSE(a.at(0, 2));
}

TEST(Matrix, AppliesAsTheSumOfEntries) {
  forAllMatrices(3, [](const Matrix &a) {
    for (Word x = 0; x < unit(a.cols()); ++x) {
      Word sum = 0;
      for (unsigned r = 0; r < a.rows(); ++r)
        for (unsigned c = 0; c < a.cols(); ++c)
          if (a.at(r, c) && (x >> c & 1) != 0)
            sum ^= unit(r);
      EXPECT_EQ(apply(a, x), sum);
      EXPECT_EQ(apply(a, x | unit(a.cols())), sum) << "a bit past the columns";
    }
  });
}

TEST(Matrix, MultipliesAsComposition) {
  forRandomMatrices([](const Matrix &a, std::mt19937_64 &random) {
    Matrix b = randomMatrix(random, a.cols(), random() % 65);
    Matrix product = get(multiply(a, b));
    Word x = random();
    EXPECT_EQ(apply(product, x), apply(a, apply(b, x)));
  });
}

TEST(Matrix, AddsEntryByEntry) {
  forRandomMatrices([](const Matrix &a, std::mt19937_64 &random) {
    Matrix b = randomMatrix(random, a.rows(), a.cols());
    Word x = random();
    EXPECT_EQ(apply(get(add(a, b)), x), apply(a, x) ^ apply(b, x));
    EXPECT_EQ(get(add(a, a)), get(Matrix::zero(a.rows(), a.cols())));
  });
}

TEST(Matrix, TransposesEveryEntry) {
  auto check = [](const Matrix &a) {
    Matrix t = transpose(a);
    ASSERT_EQ(t.rows(), a.cols());
    ASSERT_EQ(t.cols(), a.rows());
    for (unsigned r = 0; r < a.rows(); ++r)
      for (unsigned c = 0; c < a.cols(); ++c)
        EXPECT_EQ(a.at(r, c), t.at(c, r));
  };
  forAllMatrices(3, check);
  forRandomMatrices([&](const Matrix &a, std::mt19937_64 &) { check(a); });
}

TEST(Matrix, ConcatenatesBothWays) {
  forRandomMatrices([](const Matrix &a, std::mt19937_64 &random) {
    Matrix b = randomMatrix(random, a.rows(), random() % (65 - a.cols()));
    Matrix beside = get(concatColumns(a, b));
    Word x = random() & lowMask(a.cols());
    Word y = random() & lowMask(b.cols());
    EXPECT_EQ(apply(beside, x | shiftLeft(y, a.cols())),
              apply(a, x) ^ apply(b, y));
    EXPECT_EQ(transpose(beside), get(concatRows(transpose(a), transpose(b))));
  });
}

TEST(Matrix, IdentityAndZeroAreWhatTheySay) {
  for (unsigned n = 0; n <= 64; ++n) {
    EXPECT_EQ(apply(get(Matrix::identity(n)), 0x123456789abcdefULL),
              0x123456789abcdefULL & lowMask(n));
    EXPECT_EQ(apply(get(Matrix::zero(64, n)), ~Word(0)), 0U);
  }
}

TEST(MatrixErrors, NameTheShapesAndTheBit) {
  Matrix wide = get(Matrix::zero(2, 3));
  std::vector<Word> many(65, 0);
  EXPECT_TRUE(failsWith(Matrix::fromColumns(2, {1, 4}),
                        "expects columns of 2 rows, but column 1 is 4"));
  EXPECT_TRUE(failsWith(Matrix::fromColumns(2, {1, 4}), "its bit 2 is set"));
  EXPECT_TRUE(failsWith(Matrix::fromRows(1, {1, 1, 2}),
                        "expects rows of 1 columns, but row 2 is 2"));
  EXPECT_TRUE(failsWith(Matrix::fromColumns(2, many),
                        "expects at most 64 columns, but got 65"));
  EXPECT_TRUE(failsWith(Matrix::fromRows(2, many),
                        "expects at most 64 rows, but got 65"));
  EXPECT_TRUE(failsWith(Matrix::fromColumns(65, {}),
                        "expects at most 64 rows, but got 65"));
  EXPECT_TRUE(failsWith(Matrix::zero(65, 1), "at most 64 rows"));
  EXPECT_TRUE(failsWith(Matrix::zero(1, 65), "at most 64 columns"));
  EXPECT_TRUE(failsWith(Matrix::identity(65), "at most 64 rows"));
  EXPECT_TRUE(failsWith(multiply(wide, wide), "but got 2x3 times 2x3"));
  EXPECT_TRUE(failsWith(add(wide, transpose(wide)),
                        "matrices of equal shape, but got 2x3 and 3x2"));
  EXPECT_TRUE(failsWith(concatColumns(wide, transpose(wide)),
                        "equally many rows, but got 2x3 and 3x2"));
  EXPECT_TRUE(failsWith(concatRows(wide, transpose(wide)),
                        "equally many columns, but got 2x3 and 3x2"));
  Matrix large = get(Matrix::identity(40));
  EXPECT_TRUE(failsWith(concatColumns(large, large), "but got 80"));
  EXPECT_TRUE(failsWith(concatRows(large, large), "but got 80"));
}

TEST(Error, JoinsTheThreePartsAndLeavesOutEmptyOnes) {
  EXPECT_EQ((Error{"a", "b", "c"}.text()), "a\nb\nc");
  EXPECT_EQ((Error{"a", "", "c"}.text()), "a\nc");
  EXPECT_EQ((Error{"a", "", ""}.text()), "a");
  EXPECT_EQ(concat("bit ", 3, " of ", std::string("x")), "bit 3 of x");
}

} // namespace
