//===- RingPlan.cpp - Buffers that a loop uses in turn --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingPlan.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

bool isView(Operation *op) {
  return isa<ttg::MemDescSubsliceOp, ttg::MemDescTransOp,
             ttg::MemDescReshapeOp>(op);
}

/// Does the op put a tile into the slot?
bool fills(Operation *op, Value slot) {
  if (auto copy = dyn_cast<ttg::AsyncCopyGlobalToLocalOp>(op))
    return copy.getResult() == slot && !copy.getIsVolatile();
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op))
    return copy.getResult() == slot;
  auto store = dyn_cast<ttg::LocalStoreOp>(op);
  return store && store.getDst() == slot;
}

/// The ops that use a slot, behind views and waits that hand it on; false if
/// one of them is not known.
bool collectUses(Value slot, llvm::SmallVectorImpl<Operation *> &fillers,
                 llvm::SmallVectorImpl<Operation *> &readers) {
  for (OpOperand &use : slot.getUses()) {
    Operation *user = use.getOwner();
    if (isView(user)) {
      llvm::SmallVector<Operation *> none;
      if (!collectUses(user->getResult(0), none, readers) || !none.empty())
        return false;
    } else if (isa<ttg::LocalLoadOp, ttng::WarpGroupDotOp>(user)) {
      readers.push_back(user);
    } else if (auto wait = dyn_cast<ttng::WarpGroupDotWaitOp>(user)) {
      if (!wait.getOutputs()[use.getOperandNumber()].use_empty())
        return false;
    } else if (fills(user, slot)) {
      fillers.push_back(user);
    } else {
      return false;
    }
  }
  return true;
}

template <class... Ops> std::int64_t countWithin(Operation *root) {
  std::int64_t count = 0;
  root->walk([&](Operation *op) { count += isa<Ops...>(op) ? 1 : 0; });
  return count;
}

/// Those of a block before an op, or all of it; nothing if others are within
/// ops of the block.
template <class... Ops>
std::optional<std::int64_t> countBetween(Operation *first, Operation *last) {
  std::int64_t count = 0;
  for (Operation *op = first; op != last; op = op->getNextNode()) {
    if (isa<Ops...>(op))
      ++count;
    else if (op->getNumRegions() != 0 && countWithin<Ops...>(op) != 0)
      return std::nullopt;
  }
  return count;
}

bool isAsynchronous(Operation *product) {
  auto dot = dyn_cast<ttng::WarpGroupDotOp>(product);
  return dot && dot.getIsAsync();
}

} // namespace

bool RingPlan::findUses() {
  llvm::SmallVector<Operation *> fillers, readers;
  for (Operation *user : alloc->getUsers()) {
    if (isa<ttg::LocalDeallocOp>(user))
      continue;
    auto index = dyn_cast<ttg::MemDescIndexOp>(user);
    if (!index || !collectUses(index.getResult(), fillers, readers))
      return false;
  }
  if (fillers.empty() || readers.empty())
    return false;
  for (Operation *each : fillers)
    if (each->getBlock() != alloc->getBlock()) {
      if (filler != nullptr)
        return false;
      filler = each;
    } else {
      before.push_back(each);
    }
  if (filler == nullptr)
    return false;
  loop = dyn_cast<scf::ForOp>(filler->getParentOp());
  if (!loop || loop->getBlock() != alloc->getBlock())
    return false;
  llvm::sort(before,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return llvm::all_of(
             before,
             [&](Operation *op) { return op->isBeforeInBlock(loop); }) &&
         llvm::all_of(readers,
                      [&](Operation *op) { return inBody(op) != nullptr; });
}

/// Is the group of each tile that formula's? Without copies there is nothing to
/// wait for.
bool RingPlan::countGroups() {
  if (isa<ttg::LocalStoreOp>(filler))
    return llvm::all_of(before, llvm::IsaPred<ttg::LocalStoreOp>);
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(filler)) {
    barriers = BarrierPlan::match(copy.getBarrier());
    return barriers && barriers->loop == loop && isCounted();
  }
  if (!llvm::all_of(before, llvm::IsaPred<ttg::AsyncCopyGlobalToLocalOp>))
    return false;
  using Commit = ttg::AsyncCommitGroupOp;
  Operation *first = &body()->front();
  auto all = countBetween<Commit>(first, body()->getTerminator());
  auto own = countBetween<Commit>(first, filler);
  // Each copy is in a group of its iteration.
  if (!all || !own || *own == *all)
    return false;
  groups = *all;
  groupsBeforeFiller = *own;
  for (auto [tile, op] : llvm::enumerate(before)) {
    auto behind = countBetween<Commit>(op, loop);
    if (!behind ||
        *behind != groups * (ahead() - static_cast<std::int64_t>(tile)) -
                       groupsBeforeFiller)
      return false;
  }
  return true;
}

