//===- Compose.h - Composition, inverses and conversions --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts are functions: they compose, and up to a choice among replicas they
/// invert. The conversion from a layout A to a layout B of one tensor is
/// `invertAndCompose`: which location of the one holds what a location of the
/// other wants.
///
/// Note the direction. A destination register has to know where to read, so the
/// conversion of a tensor from `src` to `dst` is invertAndCompose(dst, src): it
/// reaches every destination location. The other direction, which some texts
/// give, reaches one replica of each element only.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_COMPOSE_H
#define HEDDLE_LAYOUT_COMPOSE_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// x -> outer(inner(x)). Fails unless the outputs of `inner` are the inputs of
/// `outer` by name, in any order, and none is larger. O(input bits of inner *
/// bits set in its bases).
[[nodiscard]] Result<LinearLayout> compose(const LinearLayout &inner,
                                           const LinearLayout &outer);

/// The layout from outputs to inputs that undoes `a` on both sides. Fails
/// unless `a` is injective and surjective; the witness is an element without a
/// location or two locations of one element.
[[nodiscard]] Result<LinearLayout> invert(const LinearLayout &a);

/// A right inverse X: a(X(y)) = y, where X(y) is the smallest location of the
/// element y. Fails unless `a` is surjective.
[[nodiscard]] Result<LinearLayout> pseudoinvert(const LinearLayout &a);

/// X with outer(X(x)) = a(x) for all x, where X(x) is the smallest such
/// location. Its inputs are those of `a`, its outputs are the inputs of
/// `outer`, all of them with their full sizes.
///
/// Fails unless both have the same output names, in any order, and `outer`
/// reaches every element that `a` reaches; the witness is a location of `a`
/// whose element `outer` does not hold. Neither needs to be surjective or
/// injective, and the output sizes may differ, as long as the larger ones
/// together take at most 64 bits. O(input bits * rank).
[[nodiscard]] Result<LinearLayout> invertAndCompose(const LinearLayout &a,
                                                    const LinearLayout &outer);

/// As `invertAndCompose`, but among the replicas in `outer` X(x) takes one
/// whose coordinates in `keep` are those of x itself, where there is one: a
/// block reads its own copy, a warp its own registers. The first dimension in
/// `keep` counts most; where no replica agrees in it, the bits that differ form
/// the smallest possible number. The other coordinates are the smallest that
/// this leaves. Dimensions that are not inputs of both layouts have nothing to
/// keep and are ignored.
[[nodiscard]] Result<LinearLayout>
invertAndComposeLocal(const LinearLayout &a, const LinearLayout &outer,
                      ListRef<Dim> keep);

} // namespace heddle

#endif // HEDDLE_LAYOUT_COMPOSE_H
