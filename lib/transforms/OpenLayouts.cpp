//===- OpenLayouts.cpp - Finding layouts that were left open --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenLayouts.h"
#include "ChangeLayout.h"
#include "heddle/ir/LayoutFlow.h"
#include "heddle/ir/Ttg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

OpenLayouts::OpenLayouts(ModuleOp module, Attribute open)
    : module(module), open(open) {
  module.walk([&](Operation *op) { tie(op); });
}

bool OpenLayouts::isOpen(Value value) const {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.getEncoding() == open;
}

Attribute OpenLayouts::layoutOf(Value value) const {
  return found.lookup(value).layout;
}

void OpenLayouts::seed(Value value, Attribute layout) {
  if (isOpen(value) && !found.contains(value))
    (void)take({value, layout, true});
}

/// What control passes on has one layout everywhere.
void OpenLayouts::tie(Operation *op) {
  auto tieAll = [&](ValueRange from, ValueRange to) {
    for (auto [source, target] : llvm::zip(from, to)) {
      if (!isOpen(source) || !isOpen(target))
        continue;
      tied[source].push_back(target);
      tied[target].push_back(source);
    }
  };
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    for (unsigned index = 0; index < op->getNumSuccessors(); ++index)
      tieAll(branch.getSuccessorOperands(index).getForwardedOperands(),
             op->getSuccessor(index)->getArguments());
  auto tieSuccessors = [&](RegionBranchOpInterface parent,
                           RegionBranchPoint point, auto operandsFor) {
    llvm::SmallVector<RegionSuccessor> successors;
    parent.getSuccessorRegions(point, successors);
    for (RegionSuccessor &successor : successors)
      tieAll(operandsFor(successor), successor.getSuccessorInputs());
  };
  if (auto parent = dyn_cast<RegionBranchOpInterface>(op))
    tieSuccessors(parent, RegionBranchPoint::parent(),
                  [&](RegionSuccessor successor) -> ValueRange {
                    return parent.getEntrySuccessorOperands(successor);
                  });
  auto exit = dyn_cast<RegionBranchTerminatorOpInterface>(op);
  auto parent = dyn_cast_or_null<RegionBranchOpInterface>(op->getParentOp());
  if (exit && parent)
    tieSuccessors(parent, RegionBranchPoint(exit),
                  [&](RegionSuccessor successor) -> ValueRange {
                    return exit.getSuccessorOperands(successor);
                  });
}

/// The layouts of these ops are not the only ones that are possible.
static bool hasChoice(Operation *op) {
  return isa<tt::CatOp, tt::JoinOp, tt::ReshapeOp, tt::SplitOp, tt::TransOp>(
      op);
}

/// Ops that say nothing of what passes through them: see `tie`.
static bool isControl(Operation *op) {
  return isa<RegionBranchOpInterface, CallOpInterface>(op) ||
         op->hasTrait<OpTrait::IsTerminator>();
}

LogicalResult OpenLayouts::take(const Step &step) {
  auto [entry, isNew] =
      found.insert({step.value, Found{step.layout, step.isCertain}});
  if (isNew) {
    follow(step.value, step.layout, step.isCertain);
    return success();
  }
  const Found &known = entry->second;
  if (known.layout == step.layout || !step.isCertain || !known.isCertain)
    return success();
  InFlightDiagnostic diagnostic = emitError(step.value.getLoc())
                                  << "expects one layout of "
                                  << step.value.getType() << ", but got "
                                  << known.layout << " and " << step.layout;
  diagnostic.attachNote()
      << "convert it where it is used in another one: ttg.convert_layout";
  return diagnostic;
}

void OpenLayouts::follow(Value value, Attribute layout, bool isCertain) {
  for (Value other : tied.lookup(value))
    (isCertain ? certain : possible).push_back({other, layout, isCertain});
  for (OpOperand &use : value.getUses())
    followUser(use, layout, isCertain);
  if (auto result = dyn_cast<OpResult>(value))
    followSource(result, layout, isCertain);
}

void OpenLayouts::followUser(OpOperand &use, Attribute layout, bool isCertain) {
  Operation *op = use.getOwner();
  if (isControl(op))
    return;
  isCertain = isCertain && !hasChoice(op);
  auto &steps = isCertain ? certain : possible;
  for (OpResult result : op->getResults())
    if (isOpen(result))
      if (Attribute needed = ir::layoutOfResult(
              op, use.getOperandNumber(), layout, result.getResultNumber()))
        steps.push_back({result, needed, isCertain});
  if (isa<ir::LayoutFlow>(op))
    return;
  // Stores and the like: all tensors of one shape have one layout.
  auto type = cast<RankedTensorType>(use.get().getType());
  for (Value operand : op->getOperands())
    if (isOpen(operand) &&
        cast<RankedTensorType>(operand.getType()).getShape() == type.getShape())
      steps.push_back({operand, layout, isCertain});
}

void OpenLayouts::followSource(OpResult result, Attribute layout,
                               bool isCertain) {
  Operation *op = result.getOwner();
  if (isControl(op))
    return;
  isCertain = isCertain && !hasChoice(op);
  auto &steps = isCertain ? certain : possible;
  for (OpOperand &operand : op->getOpOperands())
    if (isOpen(operand.get()))
      if (Attribute needed = ir::layoutOfOperand(
              op, result.getResultNumber(), layout, operand.getOperandNumber()))
        steps.push_back({operand.get(), needed, isCertain});
  // The other results are like this one.
  for (OpResult other : op->getResults())
    if (other != result && isOpen(other) && other.getType() == result.getType())
      steps.push_back({other, layout, isCertain});
}

LogicalResult OpenLayouts::infer() {
  while (!certain.empty() || !possible.empty()) {
    auto &steps = certain.empty() ? possible : certain;
    Step step = steps.pop_back_val();
    if (failed(take(step)))
      return failure();
  }
  return success();
}

LogicalResult OpenLayouts::apply() {
  auto change = [&](Value value) -> LogicalResult {
    if (!isOpen(value))
      return success();
    auto *entry = found.find(value);
    if (entry == found.end()) {
      InFlightDiagnostic diagnostic = emitError(value.getLoc())
                                      << "nothing says which layout "
                                      << value.getType() << " has";
      diagnostic.attachNote()
          << "say it with gluon.set_auto_layout, of this value or of one that "
             "is computed from it";
      return diagnostic;
    }
    setLayout(value, entry->second.layout);
    return success();
  };
  WalkResult walk = module.walk([&](Operation *op) -> WalkResult {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(change(argument)))
            return WalkResult::interrupt();
    for (OpResult result : op->getResults())
      if (failed(change(result)))
        return WalkResult::interrupt();
    setLayoutOfElements(op);
    if (auto function = dyn_cast<tt::FuncOp>(op);
        function && !function.isExternal())
      function.setFunctionType(FunctionType::get(
          op->getContext(), function.getBody().getArgumentTypes(),
          function.getFunctionType().getResults()));
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

} // namespace heddle
