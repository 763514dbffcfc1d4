//===- TranslateFlow.cpp - Control flow as jumps --------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Translator.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace heddle::sim {

using namespace mlir;
using mlir::failure;

std::size_t Translator::jump(Operation *op) {
  Instruction &each = add(op, runs.runJump);
  each.kind = InstructionClass::Branch;
  each.cost = 1;
  return here() - 1;
}

std::size_t Translator::jumpUnless(Operation *op, Value condition) {
  Operand where = of(condition);
  Instruction &each = add(op, runs.runJumpUnless);
  each.a = where;
  each.kind = InstructionClass::Branch;
  each.cost = 1;
  return here() - 1;
}

void Translator::jump(Operation *op, Block *to) {
  open.emplace_back(jump(op), to);
}

LogicalResult Translator::translateFlow(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return translateFor(loop); })
      .Case([&](scf::WhileOp loop) { return translateWhile(loop); })
      .Case([&](scf::IfOp branch) { return translateIf(branch); })
      .Case([&](scf::YieldOp yield) {
        // To the results, which the next round begins with; or, at the end of a
        // `while`, to what its condition sees.
        if (auto loop = dyn_cast<scf::WhileOp>(op->getParentOp()))
          copyAll(op, loop.getBeforeArguments(), yield.getResults());
        else
          copyAll(op, op->getParentOp()->getResults(), yield.getResults());
        return success();
      })
      .Case([&](scf::ConditionOp condition) {
        copyAll(op, op->getParentOp()->getResults(), condition.getArgs());
        leaves[op->getParentOp()] = jumpUnless(op, condition.getCondition());
        return success();
      })
      .Case([&](cf::BranchOp branch) {
        copyAll(op, branch.getDest()->getArguments(), branch.getDestOperands());
        jump(op, branch.getDest());
        return success();
      })
      .Case([&](cf::CondBranchOp branch) {
        std::size_t otherwise = jumpUnless(op, branch.getCondition());
        copyAll(op, branch.getTrueDest()->getArguments(),
                branch.getTrueDestOperands());
        jump(op, branch.getTrueDest());
        land(otherwise);
        copyAll(op, branch.getFalseDest()->getArguments(),
                branch.getFalseDestOperands());
        jump(op, branch.getFalseDest());
        return success();
      })
      .Default([&](Operation *) { return refuse(op); });
}

LogicalResult Translator::translateFor(scf::ForOp loop) {
  unsigned bytes = bytesOf(loop.getInductionVar().getType());
  if (bytes < 4)
    return refuse(loop) << ": it counts in "
                        << loop.getInductionVar().getType();
  for (auto [argument, result] :
       llvm::zip(loop.getRegionIterArgs(), loop.getResults())) {
    define(result);
    share(argument, result);
  }
  copyAll(loop, loop.getResults(), loop.getInitArgs());
  Value index = loop.getInductionVar();
  define(index);
  copyAll(loop, index, loop.getLowerBound());
  std::size_t head = here();
  // Perhaps as a copy, which is made in each round.
  Operand end = of(loop.getUpperBound());
  std::size_t leave = here();
  Instruction &test = add(loop, runs.loopTestRun(bytes, loop.getUnsignedCmp()));
  test.a = of(index);
  test.b = end;
  test.kind = InstructionClass::Branch;
  test.cost = 1;
  if (failed(translateRegion(loop.getRegion())))
    return failure();
  Operand width = of(loop.getStep());
  Instruction &step = add(loop, runs.loopStepRun(bytes));
  step.result = of(index);
  step.a = width;
  step.kind = InstructionClass::Integer;
  step.cost = 1;
  code.instructions[jump(loop)].immediate = head;
  land(leave);
  give(index);
  return success();
}

LogicalResult Translator::translateWhile(scf::WhileOp loop) {
  for (Value argument : loop.getBeforeArguments())
    define(argument);
  for (auto [argument, result] :
       llvm::zip(loop.getAfterArguments(), loop.getResults())) {
    define(result);
    share(argument, result);
  }
  copyAll(loop, loop.getBeforeArguments(), loop.getInits());
  std::size_t head = here();
  if (failed(translateRegion(loop.getBefore())))
    return failure();
  if (failed(translateRegion(loop.getAfter())))
    return failure();
  code.instructions[jump(loop)].immediate = head;
  land(leaves.lookup(loop));
  for (Value argument : loop.getBeforeArguments())
    give(argument);
  return success();
}

LogicalResult Translator::translateIf(scf::IfOp branch) {
  for (Value result : branch.getResults())
    define(result);
  std::size_t otherwise = jumpUnless(branch, branch.getCondition());
  if (failed(translateRegion(branch.getThenRegion())))
    return failure();
  if (branch.getElseRegion().empty()) {
    land(otherwise);
    return success();
  }
  std::size_t end = jump(branch);
  land(otherwise);
  if (failed(translateRegion(branch.getElseRegion())))
    return failure();
  land(end);
  return success();
}

} // namespace heddle::sim
