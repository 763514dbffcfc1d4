//===- CompileCommand.cpp - heddle compile --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommand.h"
#include "Options.h"
#include "heddle/codegen/CodeObject.h"
#include "heddle/files/OutputFile.h"
#include "heddle/report/Advice.h"
#include "heddle/report/BlockOccupancy.h"
#include "heddle/report/LaunchJson.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace heddle {

std::vector<KernelReport> reportsOf(const CompiledModule &module,
                                    const CompileOptions &options) {
  std::vector<KernelReport> reports = makeReports(*module.file);
  for (KernelReport &each : reports)
    addOccupancy(each, module);
  addAdvice(reports, *module.file, options);
  return reports;
}

nlohmann::ordered_json reportJson(const KernelReport &report,
                                  const CompileOptions &options) {
  auto json = nlohmann::ordered_json::parse(reportJson(report));
  json["num_stages"] = options.numStages;
  return json;
}

namespace {

/// What is not known to the reports is added.
std::string reportsText(const CompiledModule &module,
                        const CompileArguments &arguments) {
  auto json = nlohmann::ordered_json::array();
  std::string text;
  for (const KernelReport &each : reportsOf(module, arguments.options)) {
    json.push_back(reportJson(each, arguments.options));
    text += reportText(each) +
            concat("num_stages: ", arguments.options.numStages, "\n");
  }
  return arguments.wantsJson ? json.dump(2) + "\n" : text;
}

struct StageName {
  /// Of --emit, and after the dot of a file's name.
  std::string_view name;
  CompileStage stage;
  /// Whose drivers load it, if any do.
  std::optional<Vendor> vendor = {};
};
constexpr StageName Stages[] = {
    {"ttgir", CompileStage::Ttgir},
    {"simt", CompileStage::Simt},
    {"llvm", CompileStage::Llvm},
    {"ptx", CompileStage::Assembly, Vendor::Nvidia},
    {"amdgcn", CompileStage::Assembly, Vendor::Amd},
    {"hsaco", CompileStage::CodeObject, Vendor::Amd}};

/// The code that a file of this name has, K.ptx, K.amdgcn or K.hsaco; null for
/// others.
const StageName *codeNamedBy(std::string_view path) {
  for (const StageName &each : Stages)
    if (each.vendor && path.ends_with(concat(".", each.name)))
      return &each;
  return nullptr;
}

/// What --emit names; null without it.
const StageName *namedStage(const CompileArguments &arguments) {
  for (const StageName &each : Stages)
    if (each.name == arguments.emit)
      return &each;
  return nullptr;
}

/// K.json for K.ptx, K.amdgcn or K.hsaco; empty for other files, and if --emit
/// names another stage.
std::string launchPath(const CompileArguments &arguments) {
  std::string path = arguments.output.path;
  const StageName *code = codeNamedBy(path), *named = namedStage(arguments);
  if (code == nullptr || (named != nullptr && named != code))
    return {};
  return path.replace(path.size() - code->name.size(), code->name.size(),
                      "json");
}

Result<void> checkCompileOutputs(const CompileArguments &arguments) {
  const OutputArguments &output = arguments.output;
  UsedFile input = {.option = "FILE", .path = arguments.options.input};
  std::vector<UsedFile> outputs = {{.option = "-o", .path = output.path}};
  std::string launch = launchPath(arguments);
  if (!launch.empty()) {
    if (Result<void> checked = checkBeside(outputs.front(), launch,
                                           isLaunchJson, output.overwrite);
        !checked)
      return checked;
    outputs.push_back({.option = "the launch description", .path = launch});
  }
  return checkOutputs(outputs, {&input, 1}, output.overwrite);
}

/// "amdgcn or hsaco", "--emit amdgcn or --emit hsaco".
std::string codesOf(Vendor vendor, std::string_view before) {
  std::string text;
  for (const StageName &each : Stages)
    if (each.vendor == vendor)
      text += concat(text.empty() ? "" : " or ", before, each.name);
  return text;
}

/// Is the code that was asked for, by its name or by that of the file, code of
/// the target?
Result<void> checkCode(const CompileArguments &arguments,
                       const Target &target) {
  const StageName *named = namedStage(arguments);
  const StageName *code =
      named != nullptr ? named : codeNamedBy(arguments.output.path);
  if (code == nullptr || !code->vendor || code->vendor == target.vendor)
    return {};
  return failure(concat("expects ", codesOf(target.vendor, ""), " of ",
                        target.name, ", but got ",
                        named != nullptr
                            ? std::string(named->name)
                            : concat("-o ", arguments.output.path)),
                 "",
                 named != nullptr
                     ? concat("leave --emit out, or say ",
                              codesOf(target.vendor, "--emit "))
                     : concat("name the file ", codesOf(target.vendor, "K.")));
}

/// A file that is named after one kind of code does not get another.
Result<void> checkName(const CompileArguments &arguments) {
  const StageName *named = namedStage(arguments),
                  *code = codeNamedBy(arguments.output.path);
  if (named == nullptr || !named->vendor || code == nullptr || named == code)
    return {};
  return failure(concat("expects ", code->name, " in ", arguments.output.path,
                        ", but --emit says ", named->name),
                 "",
                 concat("leave --emit out, or name the file K.", named->name));
}

/// Nobody reads a code object on a screen.
Result<void> checkTerminal(const CompileArguments &arguments) {
  const std::string &path = arguments.output.path;
  if (arguments.options.stage != CompileStage::CodeObject ||
      arguments.wantsReport || (!path.empty() && path != "-") ||
      isatty(STDOUT_FILENO) == 0)
    return {};
  return failure("expects a file for a code object, but the standard output is "
                 "a terminal",
                 "", "add -o K.hsaco");
}

/// Refuses what --json alone cannot mean.
void checkUsage(const CompileArguments &arguments) {
  if (arguments.wantsJson && !arguments.wantsReport)
    throw CLI::ValidationError("--json is the form of --report; K.json is "
                               "written with -o K.ptx, K.amdgcn or K.hsaco");
}

/// The code goes to its file, with what a launcher has to know beside it.
int writeLaunchable(const CompiledModule &module,
                    const CompileArguments &arguments) {
  if (module.kernels.size() != 1) {
    std::string names;
    for (const KernelLaunch &each : module.kernels)
      names += (names.empty() ? "" : ", ") + each.name;
    return report({.reason = concat("expects one kernel to describe beside ",
                                    arguments.output.path, ", but got ",
                                    names.empty() ? "none" : names),
                   .witness = "",
                   .remedy = "name one with --entry"},
                  ErrorKind::Trouble);
  }
  Result<void> written = writeOutputs(
      {{arguments.output.path, module.text},
       {launchPath(arguments), launchJson(module, module.kernels.front(),
                                          arguments.options.numStages)}});
  return written ? Success : report(written.error(), ErrorKind::Trouble);
}

/// What can be said of the options before the kernel is read.
Result<void> checkOptions(const CompileArguments &arguments) {
  if (Result<void> checked = checkName(arguments); !checked)
    return checked;
  if (arguments.options.target != nullptr)
    if (Result<void> checked = checkCode(arguments, *arguments.options.target);
        !checked)
      return checked;
  if (Result<void> checked = checkTerminal(arguments); !checked)
    return checked;
  return checkCompileOutputs(arguments);
}

int runCompile(CompileArguments arguments) {
  checkUsage(arguments);
  const StageName *stage = namedStage(arguments);
  if (stage == nullptr)
    stage = codeNamedBy(arguments.output.path);
  if (stage != nullptr)
    arguments.options.stage = stage->stage;
  arguments.options.doesReport = arguments.wantsReport;
  if (int code = resolveOptions(arguments); code != Success)
    return code;
  if (Result<void> checked = checkOptions(arguments); !checked)
    return report(checked.error(), ErrorKind::Trouble);
  bool isLaunchable = !launchPath(arguments).empty();
  arguments.options.link = codegen::codeObjectLinker();
  arguments.options.doesAssemble =
      isLaunchable || (arguments.wantsReport &&
                       arguments.options.stage == CompileStage::Assembly);
  Reported<CompiledModule> module = compileModule(arguments.options);
  if (!module)
    return exitCodeOf(module.error());
  if (Result<void> checked = checkCode(arguments, *module->target); !checked)
    return report(checked.error(), ErrorKind::Trouble);
  int code = Success;
  // With a report, code goes to a file or nowhere.
  if (isLaunchable)
    code = writeLaunchable(*module, arguments);
  else if (!arguments.wantsReport || !arguments.output.path.empty())
    code = finish(module->text, arguments.output);
  if (code != Success || !arguments.wantsReport)
    return code;
  return finish(reportsText(*module, arguments));
}

} // namespace