/// Does each tile's mbarrier count its copy?
bool RingPlan::isCounted() const {
  if (barriers->before.size() != before.size() ||
      barriers->tileOf(filler) != before.size())
    return false;
  for (auto [tile, copy] : llvm::enumerate(before))
    if (barriers->tileOf(copy) != tile)
      return false;
  return true;
}

std::optional<RingPlan> RingPlan::match(ttg::LocalAllocOp alloc) {
  ttg::MemDescType type = alloc.getType();
  if (!type.getMutableMemory() || alloc.getSrc() || type.getRank() < 2)
    return std::nullopt;
  RingPlan plan;
  plan.alloc = alloc;
  plan.slots = type.getShape().front();
  if (!plan.findUses() || !plan.countGroups())
    return std::nullopt;
  return plan;
}

bool RingPlan::isFilledBefore(Operation *op) const {
  return filler->isBeforeInBlock(inBody(op));
}

bool RingPlan::isReady(Operation *reader, std::int64_t later) const {
  if (isa<ttg::LocalStoreOp>(filler))
    return true;
  // Tiles before this iteration's were waited for in theirs.
  if (barriers)
    return later == 0 && barriers->isWaitedForBefore(reader);
  Operation *first = &body()->front(), *end = inBody(reader);
  for (Operation *op = first; op != end; op = op->getNextNode()) {
    auto wait = dyn_cast<ttg::AsyncWaitOp>(op);
    if (!wait)
      continue;
    auto committed = countBetween<ttg::AsyncCommitGroupOp>(first, op);
    if (committed && groups * (later - ahead()) + groupsBeforeFiller <
                         *committed - static_cast<std::int64_t>(wait.getNum()))
      return true;
  }
  return false;
}

bool RingPlan::isKept(Operation *reader, std::int64_t later) const {
  if (!isAsynchronous(reader))
    return true;
  // The slot is filled again with the tile that comes `slots` later.
  std::int64_t filledAgain = later + slots - ahead();
  Operation *first = &body()->front(), *end = body()->getTerminator();
  auto all = countBetween<ttng::WarpGroupDotOp>(first, end);
  if (reader->getBlock() != body() || !all)
    return false;
  auto own = countBetween<ttng::WarpGroupDotOp>(first, reader);
  for (Operation *op = first; op != end; op = op->getNextNode()) {
    auto wait = dyn_cast<ttng::WarpGroupDotWaitOp>(op);
    if (!wait)
      continue;
    // The first iteration from this one on in which it has ended here.
    std::int64_t issued = *countBetween<ttng::WarpGroupDotOp>(first, op);
    std::int64_t missing =
        *own + 1 + static_cast<std::int64_t>(wait.getPendings()) - issued;
    std::int64_t ends = missing <= 0 ? 0 : (missing + *all - 1) / *all;
    if (ends == 0 && op->isBeforeInBlock(reader))
      ends = 1;
    if (ends < filledAgain ||
        (ends == filledAgain && op->isBeforeInBlock(filler)))
      return true;
  }
  return false;
}

} // namespace heddle::equivalence
