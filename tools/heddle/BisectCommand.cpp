//===- BisectCommand.cpp - heddle bisect --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BisectCommand.h"
#include "Bisection.h"
#include "Command.h"
#include "IrFile.h"
#include "Options.h"
#include "TestPasses.h"
#include "VerifyCommand.h"
#include "heddle/files/OutputFile.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/reduce/Reduce.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

#include <iostream>

namespace heddle {

namespace {

using namespace mlir;
using namespace equivalence;

struct BisectArguments {
  std::string input, target;
  bool reduces = false;
  BisectionOptions options;
  OutputArguments output;
};

std::string printed(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text + "\n";
}

/// The options of heddle-reduce that see the same difference.
std::string reducerTest(const Finding &found) {
  if (found.threads != nullptr)
    return concat("--sim-differs --target ", found.threads->name);
  return "--verify '" + found.pass.pipeline + "'";
}

void attachCommands(InFlightDiagnostic &error, const Finding &found,
                    const BisectArguments &arguments) {
  const std::string &path = arguments.output.path;
  if (path.empty() || arguments.reduces)
    return;
  error.attachNote() << "what the pass gets is in '" << path
                     << "'; to see the difference again: heddle-opt " << path
                     << " --pass-pipeline='builtin.module("
                     << found.pass.pipeline << ")' --verify-each-pass";
  error.attachNote() << "to make it small: heddle-reduce " << path
                     << " -o small.ttgir " << reducerTest(found);
}

/// What was found, as small as the difference is still there.
Outcome<std::string> reduced(const Finding &found,
                             const BisectArguments &arguments) {
  using namespace reduction;
  std::string text = printed(found.module.get());
  SimLaunch launch = {.target = found.threads};
  std::unique_ptr<FailureTest> test =
      found.threads != nullptr
          ? testSimDiffers(launch, "")
          : testVerify(found.pass.pipeline, "", arguments.options.verify.trials,
                       arguments.options.verify.seed);
  Outcome<Reduced> small = reduce(text, arguments.input, *test, {});
  if (!small)
    return tl::unexpected(small.error());
  std::cerr << "heddle: reduced: " << progressText(small->progress)
            << "\nto see the difference again: heddle-reduce FILE "
            << reducerTest(found) << "\n";
  return small->text;
}

int sayFinding(const Finding &found, const BisectArguments &arguments) {
  InFlightDiagnostic error =
      emitDifference(found.pass, found.module.get(), arguments.options.verify);
  attachCommands(error, found, arguments);
  error.report();
  if (arguments.reduces)
    return std::max<int>(Refused,
                         finish(reduced(found, arguments), arguments.output));
  if (arguments.output.path.empty())
    return Refused;
  return std::max<int>(Refused,
                       finish(printed(found.module.get()), arguments.output));
}

void registerPasses() {
  registerHeddlePasses();
  registerLoweringPasses();
  registerHeddleSimtPasses();
  registerPipelines();
  registerTransformsPasses();
  // Passes that break kernels, to try it.
  registerTestPasses();
}

int runBisect(const BisectArguments &arguments) {
  if (Result<void> checked = checkOutput(arguments.output, arguments.input);
      !checked)
    return report(checked.error(), ErrorKind::Trouble);
  registerPasses();
  MLIRContext context(dialectsOfFiles(), MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  IrFile file;
  if (Reported<void> read = file.read(arguments.input, context); !read)
    return exitCodeOf(read.error());
  const Target *target = ir::targetOf(file.module());
  if (!arguments.target.empty()) {
    Result<const Target *> named = findTarget(arguments.target);
    if (!named)
      return report(named.error(), ErrorKind::Trouble, "--target");
    target = *named;
  }
  if (target == nullptr)
    return report(
        {.reason = "no target", .witness = {}, .remedy = "add --target sm_90"},
        ErrorKind::Trouble);
  Bisection bisection(file.module(), *target, arguments.options);
  std::optional<Finding> finding;
  if (failed(bisection.run(finding)))
    return Refused;
  if (finding)
    return sayFinding(*finding, arguments);
  return finish("no pass changes what a kernel computes: of " +
                std::to_string(bisection.passes) + " passes and lowering " +
                std::to_string(bisection.proved) + " proved, " +
                std::to_string(bisection.tried) + " tried, " +
                std::to_string(bisection.undecided) + " neither\n");
}

} // namespace

void addBisectCommand(CLI::App &program, int &exitCode) {
  auto arguments = std::make_shared<BisectArguments>();
  CLI::App *bisect = program.add_subcommand(
      "bisect", "Find the pass, and the rewrite in it, that breaks a kernel");
  bisect
      ->add_option("FILE", arguments->input,
                   "a kernel in Triton's IR (- for stdin)")
      ->required();
  bisect->add_option("--target", arguments->target, targetHelp());
  CLI::Option *warps = bisect->add_option(
      "--num-warps", arguments->options.warps, "warps of a block, of TTIR");
  takeNumber(*warps, 1, 32);
  warps->capture_default_str();
  CLI::Option *stages = bisect->add_option(
      "--num-stages", arguments->options.stages, "stages of a loop, of TTIR");
  takeNumber(*stages, 1, 16);
  stages->capture_default_str();
  bisect->add_option("--passes", arguments->options.passes,
                     "these passes over the module instead of those of heddle "
                     "compile: tritongpu-coalesce,canonicalize");
  bisect->add_flag("--reduce", arguments->reduces,
                   "print what the pass gets as small as it still breaks");
  addTrialOptions(*bisect, arguments->options.verify);
  addOutputOptions(*bisect, arguments->output);
  addExample(*bisect, "All passes of heddle compile over a kernel",
             "heddle bisect examples/kernels/softmax_rows.ttir --target sm_90");
  bisect->callback([=, &exitCode] { exitCode = runBisect(*arguments); });
}

} // namespace heddle
