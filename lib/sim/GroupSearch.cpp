//===- GroupSearch.cpp - Which groups have a value's registers ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupSearch.h"
#include "heddle/simt/FactorRegisters.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle::sim {

using namespace mlir;

GroupSearch::GroupSearch(simt::KernelOp kernel) {
  kernel.walk([&](simt::GroupMmaOp group) {
    auto number = static_cast<std::uint32_t>(numbers.size());
    numbers[group] = number;
    for (Value value : simt::findFactorWrites(group))
      readers[value].push_back(number);
  });
}

static void addSources(Value value, llvm::SmallVector<Value> &open) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument.getArgNumber() > 0) {
      open.push_back(loop.getInitArgs()[argument.getArgNumber() - 1]);
      open.push_back(loop.getYieldedValues()[argument.getArgNumber() - 1]);
    }
    return;
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (auto wait = dyn_cast<simt::GroupWaitOp>(op)) {
    open.push_back(wait.getRegisters()[index]);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    open.push_back(loop.getInitArgs()[index]);
    open.push_back(loop.getYieldedValues()[index]);
  } else if (auto parts = dyn_cast<simt::PartitionsOp>(op)) {
    open.push_back(parts.getFirst().front().back().getOperand(index));
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    open.push_back(branch.thenYield().getOperand(index));
    open.push_back(branch.elseYield().getOperand(index));
  }
}

std::vector<std::uint32_t> GroupSearch::of(Value value) const {
  std::vector<std::uint32_t> found;
  llvm::DenseSet<Value> seen;
  llvm::SmallVector<Value> open = {value};
  while (!open.empty()) {
    Value next = open.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto group = next.getDefiningOp<simt::GroupMmaOp>())
      found.push_back(numbers.lookup(group));
    else
      addSources(next, open);
  }
  return found;
}

} // namespace heddle::sim
