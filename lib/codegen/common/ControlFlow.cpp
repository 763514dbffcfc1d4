//===- ControlFlow.cpp - Branches and loops -------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/codegen/common/ControlFlow.h"
#include "Families.h"
#include "heddle/codegen/common/Words.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace heddle::codegen {

using namespace mlir;
using mlir::failure;

namespace {

/// Registers that merge what several blocks give them.
Registers addPhis(EmissionContext &context, Type type) {
  Registers registers;
  for (unsigned index = 0; index < simt::registerCount(type); ++index)
    registers.push_back(context.builder.CreatePHI(typeOf(context, type), 2));
  return registers;
}

/// What one of those blocks gives them.
void addIncoming(llvm::ArrayRef<llvm::Value *> phis,
                 llvm::ArrayRef<llvm::Value *> registers,
                 llvm::BasicBlock *from) {
  for (auto [phi, value] : llvm::zip(phis, registers))
    llvm::cast<llvm::PHINode>(phi)->addIncoming(value, from);
}

//===----------------------------------------------------------------------===//
// Graphs of blocks
//===----------------------------------------------------------------------===//

/// Gives a block its arguments.
llvm::BasicBlock *enter(EmissionContext &context, Block *to,
                        ValueRange operands) {
  for (auto [argument, operand] : llvm::zip(to->getArguments(), operands))
    addIncoming(context.get(argument), context.get(operand),
                context.builder.GetInsertBlock());
  return context.blocks.lookup(to);
}

void emitBranch(EmissionContext &context, cf::BranchOp branch) {
  context.builder.CreateBr(
      enter(context, branch.getDest(), branch.getDestOperands()));
}

void emitCondBranch(EmissionContext &context, cf::CondBranchOp branch) {
  auto *then =
      enter(context, branch.getTrueDest(), branch.getTrueDestOperands());
  auto *otherwise =
      enter(context, branch.getFalseDest(), branch.getFalseDestOperands());
  context.builder.CreateCondBr(context.scalar(branch.getCondition()), then,
                               otherwise);
}

void emitReturn(EmissionContext &context, simt::ReturnOp) {
  context.builder.CreateRetVoid();
}

/// The op around it reads the operands.
void emitNothing(EmissionContext &, Operation *) {}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

/// A value that a loop carries: in words if that is how it comes.
struct Carried {
  bool isPacked;
  Registers phis;
};

Registers registersOf(EmissionContext &context, Value value, bool isPacked) {
  return isPacked ? wordsOf(context, value) : context.get(value);
}

/// The phis of what a loop carries, in its first block, where the builder
/// stands. Words are made before it: all phis stand before what takes them
/// apart.
llvm::SmallVector<Carried> addCarried(EmissionContext &context, scf::ForOp loop,
                                      llvm::BasicBlock *before) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::BasicBlock *head = builder.GetInsertBlock();
  llvm::SmallVector<Carried> all;
  for (auto [initial, yielded] :
       llvm::zip(loop.getInitArgs(), loop.getYieldedValues())) {
    Carried carried = {.isPacked = comesInWords(context, initial) ||
                                   comesInWords(context, yielded),
                       .phis = {}};
    builder.SetInsertPoint(before->getTerminator());
    Registers given = registersOf(context, initial, carried.isPacked);
    builder.SetInsertPoint(head);
    for (llvm::Value *value : given) {
      auto *phi = builder.CreatePHI(value->getType(), 2);
      phi->addIncoming(value, before);
      carried.phis.push_back(phi);
    }
    all.push_back(std::move(carried));
  }
  for (auto [each, argument, result] :
       llvm::zip(all, loop.getRegionIterArgs(), loop.getResults())) {
    if (each.isPacked) {
      setWords(context, argument, each.phis);
      context.words[result] = each.phis;
    } else {
      context.set(argument, each.phis);
    }
    context.set(result, context.get(argument));
  }
  return all;
}

LogicalResult emitFor(EmissionContext &context, scf::ForOp loop) {
  llvm::IRBuilder<> &builder = context.builder;
  auto *before = builder.GetInsertBlock();
  auto *head = addBlock(context, "head"), *body = addBlock(context, "body");
  auto *after = addBlock(context, "after");
  llvm::Value *first = context.scalar(loop.getLowerBound());
  llvm::Value *end = context.scalar(loop.getUpperBound());
  llvm::Value *step = context.scalar(loop.getStep());
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  auto *index = builder.CreatePHI(first->getType(), 2);
  index->addIncoming(first, before);
  llvm::SmallVector<Carried> carried = addCarried(context, loop, before);
  context.set(loop.getInductionVar(), {index});
  llvm::Value *goesOn = loop.getUnsignedCmp()
                            ? builder.CreateICmpULT(index, end)
                            : builder.CreateICmpSLT(index, end);
  builder.CreateCondBr(goesOn, body, after);
  builder.SetInsertPoint(body);
  if (failed(emitBlock(context, *loop.getBody())))
    return failure();
  auto *last = builder.GetInsertBlock();
  index->addIncoming(builder.CreateAdd(index, step), last);
  for (auto [each, value] : llvm::zip(carried, loop.getYieldedValues()))
    addIncoming(each.phis, registersOf(context, value, each.isPacked), last);
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  return success();
}

