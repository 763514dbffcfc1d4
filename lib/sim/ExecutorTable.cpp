//===- ExecutorTable.cpp - The functions of one variant -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Executors.h"
#include "SimtOps.h"

HEDDLE_SIM_BEGIN

const ElementwiseTable &elementwise() {
  static const ElementwiseTable table = [] {
    ElementwiseTable all;
    addIntegers(all);
    addFloats(all);
    addRoundedFloats(all);
    addCasts(all);
    return all;
  }();
  return table;
}

HEDDLE_SIM_END

namespace heddle::sim::HEDDLE_SIM_VARIANT {

extern const Executors executors;

#define HEDDLE_SIM_FUNCTION(name) .name = sim::HEDDLE_SIM_VARIANT::name
const Executors executors = {
    HEDDLE_SIM_FUNCTION(elementwise),
    HEDDLE_SIM_FUNCTION(approximationRun),
    HEDDLE_SIM_FUNCTION(floatConversionRun),
    HEDDLE_SIM_FUNCTION(runThread),
    HEDDLE_SIM_FUNCTION(runRank),
    HEDDLE_SIM_FUNCTION(runProgram),
    HEDDLE_SIM_FUNCTION(runPrograms),
    HEDDLE_SIM_FUNCTION(runClock),
    HEDDLE_SIM_FUNCTION(runPeerAddress),
    HEDDLE_SIM_FUNCTION(splatRun),
    HEDDLE_SIM_FUNCTION(copyRun),
    HEDDLE_SIM_FUNCTION(permuteRun),
    HEDDLE_SIM_FUNCTION(toWordsRun),
    HEDDLE_SIM_FUNCTION(fromWordsRun),
    HEDDLE_SIM_FUNCTION(truncateWordsRun),
    HEDDLE_SIM_FUNCTION(runExtendHalves),
    HEDDLE_SIM_FUNCTION(runMeetParts),
    HEDDLE_SIM_FUNCTION(runSpreadParts),
    HEDDLE_SIM_FUNCTION(runBytePermute),
    HEDDLE_SIM_FUNCTION(runShuffleXor),
    HEDDLE_SIM_FUNCTION(runShuffleIndex),
    HEDDLE_SIM_FUNCTION(runLaneReduce),
    HEDDLE_SIM_FUNCTION(productRun),
    HEDDLE_SIM_FUNCTION(groupProductRun),
    HEDDLE_SIM_FUNCTION(runScaledProducts),
    HEDDLE_SIM_FUNCTION(runGroupWait),
    HEDDLE_SIM_FUNCTION(runExpectNotRead),
    HEDDLE_SIM_FUNCTION(runProxyFence),
    HEDDLE_SIM_FUNCTION(runLoad),
    HEDDLE_SIM_FUNCTION(runStore),
    HEDDLE_SIM_FUNCTION(runMatrixLoad),
    HEDDLE_SIM_FUNCTION(runMatrixStore),
    HEDDLE_SIM_FUNCTION(runAtomic),
    HEDDLE_SIM_FUNCTION(runReduction),
    HEDDLE_SIM_FUNCTION(runAsyncCopy),
    HEDDLE_SIM_FUNCTION(runAsyncCommit),
    HEDDLE_SIM_FUNCTION(runAsyncWait),
    HEDDLE_SIM_FUNCTION(runMbarrierInit),
    HEDDLE_SIM_FUNCTION(runMbarrierEnd),
    HEDDLE_SIM_FUNCTION(runMbarrierArrive),
    HEDDLE_SIM_FUNCTION(runMbarrierExpect),
    HEDDLE_SIM_FUNCTION(runPeerArrive),
    HEDDLE_SIM_FUNCTION(runPeerExpect),
    HEDDLE_SIM_FUNCTION(runMbarrierArriveCopies),
    HEDDLE_SIM_FUNCTION(runMbarrierWait),
    HEDDLE_SIM_FUNCTION(runBoxLoad),
    HEDDLE_SIM_FUNCTION(runBoxStore),
    HEDDLE_SIM_FUNCTION(runBoxCommit),
    HEDDLE_SIM_FUNCTION(runBoxWait),
    HEDDLE_SIM_FUNCTION(runBoxWaitRead),
    HEDDLE_SIM_FUNCTION(runTensorMap),
    HEDDLE_SIM_FUNCTION(runTensorMapAcquire),
    HEDDLE_SIM_FUNCTION(runPartitions),
    HEDDLE_SIM_FUNCTION(runPartitionsEnd),
    HEDDLE_SIM_FUNCTION(runPrint),
    HEDDLE_SIM_FUNCTION(runAssert),
    HEDDLE_SIM_FUNCTION(runObserve),
    HEDDLE_SIM_FUNCTION(runShared),
    HEDDLE_SIM_FUNCTION(runWarpBarrier),
    HEDDLE_SIM_FUNCTION(runBlockBarrier),
    HEDDLE_SIM_FUNCTION(runClusterArrive),
    HEDDLE_SIM_FUNCTION(runClusterBarrier),
    HEDDLE_SIM_FUNCTION(runJump),
    HEDDLE_SIM_FUNCTION(runJumpUnless),
    HEDDLE_SIM_FUNCTION(runReturn),
    HEDDLE_SIM_FUNCTION(loopTestRun),
    HEDDLE_SIM_FUNCTION(loopStepRun),
};
#undef HEDDLE_SIM_FUNCTION

} // namespace heddle::sim::HEDDLE_SIM_VARIANT
