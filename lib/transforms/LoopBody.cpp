//===- LoopBody.cpp - What depends on what in a loop ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"
#include "heddle/analysis/LoopLoads.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

using namespace mlir;

Operation *inBody(scf::ForOp loop, Operation *op) {
  return loop.getBody()->findAncestorOpInBlock(*op);
}

namespace {

void addUsers(scf::ForOp loop, Value value, OpSet &users) {
  Operation *end = loop.getBody()->getTerminator();
  for (Operation *user : value.getUsers())
    if (Operation *op = inBody(loop, user); op != nullptr && op != end)
      users.insert(op);
}

} // namespace

OpSet usersInBody(scf::ForOp loop, Operation *op) {
  OpSet users;
  for (Value result : op->getResults())
    addUsers(loop, result, users);
  return users;
}

OpSet usersInNext(scf::ForOp loop, Operation *op) {
  OpSet users;
  for (OpOperand &end : loop.getBody()->getTerminator()->getOpOperands())
    if (end.get().getDefiningOp() == op)
      addUsers(loop, loop.getRegionIterArg(end.getOperandNumber()), users);
  return users;
}

llvm::SmallVector<Value> usedBy(Operation *op) {
  llvm::SmallVector<Value> values;
  op->walk([&](Operation *each) {
    for (Value value : each->getOperands())
      if (each == op || !op->isAncestor(value.getParentBlock()->getParentOp()))
        values.push_back(value);
  });
  return values;
}

OpSet makersOf(scf::ForOp loop, llvm::ArrayRef<Value> values) {
  OpSet makers;
  llvm::SmallVector<Value> open(values);
  llvm::SmallPtrSet<Value, 16> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == loop.getBody() && argument.getArgNumber() != 0)
        open.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      continue;
    }
    Operation *op = inBody(loop, value.getDefiningOp());
    if (op != nullptr && makers.insert(op))
      llvm::append_range(open, usedBy(op));
  }
  return makers;
}

OpSet makersInIteration(scf::ForOp loop, llvm::ArrayRef<Value> values) {
  OpSet makers;
  llvm::SmallVector<Value> open(values);
  while (!open.empty()) {
    Operation *maker = open.pop_back_val().getDefiningOp();
    Operation *op = maker == nullptr ? nullptr : inBody(loop, maker);
    if (op != nullptr && makers.insert(op))
      llvm::append_range(open, usedBy(op));
  }
  return makers;
}

BlockArgument onlyCarriedAs(scf::ForOp loop, Value value) {
  if (!value.hasOneUse())
    return {};
  OpOperand &use = *value.use_begin();
  return use.getOwner() == loop.getBody()->getTerminator()
             ? loop.getRegionIterArgs()[use.getOperandNumber()]
             : BlockArgument();
}

scf::ForOp carryMore(RewriterBase &rewriter, scf::ForOp loop, ValueRange inits,
                     const NewYieldValuesFn &body) {
  DictionaryAttr attributes = loop->getDiscardableAttrDictionary();
  auto made = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, body));
  made->setDiscardableAttrs(attributes);
  return made;
}

std::string nameOf(Operation *op) { return op->getName().getStringRef().str(); }

void stopSteps(scf::ForOp loop) {
  for (BlockArgument argument : loop.getRegionIterArgs()) {
    OpOperand *next = loop.getTiedLoopYieldedValue(argument);
    Operation *step = next->get().getDefiningOp();
    bool isAlone = argument.hasOneUse() && step != nullptr &&
                   *argument.user_begin() == step && step->hasOneUse() &&
                   loop.getTiedLoopResult(argument).use_empty();
    if (isAlone && isMemoryEffectFree(step))
      next->set(argument);
  }
}

std::optional<std::string> reasonNotToExpand(scf::ForOp loop) {
  if (!isInnermost(loop))
    return "contains a loop";
  if (loop.getUnsignedCmp())
    return "counts in unsigned numbers";
  for (Value value : loop.getYieldedValues())
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == loop.getBody())
      return "carries a value over more than one iteration";
  return std::nullopt;
}

bool canRunWithoutIteration(Operation *op) {
  if (isa<tt::LoadOp>(op))
    return !isVolatile(op);
  // Outside of the tensor there are zeros.
  if (isa<tt::DescriptorLoadOp>(op))
    return true;
  // What is read from a buffer of zeros is used by nobody.
  return isMemoryEffectFree(op) || isa<ttg::LocalAllocOp, ttg::LocalLoadOp>(op);
}

bool canRunEarly(Operation *op) {
  if (isa<tt::LoadOp>(op))
    return !isVolatile(op);
  if (isa<tt::DescriptorLoadOp>(op))
    return true;
  return isMemoryEffectFree(op) && !isProduct(op);
}

} // namespace heddle