void addKernelOptions(CLI::App &command, CompileArguments &arguments) {
  command
      .add_option("FILE", arguments.options.input,
                  "TTIR or TTGIR, - for the standard input")
      ->required();
  command
      .add_option("--target", arguments.target,
                  targetHelp() + "; that of a TTGIR module if nothing is said")
      ->type_name("TARGET");
  CLI::Option *warps = command.add_option(
      "--num-warps", arguments.options.numWarps, "warps of a block, of TTIR");
  takeOneOf(*warps, {"1", "2", "4", "8", "16", "32"});
  warps->default_str("4");
  command.add_flag("--fp-fusion,!--no-fp-fusion",
                   arguments.options.arithmetic.fusesProducts,
                   "contract products and sums to one rounding, which is the "
                   "default, or do not");
  CLI::Option *math = command.add_option(
      "--math", arguments.math,
      "functions of f32 by the hardware's approximations, as in Triton, or to "
      "2 ulp");
  takeOneOf(*math, {"fast", "precise"});
  math->capture_default_str();
  CLI::Option *blocks = command.add_option(
      "--num-ctas", arguments.options.numCTAs, "blocks of a cluster, of TTIR");
  takeOneOf(*blocks, {"1", "2", "4", "8", "16"});
  blocks->default_str("1");
  command
      .add_option("--num-stages", arguments.options.numStages,
                  "pipeline stages of a loop of TTIR; 1: none")
      ->capture_default_str();
  CLI::Option *registers =
      command.add_option("--maxnreg", arguments.options.maxRegisters,
                         "registers that a thread may have at most");
  takeNumber(*registers, 16, 255);
  command
      .add_option("--layout-hints", arguments.options.layoutHints,
                  "what is to hold for layouts of TTIR, a list in JSON")
      ->type_name("FILE");
  CLI::Option *specialization = command.add_option(
      "--warp-specialize", arguments.specialization,
      "warps of their own for the copies of loops whose products multiply "
      "what is loaded: of those marked by tt.warp_specialize and where it "
      "pays, of all, of none");
  takeOneOf(*specialization, {"auto", "on", "off"});
  specialization->capture_default_str();
  command.add_option("--threads-per-warp", arguments.threadsPerWarp,
                     "lanes of a warp, which the target says too");
  command
      .add_option("--entry", arguments.options.entry,
                  "the kernel that is wanted, of several in the file")
      ->type_name("NAME");
}

