//===- LayoutCommand.cpp - heddle layout ----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutCommand.h"
#include "Command.h"
#include "Options.h"
#include "SliceOption.h"
#include "WatchFile.h"
#include "heddle/answers/LayoutBatch.h"
#include "heddle/answers/LayoutDiff.h"
#include "heddle/answers/LayoutReport.h"
#include "heddle/encoding/Parameters.h"
#include "heddle/f2/Spelling.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sys/ioctl.h>
#include <unistd.h>

namespace heddle {

namespace {

using json = nlohmann::ordered_json;

/// When to colour.
enum class ColourChoice { Auto, Always, Never };

struct LayoutArguments {
  std::string subject, second;
  std::string tensor, input, alias;
  OutputArguments output;
  std::string element, location;
  std::string triton = std::string(factsOf(NewestTriton).name);
  std::string spelling = "canonical", view = "tensor", format = "text";
  std::string colour = "auto";
  std::optional<unsigned> width;
  SliceArgument rows, columns;
  std::optional<std::uint64_t> tables;
  std::string watched;
  unsigned banks = 32;
  bool json = false, list = false, batch = false, families = false;
};

/// A word that an option takes, and what it means.
template <class T> struct Choice {
  std::string_view word;
  T value;
};

constexpr Choice<LayoutView> Views[] = {
    {"tensor", LayoutView::Tensor}, {"hw", LayoutView::Hardware},
    {"memory", LayoutView::Memory}, {"bases", LayoutView::Bases},
    {"matrix", LayoutView::Matrix}, {"props", LayoutView::Props}};
constexpr Choice<ReportFormat> Formats[] = {{"text", ReportFormat::Text},
                                            {"triton", ReportFormat::Triton},
                                            {"json", ReportFormat::Json},
                                            {"svg", ReportFormat::Svg},
                                            {"csv", ReportFormat::Csv}};
constexpr Choice<WriteOptions::Spelling> Spellings[] = {
    {"canonical", WriteOptions::Spelling::Canonical},
    {"legacy", WriteOptions::Spelling::Legacy}};
constexpr Choice<ColourChoice> Colours[] = {{"auto", ColourChoice::Auto},
                                            {"always", ColourChoice::Always},
                                            {"never", ColourChoice::Never}};

/// `name` takes one of the words.
template <class T, std::size_t N>
void addChoice(CLI::App &command, const std::string &name, std::string &target,
               const Choice<T> (&choices)[N], const std::string &what) {
  std::vector<std::string> words;
  for (const Choice<T> &choice : choices)
    words.emplace_back(choice.word);
  CLI::Option *option = command.add_option(name, target, what);
  takeOneOf(*option, words);
  option->capture_default_str();
}

/// What the word means, which has been checked to be one of them.
template <class T, std::size_t N>
T valueOf(const Choice<T> (&choices)[N], std::string_view word) {
  for (const Choice<T> &choice : choices)
    if (choice.word == word)
      return choice.value;
  return choices[0].value;
}

/// The width of the terminal; without one, a width that fits papers and mails.
unsigned defaultWidth() {
  winsize size = {};
  if (isatty(STDOUT_FILENO) != 0 &&
      ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return TextOptions().width;
}

bool wantsColour(ColourChoice choice) {
  if (choice != ColourChoice::Auto)
    return choice == ColourChoice::Always;
  const char *noColour = std::getenv("NO_COLOR");
  bool isForbidden = noColour != nullptr && *noColour != '\0';
  return !isForbidden && isatty(STDOUT_FILENO) != 0;
}

/// As terminals say it; others have 256 colours.
bool hasTruecolour() {
  const char *text = std::getenv("COLORTERM");
  std::string_view colours = text == nullptr ? "" : text;
  return colours == "truecolor" || colours == "24bit";
}

/// Runs the command on its arguments.
class LayoutCommand {
public:
  explicit LayoutCommand(const LayoutArguments &arguments)
      : arguments(arguments) {}

  int run();
  int diff();

private:
  Result<void> prepare();
  Outcome<LayoutSubject> subject(const std::string &text) const;
  Outcome<LayoutSubject> aliasSubject(const std::string &name) const;
  Result<TensorType> largestType(const std::string &alias) const;
  Result<std::string> aliasDefinition(const std::string &name) const;
  WriteOptions writeOptions() const;
  ReportOptions reportOptions() const;
  int list() const;
  int batch() const;

  const LayoutArguments &arguments;
  TritonVersion version = NewestTriton;
  AliasFile file;
};

Result<void> LayoutCommand::prepare() {
  Result<TritonVersion> parsed = parseVersion(arguments.triton);
  if (!parsed)
    return tl::unexpected(std::move(parsed.error()));
  version = *parsed;
  if (Result<void> checked = checkOutput(arguments.output, arguments.input);
      !checked)
    return checked;
  Result<AliasFile> opened = openAliases(arguments.input);
  if (!opened)
    return tl::unexpected(std::move(opened.error()));
  file = std::move(*opened);
  return {};
}

WriteOptions LayoutCommand::writeOptions() const {
  return {.version = version,
          .spelling = valueOf(Spellings, arguments.spelling)};
}

ReportOptions LayoutCommand::reportOptions() const {
  ReportOptions options;
  options.view = valueOf(Views, arguments.view);
  options.format =
      arguments.json ? ReportFormat::Json : valueOf(Formats, arguments.format);
  options.write = writeOptions();
  options.banks = arguments.banks;
  options.text.width = arguments.width.value_or(defaultWidth());
  // No limit to the width is no limit at all.
  bool isUnlimited = arguments.width == 0U;
  options.text.rowSlice = arguments.rows.slice;
  options.text.columnSlice = arguments.columns.slice;
  // Who names rows wants to see them.
  isUnlimited = isUnlimited || arguments.rows.slice;
  options.text.rows =
      arguments.rows.count.value_or(isUnlimited ? 0 : options.text.rows);
  options.text.tables = arguments.tables.value_or(
      arguments.width == 0U ? 0 : options.text.tables);
  if (wantsColour(valueOf(Colours, arguments.colour)) &&
      arguments.output.path.empty())
    options.text.colour =
        hasTruecolour() ? Colour::ByThreadExactly : Colour::ByThread;
  return options;
}

/// Of one buffer, where the type is an array of them.
std::uint64_t elementCount(const TensorType &type) {
  std::uint64_t count = 1;
  for (std::uint64_t size : type.layoutShape())
    count *= size;
  return count;
}

Result<std::string>
LayoutCommand::aliasDefinition(const std::string &name) const {
  std::optional<std::string> definition = file.find(name);
  if (!definition) {
    std::string known;
    std::vector<std::string_view> names;
    for (const AliasFile::Alias &alias : file.aliases()) {
      known += concat(known.empty() ? "#" : ", #", alias.name);
      names.push_back(alias.name);
    }
    return failure(concat("expects an alias of the file, but got '", name, "'"),
                   concat("the file has ", known.empty() ? "none" : known),
                   didYouMean(name, names));
  }
  if (!file.isLayout({.name = name, .definition = *definition}))
    return failure(concat("expects an alias of a layout, but '#", name, "' is ",
                          *definition),
                   {}, "--list shows the layouts of the file");
  return *definition;
}

// The largest shows most of the pattern.
Result<TensorType> LayoutCommand::largestType(const std::string &alias) const {
  std::vector<TensorType> types = file.typesWith(alias);
  if (types.empty())
    return failure(concat("expects a type that uses '#", alias,
                          "', but the file has none"),
                   {}, "add -t 'tensor<16x16xf16>'");
  if (types.size() > 1)
    std::cerr << "heddle: note: the file has " << types.size()
              << " types with this layout, this is the largest; --list shows "
                 "all\n";
  return *std::ranges::max_element(types, {}, elementCount);
}

// Without -t, the file's types that use the alias determine the shape.
Outcome<LayoutSubject>
LayoutCommand::aliasSubject(const std::string &name) const {
  Result<std::string> definition = aliasDefinition(name);
  if (!definition)
    return tl::unexpected(Failure{definition.error(), ErrorKind::Trouble});
  if (!arguments.tensor.empty())
    return failingWith(
        ErrorKind::Refusal,
        makeSubject({.layout = *definition, .tensor = arguments.tensor},
                    file.readOptions(), version));
  Result<TensorType> type = largestType(name);
  if (!type)
    return tl::unexpected(Failure{type.error(), ErrorKind::Trouble});
  return failingWith(ErrorKind::Refusal, makeSubject(*type, version));
}

Outcome<LayoutSubject> LayoutCommand::subject(const std::string &text) const {
  if (text.starts_with('#') && file.find(text.substr(1)))
    return aliasSubject(text.substr(1));
  return failingWith(ErrorKind::Refusal,
                     makeSubject({.layout = text, .tensor = arguments.tensor},
                                 file.readOptions(), version));
}

int LayoutCommand::list() const {
  std::string text;
  json list = json::array();
  for (const AliasFile::Alias &alias : file.aliases()) {
    if (!file.isLayout(alias))
      continue;
    text += concat("#", alias.name, " = ", alias.definition, "\n");
    json types = json::array();
    for (const TensorType &type : file.typesWith(alias.name)) {
      TensorType bare = type;
      bare.encoding.reset();
      if (Result<std::string> bareText = toText(bare)) {
        text += concat("    ", *bareText, "\n");
        types.push_back(*bareText);
      }
    }
    list.push_back({{"alias", alias.name},
                    {"layout", alias.definition},
                    {"types", std::move(types)}});
  }
  return finish(arguments.json ? list.dump() + "\n" : text, arguments.output);
}

int LayoutCommand::batch() const {
  return runBatch([this](std::istream &in, std::ostream &out) {
    return runLayoutBatch(in, out, arguments.tensor, file.readOptions(),
                          writeOptions());
  });
}

std::string familiesText() {
  std::string text;
  for (const FamilyInfo &family : describeFamilies()) {
    text += concat("#", family.dialect, ".", family.mnemonic, ": ",
                   family.meaning, "\n");
    for (const ParameterInfo &parameter : family.parameters) {
      text +=
          concat("    ", parameter.group, parameter.group.empty() ? "" : ".",
                 parameter.name, ": ", parameter.type);
      if (!parameter.values.empty())
        text += concat(", ", parameter.values);
      if (parameter.optional)
        text += ", may be left out";
      text += concat("\n        ", parameter.meaning, "\n");
    }
  }
  return text;
}

std::string familiesJson() {
  json list = json::array();
  for (const FamilyInfo &family : describeFamilies()) {
    json parameters = json::array();
    for (const ParameterInfo &parameter : family.parameters)
      parameters.push_back({{"name", parameter.name},
                            {"group", parameter.group},
                            {"type", parameter.type},
                            {"values", parameter.values},
                            {"optional", parameter.optional},
                            {"meaning", parameter.meaning}});
    list.push_back({{"family", concat(family.dialect, ".", family.mnemonic)},
                    {"meaning", family.meaning},
                    {"parameters", std::move(parameters)}});
  }
  return list.dump() + "\n";
}

int LayoutCommand::run() {
  if (Result<void> prepared = prepare(); !prepared)
    return report(prepared.error(), ErrorKind::Trouble);
  if (arguments.families)
    return finish(arguments.json ? familiesJson() : familiesText(),
                  arguments.output);
  if (arguments.list)
    return list();
  if (arguments.batch)
    return batch();
  Outcome<LayoutSubject> found = arguments.alias.empty()
                                     ? subject(arguments.subject)
                                     : aliasSubject(arguments.alias);
  if (!found)
    return report(found.error());
  ReportOptions options = reportOptions();
  if (!arguments.element.empty())
    return finish(
        failingWith(ErrorKind::Trouble,
                    reportElement(*found, arguments.element, options)),
        arguments.output);
  if (!arguments.location.empty())
    return finish(
        failingWith(ErrorKind::Trouble,
                    reportLocation(*found, arguments.location, options)),
        arguments.output);
  return finish(reportLayout(*found, options), arguments.output);
}

int LayoutCommand::diff() {
  if (Result<void> prepared = prepare(); !prepared)
    return report(prepared.error(), ErrorKind::Trouble);
  Outcome<LayoutSubject> a = subject(arguments.subject);
  if (!a)
    return report(a.error(), "first layout");
  Outcome<LayoutSubject> b = subject(arguments.second);
  if (!b)
    return report(b.error(), "second layout");
  Result<LayoutDifference> difference = diffLayouts(*a, *b);
  if (!difference)
    return report(difference.error(), ErrorKind::Refusal);
  int code = finish(arguments.json ? difference->json : difference->text,
                    arguments.output);
  bool differ = difference->sense == LayoutSense::Different;
  return code == Success && differ ? Refused : code;
}

/// What both commands have.
void addInputOptions(CLI::App &command, LayoutArguments &arguments) {
  command
      .add_option("-t,--tensor", arguments.tensor,
                  "type of the tensor: tensor<16x16xf16>")
      ->type_name("TYPE");
  addReadOptions(command, arguments.input, arguments.triton);
  command.add_flag("--json", arguments.json, "print JSON");
  addOutputOptions(command, arguments.output);
  addPagerOption(command, arguments.output);
}

void addReportOptions(CLI::App &command, LayoutArguments &arguments) {
  addChoice(command, "--view", arguments.view, Views, "what to show");
  addChoice(command, "--format", arguments.format, Formats, "how");
  addChoice(command, "--spelling", arguments.spelling, Spellings,
            "how layouts are written; legacy is #triton_gpu");
  addChoice(command, "--color", arguments.colour, Colours, "colour by thread");
  command.add_option("--width", arguments.width,
                     "characters in a line; 0 shows everything");
  addSliceOption(command, "--rows", arguments.rows, CountMeaning::AtMost,
                 "rows of a table: so many, 0 for all; or which");
  addSliceOption(command, "--columns", arguments.columns, CountMeaning::None,
                 "which columns of a table");
  command.add_option("--tables", arguments.tables,
                     "tables: slices, warps, blocks; 0 shows all of them");
  CLI::Option *banks =
      command.add_option("--banks", arguments.banks, "banks of shared memory");
  takeOneOf(*banks, {"32", "64"});
  banks->capture_default_str();
  CLI::Option *element =
      command
          .add_option("--at", arguments.element,
                      "which location holds this element: --at 3,5")
          ->type_name("I,J");
  command
      .add_option("--loc", arguments.location,
                  "which element this location holds: --loc lane=5,register=2")
      ->type_name("KEY=N,...")
      ->excludes(element);
}

void addExamples(CLI::App &layout, CLI::App &diff) {
  const std::string blocked =
      "'#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 2], "
      "warpsPerCTA = [2, 1], order = [1, 0]}>'";
  addExample(layout, "Which thread holds which element",
             "heddle layout " + blocked + " -t 'tensor<4x4xf16>'");
  addExample(layout, "All layouts that there are, and their parameters",
             "heddle layout --families");
  addExample(diff, "Two layouts, and in which sense they are equal",
             "heddle layout diff -t 'tensor<4x4xf16>' " + blocked + " " +
                 blocked);
}

} // namespace

void addLayoutCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<LayoutArguments>();
  CLI::App *layout = program.add_subcommand(
      "layout", "Print what a layout means: which thread holds which element");
  addInputOptions(*layout, *arguments);
  addReportOptions(*layout, *arguments);
  CLI::Option *subject = layout->add_option(
      "LAYOUT", arguments->subject,
      "a type with a layout, a layout with -t, or #alias with -i");
  CLI::Option *alias =
      layout->add_option("--alias", arguments->alias,
                         "show the layout of the input with this name");
  alias->type_name("NAME");
  layout
      ->add_option("--watch", arguments->watched,
                   "the same as -i, and again whenever the file is written")
      ->type_name("FILE")
      ->excludes("--input");
  CLI::Option *list =
      layout->add_flag("--list", arguments->list, "the layouts of the input");
  CLI::Option *batch = layout->add_flag(
      "--batch", arguments->batch,
      "types on stdin, one per line; one JSON object per line on stdout");
  CLI::Option *families = layout->add_flag("--families", arguments->families,
                                           "all layouts and their parameters");

