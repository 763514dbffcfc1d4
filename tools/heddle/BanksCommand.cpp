//===- BanksCommand.cpp - heddle banks ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BanksCommand.h"
#include "Command.h"
#include "heddle/answers/BanksReport.h"
#include "heddle/answers/LineBatch.h"

#include <iostream>

namespace heddle {

namespace {

struct BanksArguments {
  BanksQuestion question = {.registers = {"--reg", {}},
                            .shared = {"--shared", {}},
                            .target = {"--target", {}},
                            .op = {"--op", "load"},
                            .tensor = {}};
  std::string input, output;
  std::string triton = std::string(factsOf(NewestTriton).name);
  bool json = false, batch = false;
};

Result<std::string> answerLine(const std::string &line,
                               const BanksArguments &arguments,
                               const ReadOptions &read, TritonVersion version) {
  Result<BanksQuestion> question = readBanksQuestion(line, arguments.question);
  if (!question)
    return tl::unexpected(std::move(question.error()));
  Result<BanksAnswer> answer = answerBanks(*question, read, version);
  if (!answer)
    return tl::unexpected(std::move(answer.error()));
  return banksJson(*answer, version);
}

int runBanks(const BanksArguments &arguments) {
  Result<TritonVersion> version = parseVersion(arguments.triton);
  if (!version)
    return report(version.error());
  Result<AliasFile> file = openAliases(arguments.input);
  if (!file)
    return report(file.error());
  ReadOptions read = file->readOptions();
  if (arguments.batch)
    return finishBatch(
        answerLines(std::cin, std::cout, [&](const std::string &line) {
          return answerLine(line, arguments, read, *version);
        }));
  Result<BanksAnswer> answer = answerBanks(arguments.question, read, *version);
  if (!answer)
    return report(answer.error());
  return finish(arguments.json ? banksJson(*answer, *version)
                               : banksText(*answer, *version),
                arguments.output);
}

/// Throws what CLI11 reports as wrong usage.
void checkUsage(const BanksArguments &arguments) {
  const BanksQuestion &question = arguments.question;
  if (!arguments.batch) {
    for (const NamedText *text :
         {&question.registers, &question.shared, &question.target})
      if (text->text.empty())
        throw CLI::RequiredError(std::string(text->name));
    return;
  }
  if (!question.registers.text.empty() || !question.shared.text.empty())
    throw CLI::ValidationError("--batch reads the types from its lines, not "
                               "from --reg and --shared");
  refuseOutputOfBatch(arguments.output);
}

} // namespace

void addBanksCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<BanksArguments>();
  BanksQuestion &question = arguments->question;
  CLI::App *banks = program.add_subcommand(
      "banks", "Count the bank conflicts of an access to shared memory");
  banks->add_option("--reg", question.registers.text,
                    "the registers: a tensor type with a layout");
  banks->add_option("--shared", question.shared.text,
                    "the memory: a memdesc type with a layout");
  banks->add_option("--target", question.target.text,
                    concat("the GPU: ", targetRange(Vendor::Nvidia), ", ",
                           targetRange(Vendor::Amd)));
  banks->add_option("--op", question.op.text, "load or store")
      ->check(CLI::IsMember({"load", "store"}))
      ->capture_default_str();
  banks->add_option("-t,--tensor", question.tensor,
                    "type of the tensor, for layouts that stand alone");
  addReadOptions(*banks, arguments->input, arguments->triton);
  banks->add_flag("--json", arguments->json, "print JSON");
  banks->add_flag("--batch", arguments->batch,
                  "questions on stdin, one JSON object a line; one JSON object "
                  "a line on stdout");
  addOutputOption(*banks, arguments->output);
  banks->callback([=, &exitCode] {
    checkUsage(*arguments);
    exitCode = runBanks(*arguments);
  });
}

} // namespace heddle
