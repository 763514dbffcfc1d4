//===- DeferWaits.cpp - Products of one round under way in the next -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/simt/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace heddle {

#define GEN_PASS_DEF_SIMTDEFERWAITS
#include "heddle/simt/transforms/Passes.h.inc"

namespace {

using namespace mlir;

using Allocations = llvm::SmallSetVector<simt::SharedOp, 2>;

/// Adds the allocations that an address is in; false if it may be anywhere.
bool addAllocations(Value address, Allocations &allocations) {
  Operation *op = address.getDefiningOp();
  if (auto shared = dyn_cast_or_null<simt::SharedOp>(op)) {
    allocations.insert(shared);
    return true;
  }
  // An offset is added to an address.
  auto sum = dyn_cast_or_null<arith::AddIOp>(op);
  return sum && addAllocations(sum.getLhs(), allocations);
}

/// May the op, or one inside of it, write to an allocation?
bool mayWrite(Operation *op, const Allocations &allocations) {
  WalkResult result = op->walk([&](Operation *each) {
    for (const simt::MemoryAccess &access : simt::accessesOf(each)) {
      if (access.space != simt::Space::Shared || !access.writes)
        continue;
      Allocations written;
      if (!access.addresses)
        return WalkResult::interrupt();
      Value address = access.addresses;
      if (auto vector = address.getDefiningOp<simt::SplatOp>())
        address = vector.getSrc();
      if (!addAllocations(address, written) ||
          llvm::any_of(written, [&](simt::SharedOp allocation) {
            return allocations.contains(allocation);
          }))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// A group whose result only the next round needs, and who waits for it.
struct CarriedGroup {
  scf::ForOp loop;
  simt::GroupMmaOp group;
  simt::GroupWaitOp wait;
  /// Which of the values that the loop carries its sums are.
  unsigned number = 0;
  Allocations tiles;
  /// The first op of the round before which the group has to be done; null if
  /// there is none.
  Operation *first = nullptr;

  /// Nothing if somebody else needs the result, or if its tiles are not known.
  static std::optional<CarriedGroup> match(scf::ForOp loop,
                                           simt::GroupWaitOp wait);
  Operation *findFirst();
  void defer();
};

std::optional<CarriedGroup> CarriedGroup::match(scf::ForOp loop,
                                                simt::GroupWaitOp wait) {
  if (wait.getPending() != 0 || wait.getRegisters().size() != 1)
    return std::nullopt;
  CarriedGroup carried = {.loop = loop,
                          .group = {},
                          .wait = wait,
                          .number = 0,
                          .tiles = {},
                          .first = nullptr};
  carried.group = wait.getRegisters().front().getDefiningOp<simt::GroupMmaOp>();
  Value result = wait.getResults().front();
  if (!carried.group || carried.group->getBlock() != loop.getBody() ||
      !result.hasOneUse() || !carried.group->hasOneUse())
    return std::nullopt;
  OpOperand &use = *result.use_begin();
  if (use.getOwner() != loop.getBody()->getTerminator())
    return std::nullopt;
  carried.number = use.getOperandNumber();
  for (Value address :
       {carried.group.getAAddress(), carried.group.getBAddress()})
    if (address && !addAllocations(address, carried.tiles))
      return std::nullopt;
  carried.first = carried.findFirst();
  return carried;
}

Operation *CarriedGroup::findFirst() {
  BlockArgument sums = loop.getRegionIterArgs()[number];
  auto uses = [&](Operation &op) {
    return llvm::any_of(sums.getUsers(),
                        [&](Operation *user) { return op.isAncestor(user); });
  };
  for (Operation &op : *loop.getBody())
    if (uses(op) || mayWrite(&op, tiles))
      return &op;
  return nullptr;
}

/// Waits for all groups; `sums` are those that they compute.
Value waitFor(OpBuilder &builder, Location loc, Value sums,
              const Allocations &tiles) {
  llvm::SmallVector<Value> read;
  for (simt::SharedOp tile : tiles)
    read.push_back(tile.getResult());
  llvm::SmallVector<Type> types = {sums.getType()};
  return simt::GroupWaitOp::create(builder, loc, types, /*pending=*/0,
                                   ValueRange(sums), read)
      .getResults()
      .front();
}

void CarriedGroup::defer() {
  for (simt::SharedOp tile : tiles)
    if (loop->isAncestor(tile))
      tile->moveBefore(loop);
  OpBuilder builder(first);
  BlockArgument sums = loop.getRegionIterArgs()[number];
  Value done = waitFor(builder, wait.getLoc(), sums, tiles);
  sums.replaceAllUsesExcept(done, done.getDefiningOp());
  wait.getResults().front().replaceAllUsesWith(group.getD());
  wait.erase();
  builder.setInsertionPointAfter(loop);
  Value last = loop.getResult(number);
  Value end = waitFor(builder, loop.getLoc(), last, tiles);
  last.replaceAllUsesExcept(end, end.getDefiningOp());
}

/// Is there anything to do meanwhile?
bool isWorthIt(CarriedGroup &carried) {
  Operation *first = carried.first;
  if (first == nullptr || !first->isBeforeInBlock(carried.group.getOperation()))
    return false;
  for (Operation *op = &carried.loop.getBody()->front(); op != first;
       op = op->getNextNode())
    for (const simt::MemoryAccess &access : simt::accessesOf(op))
      if (access.space == simt::Space::Global && access.reads)
        return true;
  return false;
}

class SimtDeferWaits : public impl::SimtDeferWaitsBase<SimtDeferWaits> {
  void runOnOperation() final {
    llvm::SmallVector<std::pair<scf::ForOp, simt::GroupWaitOp>> waits;
    getOperation().walk([&](simt::GroupWaitOp wait) {
      if (auto loop = dyn_cast<scf::ForOp>(wait->getParentOp()))
        waits.emplace_back(loop, wait);
    });
    for (auto [loop, wait] : waits)
      if (std::optional<CarriedGroup> carried = CarriedGroup::match(loop, wait);
          carried && isWorthIt(*carried))
        carried->defer();
  }
};

} // namespace

} // namespace heddle
