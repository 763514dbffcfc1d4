//===- Mutations.h - Mistakes in kernels ------------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Mistakes that a compiler could make: a barrier, a constant of a shuffle, a
/// predicate of an access, a fragment or a descriptor of a product, a parity of
/// an mbarrier or an offset of a box that is wrong. The simulator has to notice
/// each, by a trap or by what is in memory at the end.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_SIM_MUTATIONS_H
#define HEDDLE_TEST_SIM_MUTATIONS_H

#include "heddle/simt/Simt.h"

#include <string>
#include <vector>

namespace heddle {

enum class Mistake {
  NoBarrier,
  /// Another bit of the lanes that exchange; the lane beside the one meant.
  OtherLanes,
  /// No bit at all: each lane has its own value.
  OwnLane,
  /// Of all registers, or of one.
  NotPredicate,
  NotOnePredicate,
  TruePredicate,
  FalsePredicate,
  /// Of two conditions that have to hold, only the one or the other.
  OnlyLeft,
  OnlyRight,
  /// Of products: two fragments change places, or two of the scales' or their
  /// lanes, a field of a descriptor has another bit, the fence or the wait is
  /// not there.
  OtherFragment,
  OtherScale,
  OtherDescriptor,
  NoFence,
  NoWait,
  /// Of copies: a wait is not there, or leaves one more group on its way; the
  /// end of a group is not there.
  NoCopyWait,
  LaterCopyWait,
  NoCommit,
  /// Of mbarriers, copies of boxes and tensor maps: an op is not there, all
  /// threads do what one should, a number is another.
  NoBoxOp,
  AllThreads,
  MoreArrivals,
  FewerArrivals,
  MoreBytes,
  FewerBytes,
  OtherParity,
  OtherOffset,
  OtherStep,
  LaterBoxWait,
  /// Of partitions: they want more registers, or take them back before all have
  /// given theirs.
  MoreRegisters,
  EarlyRegisters,
};

struct Mutation {
  Mistake mistake;
  /// Which op it is about, counted as they stand in the kernel.
  unsigned op;
  /// Which bit, or which register.
  unsigned detail = 0;
};

/// All mistakes that can be made with a kernel, in its order.
std::vector<Mutation> findMutations(simt::KernelOp kernel);

/// "shared store: without its barrier": what was done to which op.
std::string describe(simt::KernelOp kernel, const Mutation &mutation);

/// The op that a mistake is about.
mlir::Operation *findOp(simt::KernelOp kernel, unsigned number);

/// Makes the mistake.
void mutate(simt::KernelOp kernel, const Mutation &mutation);

/// In which lanes an op is looked at: where the mistake changes the predicate
/// or what a shuffle reads, where it only makes the predicate false, or in all.
enum class Probe { Changed, Lost, All };

/// Puts a load beside the op, whose address is in no buffer, in the lanes that
/// the probe is about: it traps if there ever is one. Those of a mistake about
/// a barrier are all.
void insertProbe(simt::KernelOp kernel, const Mutation &mutation, Probe probe);

/// Makes the bytes that a shuffle gives undefined where the mistake changes
/// them: it traps if anything is made of them.
void forgetChanged(simt::KernelOp kernel, const Mutation &mutation);

/// Whether a barrier may be there for the order in which others see global
/// memory, which the simulator does not look at: the kernel has atomic accesses
/// with an order.
bool mayOrderGlobalMemory(simt::KernelOp kernel);

/// Whether the lanes that exchange with it in the shuffles of one op of the
/// source reach the same lanes as without it. A reduction that does not care in
/// which order it goes has the same results then.
bool reachesTheSameLanes(simt::KernelOp kernel, const Mutation &mutation);

/// Whether the mistake is about a predicate.
bool isOfPredicate(const Mutation &mutation);
/// Whether it is about products of matrices, their fences or waits.
bool isOfProduct(const Mutation &mutation);
/// Whether it is about copies that go on by themselves.
bool isOfCopy(const Mutation &mutation);
/// Whether it is about mbarriers, copies of boxes, tensor maps or registers.
bool isOfBox(const Mutation &mutation);

} // namespace heddle

#endif // HEDDLE_TEST_SIM_MUTATIONS_H
