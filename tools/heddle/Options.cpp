//===- Options.cpp - Options that say what they take ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "heddle/f2/Error.h"
#include "heddle/f2/Spelling.h"
#include "heddle/target/Target.h"

#include <algorithm>
#include <charconv>

namespace heddle {

namespace {

/// "load, store or copy".
std::string alternatives(const std::vector<std::string> &words) {
  std::string text;
  for (std::size_t index = 0; index < words.size(); ++index)
    text += concat(index == 0                  ? ""
                   : index + 1 == words.size() ? " or "
                                               : ", ",
                   words[index]);
  return text;
}

} // namespace

std::string targetHelp() {
  return concat("the GPU: ", targetRange(Vendor::Nvidia), " or ",
                targetRange(Vendor::Amd),
                ", by its name or by that of a product, such as h100 or "
                "mi300x");
}

std::string choicesText(const std::vector<std::string> &words) {
  std::string text;
  for (const std::string &word : words)
    text += concat(text.empty() ? "{" : ",", word);
  return text + "}";
}

void takeOneOf(CLI::Option &option, const std::vector<std::string> &words) {
  option.type_name(choicesText(words));
  option.check([words](const std::string &text) {
    if (std::ranges::find(words, text) != words.end())
      return std::string();
    std::vector<std::string_view> known(words.begin(), words.end());
    // Typing errors are likely in words, not in numbers.
    bool isNumber = text.find_first_not_of("0123456789") == std::string::npos;
    std::string meant = isNumber ? std::string() : didYouMean(text, known);
    return concat("expects ", alternatives(words), ", but got '", text, "'",
                  meant.empty() ? "" : "\n", meant);
  });
}

void takeNumber(CLI::Option &option, std::uint64_t least, std::uint64_t most) {
  option.check([least, most](const std::string &text) {
    std::uint64_t number = 0;
    const char *end = text.data() + text.size();
    auto [stop, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc() && stop == end && number >= least &&
        number <= most)
      return std::string();
    return concat("expects a number from ", least, " to ", most, ", but got '",
                  text, "'");
  });
}

void addExample(CLI::App &command, const std::string &sentence,
                const std::string &line) {
  std::string examples = command.get_footer();
  command.footer(concat(examples, examples.empty() ? "" : "\n", "# ", sentence,
                        "\n$ ", line));
}

} // namespace heddle
