//===- Lanes.cpp - Ids, shuffles, barriers --------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "Parts.h"
#include "ProgramOrder.h"
#include "SharedMemory.h"
#include "heddle/codegen/common/InlineAssembly.h"
#include "heddle/codegen/common/Requirements.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::codegen {

using namespace mlir;

namespace {

using llvm::Intrinsic::ID;

llvm::Value *readRegister(EmissionContext &context, ID id) {
  return context.builder.CreateIntrinsic(id, {});
}

/// Of the whole warp. (PTX ISA, shfl.sync and redux.sync: membermask; the
/// clamp of a segment that is the warp.)
llvm::Value *allLanes(EmissionContext &context) {
  return context.builder.getInt32(~0U);
}
llvm::Value *wholeWarp(EmissionContext &context) {
  return context.builder.getInt32(31);
}

void emitThread(EmissionContext &context, simt::ThreadOp thread) {
  context.set(thread, {threadNumber(context)});
}

bool isInCluster(Operation *op) {
  return op->getParentOfType<simt::KernelOp>().getClusterBlocks() != 1;
}

void emitRank(EmissionContext &context, simt::BlockRankOp rank) {
  context.set(
      rank,
      {isInCluster(rank)
           ? readRegister(context,
                          llvm::Intrinsic::nvvm_read_ptx_sreg_cluster_ctarank)
           : context.builder.getInt32(0)});
}

void emitPeerAddress(EmissionContext &context, simt::PeerAddressOp peer) {
  llvm::Value *address =
      sharedAddress(context, context.scalar(peer.getAddress()));
  context.set(peer,
              {emitPureAssembly(context, "mapa.shared::cluster.u32 $0, $1, $2;",
                                "=r,r,r", context.builder.getInt32Ty(),
                                {address, context.scalar(peer.getBlock())})});
}

template <class Op> bool hasClusters(Op, const Target &target) {
  return target.clusterBlocks != 1;
}

void emitProgram(EmissionContext &context, simt::ProgramOp program) {
  context.set(program, {programAlong(context, program)});
}

void emitPrograms(EmissionContext &context, simt::ProgramsOp programs) {
  context.set(programs, {programsAlong(context, programs)});
}

void emitShuffleXor(EmissionContext &context, simt::ShuffleXorOp shuffle) {
  llvm::Value *lanes = context.builder.getInt32(shuffle.getLanes());
  context.set(shuffle, {context.builder.CreateIntrinsic(
                           llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, {},
                           {allLanes(context), context.scalar(shuffle.getSrc()),
                            lanes, wholeWarp(context)})});
}

void emitShuffleIndex(EmissionContext &context, simt::ShuffleIndexOp shuffle) {
  context.set(shuffle,
              {context.builder.CreateIntrinsic(
                  llvm::Intrinsic::nvvm_shfl_sync_idx_i32, {},
                  {allLanes(context), context.scalar(shuffle.getSrc()),
                   context.scalar(shuffle.getLane()), wholeWarp(context)})});
}

void emitLaneReduce(EmissionContext &context, simt::LaneReduceOp reduce) {
  using namespace llvm::Intrinsic;
  constexpr ID Ids[] = {nvvm_redux_sync_add,  nvvm_redux_sync_and,
                        nvvm_redux_sync_or,   nvvm_redux_sync_xor,
                        nvvm_redux_sync_min,  nvvm_redux_sync_max,
                        nvvm_redux_sync_umin, nvvm_redux_sync_umax};
  context.set(reduce,
              {context.builder.CreateIntrinsic(
                  Ids[static_cast<unsigned>(reduce.getHow())], {},
                  {context.scalar(reduce.getSrc()), allLanes(context)})});
}

void emitBytePermute(EmissionContext &context, simt::BytePermuteOp permute) {
  context.set(permute, {context.builder.CreateIntrinsic(
                           llvm::Intrinsic::nvvm_prmt, {},
                           {context.scalar(permute.getA()),
                            context.scalar(permute.getB()),
                            context.scalar(permute.getSelector())})});
}

void emitBarrier(EmissionContext &context, simt::BarrierOp barrier) {
  switch (barrier.getScope()) {
  case simt::Scope::Warp:
    emitWarpBarrier(context);
    return;
  case simt::Scope::Block:
    emitPartBarrier(context);
    return;
  case simt::Scope::Cluster:
    emitClusterArrive(context, /*isOwn=*/false);
    emitClusterWait(context, /*isOwn=*/false);
    return;
  }
}

void emitArrive(EmissionContext &context, simt::ClusterArriveOp arrive) {
  emitClusterArrive(context, arrive.getIsOwn());
}

void emitWait(EmissionContext &context, simt::ClusterWaitOp wait) {
  emitClusterWait(context, wait.arrival().getIsOwn());
}

bool hasBarrier(simt::BarrierOp barrier, const Target &target) {
  return barrier.getScope() != simt::Scope::Cluster ||
         target.clusterBlocks != 1;
}

// Chips without the instruction run one grid after the other.
void emitGridDependency(EmissionContext &context, simt::GridDependencyOp op) {
  if (!context.target.overlapsGrids)
    return;
  emitAssembly(context,
               op.getKind() == simt::GridDependency::Wait
                   ? "griddepcontrol.wait;"
                   : "griddepcontrol.launch_dependents;",
               "~{memory}", context.builder.getVoidTy(), {});
}

void emitClock(EmissionContext &context, simt::ClockOp clock) {
  context.set(
      clock,
      {readRegister(context, llvm::Intrinsic::nvvm_read_ptx_sreg_globaltimer)});
}

void emitDelay(EmissionContext &context, simt::DelayOp delay) {
  llvm::SmallVector<llvm::Value *> operands = {
      context.scalar(delay.getCycles())};
  emitAssembly(context,
               "{\n"
               ".reg .b32 begin, now;\n"
               ".reg .pred early;\n"
               "mov.u32 begin, %clock;\n"
               "WAIT:\n"
               "mov.u32 now, %clock;\n"
               "sub.u32 now, now, begin;\n"
               "setp.lt.u32 early, now, $0;\n"
               "@early bra WAIT;\n"
               "}",
               "r,~{memory}", context.builder.getVoidTy(), operands);
}

} // namespace

void addLanes(EmitterTable &table) {
  table.add<simt::ThreadOp>(emitThread);
  table.add<simt::ProgramOp>(emitProgram);
  table.add<simt::ProgramsOp>(emitPrograms);
  table.add<simt::ShuffleXorOp>(emitShuffleXor, hasShuffleXor);
  table.add<simt::ShuffleIndexOp>(emitShuffleIndex, hasShuffleIndex);
  table.add<simt::LaneReduceOp>(emitLaneReduce, hasLaneReduce);
  table.add<simt::BytePermuteOp>(emitBytePermute, hasBytePermute);
  table.add<simt::BarrierOp>(emitBarrier, hasBarrier);
  table.add<simt::ClusterArriveOp>(emitArrive,
                                   hasClusters<simt::ClusterArriveOp>);
  table.add<simt::ClusterWaitOp>(emitWait, hasClusters<simt::ClusterWaitOp>);
  table.add<simt::BlockRankOp>(emitRank, hasClusters<simt::BlockRankOp>);
  table.add<simt::PeerAddressOp>(emitPeerAddress,
                                 hasClusters<simt::PeerAddressOp>);
  table.add<simt::GridDependencyOp>(emitGridDependency);
  table.add<simt::ClockOp>(emitClock);
  table.add<simt::DelayOp>(emitDelay);
}

} // namespace heddle::codegen