  CLI::App *diff = layout->add_subcommand(
      "diff", "Compare two layouts; exit code 1 if they differ");
  auto diffArguments = std::make_shared<LayoutArguments>();
  addInputOptions(*diff, *diffArguments);
  diff->add_option("FIRST", diffArguments->subject,
                   "a type with a layout, a layout with -t, or #alias with -i")
      ->required();
  diff->add_option("SECOND", diffArguments->second, "another one")->required();
  addExamples(*layout, *diff);

  diff->callback(
      [=, &exitCode] { exitCode = LayoutCommand(*diffArguments).diff(); });
  layout->callback([=, &exitCode] {
    if (diff->parsed())
      return;
    int jobs = 0;
    for (const CLI::Option *job : {subject, alias, list, batch, families})
      jobs += *job ? 1 : 0;
    if (jobs == 0)
      throw CLI::RequiredError(
          "a layout, --alias, --list, --batch or --families");
    if (jobs > 1)
      throw CLI::ValidationError("one of a layout, --alias, --list, --batch "
                                 "and --families is expected, not more");
    bool isPoint = !arguments->element.empty() || !arguments->location.empty();
    if (isPoint && arguments->format != "text" && arguments->format != "json")
      throw CLI::ValidationError("--at and --loc answer in --format text or "
                                 "json, not in " +
                                 arguments->format);
    if (*batch)
      refuseOutputOfBatch(arguments->output);
    if (arguments->watched.empty()) {
      if (arguments->input.empty())
        for (const CLI::Option *option : {alias, list})
          if (*option)
            throw CLI::RequiresError(option->get_name(), "--input");
      exitCode = LayoutCommand(*arguments).run();
      return;
    }
    arguments->input = arguments->watched;
    // It is shown again without a key.
    arguments->output.isPaged = false;
    watchFile(arguments->watched, [&] { LayoutCommand(*arguments).run(); });
  });
}

} // namespace heddle
