//===- Matrix.cpp - Bit-packed matrices over F2 ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Matrix.h"

#include <array>

namespace heddle::f2 {

namespace {

tl::unexpected<Error> tooLarge(const char *what, std::size_t count) {
  return failure(concat("expects at most 64 ", what, ", but got ", count),
                 "one machine word holds 64 bits");
}

/// The words have no bit at or above `bits`; `what` names one of them.
Result<void> checkWords(std::span<const Word> words, unsigned bits,
                        const char *what, const char *across) {
  if (bits > MaxBits)
    return tooLarge(across, bits);
  if (words.size() > MaxBits)
    return tooLarge(concat(what, "s").c_str(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    if (Word excess = words[i] & ~lowMask(bits))
      return failure(concat("expects ", what, "s of ", bits, " ", across,
                            ", but ", what, " ", i, " is ", words[i]),
                     concat("its bit ", lowestBit(excess), " is set"));
  return {};
}

Result<void> checkSameShape(const Matrix &a, const Matrix &b) {
  if (a.rows() == b.rows() && a.cols() == b.cols())
    return {};
  return failure(concat("expects matrices of equal shape, but got ",
                        shapeText(a), " and ", shapeText(b)));
}

/// Transposes a 64 x 64 matrix in place by swapping blocks of 32, 16, ..., 1.
void transposeSquare(std::array<Word, MaxBits> &words) {
  Word mask = 0x00000000ffffffffULL;
  for (unsigned block = 32; block != 0; block >>= 1, mask ^= mask << block) {
    for (unsigned i = 0; i < MaxBits; i = ((i | block) + 1) & ~block) {
      Word swap = (words[i] >> block ^ words[i | block]) & mask;
      words[i] ^= swap << block;
      words[i | block] ^= swap;
    }
  }
}

} // namespace

Result<Matrix> Matrix::fromColumns(unsigned rows, ListRef<Word> columns) {
  if (auto checked = checkWords(columns, rows, "column", "rows"); !checked)
    return tl::unexpected(checked.error());
  return MatrixBuilder::build(rows, columns);
}

Result<Matrix> Matrix::fromRows(unsigned cols, ListRef<Word> rows) {
  if (auto checked = checkWords(rows, cols, "row", "columns"); !checked)
    return tl::unexpected(checked.error());
  return transpose(MatrixBuilder::build(cols, rows));
}

Result<Matrix> Matrix::zero(unsigned rows, unsigned cols) {
  if (rows > MaxBits)
    return tooLarge("rows", rows);
  if (cols > MaxBits)
    return tooLarge("columns", cols);
  const std::array<Word, MaxBits> zeros{};
  return MatrixBuilder::build(rows, std::span(zeros).first(cols));
}

Result<Matrix> Matrix::identity(unsigned size) {
  if (size > MaxBits)
    return tooLarge("rows", size);
  Words columns;
  for (unsigned i = 0; i < size; ++i)
    columns.push_back(unit(i));
  return MatrixBuilder::build(size, columns);
}

Word apply(const Matrix &a, Word x) { return multiply(a.columns(), x); }

Result<Matrix> multiply(const Matrix &a, const Matrix &b) {
  if (a.cols() != b.rows())
    return failure(concat("expects as many columns on the left as rows on the "
                          "right, but got ",
                          shapeText(a), " times ", shapeText(b)));
  Words columns;
  for (Word column : b.columns())
    columns.push_back(multiply(a.columns(), column));
  return MatrixBuilder::build(a.rows(), columns);
}

Result<Matrix> add(const Matrix &a, const Matrix &b) {
  if (auto checked = checkSameShape(a, b); !checked)
    return tl::unexpected(checked.error());
  Words columns;
  for (unsigned c = 0; c < a.cols(); ++c)
    columns.push_back(a.column(c) ^ b.column(c));
  return MatrixBuilder::build(a.rows(), columns);
}

Matrix transpose(const Matrix &a) {
  std::array<Word, MaxBits> words{};
  std::copy(a.columns().begin(), a.columns().end(), words.begin());
  transposeSquare(words);
  return MatrixBuilder::build(a.cols(), std::span(words).first(a.rows()));
}

Result<Matrix> concatColumns(const Matrix &a, const Matrix &b) {
  if (a.rows() != b.rows())
    return failure(concat("expects matrices with equally many rows, but got ",
                          shapeText(a), " and ", shapeText(b)));
  if (a.cols() + b.cols() > MaxBits)
    return tooLarge("columns", a.cols() + b.cols());
  Words columns(a.columns());
  for (Word column : b.columns())
    columns.push_back(column);
  return MatrixBuilder::build(a.rows(), columns);
}

Result<Matrix> concatRows(const Matrix &a, const Matrix &b) {
  if (a.cols() != b.cols())
    return failure(
        concat("expects matrices with equally many columns, but got ",
               shapeText(a), " and ", shapeText(b)));
  if (a.rows() + b.rows() > MaxBits)
    return tooLarge("rows", a.rows() + b.rows());
  Words columns;
  for (unsigned c = 0; c < a.cols(); ++c)
    columns.push_back(a.column(c) | shiftLeft(b.column(c), a.rows()));
  return MatrixBuilder::build(a.rows() + b.rows(), columns);
}

std::string shapeText(const Matrix &a) {
  return concat(a.rows(), "x", a.cols());
}

} // namespace heddle::f2
