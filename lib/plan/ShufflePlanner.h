//===- ShufflePlanner.h - Conversions inside of a warp ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Moving data between the lanes of a warp by shuffles: any conversion in which
/// every thread finds what it needs inside its warp, of any F2 layouts.
///
/// Let X be the source and Y the destination, both by the byte and as seen from
/// inside of a warp, and t a thread. Choose, linearly, for every destination
/// byte y of thread 0 a source byte T(y) in lane P(y), with X(T(y), P(y)) =
/// Y(y); and for every thread t a destination byte V(t), a source byte N(t) and
/// a lane M(t), with X(N(t), M(t)) = Y(V(t), t). Then
///
///     X(T(j) + N(t), P(j) + M(t)) = Y(j + V(t), t)         (*)
///
/// so in *round* j every thread t reads, from lane P(j) + M(t), the byte
/// T(j) + N(t) into its byte j + V(t). Bytes that always travel together
/// (P = 0) are packed into words, so that j runs over words.
///
/// If M(t) is t's own lane, rounds with P(j) = 0 need no shuffle, and the
/// others read from the lane's own number xor P(j). That can be had exactly if
/// each thread holds some of what it needs, and then the number of shuffles is
/// what must come from another lane at least, in words. Else M is made
/// invertible, so that no lane has to send two words in one round; where even
/// that cannot be (few lanes hold what many need), lanes take turns, in 2^c
/// rounds.
///
/// Source: the exchange by warp shuffles of Zhou et al. (arXiv 2505.23819,
/// section 5.4), there for permutations of bits; here for all linear maps.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_SHUFFLEPLANNER_H
#define HEDDLE_LIB_PLAN_SHUFFLEPLANNER_H

#include "ByteLayout.h"
#include "ProgramBuilder.h"
#include "heddle/plan/Conversion.h"

namespace heddle {

/// The maps of the file's comment. Words of bytes of registers and of lanes.
struct ShufflePlan {
  /// Bases of the rounds j and of the bytes inside of a word (at most 2), both
  /// in destination bytes.
  Words rounds, pack;
  /// T and P of `rounds`, T of `pack`.
  Words roundSources, roundLanes, packSources;
  /// V, N and M by the bits of t; M with t's warp and block.
  Words targets, sources, lanes;
  /// M is the identity.
  bool readsOwnLane = false;
  /// N as a function of the thread that is read from, and of the turn:
  /// N(t) = sent(M(t)) + turns(turnOf(t)), up to bytes of equal content.
  Words sent, turns, turnOf;
  /// Which destination bytes, in coordinates of (pack, rounds), hold what each
  /// bit of the destination byte's number stands for; replicas included.
  Words coordinates;

  /// Shuffles of one thread.
  std::uint64_t shuffles() const;
  /// Rounds that need no other lane if all read from their own, as a power of
  /// two.
  unsigned localRoundBits() const;
  /// A lower bound on the words that some lane must get from others.
  std::uint64_t bound() const;
};

/// How the bytes of a pair move inside of warps. None if a thread needs data
/// from another warp.
std::optional<ShufflePlan> planShuffles(const BytePair &pair);

/// What threads with an odd number of bits in `mask` add to an index.
struct SelectShift {
  Word amount, mask;
};
using SelectShifts = InplaceVector<SelectShift, f2::MaxBits>;
/// A linear map of threads as independent shifts: a stage of selections each.
SelectShifts shiftsOf(const Words &columns);

/// A *passage* is a shuffle: its number has the turn in the low bits and the
/// round above them. The source bytes that their bits are for.
Words askedBytes(const ShufflePlan &plan);
/// What threads add to the number of the round whose word they take.
Words roundShifts(const ShufflePlan &plan);

/// What the program of `emitShuffles` alone counts, without making it. Nothing
/// where lanes take turns, and where words that travel are no words of
/// registers, so that bytes are permuted. O(bits^2).
std::optional<ProgramCounts> countShuffles(const ShufflePlan &plan,
                                           const BytePair &pair);

/// Appends the instructions to the program; `state` has the bytes of the source
/// and gets those of the destination.
void emitShuffles(const ShufflePlan &plan, ThreadBits threads,
                  ProgramBuilder &builder, ByteState &state);

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_SHUFFLEPLANNER_H
