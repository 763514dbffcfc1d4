//===- SimTests.cpp - Failures on the simulator ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Answer.h"
#include "FailureClass.h"
#include "ModuleFile.h"
#include "heddle/ir/Tt.h"
#include "heddle/pipeline/KernelFile.h"
#include "heddle/runtime/Run.h"
#include "heddle/verify/Verify.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle::reduction {

using namespace mlir;

namespace {

CompileOptions compileOptions(const SimLaunch &launch, const KernelText &kernel,
                              Messages &messages) {
  CompileOptions options;
  options.input = "kernel";
  options.text = kernel.located;
  options.target = launch.target;
  options.numWarps = launch.numWarps;
  options.numStages = launch.numStages.value_or(options.numStages);
  options.messages = &messages;
  // What an earlier pass makes wrong is no failure of a later one.
  options.verifiesPasses = true;
  return options;
}

/// What was said first, an error if there is one.
std::string firstOf(const Messages &messages) {
  for (const Message &each : messages.all)
    if (each.isError)
      return each.error.reason;
  return messages.all.empty() ? "nothing was said"
                              : messages.all.front().error.reason;
}

/// Names of the arguments of the kernel, the first public function.
std::vector<std::string> argumentNames(const KernelText &kernel) {
  std::unique_ptr<MLIRContext> context = makeContext(std::nullopt);
  OwningOpRef<ModuleOp> module = parseText(kernel.located, *context);
  std::vector<std::string> names;
  if (!module)
    return names;
  for (auto function : module->getOps<FunctionOpInterface>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    for (BlockArgument argument : function.getArguments())
      names.push_back(argumentName(argument).str());
    return names;
  }
  return names;
}

/// Whether a load from outside of a buffer becomes an asynchronous copy is up
/// to the compiler.
std::string trapClass(llvm::StringRef message) {
  std::string words = messageClass(message);
  llvm::StringRef rest = words;
  if (rest.consume_front("out-of-bounds #-byte copy"))
    return "out-of-bounds #-byte load" + rest.str();
  return words;
}

class SimTrapTest final : public FailureTest {
public:
  SimTrapTest(SimLaunch launch, std::string message)
      : launch(std::move(launch)), message(std::move(message)) {}

  bool allowsNewArguments() const override { return false; }

  Result<Observation> observe(const KernelText &kernel,
                              const TestLimits &limits) override;

private:
  /// Arguments by position are arguments by name from then on.
  void nameArguments(const KernelText &original);
  Answer answer(const KernelText &kernel) const;

  SimLaunch launch;
  std::string message;
  bool areNamed = false;
};

void SimTrapTest::nameArguments(const KernelText &original) {
  areNamed = true;
  std::vector<std::string> names = argumentNames(original);
  for (std::string &each : launch.arguments) {
    auto [key, value] = llvm::StringRef(each).split('=');
    unsigned position = 0;
    if (!key.getAsInteger(10, position) && position < names.size())
      each = names[position] + "=" + value.str();
  }
}

Answer SimTrapTest::answer(const KernelText &kernel) const {
  Messages messages;
  RunOptions options;
  options.compile = compileOptions(launch, kernel, messages);
  options.grid = launch.grid;
  options.seed = launch.seed;
  options.threads = 1;
  options.print = [](std::string_view) {};
  std::vector<std::string> names = argumentNames(kernel);
  for (const std::string &each : launch.arguments)
    if (llvm::is_contained(names, llvm::StringRef(each).split('=').first))
      options.arguments.push_back(each);
  Reported<RunReport> report = simulateKernel(options);
  if (!report)
    return {Answer::Kind::Holds, "",
            "the kernel cannot be run: " + firstOf(messages)};
  if (report->traps.empty())
    return {Answer::Kind::Holds, "",
            "the kernel ran to its end on the simulator"};
  const std::string &trap = report->traps.front().message;
  return {Answer::Kind::Fails, trapClass(trap), trap};
}

Result<Observation> SimTrapTest::observe(const KernelText &kernel,
                                         const TestLimits &limits) {
  // The original is the first kernel that is seen.
  if (!areNamed)
    nameArguments(kernel);
  return observeIsolated([&] { return answer(kernel); }, limits, message);
}

class SimDiffersTest final : public FailureTest {
public:
  SimDiffersTest(SimLaunch launch, std::string message)
      : launch(std::move(launch)), message(std::move(message)) {}

  Result<Observation> observe(const KernelText &kernel,
                              const TestLimits &limits) override {
    return observeIsolated([&] { return answer(kernel); }, limits, message);
  }

private:
  Answer answer(const KernelText &kernel) const;

  SimLaunch launch;
  std::string message;
};

Answer SimDiffersTest::answer(const KernelText &kernel) const {
  Messages messages;
  Reported<std::unique_ptr<KernelFile>> read =
      KernelFile::read(compileOptions(launch, kernel, messages));
  if (!read)
    return {Answer::Kind::Holds, "",
            "the kernel cannot be read: " + firstOf(messages)};
  KernelFile &file = **read;
  OwningOpRef<ModuleOp> original(file.source().clone());
  if (failed(file.giveLayouts()) || failed(file.lower()))
    return {Answer::Kind::Holds, "",
            "the kernel cannot be compiled: " + firstOf(messages)};
  std::string detail = "there is no kernel";
  for (tt::FuncOp function : original->getOps<tt::FuncOp>()) {
    auto threads =
        file.kernels().lookupSymbol<simt::KernelOp>(function.getSymName());
    if (!threads)
      continue;
    equivalence::Verdict verdict =
        equivalence::compare(function, threads, file.target());
    if (verdict.kind == equivalence::Verdict::Kind::Different)
      return {Answer::Kind::Fails, messageClass(verdict.message),
              verdict.message};
    detail =
        "the kernel computes on the simulator what the tensor program does";
    if (verdict.kind == equivalence::Verdict::Kind::Undecided)
      detail = "the kernel cannot be compared: " + verdict.message;
  }
  return {Answer::Kind::Holds, "", detail};
}

} // namespace

std::unique_ptr<FailureTest> testSimTrap(SimLaunch launch,
                                         std::string message) {
  return std::make_unique<SimTrapTest>(std::move(launch), std::move(message));
}

std::unique_ptr<FailureTest> testSimDiffers(SimLaunch launch,
                                            std::string message) {
  return std::make_unique<SimDiffersTest>(std::move(launch),
                                          std::move(message));
}

} // namespace heddle::reduction
