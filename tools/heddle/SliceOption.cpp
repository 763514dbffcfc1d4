//===- SliceOption.cpp - Options that cut tables --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceOption.h"
#include "heddle/f2/Error.h"

#include <charconv>

namespace heddle {

namespace {

std::optional<std::uint64_t> numberIn(std::string_view text) {
  std::uint64_t number = 0;
  const char *begin = text.data(), *end = begin + text.size();
  auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end)
    return std::nullopt;
  return number;
}

/// What is wrong with the text, if anything, as CLI11 wants it.
std::string read(const std::string &text, SliceArgument &argument,
                 CountMeaning meaning) {
  std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    std::string_view view = text;
    auto first = numberIn(view.substr(0, colon));
    auto end = numberIn(view.substr(colon + 1));
    if (first && end) {
      argument.slice = Slice{*first, *end};
      return "";
    }
  } else if (meaning == CountMeaning::AtMost) {
    argument.count = numberIn(text);
    if (argument.count)
      return "";
  }
  return concat("expects ",
                meaning == CountMeaning::AtMost ? "a number or " : "",
                "a slice such as 8:24, but got '", text, "'");
}

} // namespace

CLI::Option *addSliceOption(CLI::App &command, const std::string &name,
                            SliceArgument &argument, CountMeaning meaning,
                            const std::string &what) {
  return command.add_option(name, argument.text, what)
      ->type_name(meaning == CountMeaning::AtMost ? "N|FIRST:END" : "FIRST:END")
      ->check([&argument, meaning](const std::string &text) {
        return read(text, argument, meaning);
      });
}

} // namespace heddle
