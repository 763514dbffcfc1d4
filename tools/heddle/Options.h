//===- Options.h - Options that say what they take --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an option takes stands in its type name, from which help, the manual
/// page and completion are made: `{load,store}` are all the words that there
/// are, FILE is a file, TARGET a GPU; other names are for people.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TOOLS_HEDDLE_OPTIONS_H
#define HEDDLE_TOOLS_HEDDLE_OPTIONS_H

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace heddle {

/// What every `--target` says: "the GPU: sm_75 ... sm_120 or ...".
std::string targetHelp();

/// "{load,store}".
std::string choicesText(const std::vector<std::string> &words);

/// The option takes one of these words.
void takeOneOf(CLI::Option &option, const std::vector<std::string> &words);

/// The option takes whole numbers from `least` to `most`.
void takeNumber(CLI::Option &option, std::uint64_t least, std::uint64_t most);

/// Puts an example into the help of a command: a sentence on what it does, and
/// a command line that works in the root of the source tree.
void addExample(CLI::App &command, const std::string &sentence,
                const std::string &line);

} // namespace heddle

#endif // HEDDLE_TOOLS_HEDDLE_OPTIONS_H
