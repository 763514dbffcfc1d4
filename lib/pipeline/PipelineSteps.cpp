//===- PipelineSteps.cpp - The passes of a pipeline, one by one -----------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/pipeline/PipelineSteps.h"
#include "mlir/Pass/PassRegistry.h"

namespace heddle {

using namespace mlir;

namespace {

/// The text between the parentheses of the op around it.
std::string textOf(const OpPassManager &passes) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  passes.printAsTextualPipeline(stream);
  auto open = text.find('(');
  if (open == std::string::npos)
    return {};
  return text.substr(open + 1, text.rfind(')') - open - 1);
}

/// Reads the text of a pipeline: `a{x=1},op(b,c)`.
class StepReader {
public:
  explicit StepReader(llvm::StringRef text) : text(text) {}

  std::vector<PipelineStep> read() {
    for (at = 0; at < text.size(); ++at)
      take(text[at]);
    finish();
    return std::move(steps);
  }

private:
  void take(char next) {
    if (next == '{') {
      ++braces;
    } else if (next == '}') {
      --braces;
    } else if (braces == 0 && next == '(') {
      // What came before is an op.
      start = at + 1;
      ++depth;
    } else if (braces == 0 && (next == ',' || next == ')')) {
      finish();
      start = at + 1;
      depth -= next == ')' ? 1 : 0;
    }
  }

  void finish() {
    llvm::StringRef pass = text.slice(start, at);
    if (pass.empty())
      return;
    auto [name, options] = pass.split('{');
    steps.push_back(
        {.name = name.str(),
         .options = options.empty() ? "" : ("{" + options).str(),
         .upTo = text.take_front(at).str() + std::string(depth, ')')});
  }

  llvm::StringRef text;
  std::size_t at = 0, start = 0;
  unsigned depth = 0, braces = 0;
  std::vector<PipelineStep> steps;
};

/// The step that `stopAfter` is told; null if there is none.
const PipelineStep *findStep(const std::vector<PipelineStep> &steps,
                             llvm::StringRef step) {
  unsigned number = 0;
  if (!step.getAsInteger(10, number))
    return number >= 1 && number <= steps.size() ? &steps[number - 1] : nullptr;
  auto [name, which] = step.split('#');
  number = 1;
  if (step.contains('#') && (which.getAsInteger(10, number) || number == 0))
    return nullptr;
  for (const PipelineStep &each : steps)
    if (each.name == name && --number == 0)
      return &each;
  return nullptr;
}

} // namespace

std::vector<PipelineStep> stepsOf(const OpPassManager &passes) {
  std::string text = textOf(passes);
  return StepReader(text).read();
}

Result<void> stopAfter(OpPassManager &passes, llvm::StringRef step) {
  std::vector<PipelineStep> steps = stepsOf(passes);
  const PipelineStep *last = findStep(steps, step);
  if (last == nullptr)
    return failure("expects a pass of the pipeline or its number, but got '" +
                       step.str() + "'",
                   "the pipeline has " + std::to_string(steps.size()) +
                       (steps.size() == 1 ? " pass" : " passes"),
                   "--show-pipeline lists them");
  std::string upTo = last->upTo;
  passes.clear();
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parsePassPipeline(upTo, passes, stream)))
    return failure("cannot cut the pipeline after '" + step.str() + "'",
                   message);
  return {};
}

} // namespace heddle
