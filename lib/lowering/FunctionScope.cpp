//===- FunctionScope.cpp - The function that is being lowered -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionScope.h"
#include "LowerOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

void FunctionScope::leave(tt::ReturnOp op) {
  if (outer == nullptr)
    context.make<simt::ReturnOp>(op.getLoc());
  else if (after != nullptr)
    context.make<cf::BranchOp>(op.getLoc(), after,
                               context.get(op->getOperands()));
  else
    returned = context.get(op->getOperands());
}

LogicalResult checkPassed(LoweringContext &context, Operation *op) {
  for (Value value : op->getOperands())
    if (context.subviewOffsets.lookup(value) != 0)
      return refuse(op) << "a part of a buffer passes a branch";
  return success();
}

// Blocks that dominate others come before them.
LogicalResult lowerBlocks(LoweringContext &context, Region &body,
                          Block *entry) {
  Block &first = body.front();
  context.blocks[&first] = entry;
  llvm::ReversePostOrderTraversal<Block *> order(&first);
  for (Block *block : order) {
    if (block == &first)
      continue;
    if (failed(checkTypes(body.getParentOp(), block->getArgumentTypes())))
      return failure();
    auto *copy = new Block();
    entry->getParent()->push_back(copy);
    for (BlockArgument argument : block->getArguments())
      context.set(argument,
                  copy->addArgument(context.lowered(argument.getType()),
                                    argument.getLoc()));
    context.blocks[block] = copy;
  }
  for (Block *block : order) {
    context.builder.setInsertionPointToEnd(context.blocks.lookup(block));
    if (failed(lowerBlock(context, *block)))
      return failure();
  }
  return success();
}

} // namespace heddle
