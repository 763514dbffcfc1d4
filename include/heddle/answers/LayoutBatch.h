//===- LayoutBatch.h - Many types, one a line -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads types and answers with JSON, for scripts that ask about thousands.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_LAYOUTBATCH_H
#define HEDDLE_ANSWERS_LAYOUTBATCH_H

#include "heddle/encoding/EncodingText.h"

#include <iosfwd>

namespace heddle {

/// For each line of `in` one line of JSON in `out`, in order: what `jsonLine`
/// says, or an object with `error` and the `input`. A line is a type with a
/// layout, or a layout on the type `tensor`. Returns how many lines were bad.
std::size_t runLayoutBatch(std::istream &in, std::ostream &out,
                           const std::string &tensor, const ReadOptions &read,
                           const WriteOptions &write);

} // namespace heddle

#endif // HEDDLE_ANSWERS_LAYOUTBATCH_H
