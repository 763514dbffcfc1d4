//===- LoadsInRegion.cpp - Loads that only a region needs -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadsInRegion.h"
#include "LoopBody.h"
#include "heddle/ir/Memory.h"
#include "heddle/ir/Tt.h"
#include "heddle/ir/Ttg.h"

namespace heddle {

using namespace mlir;

namespace {

bool isLoad(Operation *op) {
  auto load = dyn_cast<tt::LoadOp>(op);
  return isa<tt::DescriptorLoadOp>(op) || (load && !load.getIsVolatile());
}

/// Does nobody notice when it is done, as long as what it loads stays the same?
bool canWait(Operation *op) {
  auto alloc = dyn_cast<ttg::LocalAllocOp>(op);
  return op->getNumRegions() == 0 &&
         (isLoad(op) || isMemoryEffectFree(op) || (alloc && alloc.getSrc()));
}

/// May it write what loads read, or let others write it? So may an op that does
/// not say what it does, such as a barrier.
bool mayWrite(Operation *op) {
  auto effects = getEffectsRecursively(op);
  return !effects ||
         llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &each) {
           return isa<MemoryEffects::Write>(each.getEffect()) &&
                  each.getResource() != ir::SharedMemory::get();
         });
}

/// Ops in front of `around`, in order, that load, or depend on what is loaded.
OpSet dependOnLoads(Operation *around) {
  OpSet found;
  for (Operation *op = &around->getBlock()->front(); op != around;
       op = op->getNextNode()) {
    bool depends = isLoad(op) || llvm::any_of(op->getOperands(), [&](Value of) {
                     return found.contains(of.getDefiningOp());
                   });
    if (depends && canWait(op))
      found.insert(op);
  }
  return found;
}

} // namespace

void moveLoadsInto(Region &region, Operation *around) {
  OpSet candidates = dependOnLoads(around), moved;
  bool mayBeWritten = false;
  for (Operation *op = around->getPrevNode(); op != nullptr;
       op = op->getPrevNode()) {
    bool isMoved = candidates.contains(op) && !(isLoad(op) && mayBeWritten) &&
                   llvm::all_of(op->getUsers(), [&](Operation *user) {
                     return region.isAncestor(user->getParentRegion()) ||
                            moved.contains(user);
                   });
    if (isMoved)
      moved.insert(op);
    else
      mayBeWritten = mayBeWritten || mayWrite(op);
  }
  // The last one is found first.
  for (Operation *op : moved)
    op->moveBefore(&region.front(), region.front().begin());
}

} // namespace heddle
