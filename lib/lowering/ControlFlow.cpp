//===- ControlFlow.cpp - Branches, loops and calls ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

llvm::SmallVector<Value> KernelLowering::all(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) { return get(value); });
}

//===----------------------------------------------------------------------===//
// Structured
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::checkPassed(Operation *op) {
  for (Value value : op->getOperands())
    if (partOf(value) != 0)
      return refuse(op) << "a part of a buffer passes a branch";
  return success();
}

LogicalResult KernelLowering::emitFor(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  if (failed(checkPassed(op)))
    return failure();
  llvm::SmallVector<Value> initial = all(loop.getInitArgs());
  auto copy =
      make<scf::ForOp>(op->getLoc(), get(loop.getLowerBound()),
                       get(loop.getUpperBound()), get(loop.getStep()), initial);
  copy.setUnsignedCmp(loop.getUnsignedCmp());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = copy.getBody();
  builder.setInsertionPointToStart(body);
  for (auto [from, to] :
       llvm::zip(loop.getBody()->getArguments(), body->getArguments()))
    set(from, to);
  for (auto [from, to] : llvm::zip(loop.getResults(), copy.getResults()))
    set(from, to);
  return lowerRegion(*loop.getBody(), *body);
}

LogicalResult KernelLowering::emitIf(Operation *op) {
  auto branch = cast<scf::IfOp>(op);
  llvm::SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(lowered(type));
  auto copy = make<scf::IfOp>(op->getLoc(), types, get(branch.getCondition()),
                              /*addThenBlock=*/true,
                              /*addElseBlock=*/branch.elseBlock() != nullptr);
  for (auto [from, to] : llvm::zip(op->getResults(), copy.getResults()))
    set(from, to);
  OpBuilder::InsertionGuard guard(builder);
  for (auto [from, to] : {std::pair(branch.thenBlock(), copy.thenBlock()),
                          std::pair(branch.elseBlock(), copy.elseBlock())})
    if (from != nullptr) {
      builder.setInsertionPointToStart(to);
      if (failed(lowerRegion(*from, *to)))
        return failure();
    }
  return success();
}

/// The block of an op of `scf`, with a terminator that has what it ends with.
LogicalResult KernelLowering::lowerRegion(Block &from, Block &to) {
  if (!to.empty() && to.back().hasTrait<OpTrait::IsTerminator>())
    to.back().erase();
  builder.setInsertionPointToEnd(&to);
  return lowerBlock(from);
}

LogicalResult KernelLowering::emitYield(Operation *op) {
  if (failed(checkPassed(op)))
    return failure();
  make<scf::YieldOp>(op->getLoc(), all(op->getOperands()));
  return success();
}

LogicalResult KernelLowering::emitWhile(Operation *op) {
  if (failed(checkPassed(op)))
    return failure();
  auto loop = cast<scf::WhileOp>(op);
  llvm::SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(lowered(type));
  auto copy = make<scf::WhileOp>(op->getLoc(), types, all(loop.getInits()));
  for (auto [from, to] : llvm::zip(op->getResults(), copy.getResults()))
    set(from, to);
  OpBuilder::InsertionGuard guard(builder);
  for (unsigned number : {0U, 1U}) {
    Block &from = op->getRegion(number).front();
    Block *to = builder.createBlock(&copy->getRegion(number));
    for (BlockArgument argument : from.getArguments())
      set(argument,
          to->addArgument(lowered(argument.getType()), argument.getLoc()));
    if (failed(checkTypes(op, from.getArgumentTypes())) ||
        failed(lowerRegion(from, *to)))
      return failure();
  }
  return success();
}

LogicalResult KernelLowering::emitCondition(Operation *op) {
  if (failed(checkPassed(op)))
    return failure();
  auto condition = cast<scf::ConditionOp>(op);
  make<scf::ConditionOp>(op->getLoc(), get(condition.getCondition()),
                         all(condition.getArgs()));
  return success();
}

//===----------------------------------------------------------------------===//
// Blocks and calls
//===----------------------------------------------------------------------===//

// Blocks that dominate others come before them.
LogicalResult KernelLowering::lowerBlocks(Region &body, Block *entry) {
  Block &first = body.front();
  blocks[&first] = entry;
  llvm::ReversePostOrderTraversal<Block *> order(&first);
  for (Block *block : order) {
    if (block == &first)
      continue;
    if (failed(checkTypes(body.getParentOp(), block->getArgumentTypes())))
      return failure();
    Block *copy = new Block();
    entry->getParent()->push_back(copy);
    for (BlockArgument argument : block->getArguments())
      set(argument,
          copy->addArgument(lowered(argument.getType()), argument.getLoc()));
    blocks[block] = copy;
  }
  for (Block *block : order) {
    builder.setInsertionPointToEnd(blocks.lookup(block));
    if (failed(lowerBlock(*block)))
      return failure();
  }
  return success();
}

LogicalResult KernelLowering::emitBranch(Operation *op) {
  if (failed(checkPassed(op)))
    return failure();
  if (auto branch = dyn_cast<cf::BranchOp>(op)) {
    make<cf::BranchOp>(op->getLoc(), blocks.lookup(branch.getDest()),
                       all(branch.getDestOperands()));
    return success();
  }
  auto branch = cast<cf::CondBranchOp>(op);
  make<cf::CondBranchOp>(
      op->getLoc(), get(branch.getCondition()),
      blocks.lookup(branch.getTrueDest()), all(branch.getTrueDestOperands()),
      blocks.lookup(branch.getFalseDest()), all(branch.getFalseDestOperands()));
  return success();
}

