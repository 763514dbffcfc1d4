//===- CompileCommand.cpp - heddle compile --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommand.h"
#include "Command.h"
#include "heddle/driver/Compile.h"

#include <map>
#include <nlohmann/json.hpp>

namespace heddle {

namespace {

struct CompileArguments {
  CompileOptions options;
  std::string target, output;
};

/// K.json beside K.ptx.
std::string launchJson(const CompileArguments &arguments,
                       const KernelLaunch &launch) {
  nlohmann::ordered_json json = {{"name", launch.name},
                                 {"target", arguments.target},
                                 {"num_warps", launch.numWarps},
                                 {"threads_per_warp", launch.threadsPerWarp},
                                 {"num_ctas", 1},
                                 {"shared_bytes", launch.sharedBytes},
                                 {"args", nlohmann::ordered_json::array()}};
  for (const std::string &type : launch.arguments)
    json["args"].push_back({{"type", type}});
  return json.dump(2) + "\n";
}

int runCompile(CompileArguments arguments) {
  Result<const Target *> target = findTarget(arguments.target);
  if (!target)
    return report(target.error());
  arguments.options.target = *target;
  std::optional<CompiledModule> module = compileModule(arguments.options);
  if (!module)
    return BadInput;
  bool isCode = arguments.options.stage == CompileStage::Ptx;
  constexpr std::string_view Suffix = ".ptx";
  if (isCode && arguments.output.ends_with(Suffix) &&
      module->kernels.size() == 1) {
    std::string beside = arguments.output;
    beside.replace(beside.size() - Suffix.size(), Suffix.size(), ".json");
    if (int code =
            finish(launchJson(arguments, module->kernels.front()), beside);
        code != Success)
      return code;
  }
  return finish(module->text, arguments.output);
}

} // namespace

void addCompileCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<CompileArguments>();
  CLI::App *compile = program.add_subcommand(
      "compile", "Compile a kernel in Triton's IR for a GPU");
  compile
      ->add_option("FILE", arguments->options.input,
                   "TTIR or TTGIR, - for "
                   "the standard input")
      ->required();
  compile
      ->add_option("--target", arguments->target, "the GPU: sm_75 ... sm_120")
      ->required();
  compile
      ->add_option("--num-warps", arguments->options.numWarps,
                   "warps of a block, of TTIR")
      ->check(CLI::IsMember({1U, 2U, 4U, 8U, 16U, 32U}))
      ->capture_default_str();
  static const std::map<std::string, CompileStage> stages = {
      {"ttgir", CompileStage::Ttgir},
      {"simt", CompileStage::Simt},
      {"ptx", CompileStage::Ptx}};
  compile
      ->add_option("--emit", arguments->options.stage,
                   "what to print: ttgir, simt, ptx")
      ->transform(CLI::CheckedTransformer(stages))
      ->default_str("ptx");
  addOutputOption(*compile, arguments->output);
  compile->callback([=, &exitCode] { exitCode = runCompile(*arguments); });
}

} // namespace heddle
