//===- Elimination.cpp - Rank, echelon form, solving, inverses ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Elimination.h"

namespace heddle::f2 {

namespace {

/// A set of columns that adds up to zero; zero if there is none.
Word findDependency(std::span<const Word> columns) {
  ColumnEchelon echelon;
  for (Word column : columns)
    if (Word dependency = echelon.insert(column))
      return dependency;
  return 0;
}

tl::unexpected<Error> dependentColumns(const Matrix &a, Word dependency) {
  return failure(concat("expects a ", shapeText(a),
                        " matrix with independent columns, but got rank ",
                        rank(a)),
                 dependencyText("column", dependency));
}

} // namespace

std::string dependencyText(std::string_view noun, Word members) {
  if (std::has_single_bit(members))
    return concat(noun, " ", lowestBit(members), " is zero");
  std::string text = concat(noun, "s ");
  for (Word rest = members; rest != 0; rest &= rest - 1) {
    if (rest != members)
      text += std::has_single_bit(rest) ? " and " : ", ";
    text += std::to_string(lowestBit(rest));
  }
  return text + " add up to zero";
}

unsigned rank(std::span<const Word> vectors) {
  VectorEchelon echelon;
  for (Word v : vectors)
    echelon.insert(v);
  return echelon.rank();
}

unsigned rank(const Matrix &a) { return rank(a.columns()); }

Echelon echelon(const Matrix &a) {
  Words rows(transpose(a).columns());
  Words transform(Matrix::identity(a.rows())->columns());
  Echelon result;
  unsigned next = 0;
  for (unsigned c = 0; c < a.cols() && next < rows.size(); ++c) {
    unsigned pivot = next;
    while (pivot < rows.size() && (rows[pivot] >> c & 1) == 0)
      ++pivot;
    if (pivot == rows.size())
      continue;
    std::swap(rows[pivot], rows[next]);
    std::swap(transform[pivot], transform[next]);
    for (unsigned r = 0; r < rows.size(); ++r) {
      if (r == next || (rows[r] >> c & 1) == 0)
        continue;
      rows[r] ^= rows[next];
      transform[r] ^= transform[next];
    }
    result.pivots.push_back(c);
    ++next;
  }
  result.reduced = transpose(MatrixBuilder::build(a.cols(), rows));
  result.transform = transpose(MatrixBuilder::build(a.rows(), transform));
  return result;
}

std::variant<Solution, Inconsistent> solve(const Matrix &a, Word b) {
  ColumnEchelon echelon(a.columns());
  ColumnEchelon::Reduction r = echelon.reduce(b);
  if (r.remainder == 0)
    return Solution{r.columns};
  // Bit h of the remainder is a linear function of b. It vanishes on the span
  // of the columns, whose remainders are zero, and is one on b.
  unsigned h = lowestBit(r.remainder);
  Word y = unit(h);
  for (unsigned row = 0; row < a.rows(); ++row)
    if (row != h && (echelon.reduce(unit(row)).remainder >> h & 1) != 0)
      y |= unit(row);
  return Inconsistent{y};
}

Result<Matrix> inverse(const Matrix &a) {
  if (a.rows() != a.cols())
    return failure(concat("expects a square matrix, but got ", shapeText(a)),
                   {},
                   "a matrix that is not square has at most a left or a right "
                   "inverse");
  if (Word dependency = findDependency(a.columns()))
    return dependentColumns(a, dependency);
  return rightInverse(a);
}

Result<Matrix> rightInverse(const Matrix &a) {
  ColumnEchelon echelon(a.columns());
  if (echelon.rank() < a.rows()) {
    Word missing = ~echelon.leading() & lowMask(a.rows());
    return failure(
        concat("expects a ", shapeText(a), " matrix of rank ", a.rows(),
               ", but got rank ", echelon.rank()),
        concat("no sum of columns is unit vector ", lowestBit(missing)));
  }
  Words columns;
  for (unsigned row = 0; row < a.rows(); ++row)
    columns.push_back(echelon.reduce(unit(row)).columns);
  return MatrixBuilder::build(a.cols(), columns);
}

Result<Matrix> leftInverse(const Matrix &a) {
  if (Word dependency = findDependency(a.columns()))
    return dependentColumns(a, dependency);
  return transpose(*rightInverse(transpose(a)));
}

} // namespace heddle::f2
