//===- JoinedWaits.cpp - Groups that go on side by side -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedWaits.h"
#include "TileAccesses.h"

namespace heddle {

using namespace mlir;

namespace {

bool waitsForAll(Operation *op) {
  auto wait = dyn_cast<simt::GroupWaitOp>(op);
  return wait && wait.getPending() == 0;
}

/// What the groups read that are waited for; nothing if that is not known.
std::optional<llvm::BitVector> tilesOf(simt::GroupWaitOp wait,
                                       const SharedAllocations &allocations) {
  for (Value sums : wait.getRegisters())
    if (!sums.getDefiningOp<simt::GroupMmaOp>())
      return std::nullopt;
  return namedTiles(wait, allocations);
}

/// A wait, and the next one for all groups.
struct WaitPair {
  simt::GroupWaitOp wait, next;

  static std::optional<WaitPair> match(simt::GroupWaitOp wait,
                                       const SharedAllocations &allocations);
  bool areGroupsOfBlock();
  bool isAddedOrUnused(Value sums);
  bool canGoOn(const SharedAllocations &allocations);
};

/// The groups that are waited for start in this block, and have both factors in
/// shared memory: `ptxas` lets all groups wait for each other where registers
/// that a group reads are written while another one is under way (C7513).
bool WaitPair::areGroupsOfBlock() {
  return llvm::all_of(wait.getRegisters(), [&](Value sums) {
    auto group = sums.getDefiningOp<simt::GroupMmaOp>();
    return group && group->getBlock() == wait->getBlock() && !group.getA() &&
           sums.hasOneUse();
  });
}

/// Before the next wait, does at most one group take the sums, to add to them?
bool WaitPair::isAddedOrUnused(Value sums) {
  return llvm::all_of(sums.getUses(), [&](OpOperand &use) {
    Operation *op = wait->getBlock()->findAncestorOpInBlock(*use.getOwner());
    if (op == nullptr || next->isBeforeInBlock(op))
      return true;
    auto group = dyn_cast<simt::GroupMmaOp>(use.getOwner());
    return group == op && use.get() == group.getC() && sums.hasOneUse();
  });
}

/// Do other groups start until the next wait, and does nobody touch what is
/// under way?
bool WaitPair::canGoOn(const SharedAllocations &allocations) {
  std::optional<llvm::BitVector> tiles = tilesOf(wait, allocations);
  if (!tiles)
    return false;
  bool hasGroup = false;
  for (Operation *op = wait->getNextNode(); op != next;
       op = op->getNextNode()) {
    auto group = dyn_cast<simt::GroupMmaOp>(op);
    hasGroup = hasGroup || group;
    if ((group && group.getA()) || mayRelease(op) ||
        mayWrite(op, *tiles, allocations))
      return false;
  }
  return hasGroup;
}

std::optional<WaitPair> WaitPair::match(simt::GroupWaitOp wait,
                                        const SharedAllocations &allocations) {
  if (!waitsForAll(wait))
    return std::nullopt;
  Operation *next = wait->getNextNode();
  while (next != nullptr && next->getNumRegions() == 0 && !waitsForAll(next))
    next = next->getNextNode();
  if (next == nullptr || !waitsForAll(next))
    return std::nullopt;
  WaitPair pair = {wait, cast<simt::GroupWaitOp>(next)};
  bool goesOn =
      pair.areGroupsOfBlock() &&
      llvm::all_of(wait.getResults(),
                   [&](Value sums) { return pair.isAddedOrUnused(sums); }) &&
      pair.canGoOn(allocations);
  return goesOn ? std::optional(pair) : std::nullopt;
}

bool isStore(Operation *op) {
  return llvm::any_of(
      simt::accessesOf(op), [](const simt::MemoryAccess &access) {
        return access.writes && access.asynchrony == simt::Asynchrony::None;
      });
}

/// The last of the stores behind a wait that neither need the sums nor write to
/// what the groups read: they may run beside the products. Null if there are
/// none.
Operation *findLastStore(simt::GroupWaitOp wait,
                         const SharedAllocations &allocations) {
  std::optional<llvm::BitVector> tiles = tilesOf(wait, allocations);
  if (!waitsForAll(wait) || !tiles)
    return nullptr;
  Operation *last = nullptr;
  for (Operation *op = wait->getNextNode();
       op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
       !isa<simt::GroupMmaOp, simt::GroupWaitOp>(op) && !mayRelease(op) &&
       !mayWrite(op, *tiles, allocations) &&
       llvm::none_of(
           op->getOperands(),
           [&](Value value) { return value.getDefiningOp() == wait; });
       op = op->getNextNode())
    if (isStore(op))
      last = op;
  return last;
}

} // namespace

void joinWithNext(simt::GroupWaitOp wait, simt::GroupWaitOp next) {
  llvm::SmallVector<Value> registers(next.getRegisters()), read(next.getRead());
  llvm::SmallVector<Value> kept;
  for (auto [sums, done] : llvm::zip(wait.getRegisters(), wait.getResults())) {
    bool isAdded = llvm::any_of(done.getUsers(), [&](Operation *user) {
      return user->getBlock() == next->getBlock() &&
             user->isBeforeInBlock(next);
    });
    if (isAdded) {
      done.replaceAllUsesWith(sums);
      continue;
    }
    registers.push_back(sums);
    kept.push_back(done);
  }
  for (Value each : wait.getRead())
    if (!llvm::is_contained(read, each))
      read.push_back(each);
  llvm::SmallVector<Type> types;
  for (Value each : registers)
    types.push_back(each.getType());
  OpBuilder builder(next);
  auto both = simt::GroupWaitOp::create(builder, next.getLoc(), types,
                                        /*pending=*/0, registers, read);
  unsigned number = next.getNumResults();
  next->replaceAllUsesWith(both.getResults().take_front(number));
  for (auto [done, result] :
       llvm::zip(kept, both.getResults().drop_front(number)))
    done.replaceAllUsesWith(result);
  next.erase();
  wait.erase();
}

bool joinWaits(simt::KernelOp kernel, llvm::function_ref<void()> willChange) {
  const SharedAllocations allocations(kernel);
  bool hasChanged = false;
  auto begin = [&] {
    if (!hasChanged)
      willChange();
    hasChanged = true;
  };
  llvm::SmallVector<simt::GroupWaitOp> waits;
  kernel.walk([&](simt::GroupWaitOp wait) { waits.push_back(wait); });
  // From the last one on, each joins what its successors have become.
  for (simt::GroupWaitOp wait : llvm::reverse(waits))
    if (std::optional<WaitPair> pair = WaitPair::match(wait, allocations)) {
      begin();
      joinWithNext(pair->wait, pair->next);
    }
  waits.clear();
  kernel.walk([&](simt::GroupWaitOp wait) { waits.push_back(wait); });
  for (simt::GroupWaitOp wait : waits)
    if (Operation *last = findLastStore(wait, allocations)) {
      begin();
      wait->moveAfter(last);
    }
  return hasChanged;
}

} // namespace heddle
