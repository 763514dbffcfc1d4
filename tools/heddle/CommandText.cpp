//===- CommandText.cpp - A command as its description ---------------------===//
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

OptionText describeOption(const CLI::Option &option) {
  OptionText text;
  if (option.get_positional()) {
    text.names.push_back(option.get_name(true, false));
    std::string value = option.get_type_name();
    if (value.starts_with('{'))
      text.value = value;
  } else {
    for (const std::string &name : option.get_snames())
      text.names.push_back("-" + name);
    for (const std::string &name : option.get_lnames())
      text.names.push_back("--" + name);
    if (option.get_type_size() != 0)
      text.value = option.get_type_name();
  }
  // CLI11's names of types that have no other.
  if (text.value == "UINT" || text.value == "INT")
    text.value = "N";
  if (text.value == "FLOAT")
    text.value = "X";
  text.meaning = option.get_description();
  text.standard = option.get_default_str();
  text.isRequired = option.get_required();
  text.isRepeatable =
      option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  return text;
}

std::vector<ExampleText> describeExamples(const std::string &footer) {
  std::vector<ExampleText> examples;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("# "))
      examples.push_back({.sentence = line.substr(2), .line = {}});
    else if (line.starts_with("$ ") && !examples.empty())
      examples.back().line = line.substr(2);
  return examples;
}

} // namespace

std::vector<std::string> OptionText::choices() const {
  std::vector<std::string> words;
  if (!value.starts_with('{') || !value.ends_with('}'))
    return words;
  std::istringstream list(value.substr(1, value.size() - 2));
  for (std::string word; std::getline(list, word, ',');)
    words.push_back(word);
  return words;
}

std::string OptionText::heading() const {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text + (value.empty() ? "" : " ") + value;
}

std::string CommandText::usage() const {
  std::string text = path + (options.empty() ? "" : " [OPTIONS]");
  for (const OptionText &argument : arguments) {
    std::string name = argument.names.front();
    if (argument.isRepeatable)
      name += "...";
    text += argument.isRequired ? " " + name : " [" + name + "]";
  }
  // Options and arguments go before a command that may follow.
  if (!commands.empty())
    text += arguments.empty() ? " COMMAND ..." : "";
  return text;
}

CommandText describe(const CLI::App &command, const std::string &path) {
  CommandText text = {.path = path,
                      .name = command.get_name(),
                      .meaning = command.get_description(),
                      .arguments = {},
                      .options = {},
                      .commands = {},
                      .examples = describeExamples(command.get_footer())};
  for (const CLI::Option *option : command.get_options()) {
    bool isArgument = option->get_positional();
    (isArgument ? text.arguments : text.options)
        .push_back(describeOption(*option));
  }
  // Options that all commands have come last.
  auto help = std::ranges::find_if(text.options, [](const OptionText &option) {
    return option.names.back() == "--help";
  });
  if (help != text.options.end())
    std::rotate(help, help + 1, text.options.end());
  for (const CLI::App *each : command.get_subcommands({}))
    text.commands.push_back(describe(*each, path + " " + each->get_name()));
  return text;
}

} // namespace heddle
