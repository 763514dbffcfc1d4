//===- BarrierPlan.cpp - Which copies an mbarrier counts ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierPlan.h"
#include "LoopCounters.h"
#include "heddle/ir/Traits.h"
#include "heddle/simt/Simt.h"

namespace heddle::equivalence {

using namespace mlir;

namespace {

/// What an index of the array is; null of other values.
Value indexOf(Value barrier) {
  auto index = barrier.getDefiningOp<ttg::MemDescIndexOp>();
  return index ? index.getIndex() : Value();
}

std::uint64_t bytesOf(ttg::MemDescType type) {
  std::uint64_t bytes = simt::bytesOf(type.getElementType());
  for (std::int64_t size : type.getShape())
    bytes *= static_cast<std::uint64_t>(size);
  return bytes;
}

} // namespace

/// Which mbarrier it is, in front of the loop or behind it; nothing if there is
/// none.
std::optional<std::int64_t> BarrierPlan::numberOf(Value barrier) const {
  std::optional<std::int64_t> number = constantOf(indexOf(barrier));
  bool exists = number && *number >= 0 && *number < count;
  return exists ? number : std::nullopt;
}

bool BarrierPlan::addUse(Operation *user, Value barrier) {
  if (auto init = dyn_cast<ttng::InitBarrierOp>(user)) {
    inits.push_back(init);
    return init.getCount() == 1;
  }
  if (auto expect = dyn_cast<ttng::BarrierExpectOp>(user)) {
    expects.push_back(expect);
    return !expect.getFromCTA();
  }
  if (auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(user)) {
    copies.push_back(copy);
    return copy.getBarrier() == barrier && copy.getResult() != barrier &&
           !copy.getMulticast() && copy.getOffsets().empty() &&
           !copy.getIsVolatile();
  }
  if (auto wait = dyn_cast<ttng::WaitBarrierOp>(user)) {
    waits.push_back(wait);
    return wait.getAlloc() == barrier && !wait.getPred();
  }
  // Nobody uses it any more.
  auto end = dyn_cast<ttng::InvalBarrierOp>(user);
  ends.push_back(end);
  return end && end->getBlock() == alloc->getBlock();
}

bool BarrierPlan::findUses() {
  for (Operation *user : alloc->getUsers()) {
    if (isa<ttg::LocalDeallocOp>(user))
      continue;
    auto index = dyn_cast<ttg::MemDescIndexOp>(user);
    if (!index)
      return false;
    for (Operation *each : index->getUsers())
      if (!addUse(each, index.getResult()))
        return false;
  }
  for (ttng::BarrierExpectOp expect : expects)
    if (expect->getBlock() != alloc->getBlock()) {
      if (inLoop.expect)
        return false;
      inLoop.expect = expect;
    } else {
      before.push_back({expect});
    }
  if (!inLoop.expect)
    return false;
  loop = dyn_cast<scf::ForOp>(inLoop.expect->getParentOp());
  return loop && loop->getBlock() == alloc->getBlock();
}

/// Puts copies to what expects them; false if something comes too early or too
/// late.
bool BarrierPlan::hasOrder() {
  Block *outside = alloc->getBlock(), *body = loop.getBody();
  llvm::sort(before, [](const Tile &a, const Tile &b) {
    ttng::BarrierExpectOp one = a.expect, other = b.expect;
    return one->isBeforeInBlock(other);
  });
  auto isInFront = [&](Operation *op) {
    return op->getBlock() == outside && op->isBeforeInBlock(loop);
  };
  Operation *first = before.empty() ? loop : before.front().expect;
  llvm::SmallDenseSet<std::int64_t> initialized;
  for (ttng::InitBarrierOp init : inits) {
    std::optional<std::int64_t> number = numberOf(init.getAlloc());
    if (!number || !isInFront(init) || !init->isBeforeInBlock(first) ||
        !initialized.insert(*number).second)
      return false;
  }
  if (static_cast<std::int64_t>(initialized.size()) != count)
    return false;
  for (ttng::AsyncTMACopyGlobalToLocalOp copy : copies) {
    Tile *tile = copy->getBlock() == body ? &inLoop : nullptr;
    if (tile == nullptr && isInFront(copy))
      for (Tile &each : before)
        if (each.expect->isBeforeInBlock(copy))
          tile = &each;
    if (tile == nullptr || !tile->expect->isBeforeInBlock(copy))
      return false;
    tile->copies.push_back(copy);
  }
  return llvm::all_of(before,
                      [&](Tile &tile) { return isInFront(tile.expect); }) &&
         llvm::all_of(ends,
                      [&](ttng::InvalBarrierOp end) {
                        return loop->isBeforeInBlock(end) &&
                               numberOf(end.getAlloc());
                      }) &&
         llvm::all_of(waits, [&](ttng::WaitBarrierOp wait) {
           return wait->getBlock() == body;
         });
}

/// Does each phase wait for what is copied, and for no other bytes?
bool BarrierPlan::hasBytes() {
  auto isRight = [](Tile &tile) {
    std::uint64_t bytes = 0;
    for (ttng::AsyncTMACopyGlobalToLocalOp copy : tile.copies)
      bytes += bytesOf(copy.getResult().getType());
    return bytes != 0 && tile.expect.getSize() == bytes;
  };
  return isRight(inLoop) && llvm::all_of(before, isRight);
}

/// Is each tile counted by its mbarrier, and waited for by its parity?
bool BarrierPlan::goesRound() {
  auto ahead = static_cast<std::int64_t>(before.size());
  // A phase must have ended before somebody arrives in the next one.
  bool isInTime =
      ahead < count || (ahead == count && isWaitedForBefore(inLoop.expect));
  if (waits.empty() || !isInTime)
    return false;
  std::optional<std::int64_t> start;
  for (auto [number, tile] : llvm::enumerate(before)) {
    std::optional<std::int64_t> at = numberOf(tile.expect.getAlloc());
    if (!start)
      start = at;
    auto wanted = static_cast<std::int64_t>(number);
    if (!at || *at != (*start + wanted) % count)
      return false;
    for (ttng::AsyncTMACopyGlobalToLocalOp copy : tile.copies)
      if (numberOf(copy.getBarrier()) != at)
        return false;
  }
  llvm::SmallVector<Value> numbers = {indexOf(inLoop.expect.getAlloc())};
  for (ttng::AsyncTMACopyGlobalToLocalOp copy : inLoop.copies)
    numbers.push_back(indexOf(copy.getBarrier()));
  std::size_t fills = numbers.size();
  for (ttng::WaitBarrierOp wait : waits) {
    numbers.push_back(indexOf(wait.getAlloc()));
    numbers.push_back(wait.getPhase());
  }
  return LoopCounters(loop, numbers)
      .always(2 * count,
              [&](std::int64_t iteration, ArrayRef<std::int64_t> now) {
                if (!start)
                  start = now[0];
                std::int64_t filled = (iteration + ahead + *start) % count,
                             read = (iteration + *start) % count,
                             parity = iteration / count % 2;
                for (std::size_t at = 0; at < fills; ++at)
                  if (now[at] != filled)
                    return false;
                for (std::size_t at = fills; at < now.size(); at += 2)
                  if (now[at] != read || (now[at + 1] & 1) != parity)
                    return false;
                return true;
              });
}

std::optional<BarrierPlan> BarrierPlan::match(ttg::LocalAllocOp alloc) {
  ttg::MemDescType type = alloc.getType();
  bool isArray = type.getMutableMemory() && !alloc.getSrc() &&
                 type.getElementType().isInteger(64) && type.getRank() == 2 &&
                 type.getShape().back() == 1;
  // Of a cluster each block has a part.
  if (!isArray || ir::blocksAt(alloc).value_or(1) != 1)
    return std::nullopt;
  BarrierPlan plan;
  plan.alloc = alloc;
  plan.count = type.getShape().front();
  if (!plan.findUses() || !plan.hasOrder() || !plan.hasBytes() ||
      !plan.goesRound())
    return std::nullopt;
  return plan;
}

std::optional<BarrierPlan> BarrierPlan::match(Value barrier) {
  auto index = barrier.getDefiningOp<ttg::MemDescIndexOp>();
  auto alloc =
      index ? index.getSrc().getDefiningOp<ttg::LocalAllocOp>() : nullptr;
  return alloc ? match(alloc) : std::nullopt;
}

std::optional<std::size_t> BarrierPlan::tileOf(Operation *copy) const {
  for (auto [number, tile] : llvm::enumerate(before))
    if (llvm::is_contained(tile.copies, copy))
      return number;
  if (llvm::is_contained(inLoop.copies, copy))
    return before.size();
  return std::nullopt;
}

bool BarrierPlan::isWaitedForBefore(Operation *op) const {
  Operation *inBody = scf::ForOp(loop).getBody()->findAncestorOpInBlock(*op);
  return inBody != nullptr &&
         llvm::any_of(waits, [&](ttng::WaitBarrierOp wait) {
           return wait->isBeforeInBlock(inBody);
         });
}

} // namespace heddle::equivalence
