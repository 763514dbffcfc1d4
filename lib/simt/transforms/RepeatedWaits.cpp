//===- RepeatedWaits.cpp - Waits for what is waited for again -------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RepeatedWaits.h"
#include "JoinedWaits.h"
#include "TileAccesses.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace heddle {

using namespace mlir;

namespace {

/// The only user of the value, if that is a wait for all groups.
simt::GroupWaitOp onlyWaitFor(Value sums) {
  if (!sums.hasOneUse())
    return nullptr;
  auto wait = dyn_cast<simt::GroupWaitOp>(*sums.user_begin());
  return wait && wait.getPending() == 0 ? wait : nullptr;
}

/// A wait between two loops, and those that are for the same sums again.
struct WaitBetween {
  simt::GroupWaitOp wait, inside, behind;

  static std::optional<WaitBetween> match(simt::GroupWaitOp wait,
                                          const SharedAllocations &allocations);
  bool areTilesKept(scf::ForOp next,
                    const SharedAllocations &allocations) const;
  void leaveOut();
};

std::optional<WaitBetween>
WaitBetween::match(simt::GroupWaitOp wait,
                   const SharedAllocations &allocations) {
  if (wait.getRegisters().size() != 1 ||
      !wait.getRegisters().front().getDefiningOp<scf::ForOp>() ||
      !wait.getResults().front().hasOneUse())
    return std::nullopt;
  OpOperand &use = *wait.getResults().front().use_begin();
  auto next = dyn_cast<scf::ForOp>(use.getOwner());
  if (!next || next->getBlock() != wait->getBlock() ||
      use.getOperandNumber() < next.getNumControlOperands())
    return std::nullopt;
  unsigned number = use.getOperandNumber() - next.getNumControlOperands();
  WaitBetween found = {wait, onlyWaitFor(next.getRegionIterArgs()[number]),
                       onlyWaitFor(next.getResult(number))};
  if (!found.inside || found.inside->getBlock() != next.getBody() ||
      !found.behind || found.behind->getBlock() != next->getBlock() ||
      !found.areTilesKept(next, allocations))
    return std::nullopt;
  return found;
}

/// Does nobody write to what the groups read, until the next wait for them?
bool WaitBetween::areTilesKept(scf::ForOp next,
                               const SharedAllocations &allocations) const {
  std::optional<llvm::BitVector> tiles = namedTiles(wait, allocations);
  if (!tiles)
    return false;
  auto isKept = [&](Operation *from, Operation *to) {
    for (Operation *op = from; op != to; op = op->getNextNode())
      if (mayRelease(op) || mayWrite(op, *tiles, allocations))
        return false;
    return true;
  };
  return isKept(simt::GroupWaitOp(wait)->getNextNode(), next) &&
         isKept(&next.getBody()->front(), inside) &&
         isKept(next->getNextNode(), behind);
}

void WaitBetween::leaveOut() {
  for (simt::GroupWaitOp later : {inside, behind})
    for (Value address : wait.getRead())
      if (!llvm::is_contained(later.getRead(), address))
        later.getReadMutable().append(address);
  wait.getResults().front().replaceAllUsesWith(wait.getRegisters().front());
  wait.erase();
}

} // namespace

static llvm::SmallVector<simt::GroupWaitOp> waitsOf(simt::KernelOp kernel) {
  llvm::SmallVector<simt::GroupWaitOp> waits;
  kernel.walk([&](simt::GroupWaitOp wait) {
    if (wait.getPending() == 0)
      waits.push_back(wait);
  });
  return waits;
}

// From the last one on, each joins what its successors have become.
void joinAdjacentWaits(simt::KernelOp kernel) {
  llvm::SmallVector<simt::GroupWaitOp> waits = waitsOf(kernel);
  for (simt::GroupWaitOp wait : llvm::reverse(waits)) {
    auto next = dyn_cast_or_null<simt::GroupWaitOp>(wait->getNextNode());
    if (next && next.getPending() == 0 &&
        llvm::none_of(next.getOperands(), [&](Value value) {
          return value.getDefiningOp() == wait;
        }))
      joinWithNext(wait, next);
  }
}

bool leaveOutRepeatedWaits(simt::KernelOp kernel,
                           llvm::function_ref<void()> willChange) {
  const SharedAllocations allocations(kernel);
  bool hasChanged = false;
  for (simt::GroupWaitOp wait : waitsOf(kernel))
    if (auto found = WaitBetween::match(wait, allocations)) {
      if (!hasChanged)
        willChange();
      hasChanged = true;
      found->leaveOut();
    }
  return hasChanged;
}

} // namespace heddle
