//===- MemoryViews.h - Layouts of memory in another shape -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What Views.h is for registers: the layout of a buffer after its elements got
/// other coordinates and none moved, as an encoding of the same family.
///
///     transposedMemory(nvmma_shared 128, {1, 0}) = nvmma_shared 128,
///     transposed
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_MEMORYVIEWS_H
#define HEDDLE_ENCODING_MEMORYVIEWS_H

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Version.h"
#include "heddle/f2/InplaceVector.h"

namespace heddle {

/// Axis i of the result is axis order[i]. Fails on families other than
/// `swizzled_shared`, `shared_linear` and `nvmma_shared`, and on the last
/// unless its two axes change places.
[[nodiscard]] Result<Encoding> transposedMemory(const Encoding &encoding,
                                                ListRef<unsigned> order);

/// The same elements, row by row, in another shape. Fails on families other
/// than `shared_linear` and `nvmma_shared`, and on the last where its tiles
/// would be others.
[[nodiscard]] Result<Encoding>
reshapedMemory(const Encoding &encoding, ListRef<std::uint64_t> from,
               ListRef<std::uint64_t> to, TritonVersion version = NewestTriton);

} // namespace heddle

#endif // HEDDLE_ENCODING_MEMORYVIEWS_H
