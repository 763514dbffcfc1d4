//===- BisectCommand.cpp - heddle bisect --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BisectCommand.h"
#include "Command.h"
#include "IrFile.h"
#include "Options.h"
#include "TestPasses.h"
#include "VerifyCommand.h"
#include "heddle/files/OutputFile.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/lowering/Lowering.h"
#include "heddle/pipeline/PipelineSteps.h"
#include "heddle/pipeline/Pipelines.h"
#include "heddle/reduce/Reduce.h"
#include "heddle/simt/transforms/Passes.h"
#include "heddle/transforms/Passes.h"
#include "heddle/verify/VerifyPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

#include <iostream>

namespace heddle {

namespace {

using namespace mlir;
using namespace equivalence;

struct BisectArguments {
  std::string input, target, passes;
  unsigned warps = 4, stages = 3;
  bool reduces = false;
  VerifyOptions options;
  OutputArguments output;
};

/// What broke a kernel, and what the kernel was before.
struct Finding {
  PassVerdict pass;
  OwningOpRef<ModuleOp> before;
  /// Of a pass over a thread's program, the chip that it is for.
  const Target *threads = nullptr;
};

class Bisection {
public:
  Bisection(ModuleOp module, const Target &target,
            const BisectArguments &arguments)
      : module(module), target(target), arguments(arguments) {}

  /// Runs the passes; fails if one does for another reason. Finds nothing if
  /// none changes what a kernel computes.
  LogicalResult run(std::optional<Finding> &finding);

  /// Passes that ran, and their functions by what is known of them.
  unsigned passes = 0, proved = 0, tried = 0, undecided = 0;

private:
  LogicalResult addPasses(PassManager &manager);
  LogicalResult runTensorPasses(std::optional<Finding> &finding);
  LogicalResult runThreadPasses(std::optional<Finding> &finding);
  /// Null if the passes fail.
  OwningOpRef<ModuleOp> lowered(const std::vector<PipelineStep> &steps);
  /// Of the first function that a thread's program does not compute.
  std::optional<PassVerdict> differenceOf(ModuleOp threads);
  void count(const Verdict &verdict);

