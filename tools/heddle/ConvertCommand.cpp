//===- ConvertCommand.cpp - heddle convert --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertCommand.h"
#include "Command.h"
#include "Options.h"
#include "heddle/answers/ConvertReport.h"
#include "heddle/answers/LineBatch.h"

#include <charconv>

namespace heddle {

namespace {

struct ConvertArguments {
  ConvertQuestion question = {.from = {"--from", {}},
                              .to = {"--to", {}},
                              .target = {"--target", {}},
                              .tensor = {},
                              .options = {},
                              .asksParetoSet = false};
  std::string first, second;
  std::string strategy, budget, emit;
  std::string name = SourceOptions().name;
  std::string input;
  OutputArguments output;
  std::string triton = std::string(factsOf(NewestTriton).name);
  bool json = false, explain = false, program = false, batch = false;
};

Result<std::string> printAnswer(const ConvertAnswer &answer,
                                const ConvertArguments &arguments,
                                TritonVersion version) {
  if (!arguments.emit.empty())
    return convertSource(answer,
                         arguments.emit == "cuda" ? SourceLanguage::Cuda
                                                  : SourceLanguage::Hip,
                         arguments.name, version);
  if (arguments.json)
    return convertJson(answer, version);
  if (arguments.explain)
    return convertExplanation(answer, version);
  if (arguments.program)
    return answer.conversion.program.text();
  return convertText(answer, version);
}

Result<std::string> answerLine(const std::string &line,
                               const ConvertArguments &arguments,
                               const ReadOptions &read, TritonVersion version) {
  Result<ConvertQuestion> question =
      readConvertQuestion(line, arguments.question);
  if (!question)
    return tl::unexpected(std::move(question.error()));
  Result<ConvertAnswer> answer = answerConvert(*question, read, version);
  if (!answer)
    return tl::unexpected(std::move(answer.error()));
  return convertJson(*answer, version);
}

int runConvert(const ConvertArguments &arguments) {
  if (arguments.emit == "simt")
    return report({.reason = "expects cuda or hip as --emit, but got simt, "
                             "which comes with the compiler",
                   .witness = {},
                   .remedy = "--program prints the instructions of a thread"},
                  ErrorKind::Trouble);
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
  Result<ConvertAnswer> answer =
      answerConvert(arguments.question, read, *version);
  if (!answer)
    return report(answer.error(), ErrorKind::Refusal);
  return finish(printAnswer(*answer, arguments, *version), arguments.output);
}

void checkBatch(const ConvertArguments &arguments) {
  const ConvertQuestion &question = arguments.question;
  if (!question.from.text.empty() || !question.to.text.empty())
    throw CLI::ValidationError("--batch reads the types from its lines, not "
                               "from the command line");
  if (arguments.explain || arguments.program || !arguments.emit.empty())
    throw CLI::ValidationError("--batch answers in JSON, without --explain, "
                               "--program and --emit");
  refuseOutputOfBatch(arguments.output);
}

/// Throws what CLI11 reports as wrong usage.
void checkUsage(ConvertArguments &arguments) {
  ConvertQuestion &question = arguments.question;
  for (auto [text, positional] : {std::pair(&question.from, &arguments.first),
                                  std::pair(&question.to, &arguments.second)}) {
    if (positional->empty())
      continue;
    if (!text->text.empty())
      throw CLI::ValidationError(concat("pass the types by ", text->name,
                                        " or by position, not both"));
    text->text = *positional;
  }
  if (arguments.batch)
    return checkBatch(arguments);
  for (const NamedText *text : {&question.from, &question.to, &question.target})
    if (text->text.empty())
      throw CLI::RequiredError(std::string(text->name));
  int forms = (arguments.json ? 1 : 0) + (arguments.explain ? 1 : 0) +
              (arguments.program ? 1 : 0) + (arguments.emit.empty() ? 0 : 1);
  if (question.asksParetoSet && forms > (arguments.json ? 1 : 0))
    throw CLI::ValidationError("--pareto goes with the text and with --json");
  if (forms > 1)
    throw CLI::ValidationError("one of --json, --explain, --program and --emit "
                               "is expected, not more");
}

/// What is wrong with it, if anything, as CLI11 wants it.
std::string readBudget(const std::string &text, ConversionOptions &options) {
  std::uint64_t bytes = 0;
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, bytes);
  if (error != std::errc() || stop != end)
    return concat("expects a number of bytes below 2^64, but got '", text, "'");
  options.sharedBudget = bytes;
  return "";
}

std::string readStrategy(const std::string &name, ConversionOptions &options) {
  Result<Strategy> strategy = parseStrategy(name);
  if (!strategy)
    return strategy.error().text();
  options.strategy = *strategy;
  return "";
}

void addQuestionOptions(CLI::App &convert, ConvertArguments &arguments) {
  ConvertQuestion &question = arguments.question;
  convert.add_option("FIRST", arguments.first, "the same as --from");
  convert.add_option("SECOND", arguments.second, "the same as --to");
  convert
      .add_option("--from", question.from.text,
                  "the source: a tensor type with a layout, or a layout "
                  "with -t")
      ->type_name("TYPE");
  convert.add_option("--to", question.to.text, "the destination")
      ->type_name("TYPE");
  convert
      .add_option("-t,--tensor", question.tensor,
                  "type of the tensor, for layouts that stand alone")
      ->type_name("TYPE");
  convert.add_option("--target", question.target.text, targetHelp())
      ->type_name("TARGET");
  convert
      .add_option("--budget", arguments.budget,
                  "the limit on bytes of shared memory; the target's by "
                  "default")
      ->check([&question](const std::string &text) {
        return readBudget(text, question.options);
      })
      ->type_name("BYTES");
  convert
      .add_option("--strategy", arguments.strategy, "use this strategy or fail")
      ->check([&question](const std::string &name) {
        return readStrategy(name, question.options);
      })
      ->type_name("{nothing,registers,shuffle,shared,cluster,padded}");
  convert.add_flag("--pareto", question.asksParetoSet,
                   "also print plans that need less shared memory");
  addReadOptions(convert, arguments.input, arguments.triton);
}

void addFormOptions(CLI::App &convert, ConvertArguments &arguments) {
  CLI::Option *emit = convert.add_option("--emit", arguments.emit,
                                         "print code to paste: cuda or hip");
  takeOneOf(*emit, {"cuda", "hip", "simt"});
  convert.add_option("--name", arguments.name, "the name of the function")
      ->needs(emit)
      ->type_name("NAME")
      ->capture_default_str();
  convert.add_flag("--json", arguments.json, "print JSON");
  convert.add_flag("--explain", arguments.explain,
                   "explain step by step what happens and why");
  convert.add_flag("--program", arguments.program,
                   "print the instructions of a thread");
  convert.add_flag("--batch", arguments.batch,
                   "questions on stdin, one JSON object per line; one JSON "
                   "object per line on stdout");
  addOutputOptions(convert, arguments.output);
}

} // namespace

void addConvertCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<ConvertArguments>();
  CLI::App *convert = program.add_subcommand(
      "convert", "Plan the cheapest conversion from one layout to another");
  addQuestionOptions(*convert, *arguments);
  addFormOptions(*convert, *arguments);
  const std::string types =
      "'tensor<32xf32, #ttg.linear<{register = [], lane = [[1], [2], [4], [8], "
      "[16]], warp = [], block = []}>>' 'tensor<32xf32, #ttg.linear<{register "
      "= [], lane = [[16], [8], [4], [2], [1]], warp = [], block = []}>>'";
  addExample(*convert, "Elements move between lanes: how, and at what cost",
             "heddle convert " + types + " --target sm_90");
  addExample(*convert, "The same as a CUDA function to paste",
             "heddle convert " + types + " --target sm_90 --emit=cuda");
  convert->callback([=, &exitCode] {
    checkUsage(*arguments);
    exitCode = runConvert(*arguments);
  });
}

} // namespace heddle
