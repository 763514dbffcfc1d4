//===- Calls.cpp - Functions in the place of their calls ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitters.h"
#include "FunctionScope.h"
#include "LowerOps.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

namespace {

LogicalResult emitReturn(LoweringContext &context, tt::ReturnOp op) {
  context.function->leave(op);
  return success();
}

/// The rest of the caller's block becomes a block of its own, which the
/// function's returns branch to.
FailureOr<llvm::SmallVector<Value>>
lowerInBlocks(LoweringContext &context, tt::CallOp call, tt::FuncOp callee) {
  auto *after = new Block();
  for (Type type : call->getResultTypes())
    after->addArgument(context.lowered(type), call.getLoc());
  Block *here = context.builder.getBlock();
  FunctionScope scope(context, callee, after);
  LogicalResult isLowered = lowerBlocks(context, callee.getBody(), here);
  here->getParent()->push_back(after);
  context.builder.setInsertionPointToEnd(after);
  if (failed(isLowered))
    return failure();
  return llvm::SmallVector<Value>(after->args_begin(), after->args_end());
}

FailureOr<llvm::SmallVector<Value>>
lowerCallee(LoweringContext &context, tt::CallOp call, tt::FuncOp callee) {
  if (callee.getBody().hasOneBlock()) {
    FunctionScope scope(context, callee);
    if (failed(lowerBlock(context, callee.getBody().front())))
      return failure();
    return llvm::SmallVector<Value>(scope.results());
  }
  if (isa<simt::KernelOp>(context.builder.getBlock()->getParentOp()))
    return lowerInBlocks(context, call, callee);
  FunctionScope scope(context, callee);
  return lowerNested(context, callee);
}

// The body of the function takes the place of the call.
LogicalResult emitCall(LoweringContext &context, tt::CallOp call) {
  if (failed(checkPassed(context, call)))
    return failure();
  auto callee = SymbolTable::lookupNearestSymbolFrom<tt::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.getBody().empty())
    return refuse(call) << "its function has no body";
  if (context.function->isIn(callee))
    return refuse(call) << "it is recursive";
  for (auto [argument, operand] :
       llvm::zip(callee.getArguments(), call->getOperands()))
    context.set(argument, context.get(operand));
  FailureOr<llvm::SmallVector<Value>> results =
      lowerCallee(context, call, callee);
  if (failed(results))
    return failure();
  context.set(call->getResults(), *results);
  return success();
}

} // namespace

void registerCallEmitters(EmitterTable &table) {
  table.add<tt::CallOp>(emitCall);
  table.add<tt::ReturnOp>(emitReturn);
}

} // namespace heddle