void addLibraryOption(CLI::App &command, CompileArguments &arguments) {
  command
      .add_option("--libdevice", arguments.options.libdevice,
                  "LLVM bitcode of library functions that have no program; "
                  "libdevice.10.bc below CUDA_HOME if nothing is said")
      ->type_name("FILE");
}

int resolveOptions(CompileArguments &arguments) {
  arguments.options.arithmetic.math =
      arguments.math == "precise" ? MathMode::Precise : MathMode::Fast;
  arguments.options.warpSpecialization =
      arguments.specialization == "on"    ? WarpSpecialization::All
      : arguments.specialization == "off" ? WarpSpecialization::Off
                                          : WarpSpecialization::Marked;
  if (!arguments.target.empty()) {
    Result<const Target *> target = findTarget(arguments.target);
    if (!target)
      return report(target.error(), ErrorKind::Trouble);
    arguments.options.target = *target;
    unsigned lanes = arguments.threadsPerWarp.value_or((*target)->lanes);
    if (lanes != (*target)->lanes)
      return report({.reason = concat("expects ", (*target)->lanes,
                                      " threads of a warp on ",
                                      arguments.target, ", but got ", lanes),
                     .witness = "",
                     .remedy = ""},
                    ErrorKind::Trouble);
  }
  return Success;
}

void addCompileCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<CompileArguments>();
  CLI::App *compile = program.add_subcommand(
      "compile", "Compile a kernel in Triton's IR for a GPU");
  addKernelOptions(*compile, *arguments);
  addLibraryOption(*compile, *arguments);
  std::vector<std::string> stages;
  for (const StageName &each : Stages)
    stages.emplace_back(each.name);
  CLI::Option *emit =
      compile->add_option("--emit", arguments->emit, "what to print");
  takeOneOf(*emit, stages);
  emit->default_str("the target's assembly, into K.hsaco a code object");
  compile->add_flag("--report", arguments->wantsReport,
                    "print what became of the kernel, and why; its code only "
                    "goes to -o");
  compile->add_flag("--json", arguments->wantsJson, "print the report as JSON");
  compile->add_flag("--time-passes", arguments->options.doesTime,
                    "print how long each step took");
  addOutputOptions(*compile, arguments->output);
  addExample(*compile, "PTX on the standard output",
             "heddle compile examples/kernels/add_vectors.ttir --target sm_90");
  addExample(*compile, "add.ptx, and add.json with what a launcher has to know",
             "heddle compile examples/kernels/add_vectors.ttir --target sm_90 "
             "-o add.ptx");
  addExample(*compile, "A code object for AMD GPUs, which HIP loads",
             "heddle compile examples/kernels/add_vectors.ttir --target gfx942 "
             "-o add.hsaco");
  addExample(*compile, "What the kernel costs, and why",
             "heddle compile examples/kernels/softmax_rows.ttir --target sm_90 "
             "--report");
  compile->callback([=, &exitCode] { exitCode = runCompile(*arguments); });
}

} // namespace heddle
