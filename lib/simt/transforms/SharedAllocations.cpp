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
  }
  bool hasChanged = !ops.empty();
  while (hasChanged) {
    hasChanged = false;
    kernel.walk([&](Operation *op) { hasChanged = flow(op) || hasChanged; });
  }
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

bool SharedAllocations::add(Value to, Value from) {
  auto found = sets.find(from);
  if (found == sets.end() || !getElementTypeOrSelf(to.getType()).isInteger(32))
    return false;
  llvm::BitVector set = found->second;
  auto [place, isNew] = sets.try_emplace(to, set);
  bool hasMore = isNew || set.test(place->second);
  place->second |= set;
  return hasMore;
}

// Whatever an address is put into may be an address there. What memory holds is
// none.
bool SharedAllocations::flow(Operation *op) {
  // What is read from memory is no address of it.
  if (isa<simt::KernelOp>(op) || !simt::accessesOf(op).empty())
    return false;
  bool hasChanged = false;
  auto join = [&](ValueRange targets, ValueRange sources) {
    for (Value source : sources)
      for (Value target : targets)
        hasChanged = add(target, source) || hasChanged;
  };
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [index, successor] : llvm::enumerate(op->getSuccessors())) {
      SuccessorOperands operands =
          branch.getSuccessorOperands(static_cast<unsigned>(index));
      for (auto [number, argument] : llvm::enumerate(successor->getArguments()))
        if (Value operand = operands[static_cast<unsigned>(number)])
          join(argument, operand);
    }
    return hasChanged;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [argument, result, initial, yielded] :
         llvm::zip(loop.getRegionIterArgs(), loop.getResults(),
                   loop.getInitArgs(), loop.getYieldedValues())) {
      join(argument, {initial, yielded});
      join(result, argument);
    }
    return hasChanged;
  }
  if (auto others = dyn_cast<simt::OtherPartitionsOp>(op)) {
    for (Region &region : others.getRegions())
      for (auto [argument, capture] :
           llvm::zip(region.getArguments(), others.getCaptures()))
        join(argument, capture);
    return hasChanged;
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
  return hasChanged;
}

} // namespace heddle
