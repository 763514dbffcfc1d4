//===- CaseSplit.cpp - A function, case by case ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseSplit.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle::equivalence {

using namespace mlir;

static bool hasLoop(Region &region) {
  return region
      .walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

scf::IfOp choiceOfLoops(tt::FuncOp function) {
  // Choices in loops are made again and again.
  if (!function->getParentOp() || !function.getBody().hasOneBlock())
    return {};
  for (auto branch : function.getBody().getOps<scf::IfOp>())
    if (hasLoop(branch.getThenRegion()) && hasLoop(branch.getElseRegion()))
      return branch;
  return {};
}

/// Is the value computed from arguments of the function, without memory and
/// loops? What is assumed of loops while they are compared is then no part of
/// it.
static bool followsFromArguments(Value value) {
  llvm::SmallVector<Value> open = {value};
  llvm::SmallPtrSet<Value, 8> seen;
  while (!open.empty()) {
    Value each = open.pop_back_val();
    Operation *op = each.getDefiningOp();
    if (!seen.insert(each).second || !op)
      continue;
    if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return false;
    llvm::append_range(open, op->getOperands());
  }
  return true;
}

FunctionCase::FunctionCase(scf::IfOp choice, bool isTaken,
                           llvm::ArrayRef<Value> facts) {
  auto function = cast<tt::FuncOp>(choice->getParentOp());
  IRMapping map;
  copy = OwningOpRef<Operation *>(function->getParentOp()->clone(map));
  decided = cast<tt::FuncOp>(map.lookup(function.getOperation()));
  for (Value fact : facts)
    known.push_back(map.lookup(fact));
  auto made = cast<scf::IfOp>(map.lookup(choice.getOperation()));
  if (isTaken && followsFromArguments(made.getCondition()))
    known.push_back(made.getCondition());
  Block &chosen =
      (isTaken ? made.getThenRegion() : made.getElseRegion()).front();
  Operation *yield = chosen.getTerminator();
  made->replaceAllUsesWith(yield->getOperands());
  yield->erase();
  made->getBlock()->getOperations().splice(made->getIterator(),
                                           chosen.getOperations());
  made->erase();
}

} // namespace heddle::equivalence
