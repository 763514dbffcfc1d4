//===- FactorRegisters.cpp - What products of groups read -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/FactorRegisters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::simt {

using namespace mlir;

bool isRenaming(Operation *op) {
  return isa<PermuteOp, ExtractOp, SplatOp, ToWordsOp, FromWordsOp,
             arith::BitcastOp>(op);
}

/// Whether anybody uses the value behind an op of the same block.
static bool isUsedBehind(Value value, Operation *op) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    if (isRenaming(user))
      return isUsedBehind(user->getResult(0), op);
    Operation *above = op->getBlock()->findAncestorOpInBlock(*user);
    return above != nullptr && op->isBeforeInBlock(above);
  });
}

/// What a loop carries has the same registers in all iterations where nobody
/// uses the old value once the new one is there; a product under way does not
/// count.
static void addCarried(BlockArgument argument, llvm::SmallVector<Value> &open) {
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument.getArgNumber() == 0)
    return;
  unsigned number = argument.getArgNumber() - 1;
  Value next = loop.getYieldedValues()[number];
  open.push_back(loop.getResult(number));
  Operation *maker = next.getDefiningOp();
  if (maker != nullptr && maker->getBlock() == loop.getBody() &&
      !isUsedBehind(argument, maker))
    open.push_back(next);
}

llvm::SmallVector<Value> findFactorWrites(GroupMmaOp group) {
  llvm::SmallVector<Value> found;
  llvm::DenseSet<Value> seen;
  llvm::SmallVector<Value> open;
  if (group.getA())
    open.push_back(group.getA());
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      found.push_back(argument);
      addCarried(argument, open);
    } else if (isRenaming(value.getDefiningOp())) {
      llvm::append_range(open, value.getDefiningOp()->getOperands());
    } else {
      found.push_back(value);
    }
  }
  return found;
}

} // namespace heddle::simt
