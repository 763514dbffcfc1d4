//===- StructuredControlFlow.cpp - Loops and branches of scf --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "FunctionScope.h"
#include "LowerOps.h"
#include "heddle/analysis/RareBranch.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

/// The block of an op of `scf`, whose terminator takes the place of the one
/// that the copy may have been made with.
LogicalResult lowerBody(LoweringContext &context, Block &from, Block &to) {
  if (!to.empty() && to.back().hasTrait<OpTrait::IsTerminator>())
    to.back().erase();
  context.builder.setInsertionPointToEnd(&to);
  return lowerBlock(context, from);
}

LogicalResult emitFor(LoweringContext &context, scf::ForOp loop) {
  if (failed(checkPassed(context, loop)))
    return failure();
  llvm::SmallVector<Value> initial = context.get(loop.getInitArgs());
  auto copy = context.make<scf::ForOp>(
      loop.getLoc(), context.get(loop.getLowerBound()),
      context.get(loop.getUpperBound()), context.get(loop.getStep()), initial);
  copy.setUnsignedCmp(loop.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(context.builder);
  context.set(loop.getBody()->getArguments(), copy.getBody()->getArguments());
  context.set(loop.getResults(), copy.getResults());
  return lowerBody(context, *loop.getBody(), *copy.getBody());
}

LogicalResult emitIf(LoweringContext &context, scf::IfOp branch) {
  auto copy = context.make<scf::IfOp>(
      branch.getLoc(), context.lowered(branch->getResultTypes()),
      context.get(branch.getCondition()),
      /*addThenBlock=*/true,
      /*addElseBlock=*/branch.elseBlock() != nullptr);
  context.set(branch->getResults(), copy.getResults());
  if (branch->hasAttr(ElseIsRareAttr))
    copy->setAttr(ElseIsRareAttr, context.builder.getUnitAttr());
  OpBuilder::InsertionGuard guard(context.builder);
  for (auto [from, to] : {std::pair(branch.thenBlock(), copy.thenBlock()),
                          std::pair(branch.elseBlock(), copy.elseBlock())})
    if (from != nullptr && failed(lowerBody(context, *from, *to)))
      return failure();
  return success();
}

LogicalResult emitWhile(LoweringContext &context, scf::WhileOp loop) {
  if (failed(checkPassed(context, loop)))
    return failure();
  auto copy = context.make<scf::WhileOp>(
      loop.getLoc(), context.lowered(loop->getResultTypes()),
      context.get(loop.getInits()));
  context.set(loop->getResults(), copy.getResults());
  OpBuilder::InsertionGuard guard(context.builder);
  for (unsigned number : {0U, 1U}) {
    Block &from = loop->getRegion(number).front();
    Block *to = context.builder.createBlock(&copy->getRegion(number));
    for (BlockArgument argument : from.getArguments())
      context.set(argument, to->addArgument(context.lowered(argument.getType()),
                                            argument.getLoc()));
    if (failed(checkTypes(loop, from.getArgumentTypes())) ||
        failed(lowerBody(context, from, *to)))
      return failure();
  }
  return success();
}

LogicalResult emitCondition(LoweringContext &context,
                            scf::ConditionOp condition) {
  if (failed(checkPassed(context, condition)))
    return failure();
  context.make<scf::ConditionOp>(condition.getLoc(),
                                 context.get(condition.getCondition()),
                                 context.get(condition.getArgs()));
  return success();
}

LogicalResult emitYield(LoweringContext &context, scf::YieldOp yield) {
  if (failed(checkPassed(context, yield)))
    return failure();
  context.make<scf::YieldOp>(yield.getLoc(), context.get(yield->getOperands()));
  return success();
}

} // namespace

void registerStructuredEmitters(EmitterTable &table) {
  table.add<scf::ForOp>(emitFor);
  table.add<scf::IfOp>(emitIf);
  table.add<scf::WhileOp>(emitWhile);
  table.add<scf::ConditionOp>(emitCondition);
  table.add<scf::YieldOp>(emitYield);
}

} // namespace heddle
