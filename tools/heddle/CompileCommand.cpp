//===- CompileCommand.cpp - heddle compile --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommand.h"
#include "Command.h"
#include "KernelCommands.h"
#include "heddle/files/OutputFile.h"
#include "heddle/report/Advice.h"

#include <map>
#include <nlohmann/json.hpp>

namespace heddle {

namespace {

/// K.json beside K.ptx.
std::string launchJson(const CompiledModule &module, const KernelLaunch &launch,
                       unsigned numStages) {
  nlohmann::ordered_json json = {{"name", launch.name},
                                 {"target", module.target->name},
                                 {"num_warps", launch.numWarps},
                                 {"threads_per_warp", launch.threadsPerWarp},
                                 {"num_ctas", 1},
                                 {"num_stages", numStages},
                                 {"shared_bytes", launch.sharedBytes},
                                 {"args", nlohmann::ordered_json::array()}};
  for (const KernelArgument &argument : launch.arguments)
    json["args"].push_back({{"name", argument.name}, {"type", argument.type}});
  if (module.assembled) {
    json["registers"] = module.assembled->registers;
    json["spills"] = module.assembled->spillBytes;
  }
  return json.dump(2) + "\n";
}

/// The report of every kernel, and what is not known to them.
std::string reportsText(const CompiledModule &module,
                        const CompileArguments &arguments) {
  std::vector<KernelReport> reports = makeReports(*module.file);
  addAdvice(reports, *module.file, arguments.options);
  if (arguments.wantsJson) {
    auto json = nlohmann::ordered_json::array();
    for (const KernelReport &each : reports) {
      json.push_back(nlohmann::ordered_json::parse(reportJson(each)));
      json.back()["num_stages"] = arguments.numStages;
    }
    return json.dump(2) + "\n";
  }
  std::string text;
  for (const KernelReport &each : reports)
    text += reportText(each) + concat("num_stages: ", arguments.numStages,
                                      ", recorded, has no effect yet\n");
  return text;
}

/// Refuses what --json alone cannot mean.
void checkUsage(const CompileArguments &arguments) {
  if (arguments.wantsJson && !arguments.wantsReport)
    throw CLI::ValidationError("--json is the form of --report; K.json is "
                               "written with -o K.ptx");
}

int runCompile(CompileArguments arguments) {
  constexpr std::string_view Suffix = ".ptx";
  checkUsage(arguments);
  arguments.options.doesReport = arguments.wantsReport;
  bool hasJson = arguments.options.stage == CompileStage::Ptx &&
                 arguments.output.ends_with(Suffix);
  if (int code = resolveTarget(arguments); code != Success)
    return code;
  arguments.options.doesAssemble = hasJson;
  std::optional<CompiledModule> module = compileModule(arguments.options);
  if (!module)
    return BadInput;
  if (hasJson && module->kernels.size() != 1) {
    std::string names;
    for (const KernelLaunch &each : module->kernels)
      names += (names.empty() ? "" : ", ") + each.name;
    return report({.reason = concat("expects one kernel to describe beside ",
                                    arguments.output, ", but got ",
                                    names.empty() ? "none" : names),
                   .witness = "",
                   .remedy = "name one with --entry"});
  }
  // With a report, code goes to a file or nowhere.
  if (hasJson) {
    std::string beside = arguments.output;
    beside.replace(beside.size() - Suffix.size(), Suffix.size(), ".json");
    Result<void> written =
        writeOutputs({{arguments.output, module->text},
                      {beside, launchJson(*module, module->kernels.front(),
                                          arguments.numStages)}});
    if (!written)
      return report(written.error());
  } else if (!arguments.wantsReport || !arguments.output.empty()) {
    if (int code = finish(module->text, arguments.output); code != Success)
      return code;
  }
  return arguments.wantsReport ? finish(reportsText(*module, arguments), "")
                               : Success;
}

} // namespace

void addKernelOptions(CLI::App &command, CompileArguments &arguments) {
  command
      .add_option("FILE", arguments.options.input,
                  "TTIR or TTGIR, - for the standard input")
      ->required();
  command.add_option("--target", arguments.target,
                     concat("the GPU: ", targetRange(Vendor::Nvidia), ", ",
                            targetRange(Vendor::Amd),
                            " (with sim and --emit ttgir, simt); that of a "
                            "TTGIR module if nothing is said"));
  command
      .add_option("--num-warps", arguments.options.numWarps,
                  "warps of a block, of TTIR (default 4)")
      ->check(CLI::IsMember({1U, 2U, 4U, 8U, 16U, 32U}));
  command.add_option("--num-ctas", arguments.numCTAs, "blocks of a cluster")
      ->capture_default_str();
  command
      .add_option("--num-stages", arguments.numStages,
                  "rounds of a loop whose loads are under way; has no effect "
                  "yet")
      ->capture_default_str();
  command.add_option("--threads-per-warp", arguments.threadsPerWarp,
                     "lanes of a warp, which the target says too");
  command.add_option("--entry", arguments.options.entry,
                     "the kernel that is wanted, of several in the file");
}

int resolveTarget(CompileArguments &arguments) {
  if (!arguments.target.empty()) {
    Result<const Target *> target = findTarget(arguments.target);
    if (!target)
      return report(target.error());
    arguments.options.target = *target;
    unsigned lanes = arguments.threadsPerWarp.value_or((*target)->lanes);
    if (lanes != (*target)->lanes)
      return report({.reason = concat("expects ", (*target)->lanes,
                                      " threads of a warp on ",
                                      arguments.target, ", but got ", lanes),
                     .witness = "",
                     .remedy = ""});
  }
  if (arguments.numCTAs != 1)
    return report(
        {.reason = concat("expects one block, but got clusters of ",
                          arguments.numCTAs),
         .witness = "",
         .remedy = "clusters cannot be compiled yet: leave --num-ctas at 1"});
  return Success;
}

void addCompileCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<CompileArguments>();
  CLI::App *compile =
      program.add_subcommand(CompileCommand.name, CompileCommand.description);
  addKernelOptions(*compile, *arguments);
  static const std::map<std::string, CompileStage> stages = {
      {"ttgir", CompileStage::Ttgir},
      {"simt", CompileStage::Simt},
      {"llvm", CompileStage::Llvm},
      {"ptx", CompileStage::Ptx}};
  compile
      ->add_option("--emit", arguments->options.stage,
                   "what to print: ttgir, simt, llvm, ptx")
      ->transform(CLI::CheckedTransformer(stages))
      ->default_str("ptx");
  compile->add_flag("--report", arguments->wantsReport,
                    "print what became of the kernel, and why; its code only "
                    "goes to -o");
  compile->add_flag("--json", arguments->wantsJson, "print the report as JSON");
  compile->add_flag("--time-passes", arguments->options.doesTime,
                    "print how long each step took");
  addOutputOption(*compile, arguments->output);
  compile->callback([=, &exitCode] { exitCode = runCompile(*arguments); });
}

} // namespace heddle
