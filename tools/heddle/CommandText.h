//===- CommandText.h - A command as its description -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What CLI11 knows of a command, as plain data. Help, the manual page,
/// completion and "did you mean" are all made from it, so that none of them can
/// be out of date.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_COMMANDTEXT_H
#define HEDDLE_TOOLS_HEDDLE_COMMANDTEXT_H

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace heddle {

struct OptionText {
  /// "-o", "--output"; of an argument without dashes its one name.
  std::vector<std::string> names;
  /// What it takes, as Options.h says; empty of a flag.
  std::string value;
  std::string meaning, standard; ///< `standard`: the default, if there is one
  bool isRequired = false, isRepeatable = false;

  /// The words of `{load,store}`; none of other values.
  std::vector<std::string> choices() const;
  /// "-o, --output FILE".
  std::string heading() const;
};

struct ExampleText {
  std::string sentence, line;
};

struct CommandText {
  /// "heddle layout diff", and its last word.
  std::string path, name;
  std::string meaning;
  std::vector<OptionText> arguments, options;
  std::vector<CommandText> commands;
  std::vector<ExampleText> examples;

  /// "heddle compile [OPTIONS] FILE".
  std::string usage() const;
};

/// A command and all below it. `path` is what people type for it.
CommandText describe(const CLI::App &command, const std::string &path);

/// The text of `--help`, 80 columns wide.
std::string helpText(const CommandText &command);

/// The text with lines of at most so many columns, which begin with so many
/// blanks.
std::string wrapped(std::string_view text, std::size_t indent,
                    std::size_t width);

/// The manual page heddle(1) in roff.
std::string manualText(const CommandText &program);

/// A script that completes command lines; `shell` is bash, zsh or fish.
/// `targets` are the names of all GPUs.
std::string completionText(const CommandText &program, std::string_view shell,
                           const std::vector<std::string> &targets);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_COMMANDTEXT_H
