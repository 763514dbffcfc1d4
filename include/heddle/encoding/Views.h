//===- Views.h - Layouts of tensors in another shape ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout of a tensor after its elements got other coordinates and none
/// moved: each location holds what it held before. `blocked` stays `blocked`
/// where its parameters can say it; else the result is `linear`.
///
///     transposed(blocked [1, 4] x [4, 8] x [4, 1], {64, 32}, {1, 0})
///         = blocked [4, 1] x [8, 4] x [1, 4]
///
/// All fail on what is no distributed layout and as `toLinearLayout` does.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ENCODING_VIEWS_H
#define HEDDLE_ENCODING_VIEWS_H

#include "heddle/encoding/Encoding.h"
#include "heddle/encoding/Version.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The layout as an encoding: `linear` if each basis vector moves along one
/// axis, else `generic_linear`.
[[nodiscard]] Result<Encoding> linearEncoding(const LinearLayout &layout);

/// Axis i of the result is axis order[i].
[[nodiscard]] Result<Encoding> transposed(const Encoding &encoding,
                                          ListRef<std::uint64_t> shape,
                                          ListRef<unsigned> order,
                                          TritonVersion version = NewestTriton);

/// The same elements, row by row, in another shape.
[[nodiscard]] Result<Encoding> reshaped(const Encoding &encoding,
                                        ListRef<std::uint64_t> from,
                                        ListRef<std::uint64_t> to,
                                        TritonVersion version = NewestTriton);

/// Two tensors of this layout side by side along a new last axis of size 2,
/// both of a pair in one thread.
[[nodiscard]] Result<Encoding> joined(const Encoding &encoding,
                                      ListRef<std::uint64_t> shape,
                                      TritonVersion version = NewestTriton);

/// Each of the two tensors that are joined along a last axis of size 2.
/// Fails unless both of a pair are in one thread, told apart by one register.
[[nodiscard]] Result<Encoding> split(const Encoding &encoding,
                                     ListRef<std::uint64_t> shape,
                                     TritonVersion version = NewestTriton);

/// An axis twice as long, each element followed by a new one in its thread: as
/// values of 4 bits are unpacked from bytes.
[[nodiscard]] Result<Encoding> unpacked(const Encoding &encoding,
                                        ListRef<std::uint64_t> shape,
                                        unsigned axis,
                                        TritonVersion version = NewestTriton);

/// An axis half as long, each pair of neighbours as one element. Fails as
/// `split`.
[[nodiscard]] Result<Encoding> packed(const Encoding &encoding,
                                      ListRef<std::uint64_t> shape,
                                      unsigned axis,
                                      TritonVersion version = NewestTriton);

} // namespace heddle

#endif // HEDDLE_ENCODING_VIEWS_H
