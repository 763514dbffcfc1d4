//===- Subspace.h - Subspaces of F2^n ---------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Subspaces of F2^n, n up to 64, with a basis that is unique, so that equal
/// subspaces compare equal. Example: {0, 3, 5, 6} in F2^3 has the basis (3, 5);
/// its complement is the span of (1), and the smallest element of 4 + it is 1.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_F2_SUBSPACE_H
#define HEDDLE_F2_SUBSPACE_H

#include "heddle/f2/Matrix.h"

namespace heddle::f2 {

/// Invariant: the basis is fully reduced. Its vectors ascend, and the highest
/// bit of each is zero in all others.
class Subspace {
public:
  /// {0} in F2^0.
  Subspace() {}

  /// The span of any vectors. Fails for n above 64 and for vectors with bits at
  /// or above n. O(vectors * n).
  [[nodiscard]] static Result<Subspace> span(unsigned n, ListRef<Word> vectors);
  /// {0} in F2^n. Fails for n above 64.
  [[nodiscard]] static Result<Subspace> zero(unsigned n);
  /// F2^n itself. Fails for n above 64.
  [[nodiscard]] static Result<Subspace> full(unsigned n);

  /// n, the number of entries of a vector.
  unsigned ambient() const { return entries; }
  unsigned dimension() const { return vectors.size(); }
  std::span<const Word> basis() const { return vectors; }

  /// The highest bits of the basis vectors.
  Word leading() const;
  /// The smallest element of v + this subspace; zero exactly for v in it.
  /// Linear in v. O(dimension).
  Word reduce(Word v) const;
  bool contains(Word v) const { return reduce(v) == 0; }

  bool operator==(const Subspace &) const = default;

private:
  friend Subspace spanOf(unsigned n, std::span<const Word> vectors);
  unsigned entries = 0;
  Words vectors;
};

/// Every vector of `inner` lies in `outer`. Subspaces of different F2^n are
/// never inside each other.
bool isInside(const Subspace &inner, const Subspace &outer);

/// All sums of a vector of A and a vector of B. Fails unless both lie in the
/// same F2^n.
[[nodiscard]] Result<Subspace> sum(const Subspace &a, const Subspace &b);

/// The vectors in both. Fails unless both lie in the same F2^n.
[[nodiscard]] Result<Subspace> intersection(const Subspace &a,
                                            const Subspace &b);

/// A subspace that meets A in zero only and together with A spans F2^n: the
/// span of the unit vectors at the positions that are no leading bit of A.
[[nodiscard]] Subspace complement(const Subspace &a);

/// The vectors y with y*a = 0 for all a in A. Its dimension is n - dim A.
[[nodiscard]] Subspace annihilator(const Subspace &a);

/// The x with A*x = 0, a subspace of F2^cols.
[[nodiscard]] Subspace kernel(const Matrix &a);

/// All A*x, a subspace of F2^rows.
[[nodiscard]] Subspace image(const Matrix &a);

/// Unit vectors, lowest first, that complete `independent` to a basis of F2^n.
/// Fails if the vectors are dependent (the witness is a set that adds up to
/// zero), if one has a bit at or above n, or for n above 64.
[[nodiscard]] Result<Words> completeToBasis(unsigned n,
                                            ListRef<Word> independent);

} // namespace heddle::f2

#endif // HEDDLE_F2_SUBSPACE_H
