//===- Propagate.cpp - Layouts from anchors on ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types change in place. Then each op says which layouts it needs, and what has
// others is converted, behind its definition.
//
//===----------------------------------------------------------------------===//

#include "../ChangeLayout.h"
#include "RulePhases.h"
#include "heddle/analysis/LayoutCandidates.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::rules {

using namespace mlir;

namespace {

Attribute layoutOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getEncoding() : Attribute();
}

class LayoutAssigner {
public:
  void run(ModuleOp module);

private:
  void choose(ModuleOp module);
  void tie(Value leader, Value follower);
  void tieLoops(ModuleOp module);
  Attribute neededBy(OpOperand &operand) const;
  Attribute neededByFlow(OpOperand &operand) const;
  Attribute before(Value value) const;
  Value converted(Value value, Attribute layout);

  /// Only where they differ from those of before, which are kept here too.
  llvm::MapVector<Value, Attribute> chosen;
  llvm::DenseMap<Value, Attribute> old;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> conversions;
};

void LayoutAssigner::tie(Value leader, Value follower) {
  chosen.erase(follower);
  auto found = chosen.find(leader);
  if (found != chosen.end())
    chosen[follower] = found->second;
}

/// What a loop carries has one layout wherever it is: that of its result.
void LayoutAssigner::tieLoops(ModuleOp module) {
  module.walk([&](scf::ForOp loop) {
    for (auto [result, argument] :
         llvm::zip(loop.getResults(), loop.getRegionIterArgs()))
      tie(result, argument);
  });
  module.walk([&](scf::WhileOp loop) {
    for (auto [result, argument] :
         llvm::zip(loop.getResults(), loop.getAfterArguments()))
      tie(result, argument);
  });
}

void LayoutAssigner::choose(ModuleOp module) {
  for (auto &[value, layouts] : layoutCandidates(module)) {
    Attribute layout = resolved(value, layouts);
    if (layout != layoutOf(value))
      chosen[value] = layout;
  }
  tieLoops(module);
}

Attribute LayoutAssigner::before(Value value) const {
  Attribute layout = old.lookup(value);
  return layout ? layout : layoutOf(value);
}

/// Of an op through which layouts flow: by the first of its results that is a
/// tensor.
Attribute LayoutAssigner::neededByFlow(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  for (OpResult result : op->getResults())
    if (old.contains(result))
      if (Attribute needed = layoutOfOperand(result, layoutOf(result), operand))
        return needed;
  return before(operand.get());
}

Attribute LayoutAssigner::neededBy(OpOperand &operand) const {
  Operation *op = operand.getOwner();
  unsigned number = operand.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return layoutOf(loop.getTiedLoopResult(&operand));
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return layoutOf(loop.getBeforeArguments()[number]);
  if (isa<scf::ConditionOp>(op))
    return layoutOf(op->getParentOp()->getResult(number - 1));
  if (isa<scf::YieldOp>(op)) {
    if (auto loop = dyn_cast<scf::WhileOp>(op->getParentOp()))
      return layoutOf(loop.getBeforeArguments()[number]);
    return layoutOf(op->getParentOp()->getResult(number));
  }
  // Any layout will do, if all operands have the same.
  bool isScalar = op->getNumResults() == 0 || !layoutOf(op->getResult(0));
  if (isa<tt::AssertOp, tt::HistogramOp>(op) ||
      (isa<tt::ReduceOp>(op) && isScalar))
    return layoutOf(op->getOperand(0));
  return neededByFlow(operand);
}

Value LayoutAssigner::converted(Value value, Attribute layout) {
  Value &known = conversions[{value, layout}];
  if (known)
    return known;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  auto type = cast<RankedTensorType>(value.getType()).cloneWithEncoding(layout);
  return known =
             ttg::ConvertLayoutOp::create(builder, value.getLoc(), type, value);
}

void LayoutAssigner::run(ModuleOp module) {
  choose(module);
  llvm::SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (auto [value, layout] : chosen) {
    old[value] = layoutOf(value);
    setLayout(value, layout);
    if (Operation *op = value.getDefiningOp())
      setLayoutOfElements(op);
  }
  for (Operation *op : ops) {
    if (isa<ttg::ConvertLayoutOp>(op))
      continue;
    for (OpOperand &operand : op->getOpOperands())
      if (Attribute now = layoutOf(operand.get()))
        if (Attribute needed = neededBy(operand); needed != now)
          operand.set(converted(operand.get(), needed));
  }
}

} // namespace

void propagate(ModuleOp module) { LayoutAssigner().run(module); }

} // namespace heddle::rules
