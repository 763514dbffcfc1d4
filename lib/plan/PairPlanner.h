//===- PairPlanner.h - Layouts for a pair of accesses -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The lowest bits of the offset for a pair of instructions, and the rest of
/// the memory's layout. See SharedPlanner.h.
///
/// Addresses of whole accesses have zeros below the access's size, wherever the
/// thread and the instruction: so what threads and instructions differ by has
/// to be in a complement H of the vector bits. Where one side's access is
/// narrower its lanes may reach the vector bits above its own size, and are led
/// there if its phases need more banks than H has.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_PAIRPLANNER_H
#define HEDDLE_LIB_PLAN_PAIRPLANNER_H

#include "AccessForms.h"

namespace heddle {

/// The layout of the bytes of a group of threads.
struct MemoryLayout {
  /// The tensor's bytes that offset bits 0, 1, ... stand for.
  Words vector, bank, segment;
  /// Those of rounds, one after the other at the same offsets.
  Words rounds;

  unsigned offsetBits() const {
    return vector.size() + bank.size() + segment.size();
  }
};

/// The two sides of a conversion, and what they have in common.
struct AccessSides {
  std::array<AccessSide, 2> sides; ///< writes, reads
  /// The side whose choices count first where there are several: the same
  /// layout for a conversion and the one back, so that each thread of a round
  /// trip finds its bytes at the offsets that it wrote or read before.
  unsigned first;
  /// A basis of the register directions that both have.
  Words commonRegisters;
  /// Dimensions of the space of bytes that a group holds, and of those that it
  /// reads.
  unsigned dimensions, readDimensions;

  /// `readBlocks`: see `AccessSide::registerBlocks`.
  AccessSides(const BytePair &within, Word kept, const Words &readBlocks);
};

/// One instruction to write and one to read.
class PairPlanner {
public:
  PairPlanner(const AccessSides &both, const Target &target);

  /// Vector bits that both have as registers are at most so many, with any two
  /// forms.
  unsigned mostCommonBits() const;
  /// False if the two do not go together.
  bool plan(const AccessForm &write, const AccessForm &read);

  /// Of the last plan: dimensions that rounds can take.
  unsigned mostRoundBits() const;
  /// Each wavefront of side 0 (writes) or 1 (reads) takes 2^this.
  unsigned conflictBits(unsigned which) const { return conflicts[which]; }
  MemoryLayout layout(unsigned roundBits) const;
  /// Permutes that make a word of an access from words of registers, or the
  /// other way round.
  unsigned movedBits(unsigned which) const;

private:
  unsigned bankBits() const;
  bool chooseLanes();
  bool chooseVector();
  std::optional<Word> secondHalf(unsigned which) const;
  bool chooseRest();
  void spreadNarrow(std::span<const Word> phase);
  bool addRest(Word point, Word allowed);
  void countConflicts();
  /// Points that addresses of this side add: all thread bits but the lanes that
  /// are in the low bits.
  Words addressThreads(unsigned which) const;
  Words touchedBy(unsigned which, unsigned dimensions) const;

  const AccessSides &both;
  const Target &target;
  /// What the threads of each side have, which no vector bit may be, unless it
  /// is of lanes that are in the low bits: so these are the same with any two
  /// forms.
  std::array<f2::VectorEchelon, 2> reserved;
  f2::VectorEchelon reservedInBoth;
  std::array<const AccessForm *, 2> forms = {};
  std::array<Words, 2> images;
  Words vector;
  /// A basis of H; what is not needed for addresses comes from here on.
  Words rest;
  unsigned firstOptional = 0;
  /// Of the vector bits, then of H.
  f2::ColumnEchelon all;
  std::array<unsigned, 2> conflicts = {};
};

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_PAIRPLANNER_H
