//===- UsageError.cpp - What is wrong with a command line -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsageError.h"
#include "CommandText.h"
#include "heddle/f2/Spelling.h"

#include <optional>

namespace heddle {

namespace {

/// The innermost command that was recognised, and what people type for it.
struct ParsedCommand {
  const CLI::App *command;
  std::string path;
};

ParsedCommand innermost(const CLI::App &program) {
  ParsedCommand found = {.command = &program, .path = program.get_name()};
  while (!found.command->get_subcommands().empty()) {
    found.command = found.command->get_subcommands().front();
    found.path += " " + found.command->get_name();
  }
  return found;
}

std::vector<std::string> commandNames(const CLI::App &command) {
  std::vector<std::string> names;
  for (const CLI::App *each : command.get_subcommands({}))
    names.push_back(each->get_name());
  return names;
}

std::string listOf(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string nearestOf(const std::string &word,
                      const std::vector<std::string> &names) {
  std::vector<std::string_view> known(names.begin(), names.end());
  return didYouMean(word, known);
}

Error unknownCommand(const CLI::App &parent, const std::string &path,
                     const std::string &word) {
  std::vector<std::string> names = commandNames(parent);
  std::string known =
      names.empty() ? concat(path, " has no commands")
                    : concat("the commands of ", path, " are ", listOf(names));
  return {.reason = concat("unknown command '", word, "'"),
          .witness = nearestOf(word, names),
          .remedy = known};
}

/// "see: heddle help compile" for "heddle compile".
std::string seeHelp(const std::string &path) {
  constexpr std::string_view Program = "heddle";
  return concat("see: heddle help", path.substr(Program.size()));
}

Error unknownOption(const ParsedCommand &parsed, const std::string &word) {
  std::string name = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const OptionText &option :
       describe(*parsed.command, parsed.path).options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return {.reason = concat("unknown option '", name, "' of ", parsed.path),
          .witness = nearestOf(name, names),
          .remedy = seeHelp(parsed.path)};
}

/// Words that nothing took. An unknown option is the likeliest reason of all
/// other errors.
std::optional<std::string> leftOver(const CLI::App &program, bool isOption) {
  for (const std::string &word : program.remaining(/*recurse=*/true))
    if ((word.size() > 1 && word.front() == '-') == isOption)
      return word;
  return std::nullopt;
}

/// "--seed" of "--seed: ..." or "Could not convert: --seed = one".
const CLI::Option *optionOf(const CLI::App &command, std::string_view text) {
  for (const CLI::Option *option : command.get_options()) {
    std::string name = option->get_name();
    if (text.starts_with(name + ":") ||
        text.find(" " + name + " ") != std::string_view::npos)
      return option;
  }
  return nullptr;
}

/// Of values that are too few, too many, or not of the type.
std::string valuesText(const CLI::Option &option, bool isConversion) {
  std::string got;
  for (const std::string &value : option.results())
    got += concat(got.empty() ? "'" : ", '", value, "'");
  if (got.empty())
    got = "none";
  if (isConversion)
    return concat(option.get_name(), ": expects ",
                  option.get_type_name() == "FLOAT" ? "a number"
                                                    : "a whole number",
                  ", but got ", got);
  int most = option.get_items_expected_max();
  return concat(option.get_name(), ": expects ",
                most == 1 ? "one value" : concat("at most ", most, " values"),
                ", but got ", got);
}

std::string reasonOf(const CLI::App &command, const CLI::ParseError &error) {
  std::string text = error.what();
  bool isConversion = error.get_name() == "ConversionError";
  if (isConversion || error.get_name() == "ArgumentMismatch")
    if (const CLI::Option *option = optionOf(command, text))
      return valuesText(*option, isConversion);
  return text;
}

} // namespace

Error usageError(const CLI::App &program, const CLI::ParseError &error) {
  ParsedCommand parsed = innermost(program);
  if (auto option = leftOver(program, /*isOption=*/true))
    return unknownOption(parsed, *option);
  auto word = leftOver(program, /*isOption=*/false);
  if (parsed.command == &program)
    return word ? unknownCommand(program, parsed.path, *word)
                : Error{.reason = "expects a command, but got none",
                        .witness = concat("the commands are ",
                                          listOf(commandNames(program))),
                        .remedy = "see: heddle help"};
  if (word)
    return {.reason = concat("unexpected argument '", *word, "'"),
            .witness = concat("usage: ",
                              describe(*parsed.command, parsed.path).usage()),
            .remedy = seeHelp(parsed.path)};
  return {.reason = reasonOf(*parsed.command, error),
          .witness = {},
          .remedy = seeHelp(parsed.path)};
}

Result<const CLI::App *> findCommand(const CLI::App &program,
                                     const std::vector<std::string> &words) {
  const CLI::App *found = &program;
  std::string path = program.get_name();
  for (const std::string &word : words) {
    const CLI::App *next = nullptr;
    for (const CLI::App *each : found->get_subcommands({}))
      if (each->get_name() == word)
        next = each;
    if (next == nullptr)
      return tl::unexpected(unknownCommand(*found, path, word));
    found = next;
    path += " " + word;
  }
  return found;
}

} // namespace heddle
