//===- InsertBarriers.cpp - Where threads wait ----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramAccesses.h"
#include "heddle/simt/transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

#define GEN_PASS_DEF_SIMTINSERTBARRIERS
#include "heddle/simt/transforms/Passes.h.inc"
#include "llvm/ADT/TypeSwitch.h"

namespace {

/// Which threads access memory in a part of a program.
enum class Accessors : std::uint8_t { None, First, Any };

/// "Only if this is thread 0", and perhaps something else.
bool isOnlyFirst(Value predicate) {
  if (!predicate)
    return false;
  Operation *op = predicate.getDefiningOp();
  if (auto both = dyn_cast_or_null<arith::AndIOp>(op))
    return isOnlyFirst(both.getLhs()) || isOnlyFirst(both.getRhs());
  if (auto splat = dyn_cast_or_null<simt::SplatOp>(op))
    return isOnlyFirst(splat.getSrc());
  auto equal = dyn_cast_or_null<arith::CmpIOp>(op);
  return equal && equal.getPredicate() == arith::CmpIPredicate::eq &&
         equal.getLhs().getDefiningOp<simt::ThreadOp>() &&
         matchPattern(equal.getRhs(), m_Zero());
}

Accessors accessorsOf(Operation &op) {
  if (isMemoryEffectFree(&op))
    return Accessors::None;
  simt::MemoryAccesses accesses = simt::accessesOf(&op);
  bool isFirst = !accesses.empty() &&
                 llvm::all_of(accesses, [](const simt::MemoryAccess &access) {
                   return access.isAtomic && isOnlyFirst(access.predicates);
                 });
  return isFirst ? Accessors::First : Accessors::Any;
}

/// Whether all threads of the block wait for each other.
bool isBlockBarrier(Operation &op) {
  auto barrier = dyn_cast<simt::BarrierOp>(op);
  return barrier && barrier.getScope() == simt::Scope::Block;
}

/// The accesses from here on to the next barrier.
Accessors accessorsFrom(Block::iterator next, Block &block) {
  auto all = Accessors::None;
  for (; next != block.end() && !simt::synchronizedBy(&*next); ++next)
    all = std::max(all, next->hasTrait<OpTrait::IsTerminator>() &&
                                !isa<simt::ReturnOp>(*next)
                            ? Accessors::Any
                            : accessorsOf(*next));
  return all;
}

/// Takes away barriers of the block that have no accesses on one side, up to
/// the next barrier or the program's end, or on both sides those of one thread.
/// What is between different accesses, and in what order, stays as it is.
void dropIdleBarriers(Block &block) {
  auto before = Accessors::Any;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (!isBlockBarrier(op)) {
      before = std::max(before, accessorsOf(op));
      continue;
    }
    Accessors behind = accessorsFrom(std::next(op.getIterator()), block);
    if (std::min(before, behind) == Accessors::None ||
        std::max(before, behind) == Accessors::First)
      op.erase();
    else
      before = Accessors::None;
  }
}

/// What is read later is read where somebody waits for it, too. Of what is
/// written later, only the ends of copies are known.
LogicalResult checkCompletion(simt::KernelOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    for (const simt::MemoryAccess &access : simt::accessesOf(op))
      if (access.completion == simt::Completion::Later && access.writes &&
          access.asynchrony == simt::Asynchrony::None) {
        op->emitOpError() << "completes its stores later, which barriers "
                             "cannot wait for yet";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Threads arrive as early as they can.
void insertClusterBarrier(OpBuilder &builder, Operation *next, bool isOwn) {
  auto wait = simt::ClusterWaitOp::create(builder, next->getLoc());
  Operation *first = wait;
  while (Operation *before = first->getPrevNode()) {
    if (!simt::canFollowArrival(before))
      break;
    first = before;
  }
  builder.setInsertionPoint(first);
  simt::ClusterArriveOp::create(builder, next->getLoc(), isOwn);
}

void insertBarrier(OpBuilder &builder, Operation *next, SyncScope scope) {
  // Behind a barrier warps would be together again, however late some of them
  // have been.
  while (isa_and_present<simt::DelayOp>(next->getPrevNode()))
    next = next->getPrevNode();
  builder.setInsertionPoint(next);
  if (scope >= SyncScope::ClusterReads)
    return insertClusterBarrier(builder, next,
                                scope == SyncScope::ClusterReads);
  simt::BarrierOp::create(builder, next->getLoc(),
                          scope == SyncScope::Block ? simt::Scope::Block
                                                    : simt::Scope::Warp);
}

/// Threads that learn of the result of an atomic access see what its order
/// says: a barrier in between has to order global memory, too.
bool ordersGlobalMemory(simt::KernelOp kernel) {
  auto isOrdered = [](auto op) {
    return op.getSpace() == simt::Space::Global &&
           op.getOrder() != simt::Order::Relaxed;
  };
  return kernel
      .walk([&](Operation *op) {
        bool orders = llvm::TypeSwitch<Operation *, bool>(op)
                          .Case<simt::AtomicOp, simt::ReductionOp>(isOrdered)
                          .Default(false);
        return orders ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Where the allocations lie.
AllocationPlan planOf(simt::KernelOp kernel,
                      const SharedAllocations &allocations) {
  AllocationPlan plan;
  plan.bytes = kernel.getSharedBytes();
  for (simt::SharedOp allocation : allocations.all())
    plan.offsets.push_back(allocation.getAt().value_or(0));
  return plan;
}

} // namespace

LogicalResult insertBarriers(simt::KernelOp kernel, bool insertsFences) {
  if (failed(checkCompletion(kernel)))
    return failure();
  kernel.walk([](Block *block) { dropIdleBarriers(*block); });
  PointGraph graph(kernel);
  SharedAllocations allocations(kernel);
  ProgramAccesses accesses(kernel, graph, allocations);
  BarrierPlan plan =
      placeBarriers(accesses.placed(planOf(kernel, allocations)));
  if (plan.unordered)
    return graph.points[*plan.unordered].op->emitOpError()
           << "expects no access that has to wait for other blocks of the "
              "cluster in a partition, where there are no barriers of the "
              "cluster: let them arrive at mbarriers of this block, and wait "
              "for that before the copy";
  OpBuilder builder(kernel);
  bool isGlobal = ordersGlobalMemory(kernel);
  for (const PlacedBarrier &barrier : plan.barriers)
    insertBarrier(builder, graph.points[barrier.before].op,
                  isGlobal && barrier.scope == SyncScope::ClusterReads
                      ? SyncScope::Cluster
                      : barrier.scope);
  if (insertsFences)
    insertFences(kernel);
  return success();
}

namespace {

class SimtInsertBarriers
    : public impl::SimtInsertBarriersBase<SimtInsertBarriers> {
public:
  using Base::Base;

private:
  void runOnOperation() final {
    if (failed(insertBarriers(getOperation(), insertsFences)))
      signalPassFailure();
  }
};

} // namespace

} // namespace heddle
