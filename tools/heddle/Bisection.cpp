//===- Bisection.cpp - Which pass breaks a kernel -------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisection.h"
#include "EmitterSearch.h"
#include "heddle/ir/ModuleTarget.h"
#include "heddle/ir/Ttg.h"
#include "heddle/pipeline/Pipelines.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <array>

namespace heddle {

using namespace mlir;
using namespace equivalence;

Bisection::Bisection(ModuleOp module, const Target &target,
                     const BisectionOptions &options)
    : module(module), target(target), options(options),
      original(module.clone()) {}

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

//===----------------------------------------------------------------------===//
// Tensor by tensor
//===----------------------------------------------------------------------===//

LogicalResult Bisection::addPasses(PassManager &manager) {
  if (!options.passes.empty())
    return parsePassPipeline(options.passes, manager);
  if (module->hasAttr(ttg::WarpsAttr))
    buildCompletion(manager, target, ir::blocksAt(module).value_or(1));
  else
    buildTensorPipeline(
        manager,
        {.target = &target, .warps = options.warps, .stages = options.stages});
  return success();
}

LogicalResult Bisection::runTensorPasses(std::optional<Finding> &finding) {
  PassManager manager(module.getContext());
  if (failed(addPasses(manager)))
    return mlir::failure();
  manager.addInstrumentation(std::make_unique<PassVerifier>(
      options.verify, [&](const PassVerdict &verdict, ModuleOp before) {
        passes = std::max(passes, verdict.number);
        count(verdict.verdict);
        if (verdict.verdict.kind == Verdict::Kind::Different && !finding)
          finding = Finding{.pass = verdict, .module = before.clone()};
      }));
  LogicalResult done = manager.run(module);
  return success(succeeded(done) || finding.has_value());
}

//===----------------------------------------------------------------------===//
// By threads
//===----------------------------------------------------------------------===//

/// As part of a pipeline over a module.
static std::string anchored(const PipelineStep &step) {
  bool isOfKernels = llvm::StringRef(step.name).starts_with("simt-");
  std::string text = step.name + step.options;
  return isOfKernels ? "simt.kernel(" + text + ")" : text;
}

OwningOpRef<ModuleOp>
Bisection::lowered(ModuleOp from, const std::vector<PipelineStep> &steps) {
  OwningOpRef<ModuleOp> copy(from.clone());
  PassManager manager(module.getContext());
  std::string text;
  for (const PipelineStep &step : steps)
    text += (text.empty() ? "" : ",") + anchored(step);
  if (failed(parsePassPipeline(text, manager)) || failed(manager.run(*copy)))
    return nullptr;
  return copy;
}

OwningOpRef<ModuleOp> Bisection::completed(ModuleOp tensors) {
  PassManager manager(module.getContext());
  buildCompletion(manager, target, ir::blocksAt(tensors).value_or(1));
  return lowered(tensors, stepsOf(manager));
}

std::optional<PassVerdict> Bisection::differenceOf(ModuleOp threads,
                                                   bool counts) {
  for (tt::FuncOp function : original->getOps<tt::FuncOp>()) {
    auto kernel = threads.lookupSymbol<simt::KernelOp>(function.getSymName());
    if (!kernel)
      continue;
    Verdict verdict = compare(function, kernel, target, options.verify);
    if (counts)
      count(verdict);
    if (verdict.kind == Verdict::Kind::Different)
      return PassVerdict{.pass = {},
                         .number = passes + 1,
                         .function = function.getSymName().str(),
                         .verdict = std::move(verdict)};
  }
  return std::nullopt;
}

namespace {

/// No two allocations have bytes in common.
void separateAllocations(ModuleOp threads) {
  threads.walk([](simt::KernelOp kernel) {
    std::uint64_t end = 0;
    kernel.walk([&](simt::SharedOp each) {
      end = llvm::alignTo(end, std::max<std::uint64_t>(each.getAlignment(), 1));
      each.setAt(static_cast<std::uint32_t>(end));
      end += each.getBytes();
    });
    kernel.setSharedBytes(static_cast<std::uint32_t>(end));
  });
}

bool accessesShared(Operation *op) {
  return llvm::any_of(simt::accessesOf(op), [](const auto &access) {
    return access.space != simt::Space::Global;
  });
}

/// All threads of a block wait for each other before and behind each access of
/// shared memory. Not in partitions, whose threads do not all get there.
void addAllBarriers(ModuleOp threads) {
  llvm::SmallVector<Operation *> accesses;
  threads.walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && accessesShared(op) &&
        isa<simt::KernelOp, scf::ForOp, scf::IfOp, scf::WhileOp>(
            op->getParentOp()) &&
        !op->getParentOfType<simt::PartitionsOp>())
      accesses.push_back(op);
  });
  for (Operation *op : accesses) {
    OpBuilder builder(op);
    simt::BarrierOp::create(builder, op->getLoc(), simt::Scope::Block);
    builder.setInsertionPointAfter(op);
    simt::BarrierOp::create(builder, op->getLoc(), simt::Scope::Block);
  }
}

