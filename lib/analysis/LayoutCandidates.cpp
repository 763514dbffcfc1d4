//===- LayoutCandidates.cpp - Layouts that reach values -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/LayoutCandidates.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace heddle::rules {

using namespace mlir;

namespace {

class Propagation {
public:
  void run(Operation *root);
  LayoutCandidates candidates;

private:
  void add(Value value, Attribute layout);
  void start(Value value);
  void forward(OpOperand &use, Attribute layout);
  void forwardToLoop(scf::ForOp loop, unsigned number, Attribute layout);
  void forwardYield(OpOperand &use, Attribute layout);

  llvm::SmallVector<Value> open;
};

bool hasLayout(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && ir::encodingOf(type) != nullptr;
}

void Propagation::start(Value value) {
  if (hasLayout(value))
    candidates[value].insert(
        cast<RankedTensorType>(value.getType()).getEncoding());
}

void Propagation::add(Value value, Attribute layout) {
  if (layout && hasLayout(value) && candidates[value].insert(layout))
    open.push_back(value);
}

void Propagation::forwardToLoop(scf::ForOp loop, unsigned number,
                                Attribute layout) {
  add(loop.getRegionIterArg(number), layout);
  add(loop.getResult(number), layout);
}

void Propagation::forwardYield(OpOperand &use, Attribute layout) {
  Operation *parent = use.getOwner()->getParentOp();
  unsigned number = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return forwardToLoop(loop, number, layout);
  if (isa<scf::IfOp>(parent))
    add(parent->getResult(number), layout);
  if (auto loop = dyn_cast<scf::WhileOp>(parent))
    add(loop.getBeforeArguments()[number], layout);
}

/// Ops that a layout passes from an operand to its results.
bool lets(Operation *op) {
  return isa<tt::ReduceOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::TransOp,
             tt::JoinOp, tt::SplitOp, tt::BroadcastOp, tt::GatherOp, tt::ScanOp,
             ttg::Fp4ToFpOp, ttng::WarpGroupDotWaitOp>(op) ||
         op->hasTrait<OpTrait::Elementwise>() ||
         op->hasTrait<ir::SameLayouts>();
}

void Propagation::forward(OpOperand &use, Attribute layout) {
  Operation *user = use.getOwner();
  unsigned number = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    if (number >= loop.getNumControlOperands())
      forwardToLoop(loop, number - loop.getNumControlOperands(), layout);
  } else if (auto loop = dyn_cast<scf::WhileOp>(user)) {
    add(loop.getBeforeArguments()[number], layout);
  } else if (isa<scf::YieldOp>(user)) {
    forwardYield(use, layout);
  } else if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
    auto loop = cast<scf::WhileOp>(condition->getParentOp());
    add(loop.getAfterArguments()[number - 1], layout);
    add(loop.getResult(number - 1), layout);
  } else if (isa<ttg::ConvertLayoutOp>(user)) {
    add(user->getResult(0), layout);
  } else if (isa<ttng::WarpGroupDotWaitOp>(user)) {
    add(user->getResult(number), layout);
  } else if (lets(user) && !isAnchor(user)) {
    for (OpResult result : user->getResults())
      add(result, layoutOfResult(use, layout, result));
  }
}

void Propagation::run(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (Value argument : function.getArguments())
        start(argument);
    else if (isAnchor(op))
      for (Value result : op->getResults())
        start(result);
  });
  for (auto &[value, layouts] : candidates)
    open.push_back(value);
  while (!open.empty()) {
    Value value = open.pop_back_val();
    llvm::SmallVector<Attribute> layouts(candidates[value].getArrayRef());
    for (OpOperand &use : value.getUses())
      for (Attribute layout : layouts)
        forward(use, layout);
  }
}

bool isAccess(Operation *op) {
  return op != nullptr &&
         isa<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp>(op);
}

bool isOfMatrixInstruction(const Encoding &encoding) {
  return encoding.is<NvidiaMmaEncoding>() || encoding.is<AmdMfmaEncoding>() ||
         encoding.is<AmdWmmaEncoding>();
}

} // namespace

LayoutCandidates layoutCandidates(Operation *root) {
  Propagation propagation;
  propagation.run(root);
  return std::move(propagation.candidates);
}

Attribute resolved(Value value,
                   const llvm::SmallSetVector<Attribute, 2> &candidates) {
  bool wantsBlocked = isAccess(value.getDefiningOp());
  for (Attribute layout : candidates) {
    const Encoding &encoding = *ir::encodingOf(layout);
    if (wantsBlocked ? encoding.is<BlockedEncoding>()
                     : isOfMatrixInstruction(encoding))
      return layout;
  }
  return candidates.front();
}

} // namespace heddle::rules
