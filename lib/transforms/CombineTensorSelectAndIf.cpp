//===- CombineTensorSelectAndIf.cpp - Selections as results of branches ---===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's canonicalizer turns the results of a branch that are defined outside
// of it into selections. Of tensors, a selection costs an instruction for each
// element, and keeps both values in registers; a result costs nothing in the
// branch that has its value already.
//
// All selections get their branches before a branch is made again, once, with
// all of its new results.
//
//===----------------------------------------------------------------------===//

#include "heddle/ir/Ttg.h"
#include "heddle/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace heddle {

#define GEN_PASS_DEF_TRITONGPUCOMBINETENSORSELECTANDIF
#include "heddle/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// Which selections become results of which branches.
struct Plan {
  llvm::MapVector<Operation *, llvm::SmallVector<arith::SelectOp>> selections;
  llvm::DenseMap<Operation *, Operation *> branches;
};

/// What a selection is in a region of a branch on its condition.
Value valueIn(arith::SelectOp select, Region *region) {
  auto branch = cast<scf::IfOp>(region->getParentOp());
  return region == &branch.getThenRegion() ? select.getTrueValue()
                                           : select.getFalseValue();
}

/// The region of a branch on the condition that the op is in; null if it is in
/// none.
Region *knownRegion(Operation *op, Value condition) {
  for (Region *region = op->getParentRegion(); region != nullptr;
       region = region->getParentRegion())
    if (auto branch = dyn_cast_if_present<scf::IfOp>(region->getParentOp());
        branch && branch.getCondition() == condition)
      return region;
  return nullptr;
}

/// What a selection is for a user that knows the condition: in a region of a
/// branch on it, or as a value of another selection by it. Null elsewhere.
Value knownValue(arith::SelectOp select, OpOperand &use) {
  Operation *user = use.getOwner();
  if (Region *region = knownRegion(user, select.getCondition()))
    return valueIn(select, region);
  auto other = dyn_cast<arith::SelectOp>(user);
  if (!other || other.getCondition() != select.getCondition())
    return nullptr;
  if (&use == &other.getTrueValueMutable())
    return select.getTrueValue();
  if (&use == &other.getFalseValueMutable())
    return select.getFalseValue();
  return nullptr;
}

void simplifyUses(arith::SelectOp select) {
  for (OpOperand &use : llvm::make_early_inc_range(select->getUses()))
    if (Value value = knownValue(select, use))
      use.set(value);
}

/// Branches on the condition in the block of the selection, in their order.
llvm::SmallVector<scf::IfOp> branchesBeside(arith::SelectOp select) {
  llvm::SmallVector<scf::IfOp> branches;
  for (Operation *user : select.getCondition().getUsers())
    if (auto branch = dyn_cast<scf::IfOp>(user);
        branch && branch->getBlock() == select->getBlock())
      branches.push_back(branch);
  llvm::sort(branches, [](scf::IfOp one, scf::IfOp other) {
    return one->isBeforeInBlock(other);
  });
  return branches;
}

/// Whether nothing uses the selection before the branch has ended.
bool isUsedAfter(arith::SelectOp select, scf::IfOp branch) {
  return llvm::all_of(select->getUsers(), [&](Operation *user) {
    Operation *beside = select->getBlock()->findAncestorOpInBlock(*user);
    return beside == nullptr || branch->isBeforeInBlock(beside);
  });
}

/// Whether the branch can yield the value: it is there before, as what the plan
/// makes of it, or it is a result of the branch itself.
bool isKnownBefore(Value value, Operation *branch, const Plan &plan,
                   const DominanceInfo &dominance) {
  Operation *op = value.getDefiningOp();
  if (op == branch)
    return true;
  if (Operation *other = plan.branches.lookup(op))
    return dominance.properlyDominates(other, branch);
  return dominance.properlyDominates(value, branch);
}

/// The branch that can have the selection as a result: the first one behind
/// it, or else the last one before it; null if there is none.
scf::IfOp branchFor(arith::SelectOp select, const Plan &plan,
                    const DominanceInfo &dominance) {
  scf::IfOp before;
  for (scf::IfOp branch : branchesBeside(select)) {
    if (select->isBeforeInBlock(branch))
      return isUsedAfter(select, branch) ? branch : before;
    if (isKnownBefore(select.getTrueValue(), branch, plan, dominance) &&
        isKnownBefore(select.getFalseValue(), branch, plan, dominance))
      before = branch;
  }
  return before;
}

bool isCandidate(arith::SelectOp select) {
  return isa<RankedTensorType>(select.getType()) &&
         select.getCondition().getType().isInteger(1);
}

Plan planFor(Operation *root, const DominanceInfo &dominance) {
  Plan plan;
  root->walk([&](arith::SelectOp select) {
    simplifyUses(select);
    if (select.use_empty())
      return select.erase();
    if (!isCandidate(select))
      return;
    if (scf::IfOp branch = branchFor(select, plan, dominance)) {
      plan.selections[branch].push_back(select);
      plan.branches[select] = branch;
    }
  });
  return plan;
}

/// The value of a selection at the end of a region of its branch.
Value yieldedValue(arith::SelectOp select, Region &region) {
  Value value = valueIn(select, &region);
  auto result = dyn_cast<OpResult>(value);
  if (!result || result.getOwner() != region.getParentOp())
    return value;
  return region.front().getTerminator()->getOperand(result.getResultNumber());
}

void addYields(scf::IfOp branch, Region &region,
               llvm::ArrayRef<arith::SelectOp> selections) {
  if (region.empty()) {
    OpBuilder builder(branch.getContext());
    builder.createBlock(&region);
    scf::YieldOp::create(builder, branch.getLoc());
  }
  llvm::SmallVector<Value> values;
  for (arith::SelectOp select : selections)
    values.push_back(yieldedValue(select, region));
  Operation *yield = region.front().getTerminator();
  yield->insertOperands(yield->getNumOperands(), values);
}

/// Makes the selections results of the branch.
void combine(scf::IfOp branch, llvm::ArrayRef<arith::SelectOp> selections,
             RewriterBase &rewriter) {
  addYields(branch, branch.getThenRegion(), selections);
  addYields(branch, branch.getElseRegion(), selections);
  llvm::SmallVector<Type> types(branch.getResultTypes());
  for (arith::SelectOp select : selections)
    types.push_back(select.getType());
  rewriter.setInsertionPoint(branch);
  auto combined =
      scf::IfOp::create(rewriter, branch.getLoc(), types, branch.getCondition(),
                        /*addThenBlock=*/false, /*addElseBlock=*/false);
  combined->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  combined.getThenRegion().takeBody(branch.getThenRegion());
  combined.getElseRegion().takeBody(branch.getElseRegion());
  unsigned old = branch.getNumResults();
  rewriter.replaceOp(branch, combined.getResults().take_front(old));
  for (auto [select, result] :
       llvm::zip(selections, combined.getResults().drop_front(old)))
    rewriter.replaceOp(select, result);
}

class TritonGPUCombineTensorSelectAndIf
    : public impl::TritonGPUCombineTensorSelectAndIfBase<
          TritonGPUCombineTensorSelectAndIf> {
  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    Plan plan = planFor(getOperation(), getAnalysis<DominanceInfo>());
    for (auto &[branch, selections] : plan.selections)
      combine(cast<scf::IfOp>(branch), selections, rewriter);
  }
};

} // namespace
} // namespace heddle
