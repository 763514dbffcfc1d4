//===- TranslateFlow.cpp - Control flow as jumps --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

namespace {

void translateReturn(Translator &translator, simt::ReturnOp op) {
  translator.add(op, translator.runs.runReturn);
}

//===----------------------------------------------------------------------===//
// Graphs of blocks
//===----------------------------------------------------------------------===//

void translateBranch(Translator &translator, cf::BranchOp branch) {
  translator.copyAll(branch, branch.getDest()->getArguments(),
                     branch.getDestOperands());
  translator.jump(branch, branch.getDest());
}

void translateCondBranch(Translator &translator, cf::CondBranchOp branch) {
  std::size_t otherwise = translator.jumpUnless(branch, branch.getCondition());
  translator.copyAll(branch, branch.getTrueDest()->getArguments(),
                     branch.getTrueDestOperands());
  translator.jump(branch, branch.getTrueDest());
  translator.land(otherwise);
  translator.copyAll(branch, branch.getFalseDest()->getArguments(),
                     branch.getFalseDestOperands());
  translator.jump(branch, branch.getFalseDest());
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

/// To the results, which the next iteration begins with; or, at the end of a
/// `while`, to what its condition sees.
void translateYield(Translator &translator, scf::YieldOp yield) {
  Operation *parent = yield->getParentOp();
  if (auto loop = dyn_cast<scf::WhileOp>(parent))
    translator.copyAll(yield, loop.getBeforeArguments(), yield.getResults());
  else
    translator.copyAll(yield, parent->getResults(), yield.getResults());
}

void translateCondition(Translator &translator, scf::ConditionOp condition) {
  Operation *loop = condition->getParentOp();
  translator.copyAll(condition, loop->getResults(), condition.getArgs());
  translator.leaves[loop] =
      translator.jumpUnless(condition, condition.getCondition());
}

LogicalResult translateFor(Translator &translator, scf::ForOp loop) {
  unsigned bytes = bytesOf(loop.getInductionVar().getType());
  if (bytes < 4)
    return translator.refuse(loop)
           << ": it counts in " << loop.getInductionVar().getType();
  for (auto [argument, result] :
       llvm::zip(loop.getRegionIterArgs(), loop.getResults())) {
    translator.define(result);
    translator.registers.share(argument, result);
  }
  translator.copyAll(loop, loop.getResults(), loop.getInitArgs());
  Value index = loop.getInductionVar();
  translator.define(index);
  translator.copyAll(loop, index, loop.getLowerBound());
  std::size_t head = translator.here();
  // Perhaps as a copy, which is made in each iteration.
  Operand end = translator.of(loop.getUpperBound());
  std::size_t leave = translator.here();
  Instruction &test = translator.add(
      loop, translator.runs.loopTestRun(bytes, loop.getUnsignedCmp()));
  test.a = translator.of(index);
  test.b = end;
  test.kind = InstructionClass::Branch;
  test.cost = 1;
  if (failed(translator.translateRegion(loop.getRegion())))
    return failure();
  Operand width = translator.of(loop.getStep());
  Instruction &step = translator.add(loop, translator.runs.loopStepRun(bytes));
  step.result = translator.of(index);
  step.a = width;
  step.kind = InstructionClass::Integer;
  step.cost = 1;
  translator.code.instructions[translator.jump(loop)].immediate = head;
  translator.land(leave);
  translator.registers.release(index);
  return success();
}

LogicalResult translateWhile(Translator &translator, scf::WhileOp loop) {
  for (Value argument : loop.getBeforeArguments())
    translator.define(argument);
  for (auto [argument, result] :
       llvm::zip(loop.getAfterArguments(), loop.getResults())) {
    translator.define(result);
    translator.registers.share(argument, result);
  }
  translator.copyAll(loop, loop.getBeforeArguments(), loop.getInits());
  std::size_t head = translator.here();
  if (failed(translator.translateRegion(loop.getBefore())))
    return failure();
  if (failed(translator.translateRegion(loop.getAfter())))
    return failure();
  translator.code.instructions[translator.jump(loop)].immediate = head;
  translator.land(translator.leaves.lookup(loop));
  for (Value argument : loop.getBeforeArguments())
    translator.registers.release(argument);
  return success();
}

LogicalResult translateIf(Translator &translator, scf::IfOp branch) {
  for (Value result : branch.getResults())
    translator.define(result);
  std::size_t otherwise = translator.jumpUnless(branch, branch.getCondition());
  if (failed(translator.translateRegion(branch.getThenRegion())))
    return failure();
  if (branch.getElseRegion().empty()) {
    translator.land(otherwise);
    return success();
  }
  std::size_t end = translator.jump(branch);
  translator.land(otherwise);
  if (failed(translator.translateRegion(branch.getElseRegion())))
    return failure();
  translator.land(end);
  return success();
}

} // namespace

void addFlow(TranslatorTable &table) {
  table.addBranching<simt::ReturnOp>(translateReturn);
  table.addBranching<cf::BranchOp>(translateBranch);
  table.addBranching<cf::CondBranchOp>(translateCondBranch);
  table.addBranching<scf::ForOp>(translateFor);
  table.addBranching<scf::WhileOp>(translateWhile);
  table.addBranching<scf::IfOp>(translateIf);
  table.addBranching<scf::YieldOp>(translateYield);
  table.addBranching<scf::ConditionOp>(translateCondition);
}

} // namespace heddle::sim
