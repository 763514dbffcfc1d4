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
#include "heddle/ir/Ttng.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace heddle {

using namespace mlir;
using mlir::failure;

Value firstThreadIf(LoweringContext &context, Location loc, Value predicate) {
  Value first = isFirstInBlock(context, loc);
  if (!predicate)
    return first;
  return context.make<arith::AndIOp>(loc, first, context.get(predicate));
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

LogicalResult emitExpect(LoweringContext &context,
                         ttng::BarrierExpectOp expect) {
  if (expect.getFromCTA())
    return refuse(expect) << OfClusters;
  FailureOr<Value> address = mbarrierAt(context, expect, expect.getAlloc());
  if (failed(address))
    return failure();
  context.make<simt::MbarrierExpectOp>(
      expect.getLoc(), *address,
      firstThreadIf(context, expect.getLoc(), expect.getPred()),
      expect.getSize());
  return success();
}

LogicalResult emitArrive(LoweringContext &context,
                         ttng::ArriveBarrierOp arrive) {
  if (arrive.getFromCTA() || arrive.getMulticastCTA() != 0)
    return refuse(arrive) << OfClusters;
  FailureOr<Value> address = mbarrierAt(context, arrive, arrive.getAlloc());
  if (failed(address))
    return failure();
  context.make<simt::MbarrierArriveOp>(
      arrive.getLoc(), *address,
      firstThreadIf(context, arrive.getLoc(), arrive.getPred()),
      arrive.getCount());
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

/// There is no other block that could use them.
LogicalResult emitInitFence(LoweringContext &,
                            ttng::FenceMBarrierInitReleaseClusterOp) {
  return success();
}

LogicalResult emitClusterBarrier(LoweringContext &context,
                                 ttng::ClusterBarrierOp barrier) {
  context.make<simt::BarrierOp>(barrier.getLoc(), simt::Scope::Cluster);
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
  table.refuse<ttng::ClusterArriveOp, ttng::ClusterWaitOp,
               ttng::AsyncSharedStoreOp>(OfClusters);
}

} // namespace heddle
