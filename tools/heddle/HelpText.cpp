//===- HelpText.cpp - The text of --help ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandText.h"
#include "heddle/f2/Error.h"

#include <algorithm>
#include <sstream>

namespace heddle {

namespace {

constexpr std::size_t Width = 80;

/// A heading, and beside or below it what it means.
std::string entryText(const std::string &heading, const std::string &meaning,
                      std::size_t column) {
  std::string text = "  " + heading;
  std::string body = wrapped(meaning, column, Width);
  if (text.size() + 2 > column || body.empty())
    return text + "\n" + body;
  text.resize(column, ' ');
  return text + body.substr(column);
}

std::string meaningOf(const OptionText &option) {
  std::string text = option.meaning;
  if (!option.standard.empty())
    text += concat(" (default: ", option.standard, ")");
  return text;
}

std::string optionsText(const char *title,
                        const std::vector<OptionText> &options) {
  constexpr std::size_t Column = 26;
  if (options.empty())
    return {};
  std::string text = concat("\n", title, ":\n");
  for (const OptionText &option : options)
    text += entryText(option.heading(), meaningOf(option), Column);
  return text;
}

} // namespace

std::string wrapped(std::string_view text, std::size_t indent,
                    std::size_t width) {
  std::string result, line(indent, ' ');
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    bool isFirst = line.size() == indent;
    if (!isFirst && line.size() + 1 + word.size() > width) {
      result += line + "\n";
      line.assign(indent, ' ');
      isFirst = true;
    }
    line += (isFirst ? "" : " ") + word;
  }
  return line.size() == indent ? result : result + line + "\n";
}

std::string helpText(const CommandText &command) {
  constexpr std::size_t Column = 14;
  std::string text =
      wrapped(command.meaning, 0, Width) + "\nUsage: " + command.usage() + "\n";
  text += optionsText("Arguments", command.arguments);
  text += optionsText("Options", command.options);
  if (!command.commands.empty())
    text += "\nCommands:\n";
  for (const CommandText &each : command.commands)
    text += entryText(each.name, each.meaning, Column);
  if (!command.examples.empty())
    text += "\nExamples:\n";
  for (const ExampleText &example : command.examples)
    text += concat("  # ", example.sentence, "\n  $ ", example.line, "\n");
  text += "\nExit codes: 0 done; 1 the answer is no; 2 wrong usage, or a file "
          "that cannot be\nread or written.\n";
  return text;
}

} // namespace heddle
