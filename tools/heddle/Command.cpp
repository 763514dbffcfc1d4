//===- Command.cpp - What the subcommands share ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Options.h"
#include "heddle/files/OutputFile.h"
#include "heddle/files/Pager.h"
#include "heddle/target/Target.h"

#include <iostream>

namespace heddle {

void addReadOptions(CLI::App &command, std::string &input,
                    std::string &triton) {
  command
      .add_option("-i,--input", input,
                  "a .ttgir file whose aliases can be named (- for stdin)")
      ->type_name("FILE");
  std::vector<std::string> releases;
  for (const VersionFacts &facts : versionTable())
    releases.emplace_back(facts.name);
  command
      .add_option("--triton", triton,
                  "Triton release whose syntax and semantics apply")
      ->type_name(choicesText(releases))
      ->capture_default_str();
}

void addOutputOptions(CLI::App &command, OutputArguments &output) {
  command
      .add_option("-o,--output", output.path,
                  "write to a file instead of the standard output")
      ->type_name("FILE");
  command.add_flag_callback(
      "--force", [&output] { output.overwrite = Overwrite::Force; },
      "overwrite files that would be refused otherwise: inputs, and files "
      "beside the output that heddle did not write");
}

void addPagerOption(CLI::App &command, OutputArguments &output) {
  output.isPaged = true;
  command.add_flag_callback(
      "--no-pager", [&output] { output.isPaged = false; },
      "show long output on a terminal as it is, not through $PAGER");
}

Result<void> checkOutput(const OutputArguments &output,
                         const std::string &input) {
  UsedFile written = {.option = "-o", .path = output.path};
  UsedFile read = {.option = "-i", .path = input};
  return checkOutputs({&written, 1}, {&read, input.empty() ? 0U : 1U},
                      output.overwrite);
}

Result<AliasFile> openAliases(const std::string &input) {
  return input.empty() ? AliasFile() : AliasFile::open(input);
}

void refuseOutputOfBatch(const OutputArguments &output) {
  if (!output.path.empty())
    throw CLI::ValidationError("--batch writes to the standard output as it "
                               "reads; send that to a file instead of -o");
}

Result<void> checkTarget(const std::string &name) {
  Result<const Target *> target = findTarget(name);
  if (target)
    return {};
  Error error = std::move(target.error());
  error.reason = "--target: " + error.reason;
  return tl::unexpected(std::move(error));
}

int report(const Failure &failure, std::string_view part) {
  return report(failure.error, failure.kind, part);
}

int report(const Error &error, ErrorKind kind, std::string_view part) {
  std::cerr << "heddle: error: " << part << (part.empty() ? "" : ": ")
            << error.text() << "\n";
  return exitCodeOf(kind);
}

int finish(const std::string &text, const OutputArguments &output) {
  bool isPaged = output.isPaged && output.path.empty();
  Result<void> written =
      isPaged ? writePaged(text) : writeOutput(output.path, text);
  if (!written)
    return report(written.error(), ErrorKind::Trouble);
  return Success;
}

int finish(const Outcome<std::string> &text, const OutputArguments &output) {
  return text ? finish(*text, output) : report(text.error());
}

int finish(const Result<std::string> &text, const OutputArguments &output) {
  return finish(failingWith(ErrorKind::Refusal, text), output);
}

int runBatch(const std::function<std::size_t(std::istream &in,
                                             std::ostream &out)> &answer) {
  StandardOutput out;
  // A program that writes line by line gets each answer before the next
  // question is read.
  std::cin.tie(&out);
  std::size_t badLines = answer(std::cin, out);
  std::cin.tie(nullptr);
  if (Result<void> written = out.finish(); !written)
    return report(written.error(), ErrorKind::Trouble);
  if (badLines == 0)
    return Success;
  std::cerr << "heddle: error: " << badLines
            << (badLines == 1 ? " line is wrong\n" : " lines are wrong\n");
  return Refused;
}

} // namespace heddle
