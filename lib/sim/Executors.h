//===- Executors.h - What executes instructions -----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What executes instructions, as a table: there is one for each choice of what
/// the host can do and of what is watched (Variant.h).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_EXECUTORS_H
#define HEDDLE_LIB_SIM_EXECUTORS_H

#include "ElementwiseTable.h"

namespace heddle::sim {

/// The functions of Elementwise.h and SimtOps.h, under the same names.
struct Executors {
  using OfBytes = Run (*)(unsigned bytes);

  const ElementwiseTable &(*elementwise)();
  Run (*approximationRun)(simt::Approximation function, bool flushes);
  Run (*floatConversionRun)(simt::ConvertFloatOp convert);

  Run runThread, runRank, runProgram, runPrograms, runClock;
  Run runPeerAddress;
  OfBytes splatRun, copyRun, permuteRun, toWordsRun, fromWordsRun;
  OfBytes truncateWordsRun;
  Run runExtendHalves;
  Run runMeetParts, runSpreadParts, runBytePermute;
  Run runShuffleXor, runShuffleIndex, runLaneReduce;
  Run (*productRun)(const MatrixTypes &types);
  Run (*groupProductRun)(const MatrixTypes &types);
  Run runScaledProducts, runGroupWait, runExpectNotRead, runProxyFence;
  Run runLoad, runStore, runMatrixLoad, runMatrixStore, runAtomic, runReduction;
  Run runAsyncCopy, runAsyncCommit, runAsyncWait;
  Run runMbarrierInit, runMbarrierEnd, runMbarrierArrive, runMbarrierExpect;
  Run runPeerArrive, runPeerExpect;
  Run runMbarrierArriveCopies, runMbarrierWait;
  Run runBoxLoad, runBoxStore, runBoxCommit, runBoxWait, runBoxWaitRead;
  Run runTensorMap, runTensorMapAcquire, runPartitions, runPartitionsEnd;
  Run runPrint, runAssert, runObserve, runShared, runWarpBarrier,
      runBlockBarrier;
  Run runClusterArrive, runClusterBarrier;
  Run runJump, runJumpUnless, runReturn;
  Run (*loopTestRun)(unsigned bytes, bool isUnsigned);
  OfBytes loopStepRun;
};

/// The best that this host can execute, or what each can.
const Executors &executorsOf(HostInstructions host, Watching watching);

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_EXECUTORS_H
