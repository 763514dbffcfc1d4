//===- NestedBody.cpp - Several blocks as one -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The body of a function that is called within an op of `scf`, where there is
/// one block only. A branch becomes `scf.if`, up to the block where its paths
/// meet again. Where one of them returns before that, what follows is lowered
/// into every path that gets there.
///
//===----------------------------------------------------------------------===//

#include "FunctionScope.h"
#include "LowerOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

using Values = llvm::SmallVector<Value>;

class NestedBody {
public:
  NestedBody(LoweringContext &context, tt::FuncOp callee)
      : context(context), callee(callee), meetings(callee) {}

  FailureOr<Values> lower() {
    Region &body = callee.getBody();
    return lowerPath(&body.front(), nullptr, context.get(body.getArguments()));
  }

private:
  FailureOr<Values> lowerPath(Block *from, const Block *to, Values passed);
  FailureOr<Values> lowerFork(cf::CondBranchOp branch, Block *meeting);
  LogicalResult lowerStraight(Block &block, ValueRange arguments);

  /// Where all paths from a block meet again; null if only at the end.
  Block *meetingOf(Block *block) {
    auto *next = meetings.getNode(block)->getIDom();
    return next == nullptr ? nullptr : next->getBlock();
  }

  LoweringContext &context;
  tt::FuncOp callee;
  PostDominanceInfo meetings;
  /// How many more blocks may be lowered, each as often as paths lead there.
  unsigned blocksLeft = 1024;
};

} // namespace

/// All but what the block ends with.
LogicalResult NestedBody::lowerStraight(Block &block, ValueRange arguments) {
  if (blocksLeft-- == 0)
    return refuse(callee) << "it returns early in too many ways";
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    context.set(argument, value);
  observe(context, block.getArguments());
  for (Operation &op : block.without_terminator())
    if (failed(lowerOp(context, op)))
      return failure();
  return checkPassed(context, block.getTerminator());
}

/// The blocks from one up to another, or to the function's end: what is passed
/// on there.
FailureOr<Values> NestedBody::lowerPath(Block *from, const Block *to,
                                        Values passed) {
  while (from != to) {
    if (failed(lowerStraight(*from, passed)))
      return failure();
    Operation *exit = from->getTerminator();
    if (auto jump = dyn_cast<cf::BranchOp>(exit)) {
      passed = context.get(jump.getDestOperands());
      from = jump.getDest();
      continue;
    }
    auto branch = dyn_cast<cf::CondBranchOp>(exit);
    if (!branch)
      return context.get(exit->getOperands());
    Block *meeting = meetingOf(from);
    FailureOr<Values> results = lowerFork(branch, meeting);
    if (failed(results) || meeting == nullptr)
      return results;
    passed = *results;
    from = meeting;
  }
  return passed;
}

/// Both ways of a branch up to where they meet.
FailureOr<Values> NestedBody::lowerFork(cf::CondBranchOp branch,
                                        Block *meeting) {
  TypeRange given = meeting == nullptr ? callee.getResultTypes()
                                       : TypeRange(meeting->getArgumentTypes());
  auto copy = context.make<scf::IfOp>(branch.getLoc(), context.lowered(given),
                                      context.get(branch.getCondition()),
                                      /*addThenBlock=*/true,
                                      /*addElseBlock=*/true);
  for (bool isTaken : {true, false}) {
    OpBuilder::InsertionGuard guard(context.builder);
    Block *side = isTaken ? copy.thenBlock() : copy.elseBlock();
    if (!side->empty())
      side->back().erase();
    context.builder.setInsertionPointToEnd(side);
    FailureOr<Values> passed = lowerPath(
        isTaken ? branch.getTrueDest() : branch.getFalseDest(), meeting,
        context.get(isTaken ? branch.getTrueDestOperands()
                            : branch.getFalseDestOperands()));
    if (failed(passed))
      return failure();
    context.make<scf::YieldOp>(branch.getLoc(), *passed);
  }
  return Values(copy.getResults());
}

FailureOr<Values> lowerNested(LoweringContext &context, tt::FuncOp callee) {
  llvm::SmallPtrSet<Block *, 8> before;
  for (Block *block :
       llvm::ReversePostOrderTraversal<Block *>(&callee.getBody().front())) {
    before.insert(block);
    for (Block *next : block->getSuccessors())
      if (before.contains(next))
        return refuse(block->getTerminator())
               << "it goes back, in a function that is called in a loop or a "
                  "branch";
  }
  return NestedBody(context, callee).lower();
}

} // namespace heddle
