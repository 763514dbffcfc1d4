//===- PlainText.h - Tables and paragraphs ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIEW_PLAINTEXT_H
#define HEDDLE_VIEW_PLAINTEXT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// Rows of cells. A row may have fewer than others.
using TextTable = std::vector<std::vector<std::string>>;

/// Each row a line that starts with `indent`; columns are two blanks apart, and
/// nothing follows the last cell.
std::string tableText(const TextTable &table, const std::string &indent);

/// The words in lines of at most 79 characters, but for longer words.
std::string paragraph(std::string_view words);

/// With one decimal digit: "87.5".
std::string decimalText(double number);

/// Behind or before as many blanks as make it that wide, if it is not.
std::string rightAligned(const std::string &text, std::size_t width);
std::string leftAligned(std::string text, std::size_t width);

/// "1 barrier", "2 barriers".
std::string countText(std::uint64_t count, const std::string &noun);

} // namespace heddle

#endif // HEDDLE_VIEW_PLAINTEXT_H
