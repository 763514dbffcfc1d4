//===- SharedLayout.h - Layouts of shared memory ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Layouts of shared memory for data that some threads store and others load.
///
/// Example: of 32x32 f32 lane i stores row i and loads column i, one word at
/// once. Row by row all lanes would store to one bank; with the layout that is
/// found here, an xor-swizzle, neither side has a conflict.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_SHAREDLAYOUT_H
#define HEDDLE_PLAN_SHAREDLAYOUT_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"

namespace heddle {

/// (offset in elements) -> element: the best layout for a tensor that is stored
/// from registers laid out as `stored` and loaded to those of `loaded`, by
/// vector instructions. It is the layout that a conversion from the one to the
/// other would take, its slowest bits last. Fails on elements below a byte, and
/// as `planConversion` does.
[[nodiscard]] Result<LinearLayout>
sharedLayoutBetween(const LinearLayout &stored, const LinearLayout &loaded,
                    unsigned elementBits, const Target &target);

/// Buffers of one layout, one after the other: axes of `counts` elements come
/// before those of the buffer, the last of them varies fastest, and all are
/// above the buffer's bits of the offset. Blocks of a cluster have their parts
/// of each buffer. Fails on counts that are no powers of
/// two, and past the limits of layouts.
[[nodiscard]] Result<LinearLayout>
arrayOfBuffers(const LinearLayout &buffer, ListRef<std::uint64_t> counts);

/// The number of an element, a word of the layout's outputs, in row-major
/// order.
Word rowMajor(const LinearLayout &layout, Word element);

} // namespace heddle

#endif // HEDDLE_PLAN_SHAREDLAYOUT_H
