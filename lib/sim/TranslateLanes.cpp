//===- TranslateLanes.cpp - Ids, shuffles and barriers as instructions ----===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TranslatorTable.h"

namespace heddle::sim {

using namespace mlir;

namespace {

void translateThread(Translator &translator, simt::ThreadOp thread) {
  translator.addSimple(thread, translator.runs.runThread);
}

void translateRank(Translator &translator, simt::BlockRankOp rank) {
  translator.addSimple(rank, translator.runs.runRank);
}

void translatePeerAddress(Translator &translator, simt::PeerAddressOp peer) {
  translator.addSimple(peer, translator.runs.runPeerAddress);
}

void translateProgram(Translator &translator, simt::ProgramOp program) {
  translator.addSimple(program, translator.runs.runProgram).immediate =
      static_cast<std::uint64_t>(program.getAxis());
}

void translatePrograms(Translator &translator, simt::ProgramsOp programs) {
  translator.addSimple(programs, translator.runs.runPrograms).immediate =
      static_cast<std::uint64_t>(programs.getAxis());
}

void translateClock(Translator &translator, simt::ClockOp clock) {
  translator.addSimple(clock, translator.runs.runClock);
}

/// Grids run one after the other.
void translateGridDependency(Translator &, simt::GridDependencyOp) {}

void translateShuffleXor(Translator &translator, simt::ShuffleXorOp shuffle) {
  translator
      .addSimple(shuffle, translator.runs.runShuffleXor,
                 translator.partsOf(shuffle.getSrc()))
      .immediate = shuffle.getLanes();
}

void translateShuffleIndex(Translator &translator,
                           simt::ShuffleIndexOp shuffle) {
  unsigned parts = translator.partsOf(shuffle.getSrc());
  Operand from = translator.of(shuffle.getSrc(), parts);
  Operand lane = translator.of(shuffle.getLane());
  Operand where = translator.define(shuffle, parts);
  Instruction &each = translator.add(shuffle, translator.runs.runShuffleIndex);
  each.parts = parts;
  each.result = where;
  each.a = from;
  each.b = lane;
}

void translateLaneReduce(Translator &translator, simt::LaneReduceOp reduce) {
  translator.addSimple(reduce, translator.runs.runLaneReduce).immediate =
      static_cast<std::uint64_t>(reduce.getHow());
}

void translateBarrier(Translator &translator, simt::BarrierOp barrier) {
  const Executors &runs = translator.runs;
  switch (barrier.getScope()) {
  case simt::Scope::Warp:
    translator.add(barrier, runs.runWarpBarrier);
    return;
  case simt::Scope::Block:
    translator.add(barrier, runs.runBlockBarrier);
    return;
  case simt::Scope::Cluster:
    translator.add(barrier, runs.runClusterBarrier);
    return;
  }
}

/// Threads wait at the second half; nothing happens in between that the first
/// one would order.
void translateClusterArrive(Translator &translator,
                            simt::ClusterArriveOp arrive) {
  translator.add(arrive, translator.runs.runClusterArrive);
}

void translateClusterWait(Translator &translator, simt::ClusterWaitOp wait) {
  translator.add(wait, translator.runs.runClusterBarrier).immediate =
      wait.arrival().getIsOwn() ? 1 : 0;
}

/// It changes no result, and no time is known of it.
void translateSchedule(Translator & /*translator*/, simt::ScheduleOp) {}
void translateDelay(Translator & /*translator*/, simt::DelayOp) {}

} // namespace

void addLanes(TranslatorTable &table) {
  table.add<simt::ThreadOp>(translateThread);
  table.add<simt::BlockRankOp>(translateRank);
  table.add<simt::PeerAddressOp>(translatePeerAddress);
  table.add<simt::ProgramOp>(translateProgram);
  table.add<simt::ProgramsOp>(translatePrograms);
  table.add<simt::ClockOp>(translateClock);
  table.add<simt::GridDependencyOp>(translateGridDependency);
  table.add<simt::ShuffleXorOp>(translateShuffleXor);
  table.add<simt::ShuffleIndexOp>(translateShuffleIndex);
  table.add<simt::LaneReduceOp>(translateLaneReduce);
  table.add<simt::BarrierOp>(translateBarrier);
  table.add<simt::ClusterArriveOp>(translateClusterArrive);
  table.add<simt::ClusterWaitOp>(translateClusterWait);
  table.add<simt::ScheduleOp>(translateSchedule);
  table.add<simt::DelayOp>(translateDelay);
}

} // namespace heddle::sim
