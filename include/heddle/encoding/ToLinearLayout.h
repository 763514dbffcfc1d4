//===- ToLinearLayout.h - What an encoding means ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An encoding on a tensor of a given shape is a linear layout. Its outputs are
/// dim0, dim1, ..., with the sizes of the shape; its inputs are
///
///   | kind           | inputs                                   |
///   |----------------|------------------------------------------|
///   | distributed    | register, lane, warp, block              |
///   | shared         | offset, block                            |
///   | partitioned    | offset, partition, block                 |
///   | tensor memory  | row, col, block                          |
///
/// each from minor to major. Where the shape is larger than what the encoding
/// describes, it repeats in registers (offsets, columns); where it is smaller,
/// lanes, warps and blocks hold elements more than once. Memory narrower than a
/// partition, or than the rows of tensor memory, is refused.
///
/// Example: `blocked` with sizePerThread [1, 4], threadsPerWarp [4, 8],
/// warpsPerCTA [4, 1] and order [1, 0] on 16x16 has the bases
///
///     register (0,1) (0,2)
///     lane     (0,4) (0,8) (0,0) (1,0) (2,0)     8 lanes need 32 columns, so
///     warp     (4,0) (8,0)                       lanes 4..7 repeat 0..3
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_TOLINEARLAYOUT_H
#define HEDDLE_ENCODING_TOLINEARLAYOUT_H

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Version.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The layout of a tensor of this shape. Some 60 to 250 ns
/// (`heddle-bench --benchmark_filter=encoding`), no heap. Fails
/// if the encoding is invalid (as `verify` says), if the rank is another one,
/// if a size is not a power of two, or if the layout leaves elements that
/// no location holds. Blocks beyond the parts that the shape has hold copies.
///
/// For `padded_shared` it is the linear part: the element number without the
/// gaps; see `paddedOffset`.
[[nodiscard]] Result<LinearLayout>
toLinearLayout(const Encoding &encoding, ListRef<std::uint64_t> shape,
               TritonVersion version = NewestTriton);

/// The gaps of a padded layout, also inside of partitions; none for others.
std::span<const Padding> paddingsOf(const Encoding &encoding);

/// The alignment in bytes that a shared layout needs; 1 for other kinds.
unsigned alignmentOf(const Encoding &encoding);

} // namespace heddle

#endif // HEDDLE_ENCODING_TOLINEARLAYOUT_H
