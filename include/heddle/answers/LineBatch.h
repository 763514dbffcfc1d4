//===- LineBatch.h - Many questions, one a line -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `--batch` of every command does: a line in, a line of JSON out.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANSWERS_LINEBATCH_H
#define HEDDLE_ANSWERS_LINEBATCH_H

#include "heddle/f2/Error.h"

#include <functional>
#include <iosfwd>

namespace heddle {

/// The answer to one line, a JSON object with a line break at the end.
using LineAnswer = std::function<Result<std::string>(const std::string &line)>;

/// For each line of `in` one line in `out`, in order: the answer, or an object
/// with `error` and the `input`. Returns how many lines were bad.
std::size_t answerLines(std::istream &in, std::ostream &out,
                        const LineAnswer &answer);

} // namespace heddle

#endif // HEDDLE_ANSWERS_LINEBATCH_H
