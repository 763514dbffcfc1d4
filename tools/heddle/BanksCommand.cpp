//===- BanksCommand.cpp - heddle banks ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BanksCommand.h"
#include "Command.h"
#include "Options.h"
#include "heddle/answers/BanksReport.h"
#include "heddle/answers/LineBatch.h"

namespace heddle {

namespace {

struct BanksArguments {
  BanksQuestion question = {.registers = {"--reg", {}},
                            .shared = {"--shared", {}},
                            .target = {"--target", {}},
                            .op = {"--op", "load"},
                            .tensor = {}};
  std::string input;
  OutputArguments output;
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
    return report(version.error(), ErrorKind::Trouble);
  if (Result<void> checked = checkOutput(arguments.output, arguments.input);
      !checked)
    return report(checked.error(), ErrorKind::Trouble);
  Result<AliasFile> file = openAliases(arguments.input);
  if (!file)
    return report(file.error(), ErrorKind::Trouble);
  ReadOptions read = file->readOptions();
  if (arguments.batch)
    return runBatch([&](std::istream &in, std::ostream &out) {
      return answerLines(in, out, [&](const std::string &line) {
        return answerLine(line, arguments, read, *version);
      });
    });
  if (Result<void> known = checkTarget(arguments.question.target.text); !known)
    return report(known.error(), ErrorKind::Trouble);
  Result<BanksAnswer> answer = answerBanks(arguments.question, read, *version);
  if (!answer)
    return report(answer.error(), ErrorKind::Refusal);
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
  banks
      ->add_option("--reg", question.registers.text,
                   "the registers: a tensor type with a layout")
      ->type_name("TYPE");
  banks
      ->add_option("--shared", question.shared.text,
                   "the memory: a memdesc type with a layout")
      ->type_name("TYPE");
  banks->add_option("--target", question.target.text, targetHelp())
      ->type_name("TARGET");
  CLI::Option *op = banks->add_option("--op", question.op.text,
                                      "the direction of the access");
  takeOneOf(*op, {"load", "store"});
  op->capture_default_str();
  banks
      ->add_option("-t,--tensor", question.tensor,
                   "type of the tensor, for layouts that stand alone")
      ->type_name("TYPE");
  addReadOptions(*banks, arguments->input, arguments->triton);
  banks->add_flag("--json", arguments->json, "print JSON");
  banks->add_flag(
      "--batch", arguments->batch,
      "questions on stdin, one JSON object per line; one JSON object "
      "per line on stdout");
  addOutputOptions(*banks, arguments->output);
  addExample(*banks,
             "A column of a matrix in shared memory: do 32 lanes meet "
             "in one bank?",
             "heddle banks --target sm_90 -t 'tensor<32x32xf32>' --reg "
             "'#ttg.linear<{register = [], lane = [[1, 0], [2, 0], [4, 0], "
             "[8, 0], [16, 0]], warp = [[0, 1], [0, 2], [0, 4], [0, 8], "
             "[0, 16]], block = []}>' --shared '!ttg.memdesc<32x32xf32, "
             "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order "
             "= [1, 0]}>, #ttg.shared_memory>'");
  banks->callback([=, &exitCode] {
    checkUsage(*arguments);
    exitCode = runBanks(*arguments);
  });
}

} // namespace heddle
