//===- SmallMatrices.h - All small matrices, and random ones ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the tests of F2 run over: every matrix of up to 3 x 3 entries, checked
/// against the definitions by trying all vectors, and larger random ones.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_F2_SMALLMATRICES_H
#define HEDDLE_TEST_UNIT_F2_SMALLMATRICES_H

#include "Check.h"
#include "heddle/f2/Matrix.h"

#include <random>

namespace heddle::f2 {

/// Calls `visit` for every matrix of up to `limit` rows and columns.
template <class Visit> void forAllMatrices(unsigned limit, Visit visit) {
  for (unsigned rows = 0; rows <= limit; ++rows)
    for (unsigned cols = 0; cols <= limit; ++cols)
      for (Word entries = 0; entries < unit(rows * cols); ++entries) {
        Words columns;
        for (unsigned c = 0; c < cols; ++c)
          columns.push_back(entries >> (c * rows) & lowMask(rows));
        visit(get(Matrix::fromColumns(rows, columns)));
      }
}

/// A matrix whose rank varies: the product of two random ones through a
/// dimension that may be small.
inline Matrix randomMatrix(std::mt19937_64 &random, unsigned rows,
                           unsigned cols) {
  unsigned middle = random() % (std::min(rows, cols) + 1);
  if (random() % 2 == 0)
    middle = MaxBits;
  Words left;
  for (unsigned c = 0; c < middle; ++c)
    left.push_back(random() & lowMask(rows));
  Words right;
  for (unsigned c = 0; c < cols; ++c)
    right.push_back(random() & lowMask(middle));
  return get(multiply(get(Matrix::fromColumns(rows, left)),
                      get(Matrix::fromColumns(middle, right))));
}

/// Calls `visit(matrix, random)` for random matrices of all shapes. The seed is
/// fixed, and part of the message of a failure.
template <class Visit> void forRandomMatrices(Visit visit) {
  constexpr unsigned Seed = 20261121;
  SCOPED_TRACE(concat("seed ", Seed));
  std::mt19937_64 random(Seed);
  for (unsigned i = 0; i < 2000; ++i)
    visit(randomMatrix(random, random() % 65, random() % 65), random);
}

} // namespace heddle::f2

#endif // HEDDLE_TEST_UNIT_F2_SMALLMATRICES_H
