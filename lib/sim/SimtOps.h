//===- SimtOps.h - Ops of one thread ----------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What executes the ops of `simt`.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_SIMTOPS_H
#define HEDDLE_LIB_SIM_SIMTOPS_H

#include "Machine.h"
#include "Variant.h"

HEDDLE_SIM_BEGIN

bool runThread(Warp &warp, const Instruction &each);
/// `immediate` is the axis.
bool runRank(Warp &warp, const Instruction &each);
bool runPeerAddress(Warp &warp, const Instruction &each);
bool runProgram(Warp &warp, const Instruction &each);
bool runPrograms(Warp &warp, const Instruction &each);
bool runClock(Warp &warp, const Instruction &each);

/// By the bytes of an element: `a` in each register of the result; `a` itself.
Run splatRun(unsigned bytes);
Run copyRun(unsigned bytes);
/// Words or halves as others with one mask for each register, where all bytes
/// are defined, or with one for each byte.
bool runMeetParts(Warp &warp, const Instruction &each);
bool runSpreadParts(Warp &warp, const Instruction &each);
/// Registers as `Code::permutes[immediate]` says.
Run permuteRun(unsigned bytes);
/// Words have a mask for each byte. `immediate` is how many registers the
/// operand has.
Run toWordsRun(unsigned bytes);
/// `immediate` has the bits of a word that an element has.
Run fromWordsRun(unsigned bytes);
/// The low byte of words, or their low half, which has a mask for each byte.
Run truncateWordsRun(unsigned bytes);
/// Halves with a mask for each byte as words; their other bytes are zero.
bool runExtendHalves(Warp &warp, const Instruction &each);
bool runBytePermute(Warp &warp, const Instruction &each);

/// `immediate` is the mask.
bool runShuffleXor(Warp &warp, const Instruction &each);
bool runShuffleIndex(Warp &warp, const Instruction &each);
/// `immediate` is the combination.
bool runLaneReduce(Warp &warp, const Instruction &each);

/// `immediate` is the index in `Code::accesses`; `a` is what a store stores.
bool runLoad(Warp &warp, const Instruction &each);
bool runStore(Warp &warp, const Instruction &each);

bool runMatrixLoad(Warp &warp, const Instruction &each);
bool runMatrixStore(Warp &warp, const Instruction &each);
bool runAtomic(Warp &warp, const Instruction &each);
bool runReduction(Warp &warp, const Instruction &each);

/// `immediate` is the index of the global side in `Code::accesses`, where the
/// shared one follows it.
bool runAsyncCopy(Warp &warp, const Instruction &each);
bool runAsyncCommit(Warp &warp, const Instruction &each);
/// `immediate` is how many groups may be left.
bool runAsyncWait(Warp &warp, const Instruction &each);

/// Of mbarriers `a` is the address, and `b` a predicate if it is there.
/// `immediate` is how many arrivals, or bytes; whether the arrival is counted.
bool runMbarrierInit(Warp &warp, const Instruction &each);
bool runMbarrierEnd(Warp &warp, const Instruction &each);
bool runMbarrierArrive(Warp &warp, const Instruction &each);
bool runMbarrierExpect(Warp &warp, const Instruction &each);
bool runPeerArrive(Warp &warp, const Instruction &each);
bool runPeerExpect(Warp &warp, const Instruction &each);
bool runMbarrierArriveCopies(Warp &warp, const Instruction &each);
/// `c` is the parity.
bool runMbarrierWait(Warp &warp, const Instruction &each);

/// `immediate` is the index in `Code::accesses` of what says which boxes.
bool runBoxLoad(Warp &warp, const Instruction &each);
bool runBoxStore(Warp &warp, const Instruction &each);
bool runBoxCommit(Warp &warp, const Instruction &each);
/// `immediate` is how many groups may be left; until all is done, or has been
/// read.
bool runBoxWait(Warp &warp, const Instruction &each);
bool runBoxWaitRead(Warp &warp, const Instruction &each);
/// `immediate` is the index in `Code::maps`; `a` is the address.
bool runTensorMap(Warp &warp, const Instruction &each);
bool runTensorMapAcquire(Warp &warp, const Instruction &each);

/// `immediate` is the index in `Code::partitions`.
bool runPartitions(Warp &warp, const Instruction &each);
bool runPartitionsEnd(Warp &warp, const Instruction &each);

/// Of instructions that multiply such matrices; null if they are not known.
Run productRun(const MatrixTypes &types);
Run groupProductRun(const MatrixTypes &types);
bool runScaledProducts(Warp &warp, const Instruction &each);
bool runGroupWait(Warp &warp, const Instruction &each);
bool runExpectNotRead(Warp &warp, const Instruction &each);
bool runProxyFence(Warp &warp, const Instruction &each);

/// `immediate` is the index in `Code::prints`.
bool runPrint(Warp &warp, const Instruction &each);
/// `immediate` is the index in `Code::observed`.
bool runObserve(Warp &warp, const Instruction &each);
/// All registers of `a` are true; `immediate` is the index of the message in
/// `Code::prints`.
bool runAssert(Warp &warp, const Instruction &each);

/// `immediate` is the index in `Code::pieces`.
bool runShared(Warp &warp, const Instruction &each);

bool runWarpBarrier(Warp &warp, const Instruction &each);
bool runBlockBarrier(Warp &warp, const Instruction &each);
bool runClusterArrive(Warp &warp, const Instruction &each);
bool runClusterBarrier(Warp &warp, const Instruction &each);

/// `immediate` is the instruction to go to; the second goes there if `a` is
/// false.
bool runJump(Warp &warp, const Instruction &each);
bool runJumpUnless(Warp &warp, const Instruction &each);
/// Goes on while `a` is less than `b`, else to `immediate`.
Run loopTestRun(unsigned bytes, bool isUnsigned);
/// Adds `a` to the result.
Run loopStepRun(unsigned bytes);
bool runReturn(Warp &warp, const Instruction &each);

HEDDLE_SIM_END

#endif // HEDDLE_LIB_SIM_SIMTOPS_H
