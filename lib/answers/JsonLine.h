//===- JsonLine.h - Questions as lines of JSON ------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_ANSWERS_JSONLINE_H
#define HEDDLE_LIB_ANSWERS_JSONLINE_H

#include "heddle/answers/NamedText.h"

#include <nlohmann/json.hpp>

namespace heddle {

using json = nlohmann::ordered_json;

/// An object. Fails on a line of another form; the remedy shows `example`.
[[nodiscard]] Result<json> parseObject(const std::string &line,
                                       std::string_view example);

/// The text of the key `text.name`; what `text` has already, if the line has no
/// such key. Fails if neither has any, and on a value that is no text.
[[nodiscard]] Result<void> readText(const json &object, NamedText &text);

/// The value for messages; what is no UTF-8 is replaced.
std::string valueText(const json &value);

} // namespace heddle

#endif // HEDDLE_LIB_ANSWERS_JSONLINE_H
