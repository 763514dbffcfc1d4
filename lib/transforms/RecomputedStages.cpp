//===- RecomputedStages.cpp - Values of several stages --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecomputedStages.h"
#include "LoopBody.h"
#include "heddle/analysis/LayoutCosts.h"

namespace heddle {

using namespace mlir;

namespace {

class Recomputation {
public:
  Recomputation(scf::ForOp loop, LoopSchedule &schedule)
      : loop(loop), schedule(schedule) {}

  void run();

private:
  bool followsFromIteration(Value value);
  Value atStage(Value value, unsigned stage, Operation *before);

  scf::ForOp loop;
  LoopSchedule &schedule;
  llvm::DenseMap<Value, bool> follows;
  llvm::DenseMap<std::pair<Value, unsigned>, Value> again;
};

bool Recomputation::followsFromIteration(Value value) {
  if (value == loop.getInductionVar())
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() != loop.getBody();
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody())
    return true;
  auto [known, isNew] = follows.try_emplace(value, false);
  if (!isNew)
    return known->second;
  bool does = isCheap(op) && op->getNumResults() == 1 &&
              !isa<ttg::ConvertLayoutOp>(op) &&
              llvm::all_of(op->getOperands(), [&](Value operand) {
                return followsFromIteration(operand);
              });
  return follows[value] = does;
}

Value Recomputation::atStage(Value value, unsigned stage, Operation *before) {
  Operation *op = value.getDefiningOp();
  if (op == nullptr || op->getBlock() != loop.getBody() ||
      schedule.stageOf(op) >= stage)
    return value;
  auto known = again.find({value, stage});
  if (known != again.end())
    return known->second;
  llvm::SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(atStage(operand, stage, before));
  OpBuilder builder(before);
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  schedule.insertBefore(before, copy, stage);
  return again[{value, stage}] = copy->getResult(0);
}

void Recomputation::run() {
  // Users in their order: what is computed for one is there for the next.
  for (Operation *user : schedule.order().vec()) {
    unsigned stage = schedule.stageOf(user);
    for (Value value : usedBy(user)) {
      Operation *op = value.getDefiningOp();
      if (op == nullptr || op->getBlock() != loop.getBody() ||
          schedule.stageOf(op) >= stage || !followsFromIteration(value))
        continue;
      Value copy = atStage(value, stage, user);
      value.replaceUsesWithIf(copy, [&](OpOperand &use) {
        return user->isAncestor(use.getOwner());
      });
    }
  }
}

} // namespace

void recomputeInLaterStages(scf::ForOp loop, LoopSchedule &schedule) {
  Recomputation(loop, schedule).run();
}

} // namespace heddle
