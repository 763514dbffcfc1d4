//===- Matrix.h - Bit-packed matrices over F2 -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Matrices of up to 64 x 64 entries over the field of two elements, stored by
/// columns, one word a column. The matrix
///
///     | 1 0 0 0 |
///     | 0 1 1 0 |
///     | 0 0 1 1 |
///     | 0 0 1 1 |
///
/// is `Matrix::fromColumns(4, {1, 2, 14, 12})`: bit r of a column is the entry
/// in row r. Applied to x = 6 (bits 1 and 2) it gives 2 ^ 14 = 12.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_F2_MATRIX_H
#define HEDDLE_F2_MATRIX_H

#include "heddle/f2/Bits.h"
#include "heddle/f2/Error.h"

namespace heddle::f2 {

/// A matrix stored by columns. Bit r of `columns()[c]` is entry (r, c); bits at
/// or above `rows()` are zero, and every function here keeps them zero.
class Matrix {
public:
  /// The matrix with no rows and no columns.
  Matrix() {}

  /// Fails above 64 columns or rows, or if a column has a bit past the rows.
  [[nodiscard]] static Result<Matrix> fromColumns(unsigned rows,
                                                  ListRef<Word> columns);
  /// Bit c of `rows[r]` is entry (r, c). Fails like `fromColumns`.
  [[nodiscard]] static Result<Matrix> fromRows(unsigned cols,
                                               ListRef<Word> rows);
  /// Fails above 64 rows or columns.
  [[nodiscard]] static Result<Matrix> zero(unsigned rows, unsigned cols);
  /// Fails above 64.
  [[nodiscard]] static Result<Matrix> identity(unsigned size);

  unsigned rows() const { return rowCount; }
  unsigned cols() const { return words.size(); }
  std::span<const Word> columns() const { return words; }
  Word column(unsigned c) const { return words[c]; }
  bool at(unsigned r, unsigned c) const { return (words[c] >> r & 1) != 0; }

  bool operator==(const Matrix &) const = default;

private:
  friend struct MatrixBuilder;
  unsigned rowCount = 0;
  Words words;
};

/// The matrix whose shape and columns the caller has checked already.
struct MatrixBuilder {
  [[nodiscard]] static Matrix build(unsigned rows,
                                    std::span<const Word> columns) {
    assert(rows <= MaxBits);
    Matrix matrix;
    matrix.rowCount = rows;
    matrix.words = Words(columns);
    return matrix;
  }
};

/// A*x. Bits of x at or above `cols()` are ignored. O(cols).
Word apply(const Matrix &a, Word x);

/// The product A*B, which applies B first. Fails unless A has as many columns
/// as B has rows. O(cols of A * cols of B).
[[nodiscard]] Result<Matrix> multiply(const Matrix &a, const Matrix &b);

/// The sum, entry by entry. Fails unless the shapes are equal.
[[nodiscard]] Result<Matrix> add(const Matrix &a, const Matrix &b);

/// O(64 * 6) word operations for any shape.
[[nodiscard]] Matrix transpose(const Matrix &a);

/// [A B]: the columns of B after those of A. Fails unless the row counts are
/// equal and the columns are at most 64.
[[nodiscard]] Result<Matrix> concatColumns(const Matrix &a, const Matrix &b);

/// [A; B]: the rows of B below those of A. Fails unless the column counts are
/// equal and the rows are at most 64.
[[nodiscard]] Result<Matrix> concatRows(const Matrix &a, const Matrix &b);

/// "3x4", for messages.
std::string shapeText(const Matrix &a);

} // namespace heddle::f2

#endif // HEDDLE_F2_MATRIX_H
