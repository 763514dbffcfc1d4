//===- Elimination.h - Rank, echelon form, solving, inverses ----*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Gaussian elimination over F2. Everything is deterministic: where several
/// answers exist the one with the free variables zero is returned. The free
/// variables are the columns that depend on columns before them, so that answer
/// is also the smallest as a number.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_F2_ELIMINATION_H
#define HEDDLE_F2_ELIMINATION_H

#include "heddle/f2/Matrix.h"

#include <variant>

namespace heddle::f2 {

/// Vectors in echelon form by highest bit, inserted one at a time: whether each
/// is independent of those before, and nothing more.
///
/// Invariant: for each bit h of `leading()`, `vector(h)` has highest bit h.
class VectorEchelon {
public:
  VectorEchelon() {}

  /// False if the vector is in the span already. O(rank) word operations.
  bool insert(Word v) {
    for (Word hits = v & leadingBits; hits != 0; hits = v & leadingBits)
      v ^= vectors[highestBit(hits)];
    if (v == 0)
      return false;
    vectors[highestBit(v)] = v;
    leadingBits |= unit(highestBit(v));
    return true;
  }

  /// O(rank) word operations.
  bool contains(Word v) const {
    for (Word hits = v & leadingBits; hits != 0; hits = v & leadingBits)
      v ^= vectors[highestBit(hits)];
    return v == 0;
  }

  unsigned rank() const {
    return static_cast<unsigned>(std::popcount(leadingBits));
  }
  Word leading() const { return leadingBits; }
  Word vector(unsigned leadingBit) const {
    assert(leadingBits >> leadingBit & 1);
    return vectors[leadingBit];
  }

private:
  Word leadingBits = 0;
  Word vectors[MaxBits];
};

/// Elimination one column at a time: the work-horse of everything below and of
/// the layout algebra. Columns that are inserted get the numbers 0, 1, 2, ...;
/// of every vector in their span it knows which columns add up to it.
///
/// Invariant: for each bit h of `leading`, `vectors[h]` has highest bit h and
/// is the sum of the columns in `sums[h]`. A column is a pivot if it was
/// independent of the columns before it; only pivots occur in `sums`.
class ColumnEchelon {
public:
  /// v = remainder + sum of the columns in `columns`. The remainder is zero
  /// exactly if v is in the span, and then `columns` is the smallest solution.
  struct Reduction {
    Word remainder;
    Word columns;
  };

  ColumnEchelon() {}
  explicit ColumnEchelon(std::span<const Word> columns) {
    for (Word column : columns)
      insert(column);
  }

  /// Inserts the next column and says which set of columns, this one among
  /// them, adds up to zero; zero if the column is independent of those before.
  /// O(rank) word operations; one for a column with a single bit.
  Word insert(Word column) {
    assert(count < MaxBits);
    Word self = Word(1) << count++;
    Reduction r = reduce(column);
    if (r.remainder == 0)
      return r.columns ^ self;
    unsigned h = highestBit(r.remainder);
    vectors[h] = r.remainder;
    sums[h] = r.columns ^ self;
    leadingBits |= Word(1) << h;
    pivotColumns |= self;
    return 0;
  }

  /// O(rank) word operations.
  Reduction reduce(Word v) const {
    Word columns = 0;
    for (Word hits = v & leadingBits; hits != 0; hits = v & leadingBits) {
      unsigned h = highestBit(hits);
      v ^= vectors[h];
      columns ^= sums[h];
    }
    return {v, columns};
  }

  unsigned rank() const {
    return static_cast<unsigned>(std::popcount(leadingBits));
  }
  /// The columns that are independent of the columns before them.
  Word pivots() const { return pivotColumns; }
  /// The highest bits of the vectors of the echelon form.
  Word leading() const { return leadingBits; }

private:
  Word leadingBits = 0;
  Word pivotColumns = 0;
  unsigned count = 0;
  Word vectors[MaxBits];
  Word sums[MaxBits];
};

/// For messages: "columns 0, 2 and 5 add up to zero", and "column 3 is zero"
/// for a single one.
std::string dependencyText(std::string_view noun, Word members);

/// How many of these vectors are independent.
unsigned rank(std::span<const Word> vectors);
unsigned rank(const Matrix &a);

/// The reduced row echelon form of A, and how to get there:
/// `transform` * A == `reduced`, with `transform` invertible. Row i < rank has
/// its first one in column `pivots[i]`, where every other row has a zero; the
/// rows from the rank on are zero.
struct Echelon {
  Matrix reduced;
  Matrix transform;
  InplaceVector<unsigned, MaxBits> pivots;
};
/// O(rows * rank) word operations.
[[nodiscard]] Echelon echelon(const Matrix &a);

/// One x with A*x = b. Every other solution is x plus an element of kernel(A).
struct Solution {
  Word x;
  bool operator==(const Solution &) const = default;
};
/// Proof that A*x = b has no solution: y*A is zero, but y*b is one.
struct Inconsistent {
  Word y;
  bool operator==(const Inconsistent &) const = default;
};
/// Solves A*x = b with the free variables zero; that x is the smallest of all.
/// A b with bits past the last row is inconsistent. O(cols * rank).
std::variant<Solution, Inconsistent> solve(const Matrix &a, Word b);

/// X with A*X = X*A = I. Fails unless A is square and its columns are
/// independent; the witness is a set of columns that adds up to zero.
[[nodiscard]] Result<Matrix> inverse(const Matrix &a);

/// X with A*X = I; its columns are the smallest solutions. Fails unless the
/// columns of A span all of F2^rows; the witness is a unit vector outside.
[[nodiscard]] Result<Matrix> rightInverse(const Matrix &a);

/// X with X*A = I. Fails unless the columns of A are independent; the witness
/// is a set of columns that adds up to zero.
[[nodiscard]] Result<Matrix> leftInverse(const Matrix &a);

} // namespace heddle::f2

#endif // HEDDLE_F2_ELIMINATION_H
