//===- DeferWaits.cpp - Products of one round under way in the next -------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedWaits.h"
#include "PendingSums.h"
#include "RepeatedWaits.h"
#include "TileAccesses.h"
#include "heddle/simt/FactorRegisters.h"
#include "heddle/simt/GroupProducts.h"
#include "heddle/simt/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

namespace heddle {

#define GEN_PASS_DEF_SIMTDEFERWAITS
#include "heddle/simt/transforms/Passes.h.inc"

namespace {

using namespace mlir;

/// A group whose result only the next round needs, and who waits for it.
struct CarriedGroup {
  scf::ForOp loop;
  simt::GroupMmaOp group;
  simt::GroupWaitOp wait;
  /// Which of the values that the loop carries its sums are.
  unsigned number = 0;
  llvm::BitVector tiles;
  /// The first op of the round before which the group has to be done; null if
  /// there is none.
  Operation *first = nullptr;

  /// Nothing if somebody else needs the result, or if its tiles are not known.
  static std::optional<CarriedGroup>
  match(scf::ForOp loop, simt::GroupWaitOp wait,
        const SharedAllocations &allocations);
  Operation *findFirst(const SharedAllocations &allocations);
  bool needsTilesFree(Operation &op, const SharedAllocations &allocations) {
    return mayRelease(&op) || mayWrite(&op, tiles, allocations);
  }
  void defer(const SharedAllocations &allocations);
};

std::optional<CarriedGroup>
CarriedGroup::match(scf::ForOp loop, simt::GroupWaitOp wait,
                    const SharedAllocations &allocations) {
  if (wait.getPending() != 0 || wait.getRegisters().size() != 1)
    return std::nullopt;
  CarriedGroup carried = {
      .loop = loop,
      .group = {},
      .wait = wait,
      .number = 0,
      .tiles = llvm::BitVector(static_cast<unsigned>(allocations.all().size())),
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
  for (const simt::MemoryAccess &access : carried.group.getAccesses()) {
    llvm::BitVector where = allocations.accessedBy(access);
    if (where.none())
      return std::nullopt;
    carried.tiles |= where;
  }
  // A partition knows an allocation of the kernel by a capture only, which may
  // be a part of it.
  auto isOutOfSight = [&](unsigned tile) {
    return allocations.all()[tile]
               ->getParentWithTrait<OpTrait::IsIsolatedFromAbove>() !=
           loop->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
  };
  if (llvm::any_of(carried.tiles.set_bits(), isOutOfSight))
    return std::nullopt;
  // Nobody may write to the tiles in the rest of the round either.
  for (Operation *op = wait->getNextNode(); op; op = op->getNextNode())
    if (carried.needsTilesFree(*op, allocations))
      return std::nullopt;
  carried.first = carried.findFirst(allocations);
  return carried;
}

Operation *CarriedGroup::findFirst(const SharedAllocations &allocations) {
  BlockArgument sums = loop.getRegionIterArgs()[number];
  llvm::SmallVector<Value> factor = simt::findFactorWrites(group);
  auto uses = [&](Operation &op) {
    return llvm::any_of(sums.getUsers(),
                        [&](Operation *user) { return op.isAncestor(user); });
  };
  for (Operation &op : *loop.getBody()) {
    if (uses(op) || needsTilesFree(op, allocations) ||
        llvm::any_of(op.getResults(), [&](Value result) {
          return llvm::is_contained(factor, result);
        }))
      return &op;
    // A wait for all groups: a later one would gain nothing.
    auto other = dyn_cast<simt::GroupWaitOp>(op);
    if (other && other.getPending() == 0)
      return op.getNextNode();
  }
  return nullptr;
}

/// Waits for all groups; `sums` are those that they compute.
Value waitFor(OpBuilder &builder, Location loc, Value sums, ValueRange read) {
  llvm::SmallVector<Type> types = {sums.getType()};
  return simt::GroupWaitOp::create(builder, loc, types, /*pending=*/0,
                                   ValueRange(sums), read)
      .getResults()
      .front();
}

void CarriedGroup::defer(const SharedAllocations &allocations) {
  llvm::SmallVector<Value> read;
  for (unsigned number : tiles.set_bits()) {
    simt::SharedOp tile = allocations.all()[number];
    if (loop->isAncestor(tile))
      tile->moveBefore(loop);
    read.push_back(tile.getResult());
  }
  OpBuilder builder(first);
  BlockArgument sums = loop.getRegionIterArgs()[number];
  Value done = waitFor(builder, wait.getLoc(), sums, read);
  sums.replaceAllUsesExcept(done, done.getDefiningOp());
  wait.getResults().front().replaceAllUsesWith(group.getD());
  wait.erase();
  builder.setInsertionPointAfter(loop);
  Value last = loop.getResult(number);
  Value end = waitFor(builder, loop.getLoc(), last, read);
  last.replaceAllUsesExcept(end, end.getDefiningOp());
}

/// Does a warp take its time for the op: by waiting for global memory, or for
/// another product?
bool takesTime(Operation *op) {
  if (isa<simt::GroupMmaOp>(op))
    return true;
  return llvm::any_of(simt::accessesOf(op), [](const auto &access) {
    return access.space == simt::Space::Global && access.reads &&
           access.completion == simt::Completion::AtOnce;
  });
}

/// The group keeps its sums and a factor in registers until it is done. Do
/// these and the sums of groups that start meanwhile leave enough of a thread's
/// 255?
bool leavesRegisters(CarriedGroup &carried) {
  constexpr unsigned MostWords = 160, MostWordsOfAll = 208;
  auto words = [](Value value) {
    return value ? simt::wordsOf(cast<VectorType>(value.getType())) : 0;
  };
  unsigned kept = words(carried.group.getA()) + words(carried.group.getC());
  unsigned others = 0;
  for (auto other : carried.loop.getBody()->getOps<simt::GroupMmaOp>())
    if (other->isBeforeInBlock(carried.first))
      others += words(other.getD());
  return kept <= MostWords && kept + others <= MostWordsOfAll;
}

/// Does a group that starts meanwhile take a factor from registers? `ptxas` may
/// let all groups wait for each other then (C7513: "non wgmma instructions
/// defining input registers of a wgmma between start and end of the pipeline
/// stage").
bool makesFactors(CarriedGroup &carried) {
  return llvm::any_of(carried.loop.getBody()->getOps<simt::GroupMmaOp>(),
                      [&](simt::GroupMmaOp other) {
                        return other.getA() &&
                               other->isBeforeInBlock(carried.first);
                      });
}

/// Is there anything to do meanwhile?
bool isWorthIt(CarriedGroup &carried) {
  Operation *first = carried.first;
  if (first == nullptr ||
      !first->isBeforeInBlock(carried.group.getOperation()) ||
      !leavesRegisters(carried) || makesFactors(carried))
    return false;
  for (Operation *op = &carried.loop.getBody()->front(); op != first;
       op = op->getNextNode())
    if (takesTime(op))
      return true;
  return false;
}

class SimtDeferWaits : public impl::SimtDeferWaitsBase<SimtDeferWaits> {
  void runOnOperation() final {
    if (!simt::hasGroupProducts(getOperation()))
      return;
    replaceResetsBySkippedSums(getOperation());
    waitBeforeReads(getOperation());
    llvm::SmallVector<std::pair<scf::ForOp, simt::GroupWaitOp>> waits;
    getOperation().walk([&](simt::GroupWaitOp wait) {
      if (auto loop = dyn_cast<scf::ForOp>(wait->getParentOp()))
        waits.emplace_back(loop, wait);
    });
    const SharedAllocations allocations(getOperation());
    for (auto [loop, wait] : waits)
      if (std::optional<CarriedGroup> carried =
              CarriedGroup::match(loop, wait, allocations);
          carried && isWorthIt(*carried))
        carried->defer(allocations);
    // The tiles of both loops may not fit.
    changeWhereMemorySuffices(leaveOutRepeatedWaits, /*mostGrowth=*/1);
    joinAdjacentWaits(getOperation());
    // Nine products of a convolution in a row had their tiles all at once, and
    // the block was alone on its multiprocessor.
    changeWhereMemorySuffices(joinWaits, /*mostGrowth=*/1.25);
  }

private:
  using Change = llvm::function_ref<bool(
      simt::KernelOp kernel, llvm::function_ref<void()> willChange)>;

  /// Groups that go on keep their tiles: not where that takes much more memory.
  void changeWhereMemorySuffices(Change change, double mostGrowth) {
    simt::KernelOp kernel = getOperation();
    OwningOpRef<simt::KernelOp> before;
    if (!change(kernel,
                [&] { before = cast<simt::KernelOp>(kernel->clone()); }))
      return;
    auto most = mostGrowth * static_cast<double>(peakSharedBytes(before.get()));
    if (static_cast<double>(peakSharedBytes(kernel)) > most)
      kernel.getBody().takeBody(before->getBody());
  }
};

} // namespace

} // namespace heddle
