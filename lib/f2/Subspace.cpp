//===- Subspace.cpp - Subspaces of F2^n -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/f2/Subspace.h"

#include "heddle/f2/Elimination.h"

namespace heddle::f2 {

/// The span of vectors that are known to have no bit at or above n.
Subspace spanOf(unsigned n, std::span<const Word> vectors) {
  VectorEchelon echelon;
  for (Word v : vectors)
    echelon.insert(v);
  // Ascending, so that the vectors subtracted are fully reduced themselves.
  Subspace space;
  space.entries = n;
  for (Word rest = echelon.leading(); rest != 0; rest &= rest - 1)
    space.vectors.push_back(space.reduce(echelon.vector(lowestBit(rest))));
  return space;
}

namespace {

Result<void> checkVectors(unsigned n, std::span<const Word> vectors) {
  if (n > MaxBits)
    return failure(concat("expects vectors of at most 64 bits, but got ", n));
  for (std::size_t i = 0; i < vectors.size(); ++i)
    if (Word excess = vectors[i] & ~lowMask(n))
      return failure(concat("expects vectors of ", n, " bits, but vector ", i,
                            " is ", vectors[i]),
                     concat("its bit ", lowestBit(excess), " is set"));
  return {};
}

Result<void> checkSameSpace(const Subspace &a, const Subspace &b) {
  if (a.ambient() == b.ambient())
    return {};
  return failure(concat("expects subspaces of one F2^n, but got F2^",
                        a.ambient(), " and F2^", b.ambient()));
}

/// The unit vectors at the positions that are no bit of `leading`.
Words unitsOutside(unsigned n, Word leading) {
  Words units;
  for (Word rest = ~leading & lowMask(n); rest != 0; rest &= rest - 1)
    units.push_back(unit(lowestBit(rest)));
  return units;
}

} // namespace

Result<Subspace> Subspace::span(unsigned n, ListRef<Word> vectors) {
  if (auto checked = checkVectors(n, vectors); !checked)
    return tl::unexpected(checked.error());
  return spanOf(n, vectors);
}

Result<Subspace> Subspace::zero(unsigned n) { return span(n, {}); }

Result<Subspace> Subspace::full(unsigned n) {
  if (auto checked = checkVectors(n, {}); !checked)
    return tl::unexpected(checked.error());
  return spanOf(n, unitsOutside(n, 0));
}

Word Subspace::leading() const {
  Word bits = 0;
  for (Word v : vectors)
    bits |= unit(highestBit(v));
  return bits;
}

Word Subspace::reduce(Word v) const {
  for (unsigned i = vectors.size(); i-- != 0;)
    v = std::min(v, v ^ vectors[i]);
  return v;
}

bool isInside(const Subspace &inner, const Subspace &outer) {
  return inner.ambient() == outer.ambient() &&
         std::all_of(inner.basis().begin(), inner.basis().end(),
                     [&](Word v) { return outer.contains(v); });
}

Result<Subspace> sum(const Subspace &a, const Subspace &b) {
  if (auto checked = checkSameSpace(a, b); !checked)
    return tl::unexpected(checked.error());
  Word vectors[2 * MaxBits];
  auto *end = std::copy(a.basis().begin(), a.basis().end(), vectors);
  end = std::copy(b.basis().begin(), b.basis().end(), end);
  return spanOf(a.ambient(), {vectors, end});
}

Result<Subspace> intersection(const Subspace &a, const Subspace &b) {
  if (auto checked = checkSameSpace(a, b); !checked)
    return tl::unexpected(checked.error());
  // A sum of basis vectors of B lies in A exactly if its remainders modulo A
  // add up to zero.
  ColumnEchelon remainders;
  Words common;
  for (Word v : b.basis())
    if (Word dependency = remainders.insert(a.reduce(v)))
      common.push_back(multiply(b.basis(), dependency));
  return spanOf(a.ambient(), common);
}

Subspace complement(const Subspace &a) {
  return spanOf(a.ambient(), unitsOutside(a.ambient(), a.leading()));
}

Subspace annihilator(const Subspace &a) {
  return kernel(transpose(MatrixBuilder::build(a.ambient(), a.basis())));
}

Subspace kernel(const Matrix &a) {
  ColumnEchelon echelon;
  Words dependencies;
  for (Word column : a.columns())
    if (Word dependency = echelon.insert(column))
      dependencies.push_back(dependency);
  return spanOf(a.cols(), dependencies);
}

Subspace image(const Matrix &a) { return spanOf(a.rows(), a.columns()); }

Result<Words> completeToBasis(unsigned n, ListRef<Word> independent) {
  if (auto checked = checkVectors(n, independent); !checked)
    return tl::unexpected(checked.error());
  if (independent.size() > n)
    return failure(concat("expects at most ", n, " independent vectors of ", n,
                          " bits, but got ", independent.size()));
  ColumnEchelon echelon;
  for (Word v : independent)
    if (Word dependency = echelon.insert(v))
      return failure("expects independent vectors",
                     dependencyText("vector", dependency));
  return unitsOutside(n, echelon.leading());
}

} // namespace heddle::f2
