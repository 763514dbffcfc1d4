//===- SharedAllocations.cpp - Pieces of shared memory --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedProgram.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace heddle {

using namespace mlir;

SharedAllocations::SharedAllocations(simt::KernelOp kernel) {
  kernel.walk([&](simt::SharedOp allocation) {
    numbers[allocation] = static_cast<unsigned>(ops.size());
    ops.push_back(allocation);
  });
  for (auto [number, allocation] : llvm::enumerate(ops)) {
    llvm::BitVector set(static_cast<unsigned>(ops.size()));
    set.set(static_cast<unsigned>(number));
    sets[allocation.getResult()] = set;
    addUsers(allocation);
  }
  while (!waiting.empty())
    flow(waiting.pop_back_val());
  for (simt::Asynchrony kind :
       {simt::Asynchrony::ThreadCopies, simt::Asynchrony::BoxLoads,
        simt::Asynchrony::BoxStores, simt::Asynchrony::Products})
    asynchronous[kind].resize(static_cast<unsigned>(ops.size()));
  kernel.walk([&](Operation *op) {
    for (const simt::MemoryAccess &access : simt::accessesOf(op))
      if (auto kind = asynchronous.find(access.asynchrony);
          kind != asynchronous.end() && access.space == simt::Space::Shared &&
          access.addresses)
        kind->second |= of(access.addresses);
  });
}

llvm::BitVector SharedAllocations::of(Value address) const {
  auto found = sets.find(address);
  return found != sets.end()
             ? found->second
             : llvm::BitVector(static_cast<unsigned>(ops.size()));
}

llvm::BitVector
SharedAllocations::accessedBy(const simt::MemoryAccess &access) const {
  if (access.addresses)
    return of(access.addresses);
  auto kind = asynchronous.find(access.asynchrony);
  return kind != asynchronous.end()
             ? kind->second
             : llvm::BitVector(static_cast<unsigned>(ops.size()), true);
}

void SharedAllocations::addUsers(Value value) {
  for (Operation *user : value.getUsers()) {
    waiting.insert(user);
    // What a region ends with are operands of the op around it, too.
    if (user->hasTrait<OpTrait::IsTerminator>())
      waiting.insert(user->getParentOp());
  }
}

void SharedAllocations::add(Value to, Value from) {
  auto found = sets.find(from);
  if (found == sets.end() || !getElementTypeOrSelf(to.getType()).isInteger(32))
    return;
  llvm::BitVector set = found->second;
  auto [place, isNew] = sets.try_emplace(to, set);
  if (!isNew && !set.test(place->second))
    return;
  place->second |= set;
  addUsers(to);
}

// Whatever an address is put into may be an address there. What memory holds is
// none.
void SharedAllocations::flow(Operation *op) {
  // What is read from memory is no address of it.
  if (isa<simt::KernelOp>(op) || !simt::accessesOf(op).empty())
    return;
  auto join = [&](ValueRange targets, ValueRange sources) {
    for (Value source : sources)
      for (Value target : targets)
        add(target, source);
  };
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [index, successor] : llvm::enumerate(op->getSuccessors())) {
      SuccessorOperands operands =
          branch.getSuccessorOperands(static_cast<unsigned>(index));
      for (auto [number, argument] : llvm::enumerate(successor->getArguments()))
        if (Value operand = operands[static_cast<unsigned>(number)])
          join(argument, operand);
    }
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [argument, result, initial, yielded] :
         llvm::zip(loop.getRegionIterArgs(), loop.getResults(),
                   loop.getInitArgs(), loop.getYieldedValues())) {
      join(argument, {initial, yielded});
      join(result, argument);
    }
    return;
  }
  if (auto others = dyn_cast<simt::OtherPartitionsOp>(op)) {
    for (Region &region : others.getRegions())
      for (auto [argument, capture] :
           llvm::zip(region.getArguments(), others.getCaptures()))
        join(argument, capture);
    return;
  }
  join(op->getResults(), op->getOperands());
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      join(block.getArguments(), op->getOperands());
      if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>())
        continue;
      ValueRange yielded = block.back().getOperands();
      join(op->getResults(), yielded);
      for (Region &other : op->getRegions())
        if (!other.empty())
          join(other.front().getArguments(), yielded);
    }
}

} // namespace heddle
