//===- Branches.cpp - Branches between blocks -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "FunctionScope.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

LogicalResult emitBranch(LoweringContext &context, cf::BranchOp branch) {
  if (failed(checkPassed(context, branch)))
    return failure();
  context.make<cf::BranchOp>(branch.getLoc(),
                             context.blocks.lookup(branch.getDest()),
                             context.get(branch.getDestOperands()));
  return success();
}

LogicalResult emitConditionalBranch(LoweringContext &context,
                                    cf::CondBranchOp branch) {
  if (failed(checkPassed(context, branch)))
    return failure();
  context.make<cf::CondBranchOp>(branch.getLoc(),
                                 context.get(branch.getCondition()),
                                 context.blocks.lookup(branch.getTrueDest()),
                                 context.get(branch.getTrueDestOperands()),
                                 context.blocks.lookup(branch.getFalseDest()),
                                 context.get(branch.getFalseDestOperands()));
  return success();
}

} // namespace

void registerBranchEmitters(EmitterTable &table) {
  table.add<cf::BranchOp>(emitBranch);
  table.add<cf::CondBranchOp>(emitConditionalBranch);
}

} // namespace heddle
