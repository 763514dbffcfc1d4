//===- PlainText.cpp - Tables and paragraphs ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/view/PlainText.h"
#include "heddle/f2/Error.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace heddle {

std::string tableText(const TextTable &table, const std::string &indent) {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string> &row : table) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const std::vector<std::string> &row : table) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string paragraph(std::string_view words) {
  constexpr std::size_t Width = 79;
  std::string text;
  std::size_t column = 0;
  while (!words.empty()) {
    std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    bool isFirst = column == 0;
    bool isFull = !isFirst && column + 1 + word.size() > Width;
    text += isFull ? "\n" : isFirst ? "" : " ";
    column = (isFull || isFirst ? 0 : column + 1) + word.size();
    text += word;
  }
  return text + "\n";
}

std::string decimalText(double number) {
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "%.1f", number);
  return text.data();
}

std::string rightAligned(const std::string &text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string leftAligned(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string countText(std::uint64_t count, const std::string &noun) {
  return concat(count, " ", noun, count == 1 ? "" : "s");
}

} // namespace heddle