LogicalResult emitIf(EmissionContext &context, scf::IfOp branch) {
  llvm::IRBuilder<> &builder = context.builder;
  auto *then = addBlock(context, "then"),
       *otherwise = addBlock(context, "else");
  auto *after = addBlock(context, "after");
  builder.CreateCondBr(context.scalar(branch.getCondition()), then, otherwise);
  llvm::BasicBlock *ends[2] = {};
  Block *blocks[2] = {branch.thenBlock(), branch.elseBlock()};
  llvm::BasicBlock *starts[2] = {then, otherwise};
  for (unsigned index : {0U, 1U}) {
    builder.SetInsertPoint(starts[index]);
    if (blocks[index] != nullptr && failed(emitBlock(context, *blocks[index])))
      return failure();
    ends[index] = builder.GetInsertBlock();
    builder.CreateBr(after);
  }
  builder.SetInsertPoint(after);
  for (OpResult result : branch.getResults()) {
    unsigned number = result.getResultNumber();
    Registers registers = addPhis(context, result.getType());
    addIncoming(registers, context.get(branch.thenYield().getOperand(number)),
                ends[0]);
    addIncoming(registers, context.get(branch.elseYield().getOperand(number)),
                ends[1]);
    context.set(result, registers);
  }
  return success();
}

LogicalResult emitWhile(EmissionContext &context, scf::WhileOp loop) {
  llvm::IRBuilder<> &builder = context.builder;
  auto *before = builder.GetInsertBlock();
  auto *head = addBlock(context, "head"), *body = addBlock(context, "body");
  auto *after = addBlock(context, "after");
  builder.CreateBr(head);
  builder.SetInsertPoint(head);
  for (auto [argument, initial] :
       llvm::zip(loop.getBeforeArguments(), loop.getInits())) {
    context.set(argument, addPhis(context, argument.getType()));
    addIncoming(context.get(argument), context.get(initial), before);
  }
  if (failed(emitBlock(context, *loop.getBeforeBody())))
    return failure();
  scf::ConditionOp condition = loop.getConditionOp();
  builder.CreateCondBr(context.scalar(condition.getCondition()), body, after);
  for (auto [argument, result, value] : llvm::zip(
           loop.getAfterArguments(), loop.getResults(), condition.getArgs())) {
    Registers registers = context.get(value);
    context.set(argument, registers);
    context.set(result, registers);
  }
  builder.SetInsertPoint(body);
  if (failed(emitBlock(context, *loop.getAfterBody())))
    return failure();
  auto *last = builder.GetInsertBlock();
  for (auto [argument, value] :
       llvm::zip(loop.getBeforeArguments(), loop.getYieldOp().getOperands()))
    addIncoming(context.get(argument), context.get(value), last);
  builder.CreateBr(head);
  builder.SetInsertPoint(after);
  return success();
}

} // namespace

// Each op has an emitter: see `checkOps`.
LogicalResult emitBlock(EmissionContext &context, Block &block) {
  for (Operation &op : block)
    if (failed(context.emitters.find(&op)->emit(context, &op)))
      return failure();
  return success();
}

LogicalResult emitBlocks(EmissionContext &context, Region &body) {
  llvm::IRBuilder<> &builder = context.builder;
  llvm::ReversePostOrderTraversal<Block *> order(&body.front());
  context.blocks[&body.front()] = builder.GetInsertBlock();
  for (Block *each : order) {
    if (each == &body.front())
      continue;
    context.blocks[each] = addBlock(context, "block");
    builder.SetInsertPoint(context.blocks[each]);
    for (BlockArgument argument : each->getArguments())
      context.set(argument, addPhis(context, argument.getType()));
  }
  for (Block *each : order) {
    builder.SetInsertPoint(context.blocks[each]);
    if (failed(emitBlock(context, *each)))
      return failure();
  }
  return success();
}

void addControlFlow(EmitterTable &table) {
  table.add<simt::ReturnOp>(emitReturn);
  table.add<cf::BranchOp>(emitBranch);
  table.add<cf::CondBranchOp>(emitCondBranch);
  table.add<scf::ForOp>(emitFor);
  table.add<scf::IfOp>(emitIf);
  table.add<scf::WhileOp>(emitWhile);
  table.add<scf::YieldOp>(emitNothing);
  table.add<scf::ConditionOp>(emitNothing);
}

} // namespace heddle::codegen
