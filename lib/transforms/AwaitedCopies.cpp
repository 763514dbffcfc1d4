//===- AwaitedCopies.cpp - What an iteration waits for --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AwaitedCopies.h"
#include "BufferViews.h"

namespace heddle {

using namespace mlir;

std::optional<AwaitedCopies> AwaitedCopies::match(scf::ForOp loop) {
  AwaitedCopies found(loop);
  if (!found.collect() || (!found.matchGroups() && !found.matchBarriers()))
    return std::nullopt;
  return found;
}

bool AwaitedCopies::collect() {
  for (Operation &op : *loop.getBody())
    if (isa<ttg::AsyncWaitOp, ttng::WaitBarrierOp>(op)) {
      if (awaits != nullptr)
        return false;
      awaits = &op;
    } else if (isa<ttg::AsyncCopyGlobalToLocalOp, ttg::AsyncCommitGroupOp,
                   ttng::AsyncTMACopyGlobalToLocalOp, ttng::BarrierExpectOp>(
                   op)) {
      begins.push_back(&op);
    }
  return awaits != nullptr;
}

// One group an iteration begins behind the wait: what that waits for next has
// been begun by then.
bool AwaitedCopies::matchGroups() {
  auto wait = dyn_cast<ttg::AsyncWaitOp>(awaits);
  if (!wait || wait.getNum() == 0 ||
      llvm::range_size(loop.getOps<ttg::AsyncCommitGroupOp>()) != 1)
    return false;
  return llvm::all_of(begins,
                      [&](Operation *op) {
                        return isa<ttg::AsyncCopyGlobalToLocalOp,
                                   ttg::AsyncCommitGroupOp>(op) &&
                               wait->isBeforeInBlock(op);
                      }) &&
         llvm::all_of(wait.getAsyncToken(), [&](Value token) {
           auto carried = dyn_cast<BlockArgument>(token);
           return carried && carried.getOwner() == loop.getBody() &&
                  isa<BlockArgument>(
                      loop.getTiedLoopYieldedValue(carried)->get());
         });
}

/// The barrier of a ring that it is, if the ring is the same in all iterations.
static ttg::MemDescIndexOp elementOfRing(scf::ForOp loop, Value barrier) {
  auto element = barrier.getDefiningOp<ttg::MemDescIndexOp>();
  return element && loop.isDefinedOutsideOfLoop(element.getSrc())
             ? element
             : ttg::MemDescIndexOp();
}

/// Is it that one of so many buffers?
static bool isInRing(Value buffer, Value index, std::int64_t count) {
  auto element = buffer.getDefiningOp<ttg::MemDescIndexOp>();
  return element && element.getIndex() == index &&
         element.getSrc().getType().getShape()[0] == count &&
         element.getSrc().getDefiningOp<ttg::LocalAllocOp>();
}

// Each barrier of a ring is told of the bytes of an iteration, two or more in
// front of the one that waits.
bool AwaitedCopies::matchBarriers() {
  constexpr std::int64_t LeastAhead = 2;
  auto wait = dyn_cast<ttng::WaitBarrierOp>(awaits);
  if (!wait || wait.getPred() || !wait.getDeps().empty() ||
      llvm::range_size(loop.getOps<ttng::BarrierExpectOp>()) != 1)
    return false;
  ttg::MemDescIndexOp awaited = elementOfRing(loop, wait.getAlloc());
  if (!awaited || !canComputeAhead(loop, wait.getAlloc(), {}) ||
      !canComputeAhead(loop, wait.getPhase(), {}))
    return false;
  const std::int64_t count = awaited.getSrc().getType().getShape()[0];
  return llvm::all_of(begins, [&](Operation *op) {
    auto expect = dyn_cast<ttng::BarrierExpectOp>(op);
    auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op);
    if (!expect && !copy)
      return false;
    ttg::MemDescIndexOp told =
        elementOfRing(loop, expect ? expect.getAlloc() : copy.getBarrier());
    if (!told || told.getSrc() != awaited.getSrc())
      return false;
    std::optional<std::int64_t> ahead =
        distanceInRing(loop, awaited.getIndex(), told.getIndex(), count);
    return ahead && *ahead >= LeastAhead &&
           (!copy || isInRing(copy.getResult(), told.getIndex(), count));
  });
}

// Copies of the same iteration then fill another buffer.
bool AwaitedCopies::leaveAlone(Value memory) const {
  auto wait = dyn_cast<ttng::WaitBarrierOp>(awaits);
  if (!wait)
    return true;
  ttg::LocalAllocOp alloc = allocationOf(memory);
  bool isFilled = llvm::any_of(begins, [&](Operation *op) {
    auto copy = dyn_cast<ttng::AsyncTMACopyGlobalToLocalOp>(op);
    return copy && allocationOf(copy.getResult()) == alloc;
  });
  if (!alloc || !isFilled)
    return static_cast<bool>(alloc);
  Value index = wait.getAlloc().getDefiningOp<ttg::MemDescIndexOp>().getIndex();
  for (Operation *op = memory.getDefiningOp(); op != alloc;
       op = op->getOperand(0).getDefiningOp())
    if (auto element = dyn_cast<ttg::MemDescIndexOp>(op);
        element && element.getSrc().getDefiningOp() == alloc)
      return element.getIndex() == index;
  return false;
}

/// Nobody copies for an iteration that does not exist: its barrier would never
/// be told of any bytes.
Value AwaitedCopies::awaitAt(NextIteration &iteration) const {
  Operation *copy = iteration.copy(awaits);
  if (auto wait = dyn_cast<ttng::WaitBarrierOp>(copy)) {
    Value exists = iteration.exists();
    wait.getPredMutable().assign(exists);
    wait->moveAfter(exists.getDefiningOp());
  }
  return copy->getNumResults() == 0 ? Value() : copy->getResult(0);
}

// The engine can begin before the wait is over. What threads copy over has to
// be read by all, as they know behind the barrier that the wait needs anyway.
Value AwaitedCopies::awaitNext(NextIteration &next) {
  auto begin = [&] {
    for (Operation *op : begins)
      op->moveBefore(loop.getBody()->getTerminator());
  };
  if (isa<ttng::WaitBarrierOp>(awaits)) {
    begin();
    return awaitAt(next);
  }
  Value token = awaitAt(next);
  begin();
  // One group fewer has been begun in front of it.
  auto ahead = token.getDefiningOp<ttg::AsyncWaitOp>();
  ahead.setNum(ahead.getNum() - 1);
  return token;
}

} // namespace heddle
