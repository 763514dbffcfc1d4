//===- Text.h - Layouts as text ---------------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Three texts for a layout: Triton's own, a line that people can type, and
/// JSON. The last two parse back to the same layout.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LAYOUT_TEXT_H
#define HEDDLE_LAYOUT_TEXT_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// What Triton's `LinearLayout::toString` prints, byte for byte: a line break,
/// a line for each basis, no line break at the end.
///
///      - register=1 -> (0, 1)
///        register=2 -> (1, 0)
///      - lane is a size 1 dimension
///     where out dims are: [dim0 (size 2), dim1 (size 2)]
std::string toTritonText(const LinearLayout &layout);

/// One line: bases, then output sizes. With one output dimension the inner
/// brackets go. A name that is not made of letters, digits, `_`, `.` and `-`
/// stands in quotes.
///
///     {register: [[0, 1], [1, 0]], lane: []} -> {dim0: 2, dim1: 2}
///     {offset: [1, 2, 4]} -> {dim0: 8}
std::string toText(const LinearLayout &layout);

/// Parses what `toText` prints; blanks are free, inner brackets are always
/// allowed, surjectivity is not demanded. An error in the syntax or in a size
/// names the column, one in what it means the basis or dimension.
[[nodiscard]] Result<LinearLayout> parseText(std::string_view text);

/// One JSON object on one line; it also is what Triton's Python bindings take
/// (`LinearLayout.from_bases`), with sizes beside the names:
///
///     {"bases":[["register",[[0,1],[1,0]]],["lane",[]]],
///      "outs":[["dim0",2],["dim1",2]]}
std::string toJson(const LinearLayout &layout);

/// Parses what `toJson` prints, with free blanks and order of the two keys.
/// Errors as in `parseText`.
[[nodiscard]] Result<LinearLayout> parseJson(std::string_view text);

} // namespace heddle

#endif // HEDDLE_LAYOUT_TEXT_H
