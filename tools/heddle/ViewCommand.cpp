//===- ViewCommand.cpp - heddle view --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewCommand.h"
#include "Options.h"
#include "ViewKernel.h"
#include "ViewQuestion.h"
#include "ViewerPage.h"
#include "heddle/program/Version.h"

#include <algorithm>
#include <filesystem>
#include <unistd.h>

namespace heddle {

namespace {

using json = nlohmann::ordered_json;

struct ViewArguments {
  std::vector<std::string> subjects;
  std::string tensor, target, op = "load";
  std::string triton = std::string(factsOf(NewestTriton).name);
  std::optional<unsigned> warps;
  OutputArguments output;
};

/// A layout's text has brackets, which no name of a file has.
bool isFile(const std::string &subject) {
  std::error_code error;
  bool isThere = std::filesystem::exists(subject, error);
  bool hasBrackets = subject.find_first_of("<{(\n") != std::string::npos;
  return isThere || (!hasBrackets && subject.find('.') != std::string::npos);
}

/// Nobody reads a page on a screen.
Result<void> checkTerminal(const std::string &path) {
  if ((!path.empty() && path != "-") || isatty(STDOUT_FILENO) == 0)
    return {};
  return failure("expects a file for a page, but the standard output is a "
                 "terminal",
                 "", "add -o out.html");
}

/// Throws what CLI11 reports as wrong usage.
void checkUsage(const ViewArguments &arguments, bool areFiles) {
  if (areFiles && !arguments.tensor.empty())
    throw CLI::ValidationError("-t goes with a layout, not with a file");
  if (!areFiles && arguments.subjects.size() > 2)
    throw CLI::ValidationError(concat("one or two layouts are expected, but ",
                                      arguments.subjects.size(), " are given"));
}

Result<void> checkInputs(const ViewArguments &arguments, bool areFiles) {
  UsedFile output = {.option = "-o", .path = arguments.output.path};
  std::vector<UsedFile> inputs;
  for (const std::string &subject : arguments.subjects)
    if (areFiles)
      inputs.push_back({.option = "X", .path = subject});
  if (Result<void> checked =
          checkOutputs({&output, 1}, inputs, arguments.output.overwrite);
      !checked)
    return checked;
  return arguments.target.empty() ? Result<void>()
                                  : checkTarget(arguments.target);
}

Outcome<json> dataOf(const ViewArguments &arguments, bool areFiles) {
  if (!areFiles)
    return viewLayouts({.layouts = arguments.subjects,
                        .tensor = arguments.tensor,
                        .target = arguments.target,
                        .op = arguments.op,
                        .triton = arguments.triton});
  CompileOptions options;
  options.numWarps = arguments.warps;
  if (!arguments.target.empty())
    options.target = *findTarget(arguments.target);
  Outcome<json> kernel = viewKernel(arguments.subjects, options);
  if (!kernel)
    return kernel;
  return json{{"kernel", std::move(*kernel)}};
}

int runView(const ViewArguments &arguments) {
  bool areFiles = std::ranges::any_of(arguments.subjects, isFile);
  checkUsage(arguments, areFiles);
  if (Result<void> checked = checkTerminal(arguments.output.path); !checked)
    return report(checked.error(), ErrorKind::Trouble);
  if (Result<void> checked = checkInputs(arguments, areFiles); !checked)
    return report(checked.error(), ErrorKind::Trouble);
  Outcome<json> data = dataOf(arguments, areFiles);
  if (!data)
    return report(data.error());
  std::string version = versionText("heddle");
  (*data)["version"] = version.substr(0, version.find('\n'));
  Result<std::string> page =
      viewerPage(data->dump(-1, ' ', false, json::error_handler_t::replace));
  if (!page)
    return report(page.error(), ErrorKind::Trouble);
  return finish(*page, arguments.output);
}

void addViewOptions(CLI::App &view, ViewArguments &arguments) {
  view.add_option("X", arguments.subjects,
                  "a layout, or an expression of layouts; two types with "
                  "layouts, which are compared or, with --target, converted; "
                  "registers and shared memory, for bank conflicts; or files: "
                  "a kernel's TTIR or TTGIR, its .py, what heddle sim --json "
                  "and --timeline wrote, ncu's CSV")
      ->required()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  view.add_option("-t,--tensor", arguments.tensor,
                  "type of the tensor, for layouts that stand alone")
      ->type_name("TYPE");
  view.add_option("--target", arguments.target, targetHelp())
      ->type_name("TARGET");
  CLI::Option *op =
      view.add_option("--op", arguments.op, "how shared memory is accessed");
  takeOneOf(*op, {"load", "store"});
  op->capture_default_str();
  CLI::Option *warps = view.add_option("--num-warps", arguments.warps,
                                       "warps of a block, of TTIR");
  takeOneOf(*warps, {"1", "2", "4", "8", "16", "32"});
  warps->default_str("4");
  std::vector<std::string> releases;
  for (const VersionFacts &facts : versionTable())
    releases.emplace_back(facts.name);
  CLI::Option *triton =
      view.add_option("--triton", arguments.triton,
                      "Triton release whose syntax and semantics apply");
  takeOneOf(*triton, releases);
  triton->capture_default_str();
  addOutputOptions(view, arguments.output);
}

} // namespace

void addViewCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<ViewArguments>();
  CLI::App *view = program.add_subcommand(
      "view", "Write a page that shows layouts, conversions, bank conflicts or "
              "a kernel");
  addViewOptions(*view, *arguments);
  addExample(*view, "What a layout looks like",
             "heddle view 'tensor<32x32xf16, #ttg.nvidia_mma<{versionMajor = "
             "2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, "
             "8]}>>' -o mma.html");
  addExample(*view, "A kernel with its layouts, conversions and costs",
             "heddle view examples/kernels/matmul_fp16.ttir --target sm_90 -o "
             "matmul.html");
  view->callback([=, &exitCode] { exitCode = runView(*arguments); });
}

} // namespace heddle
