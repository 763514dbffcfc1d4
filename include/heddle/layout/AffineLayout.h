//===- AffineLayout.h - Layouts with an offset: A*x ^ b ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A slice of a buffer starts at an element other than 0, and a flip runs
/// backwards. Both are A*x ^ b: a linear layout and an offset. Flipping 8
/// elements is x -> x ^ 7; the slice that starts at row 16 of a buffer is
/// x -> A*x ^ (16, 0) as long as A does not reach bit 4 of the rows itself.
///
/// A type of its own, because layouts that are only affine have no kernel, no
/// product and no bases. It is closed under composition, inversion and
/// conversion, with linear layouts and with itself.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_AFFINELAYOUT_H
#define HEDDLE_LAYOUT_AFFINELAYOUT_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

class [[nodiscard]] AffineLayout {
public:
  /// The empty layout.
  AffineLayout() {}

  /// A linear layout with offset 0.
  AffineLayout(const LinearLayout &linear) : part(linear) {}

  /// Offset coordinates in any order; those that are not given are 0. Fails on
  /// a coordinate that is unknown, given twice or too large.
  [[nodiscard]] static Result<AffineLayout> create(const LinearLayout &linear,
                                                   ListRef<Coordinate> offset);

  /// x -> size-1 - x, which is x ^ (size-1). Fails unless the size is a power
  /// of two.
  [[nodiscard]] static Result<AffineLayout> flip1D(std::uint64_t size, Dim in,
                                                   Dim out);

  /// A*x.
  const LinearLayout &linear() const { return part; }
  /// b, as an output word of the linear part.
  Word offset() const { return constant; }
  bool isLinear() const { return constant == 0; }

  /// Fails as `LinearLayout::apply`.
  [[nodiscard]] Result<Coordinates> apply(ListRef<Coordinate> location) const;

  friend bool operator==(const AffineLayout &, const AffineLayout &) = default;

private:
  friend Result<AffineLayout> compose(const AffineLayout &,
                                      const AffineLayout &);
  friend Result<AffineLayout> invert(const AffineLayout &);
  friend Result<AffineLayout> invertAndCompose(const AffineLayout &,
                                               const AffineLayout &);
  LinearLayout part;
  Word constant = 0;
};

/// x -> outer(inner(x)); either may be a `LinearLayout`. Fails as the linear
/// `compose`.
[[nodiscard]] Result<AffineLayout> compose(const AffineLayout &inner,
                                           const AffineLayout &outer);

/// Fails as the linear `invert`.
[[nodiscard]] Result<AffineLayout> invert(const AffineLayout &a);

/// X with outer(X(x)) = a(x) for all x, at the smallest linear part and the
/// smallest offset. Fails as the linear `invertAndCompose`, and if `outer` does
/// not hold the element of location 0.
[[nodiscard]] Result<AffineLayout> invertAndCompose(const AffineLayout &a,
                                                    const AffineLayout &outer);

} // namespace heddle

#endif // HEDDLE_LAYOUT_AFFINELAYOUT_H
