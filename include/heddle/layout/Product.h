//===- Product.h - Products of layouts and their inverses -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The product puts one layout inside of another: A*B repeats the pattern A as
/// B says. Division finds the factor again, which is how one asks whether a
/// layout consists of vector accesses or of an instruction's tiles.
///
/// Worked example. Four lanes of eight registers each, lane-contiguous:
///
///     identity1D(4, lane, dim0) * identity1D(8, register, dim0)
///
/// shares the output dim0, so the bits concatenate: L(lane=2, register=3) is
/// 2 + 4*3 = 14, and dim0 has size 32.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_PRODUCT_H
#define HEDDLE_LAYOUT_PRODUCT_H

#include "heddle/layout/ColumnAction.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The direct sum of two maps, `inner` on the minor bits. In a dimension that
/// both have, on either side, the bits of `outer` come above those of `inner`:
/// the inputs concatenate, and outer's coordinates are multiplied by inner's
/// size. The order of the dimensions is the common order of both, those of
/// `inner` first where they are free. Associative up to the order of dimensions
/// that only one factor names; not commutative. Surjective (injective) exactly
/// if both are.
///
/// Fails if the orders contradict each other, or above 64 bits or 32 dimensions
/// a side.
[[nodiscard]] Result<LinearLayout> product(const LinearLayout &inner,
                                           const LinearLayout &outer);

/// The product; a chain a * b * c stops at the first error.
[[nodiscard]] Result<LinearLayout> operator*(const LinearLayout &a,
                                             const LinearLayout &b);
[[nodiscard]] Result<LinearLayout> operator*(const Result<LinearLayout> &a,
                                             const LinearLayout &b);
[[nodiscard]] Result<LinearLayout> operator*(const LinearLayout &a,
                                             const Result<LinearLayout> &b);
[[nodiscard]] Result<LinearLayout> operator*(const Result<LinearLayout> &a,
                                             const Result<LinearLayout> &b);

/// C with a = factor * C, if there is one; then it is unique up to the order of
/// its dimensions, and has all dimensions of `a` in a's order. The error says
/// which basis is in the way. O(input bits).
[[nodiscard]] Result<LinearLayout> divideLeft(const LinearLayout &a,
                                              const LinearLayout &factor);

/// C with a = C * factor, otherwise as `divideLeft`.
[[nodiscard]] Result<LinearLayout> divideRight(const LinearLayout &a,
                                               const LinearLayout &factor);

/// A division that may reorder the bits of one input dimension first:
/// apply(permutation, a) = factor * quotient (or quotient * factor).
struct PermutedDivision {
  LinearLayout quotient;
  ColumnAction permutation;
};

/// `divideLeft` after some permutation of the bits of `dim`. With a vector
/// access as the factor and the registers as `dim` this is generalised
/// vectorisation: the registers need not be in memory order (paper, section
/// 5.1). Bits that the factor does not claim keep their order. Fails if no
/// permutation divides. O(input bits^2).
[[nodiscard]] Result<PermutedDivision>
divideLeftPermuted(const LinearLayout &a, const LinearLayout &factor, Dim dim);

/// `divideRight` after some permutation of the bits of `dim`.
[[nodiscard]] Result<PermutedDivision>
divideRightPermuted(const LinearLayout &a, const LinearLayout &factor, Dim dim);

/// The layout without these dimensions, on both sides. Fails unless it is
/// trivial over them (`isTrivialOver`): the identity, unmixed with the rest.
[[nodiscard]] Result<LinearLayout> quotient(const LinearLayout &a,
                                            ListRef<Dim> dims);

/// The inputs of both, into the same outputs: x, y -> a(x) ^ b(y). Fails unless
/// the outputs agree in names and sizes and the input names are disjoint. The
/// result has the output order of `a`.
[[nodiscard]] Result<LinearLayout> concatIns(const LinearLayout &a,
                                             const LinearLayout &b);

/// The outputs of both, from the same inputs: x -> (a(x), b(x)). Fails unless
/// the inputs agree in names and sizes and the output names are disjoint. The
/// result has the input order of `a`.
[[nodiscard]] Result<LinearLayout> concatOuts(const LinearLayout &a,
                                              const LinearLayout &b);

} // namespace heddle

#endif // HEDDLE_LAYOUT_PRODUCT_H