  ModuleOp module;
  const Target &target;
  const BisectArguments &arguments;
};

void Bisection::count(const Verdict &verdict) {
  switch (verdict.kind) {
  case Verdict::Kind::Proved:
    ++proved;
    return;
  case Verdict::Kind::Tried:
    ++tried;
    return;
  case Verdict::Kind::Undecided:
    ++undecided;
    return;
  case Verdict::Kind::Different:
    return;
  }
}

LogicalResult Bisection::addPasses(PassManager &manager) {
  if (!arguments.passes.empty())
    return parsePassPipeline(arguments.passes, manager);
  if (module->hasAttr(ttg::WarpsAttr))
    buildCompletion(manager, target, ir::blocksAt(module).value_or(1));
  else
    buildTensorPipeline(manager, {.target = &target,
                                  .warps = arguments.warps,
                                  .stages = arguments.stages});
  return success();
}

LogicalResult Bisection::runTensorPasses(std::optional<Finding> &finding) {
  PassManager manager(module.getContext());
  if (failed(addPasses(manager)))
    return mlir::failure();
  manager.addInstrumentation(std::make_unique<PassVerifier>(
      arguments.options, [&](const PassVerdict &verdict, ModuleOp before) {
        passes = std::max(passes, verdict.number);
        count(verdict.verdict);
        if (verdict.verdict.kind == Verdict::Kind::Different && !finding)
          finding = Finding{verdict, before.clone()};
      }));
  LogicalResult done = manager.run(module);
  return success(succeeded(done) || finding.has_value());
}

/// As part of a pipeline over a module.
std::string anchored(const PipelineStep &step) {
  bool isOfKernels = llvm::StringRef(step.name).starts_with("simt-");
  std::string text = step.name + step.options;
  return isOfKernels ? "simt.kernel(" + text + ")" : text;
}

OwningOpRef<ModuleOp>
Bisection::lowered(const std::vector<PipelineStep> &steps) {
  OwningOpRef<ModuleOp> copy(module.clone());
  PassManager manager(module.getContext());
  std::string text;
  for (const PipelineStep &step : steps)
    text += (text.empty() ? "" : ",") + anchored(step);
  if (failed(parsePassPipeline(text, manager)) || failed(manager.run(*copy)))
    return nullptr;
  return copy;
}

std::optional<PassVerdict> Bisection::differenceOf(ModuleOp threads) {
  for (tt::FuncOp function : module.getOps<tt::FuncOp>()) {
    auto kernel = threads.lookupSymbol<simt::KernelOp>(function.getSymName());
    if (!kernel)
      continue;
    Verdict verdict = compare(function, kernel, target, arguments.options);
    count(verdict);
    if (verdict.kind == Verdict::Kind::Different)
      return PassVerdict{.pass = {},
                         .number = passes + 1,
                         .function = function.getSymName().str(),
                         .verdict = std::move(verdict)};
  }
  return std::nullopt;
}

// Passes over a thread's program are not looked at one by one, since only the
// last one leaves a program that can be executed. What it also works without is
// left out in turn.
LogicalResult Bisection::runThreadPasses(std::optional<Finding> &finding) {
  PassManager manager(module.getContext());
  buildThreadPipeline(manager);
  std::vector<PipelineStep> steps = stepsOf(manager);
  OwningOpRef<ModuleOp> threads = lowered(steps);
  if (!threads)
    return mlir::failure();
  std::optional<PassVerdict> difference = differenceOf(*threads);
  if (!difference)
    return success();
  difference->pass = difference->pipeline = steps.front().name;
  for (std::size_t index = 1; index < steps.size(); ++index) {
    std::vector<PipelineStep> others = steps;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
    if (steps[index].name == "simt-allocate-shared")
      continue;
    OwningOpRef<ModuleOp> without = lowered(others);
    if (!without || differenceOf(*without))
      continue;
    difference->pass = difference->pipeline = steps[index].name;
    difference->number += static_cast<unsigned>(index);
    break;
  }
  finding = Finding{std::move(*difference), module.clone(), &target};
  return success();
}

LogicalResult Bisection::run(std::optional<Finding> &finding) {
  if (failed(runTensorPasses(finding)))
    return mlir::failure();
  if (finding || !arguments.passes.empty())
    return success();
  return runThreadPasses(finding);
}

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

/// What the pass gets, as small as it is different behind it all the same.
Outcome<std::string> reduced(const Finding &found,
                             const BisectArguments &arguments) {
  using namespace reduction;
  std::string text = printed(found.before.get());
  SimLaunch launch = {.target = found.threads};
  std::unique_ptr<FailureTest> test =
      found.threads != nullptr
          ? testSimDiffers(launch, "")
          : testVerify(found.pass.pipeline, "", arguments.options.trials,
                       arguments.options.seed);
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
      emitDifference(found.pass, found.before.get(), arguments.options);
  attachCommands(error, found, arguments);
  error.report();
  if (arguments.reduces)
    return std::max<int>(Refused,
                         finish(reduced(found, arguments), arguments.output));
  if (arguments.output.path.empty())
    return Refused;
  return std::max<int>(Refused,
                       finish(printed(found.before.get()), arguments.output));
}

void registerPasses() {
  registerHeddlePasses();
  registerLoweringPasses();
  registerHeddleSimtPasses();
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
  Bisection bisection(file.module(), *target, arguments);
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
  CLI::Option *warps = bisect->add_option("--num-warps", arguments->warps,
                                          "warps of a block, of TTIR");
  takeNumber(*warps, 1, 32);
  warps->capture_default_str();
  CLI::Option *stages = bisect->add_option("--num-stages", arguments->stages,
                                           "stages of a loop, of TTIR");
  takeNumber(*stages, 1, 16);
  stages->capture_default_str();
  bisect->add_option("--passes", arguments->passes,
                     "these passes over the module instead of those of heddle "
                     "compile: tritongpu-coalesce,canonicalize");
  bisect->add_flag("--reduce", arguments->reduces,
                   "print what the pass gets as small as it still breaks");
  addTrialOptions(*bisect, arguments->options);
  addOutputOptions(*bisect, arguments->output);
  addExample(*bisect, "All passes of heddle compile over a kernel",
             "heddle bisect examples/kernels/softmax_rows.ttir --target sm_90");
  bisect->callback([=, &exitCode] { exitCode = runBisect(*arguments); });
}

} // namespace heddle