/// What takes away the freedom that a pass has, for those that cannot be left
/// out.
struct Substitute {
  llvm::StringRef pass;
  void (*strengthen)(ModuleOp threads);
};
constexpr std::array<Substitute, 2> Substitutes = {
    {{"simt-allocate-shared", separateAllocations},
     {"simt-insert-barriers", addAllBarriers}}};

} // namespace

/// The program without one of the passes, or with a plain one in its place.
OwningOpRef<ModuleOp>
Bisection::loweredWithout(ModuleOp tensors,
                          const std::vector<PipelineStep> &steps,
                          std::size_t index) {
  auto split = steps.begin() + static_cast<std::ptrdiff_t>(index);
  for (const Substitute &each : Substitutes)
    if (steps[index].name == each.pass) {
      OwningOpRef<ModuleOp> threads =
          lowered(tensors, {steps.begin(), split + 1});
      if (!threads)
        return nullptr;
      each.strengthen(*threads);
      std::vector<PipelineStep> rest(split + 1, steps.end());
      return rest.empty() ? std::move(threads) : lowered(*threads, rest);
    }
  std::vector<PipelineStep> others = steps;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
  return lowered(tensors, others);
}

// Passes over a thread's program are not looked at one by one, since only the
// last one leaves a program that can be executed. What it also works without is
// left out in turn; the others are done in the plainest way.
void Bisection::findThreadPass(ModuleOp tensors,
                               const std::vector<PipelineStep> &steps,
                               PassVerdict &difference) {
  difference.pass = difference.pipeline = steps.front().name;
  for (std::size_t index = 1; index < steps.size(); ++index) {
    OwningOpRef<ModuleOp> without = loweredWithout(tensors, steps, index);
    if (!without || differenceOf(*without))
      continue;
    difference.pass = difference.pipeline = steps[index].name;
    difference.number += static_cast<unsigned>(index);
    return;
  }
}

void Bisection::findOp(ModuleOp tensors, PassVerdict &difference) {
  std::optional<WrongOp> found =
      findWrongOp(tensors, difference.function, target, options.verify);
  if (!found)
    return;
  Verdict &verdict = difference.verdict;
  verdict.message = std::move(found->message);
  verdict.right = found->location;
  verdict.witness = std::move(found->witness);
}

LogicalResult Bisection::runThreadPasses(std::optional<Finding> &finding) {
  PassManager manager(module.getContext());
  buildThreadPipeline(manager);
  std::vector<PipelineStep> steps = stepsOf(manager);
  ModuleOp tensors = module;
  OwningOpRef<ModuleOp> complete, threads;
  if (options.passes.empty()) {
    threads = lowered(tensors, steps);
    if (!threads)
      return mlir::failure();
  } else {
    // Passes of somebody's own may leave what cannot be lowered.
    ScopedDiagnosticHandler quiet(module.getContext(),
                                  [](Diagnostic &) { return success(); });
    complete = completed(module);
    tensors = complete.get();
    if (complete)
      threads = lowered(tensors, steps);
    if (!threads)
      return success();
  }
  std::optional<PassVerdict> difference =
      differenceOf(*threads, /*counts=*/true);
  if (!difference)
    return success();
  findThreadPass(tensors, steps, *difference);
  if (difference->pass == steps.front().name)
    findOp(tensors, *difference);
  finding = Finding{.pass = std::move(*difference),
                    .module = tensors.clone(),
                    .threads = &target};
  return success();
}

LogicalResult Bisection::run(std::optional<Finding> &finding) {
  if (failed(runTensorPasses(finding)))
    return mlir::failure();
  if (finding || (!options.passes.empty() && !module->hasAttr(ttg::WarpsAttr)))
    return success();
  return runThreadPasses(finding);
}

} // namespace heddle
