//===- Mbarriers.cpp - Waiting for arrivals and bytes ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What one thread does for all is done by the first one of the block, or of
/// its partition. Where the others have to wait for it, or it for them, is up
/// to the pass that places barriers.
///
//===----------------------------------------------------------------------===//

#include "Mbarriers.h"
#include "Buffer.h"
#include "Emitters.h"
#include "Threads.h"
#include "heddle/ir/Traits.h"
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <bit>

namespace heddle {

using namespace mlir;
using mlir::failure;

/// Threads of these for which the predicate of an op holds, if it has one.
static Value onlyIf(LoweringContext &context, Location loc, Value threads,
                    Value predicate) {
  if (!predicate)
    return threads;
  return context.make<arith::AndIOp>(loc, threads, context.get(predicate));
}

Value firstThreadIf(LoweringContext &context, Location loc, Value predicate) {
  return onlyIf(context, loc, isFirstInBlock(context, loc), predicate);
}

FailureOr<Value> mbarrierAt(LoweringContext &context, Operation *op,
                            Value memory) {
  FailureOr<Buffer> buffer =
      bufferOf(op, cast<ttg::MemDescType>(memory.getType()));
  if (failed(buffer))
    return failure();
  Word offset = context.subviewOffsets.lookup(memory);
  if (offset == 0)
    return context.get(memory);
  Value bytes = context.number(
      static_cast<std::int64_t>(offset * (buffer->elementBits / 8)),
      context.builder.getI32Type());
  return Value(
      context.make<arith::AddIOp>(op->getLoc(), context.get(memory), bytes));
}

namespace {

constexpr llvm::StringLiteral OfClusters = "it is for clusters of several "
                                           "blocks";

LogicalResult emitInit(LoweringContext &context, ttng::InitBarrierOp init) {
  FailureOr<Value> address = mbarrierAt(context, init, init.getAlloc());
  if (failed(address))
    return failure();
  context.make<simt::MbarrierInitOp>(init.getLoc(), *address,
                                     firstThreadIf(context, init.getLoc()),
                                     init.getCount());
  return success();
}

LogicalResult emitEnd(LoweringContext &context, ttng::InvalBarrierOp end) {
  FailureOr<Value> address = mbarrierAt(context, end, end.getAlloc());
  if (failed(address))
    return failure();
  context.make<simt::MbarrierEndOp>(end.getLoc(), *address,
                                    firstThreadIf(context, end.getLoc()));
  return success();
}

/// Where threads arrive, and which do.
struct Arrivals {
  Value address, predicate;
  bool areDistributed = false;
};

/// The first threads of the block each arrive at the mbarrier of one of the
/// blocks whose numbers differ in bits of `blocks` alone; with `isOfOne`, of
/// the block alone that has zeros for these bits.
Arrivals arriveAtPeers(LoweringContext &context, Location loc, Value address,
                       Word blocks, bool isOfOne) {
  const ThreadBits &threads = context.threads;
  unsigned inBlock = threads.lane + threads.warp;
  ThreadMap peers;
  Word left = blocks;
  for (unsigned bit = 0; bit < inBlock; ++bit, left &= left - 1)
    peers.columns.push_back(left & (~left + 1));
  Word idle = f2::lowMask(inBlock) &
              ~f2::lowMask(static_cast<unsigned>(std::popcount(blocks)));
  if (isOfOne)
    idle |= f2::shiftLeft(blocks, inBlock);
  for (unsigned bit = 0; bit < threads.block; ++bit)
    peers.columns.push_back(f2::unit(bit));
  return {.address = context.make<simt::PeerAddressOp>(
              loc, context.builder.getI32Type(), address,
              evaluate(context, loc, peers)),
          .predicate = isZero(context, loc, idle),
          .areDistributed = true};
}

/// Of ops that may be for mbarriers of other blocks.
template <class Op>
FailureOr<Arrivals> arrivalsOf(LoweringContext &context, Op op) {
  FailureOr<Value> address = mbarrierAt(context, op, op.getAlloc());
  if (failed(address))
    return failure();
  Location loc = op.getLoc();
  Word all = f2::lowMask(context.threads.block), blocks = 0;
  bool isOfOne = op.getFromCTA().has_value();
  if (isOfOne)
    blocks = all & ~Word(*op.getFromCTA());
  if constexpr (std::is_same_v<Op, ttng::ArriveBarrierOp>)
    if (!isOfOne)
      blocks = all & op.getMulticastCTA();
  Arrivals arrivals;
  if (blocks != 0)
    arrivals = arriveAtPeers(context, loc, *address, blocks, isOfOne);
  else
    arrivals = {.address = *address, .predicate = isFirstInBlock(context, loc)};
  arrivals.predicate = onlyIf(context, loc, arrivals.predicate, op.getPred());
  return arrivals;
}

LogicalResult emitExpect(LoweringContext &context,
                         ttng::BarrierExpectOp expect) {
  FailureOr<Arrivals> arrivals = arrivalsOf(context, expect);
  if (failed(arrivals))
    return failure();
  context.make<simt::MbarrierExpectOp>(expect.getLoc(), arrivals->address,
                                       arrivals->predicate, expect.getSize(),
                                       arrivals->areDistributed);
  return success();
}

/// Each warp arrives for itself.
LogicalResult emitArrivalOfWarps(LoweringContext &context,
                                 ttng::ArriveBarrierOp arrive) {
  auto warps = static_cast<std::uint32_t>(ir::warpsAt(arrive).value_or(1));
  if (arrive.getFromCTA() || arrive.getMulticastCTA() != 0)
    return arrive.emitOpError() << "expects an mbarrier of the own block with "
                                << ttng::EachWarpAttr;
  if (arrive.getCount() % warps != 0)
    return arrive.emitOpError()
           << "expects a multiple of its " << warps
           << " warps as arrivals with " << ttng::EachWarpAttr << ", but got "
           << arrive.getCount();
  FailureOr<Value> address = mbarrierAt(context, arrive, arrive.getAlloc());
  if (failed(address))
    return failure();
  Location loc = arrive.getLoc();
  Value first = isZero(context, loc, f2::lowMask(context.threads.lane));
  Value predicate = onlyIf(context, loc, first, arrive.getPred());
  context.make<simt::MbarrierArriveOp>(loc, *address, predicate,
                                       arrive.getCount() / warps,
                                       /*isOfWarp=*/true,
                                       /*isDistributed=*/false);
  return success();
}

LogicalResult emitArrive(LoweringContext &context,
                         ttng::ArriveBarrierOp arrive) {
  if (arrive->hasAttr(ttng::EachWarpAttr))
    return emitArrivalOfWarps(context, arrive);
  FailureOr<Arrivals> arrivals = arrivalsOf(context, arrive);
  if (failed(arrivals))
    return failure();
  context.make<simt::MbarrierArriveOp>(arrive.getLoc(), arrivals->address,
                                       arrivals->predicate, arrive.getCount(),
                                       /*isOfWarp=*/false,
                                       arrivals->areDistributed);
  return success();
}

/// Each thread has copies of its own.
LogicalResult emitArriveCopies(LoweringContext &context,
                               ttng::AsyncCopyMbarrierArriveOp arrive) {
  FailureOr<Value> address = mbarrierAt(context, arrive, arrive.getBarrier());
  if (failed(address))
    return failure();
  context.make<simt::MbarrierArriveCopiesOp>(arrive.getLoc(), *address,
                                             /*predicate=*/Value(),
                                             arrive.getNoIncrement());
  return success();
}

LogicalResult emitWait(LoweringContext &context, ttng::WaitBarrierOp wait) {
  FailureOr<Value> address = mbarrierAt(context, wait, wait.getAlloc());
  if (failed(address))
    return failure();
  Value predicate;
  if (wait.getPred())
    predicate = context.get(wait.getPred());
  context.make<simt::MbarrierWaitOp>(wait.getLoc(), *address, predicate,
                                     context.get(wait.getPhase()));
  return success();
}

/// The op that makes them has the fence.
LogicalResult emitInitFence(LoweringContext &,
                            ttng::FenceMBarrierInitReleaseClusterOp) {
  return success();
}

LogicalResult emitClusterBarrier(LoweringContext &context,
                                 ttng::ClusterBarrierOp barrier) {
  context.make<simt::BarrierOp>(barrier.getLoc(), simt::Scope::Cluster);
  return success();
}

/// A barrier that orders nothing orders too little for the accesses that other
/// passes put behind it.
LogicalResult emitClusterArrive(LoweringContext &context,
                                ttng::ClusterArriveOp arrive) {
  context.make<simt::ClusterArriveOp>(arrive.getLoc(),
                                      /*isOwn=*/arrive.getRelaxed());
  return success();
}

/// Does it wait for what other blocks may do behind a barrier of the cluster?
bool mayWaitForPeers(Operation *op) {
  return op
      ->walk([](Operation *each) {
        bool waits = isa<simt::MbarrierWaitOp>(each) ||
                     simt::synchronizedBy(each) == simt::Scope::Cluster;
        return waits ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What accesses shared memory between the halves comes in front of the first
/// one: it arrives later then, and orders more.
LogicalResult emitClusterWait(LoweringContext &context,
                              ttng::ClusterWaitOp wait) {
  auto second = context.make<simt::ClusterWaitOp>(wait.getLoc());
  simt::ClusterArriveOp first = second.arrival();
  if (!first)
    return wait.emitOpError()
           << "expects ttng.cluster_arrive in front of it in its block";
  Operation *last = first;
  for (Operation *op = first->getNextNode(); op != second;
       op = op->getNextNode()) {
    if (mayWaitForPeers(op))
      return wait.emitOpError()
             << "expects nothing that waits for other blocks between "
                "ttng.cluster_arrive and it";
    if (!simt::canFollowArrival(op))
      last = op;
  }
  if (last != first)
    first->moveAfter(last);
  return success();
}

/// Nobody uses the memory of other blocks by the other proxy.
LogicalResult emitProxyFence(LoweringContext &context,
                             ttng::FenceAsyncSharedOp fence) {
  context.make<simt::ProxyFenceOp>(fence.getLoc());
  return success();
}

} // namespace

void registerMbarrierEmitters(EmitterTable &table) {
  table.add<ttng::InitBarrierOp>(emitInit);
  table.add<ttng::InvalBarrierOp>(emitEnd);
  table.add<ttng::BarrierExpectOp>(emitExpect);
  table.add<ttng::ArriveBarrierOp>(emitArrive);
  table.add<ttng::AsyncCopyMbarrierArriveOp>(emitArriveCopies);
  table.add<ttng::WaitBarrierOp>(emitWait);
  table.add<ttng::FenceMBarrierInitReleaseClusterOp>(emitInitFence);
  table.add<ttng::FenceAsyncSharedOp>(emitProxyFence);
  table.add<ttng::ClusterBarrierOp>(emitClusterBarrier);
  table.add<ttng::ClusterArriveOp>(emitClusterArrive);
  table.add<ttng::ClusterWaitOp>(emitClusterWait);
  table.refuse<ttng::AsyncSharedStoreOp>(OfClusters);
}

} // namespace heddle
