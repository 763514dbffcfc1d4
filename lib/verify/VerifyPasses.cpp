//===- VerifyPasses.cpp - Verification around passes --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/verify/VerifyPasses.h"
#include "mlir/IR/Action.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Rewrite/PatternApplicator.h"

namespace heddle::equivalence {

using namespace mlir;

std::vector<PassVerdict> compareFunctions(ModuleOp before, ModuleOp after,
                                          const VerifyOptions &options) {
  std::vector<PassVerdict> verdicts;
  for (tt::FuncOp left : before.getOps<tt::FuncOp>()) {
    auto right = after.lookupSymbol<tt::FuncOp>(left.getSymName());
    if (!right || left.isExternal() || right.isExternal())
      continue;
    bool isUnchanged = OperationEquivalence::isEquivalentTo(
        left, right, OperationEquivalence::IgnoreLocations);
    verdicts.push_back({.pass = {},
                        .function = left.getSymName().str(),
                        .verdict = isUnchanged
                                       ? Verdict{.kind = Verdict::Kind::Proved}
                                       : compare(left, right, options)});
  }
  return verdicts;
}

//===----------------------------------------------------------------------===//
// Around each pass
//===----------------------------------------------------------------------===//

namespace {

/// The module that a pass changes, itself or a function of it; null if it is
/// neither, or if the pass only runs others.
ModuleOp moduleOf(Pass *pass, Operation *op) {
  if (pass->getArgument().empty())
    return {};
  if (auto module = dyn_cast<ModuleOp>(op))
    return module;
  return isa<tt::FuncOp>(op) ? op->getParentOfType<ModuleOp>() : ModuleOp();
}

std::string pipelineOf(Pass *pass, Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  pass->printAsTextualPipeline(stream);
  return isa<ModuleOp>(op)
             ? text
             : op->getName().getStringRef().str() + "(" + text + ")";
}

} // namespace

PassVerifier::PassVerifier(const VerifyOptions &options, Take take)
    : options(options), take(std::move(take)) {}

PassVerifier::~PassVerifier() = default;

void PassVerifier::runBeforePass(Pass *pass, Operation *op) {
  if (ModuleOp module = moduleOf(pass, op))
    befores.emplace_back(module.clone());
}

void PassVerifier::runAfterPassFailed(Pass *pass, Operation *op) {
  if (moduleOf(pass, op))
    befores.pop_back();
}

void PassVerifier::runAfterPass(Pass *pass, Operation *op) {
  ModuleOp module = moduleOf(pass, op);
  if (!module)
    return;
  OwningOpRef<ModuleOp> before = std::move(befores.back());
  befores.pop_back();
  ++number;
  for (PassVerdict &each : compareFunctions(*before, module, options)) {
    each.pass = pass->getArgument().str();
    each.pipeline = pipelineOf(pass, op);
    each.number = number;
    take(each, *before);
    if (each.verdict.kind == Verdict::Kind::Different)
      signalPassFailure(pass);
  }
}

//===----------------------------------------------------------------------===//
// Which rewrite
//===----------------------------------------------------------------------===//

namespace {

/// Runs a pass over a copy of the module, with only so many rewrites tried.
class LimitedRun {
public:
  LimitedRun(ModuleOp before, const std::string &pipeline)
      : before(before), pipeline(pipeline) {}

  /// The module afterwards, null if the pass failed.
  OwningOpRef<ModuleOp> run(std::uint64_t limit);

  /// Of the last run: those that were tried, and the last one of them.
  std::uint64_t tried = 0;
  std::optional<Rewrite> last;

private:
  ModuleOp before;
  const std::string &pipeline;
};

OwningOpRef<ModuleOp> LimitedRun::run(std::uint64_t limit) {
  MLIRContext *context = before.getContext();
  OwningOpRef<ModuleOp> module(before.clone());
  tried = 0;
  last.reset();
  PassManager passes(context);
  if (failed(parsePassPipeline(pipeline, passes)))
    return nullptr;
  context->registerActionHandler(
      [&](llvm::function_ref<void()> transform, const tracing::Action &action) {
        const auto *rewrite = dyn_cast<ApplyPatternAction>(&action);
        if (rewrite == nullptr)
          return transform();
        if (tried == limit)
          return;
        ++tried;
        if (tried == limit) {
          std::string text;
          llvm::raw_string_ostream stream(text);
          rewrite->print(stream);
          // "`apply-pattern pattern: NAME"
          text = llvm::StringRef(text).rsplit(": ").second.str();
          Operation *op = rewrite->getContextIRUnits().empty()
                              ? nullptr
                              : dyn_cast_if_present<Operation *>(
                                    rewrite->getContextIRUnits().front());
          last = Rewrite{tried, text,
                         op != nullptr ? op->getLoc()
                                       : UnknownLoc::get(before.getContext())};
        }
        transform();
      });
  LogicalResult done = passes.run(*module);
  context->registerActionHandler(nullptr);
  return succeeded(done) ? std::move(module) : nullptr;
}

bool isDifferent(ModuleOp before, ModuleOp after,
                 const VerifyOptions &options) {
  for (const PassVerdict &each : compareFunctions(before, after, options))
    if (each.verdict.kind == Verdict::Kind::Different)
      return true;
  return false;
}

} // namespace

std::optional<Rewrite> findRewrite(ModuleOp before, const std::string &pipeline,
                                   const VerifyOptions &options) {
  LimitedRun limited(before, pipeline);
  // A pass that fails when it may not rewrite all says nothing.
  auto breaksWith = [&](std::uint64_t limit) {
    OwningOpRef<ModuleOp> after = limited.run(limit);
    return after && isDifferent(before, *after, options);
  };
  constexpr std::uint64_t All = ~std::uint64_t(0);
  if (!breaksWith(All) || breaksWith(0))
    return std::nullopt;
  limited.run(All);
  std::uint64_t good = 0, bad = limited.tried;
  while (good + 1 < bad) {
    std::uint64_t middle = good + (bad - good) / 2;
    (breaksWith(middle) ? bad : good) = middle;
  }
  if (!breaksWith(bad))
    return std::nullopt;
  return limited.last;
}

InFlightDiagnostic emitDifference(const PassVerdict &found, ModuleOp before,
                                  const VerifyOptions &options) {
  const Verdict &verdict = found.verdict;
  Location where =
      verdict.right.value_or(verdict.left.value_or(before.getLoc()));
  InFlightDiagnostic error = emitError(where)
                             << "pass " << found.number << ", '" << found.pass
                             << "', changes what '" << found.function
                             << "' computes: " << verdict.message;
  for (const std::string &each : verdict.witness)
    error.attachNote(where) << each;
  if (std::optional<Rewrite> rewrite =
          findRewrite(before, found.pipeline, options))
    error.attachNote(rewrite->location)
        << "with rewrite " << rewrite->number << " of the pass, "
        << rewrite->pattern
        << ", here; without it and those behind it nothing changes";
  return error;
}

} // namespace heddle::equivalence