// A branch becomes `scf.if`, up to the block where its ways meet again. Where
// one of them returns before, what follows is a part of each way that gets
// there.
LogicalResult KernelLowering::lowerWay(Block *from, Block *to,
                                       PostDominanceInfo &meetings, Call &call,
                                       llvm::SmallVectorImpl<Value> &passed) {
  while (from != to) {
    if (call.blocksLeft-- == 0)
      return refuse(call.callee) << "it returns early in too many ways";
    for (auto [argument, value] : llvm::zip(from->getArguments(), passed))
      set(argument, value);
    for (Operation &op : from->without_terminator())
      if (failed(lowerOp(&op)))
        return failure();
    Operation *exit = from->getTerminator();
    if (failed(checkPassed(exit)))
      return failure();
    if (auto jump = dyn_cast<cf::BranchOp>(exit)) {
      passed = all(jump.getDestOperands());
      from = jump.getDest();
      continue;
    }
    auto branch = dyn_cast<cf::CondBranchOp>(exit);
    if (!branch) {
      passed = all(exit->getOperands());
      return success();
    }
    auto *next = meetings.getNode(from)->getIDom();
    Block *meeting = next == nullptr ? nullptr : next->getBlock();
    TypeRange given = meeting == nullptr
                          ? call.callee.getResultTypes()
                          : TypeRange(meeting->getArgumentTypes());
    llvm::SmallVector<Type> types;
    for (Type type : given)
      types.push_back(lowered(type));
    auto copy =
        make<scf::IfOp>(exit->getLoc(), types, get(branch.getCondition()),
                        /*addThenBlock=*/true, /*addElseBlock=*/true);
    for (bool isTaken : {true, false}) {
      OpBuilder::InsertionGuard guard(builder);
      Block *side = isTaken ? copy.thenBlock() : copy.elseBlock();
      if (!side->empty())
        side->back().erase();
      builder.setInsertionPointToEnd(side);
      passed = all(isTaken ? branch.getTrueDestOperands()
                           : branch.getFalseDestOperands());
      if (failed(
              lowerWay(isTaken ? branch.getTrueDest() : branch.getFalseDest(),
                       meeting, meetings, call, passed)))
        return failure();
      make<scf::YieldOp>(exit->getLoc(), passed);
    }
    passed = llvm::to_vector<6>(ValueRange(copy.getResults()));
    if (meeting == nullptr)
      return success();
    from = meeting;
  }
  return success();
}

LogicalResult KernelLowering::lowerNested(Call &call) {
  Region &body = call.callee.getBody();
  llvm::SmallPtrSet<Block *, 8> before;
  for (Block *block : llvm::ReversePostOrderTraversal<Block *>(&body.front())) {
    before.insert(block);
    for (Block *next : block->getSuccessors())
      if (before.contains(next))
        return refuse(block->getTerminator())
               << "it goes back, in a function that is called in a loop or a "
                  "branch";
  }
  PostDominanceInfo meetings(call.callee);
  llvm::SmallVector<Value> passed = all(body.getArguments());
  if (failed(lowerWay(&body.front(), nullptr, meetings, call, passed)))
    return failure();
  call.results = passed;
  return success();
}

// The body of the function takes the call's place. If it has several blocks,
// the rest of the caller's block becomes one of its own, which the function's
// returns branch to; in a loop or a branch, which have one, branches become
// nested instead.
LogicalResult KernelLowering::emitCall(Operation *op) {
  if (failed(checkPassed(op)))
    return failure();
  auto call = cast<tt::CallOp>(op);
  auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
      op, call.getCalleeAttr());
  if (!callee || callee.getBody().empty())
    return refuse(op) << "its function has no body";
  for (const Call &each : calls)
    if (each.callee == callee)
      return refuse(op) << "it is recursive";
  for (auto [argument, operand] :
       llvm::zip(callee.getArguments(), call->getOperands()))
    set(argument, get(operand));
  bool hasOneBlock = callee.getBody().hasOneBlock();
  if (!hasOneBlock && !isa<simt::KernelOp>(builder.getBlock()->getParentOp())) {
    calls.push_back({callee, nullptr, {}});
    Call nested = calls.back();
    LogicalResult isLowered = lowerNested(nested);
    calls.pop_back();
    for (auto [result, value] : llvm::zip(call->getResults(), nested.results))
      set(result, value);
    return isLowered;
  }
  Block *after = nullptr;
  if (!hasOneBlock) {
    after = new Block();
    for (Type type : call->getResultTypes())
      after->addArgument(lowered(type), op->getLoc());
  }
  calls.push_back({callee, after, {}});
  Block *here = builder.getBlock();
  LogicalResult isLowered = hasOneBlock ? lowerBlock(callee.getBody().front())
                                        : lowerBlocks(callee.getBody(), here);
  Call done = calls.pop_back_val();
  if (after != nullptr) {
    here->getParent()->push_back(after);
    builder.setInsertionPointToEnd(after);
    done.results.assign(after->args_begin(), after->args_end());
  }
  if (failed(isLowered))
    return failure();
  for (auto [result, value] : llvm::zip(call->getResults(), done.results))
    set(result, value);
  return success();
}

LogicalResult KernelLowering::emitReturn(Operation *op) {
  Call &call = calls.back();
  if (calls.size() == 1)
    make<simt::ReturnOp>(op->getLoc());
  else if (call.after != nullptr)
    make<cf::BranchOp>(op->getLoc(), call.after, all(op->getOperands()));
  else
    call.results = all(op->getOperands());
  return success();
}

LogicalResult KernelLowering::emitAssert(Operation *op) {
  auto check = cast<tt::AssertOp>(op);
  make<simt::AssertOp>(op->getLoc(), get(check.getCondition()),
                       check.getMessage());
  return success();
}

} // namespace heddle
