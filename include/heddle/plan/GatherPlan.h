//===- GatherPlan.h - Gathers inside of warps -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which lane and which register hold the element that an index names.
///
/// A register of the result has coordinates, and an index that takes the place
/// of the one along the gathered axis. If the thread's warp holds the source's
/// elements for every index, the lane and the register that hold one are linear
/// over F2 in the bits of the result's register, of the thread and of the
/// index. The lane is read by a shuffle. It cannot know which of its registers
/// the reader means, so each register that may be meant is read, and the reader
/// selects:
///
///     rows of 8 elements of f16, 4 to a lane, gathered along the row:
///     lane = own lane with bit 0 replaced by bit 2 of the index
///     register = bits 0 and 1 of the index
///
/// Two registers make a word there, so that an element takes 2 shuffles, a
/// select by bit 1, and a shift by bit 0.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_GATHERPLAN_H
#define HEDDLE_PLAN_GATHERPLAN_H

#include "heddle/plan/Conversion.h"

#include <optional>
#include <vector>

namespace heddle {

/// A number that depends on the thread, on the index of an element and on the
/// register of the result: the xor of all three.
struct GatherMap {
  ThreadMap thread;
  /// One column for each bit of an index along the axis.
  Words index;
  std::vector<Word> registers;

  Word operator()(unsigned reg, Word ofThread, Word ofIndex) const {
    return thread(ofThread) ^ f2::multiply(index, ofIndex) ^ registers[reg];
  }
};

/// One of two words, by a bit of the source register's number without its part
/// that the result's register gives.
struct WordChoice {
  unsigned bit = 0;
  /// In which the numbers of the two words differ, where an element takes a
  /// word.
  Word difference = 0;
};

struct GatherPlan {
  ThreadBits threads;
  /// Where the element is: a lane of the thread's warp, and a register there.
  GatherMap lane, source;
  /// log2 of the elements of a word that is read: the lowest bits of the
  /// register's number say which of them is meant. 0 too where each narrow
  /// element is read as the lowest of a word of its own.
  unsigned packedBits = 0;
  /// Words of an element, if it has more than one.
  unsigned wordsOfElement = 1;
  /// Which of the words that may be meant is.
  std::vector<WordChoice> choices;
  /// The lane is the thread's own.
  bool staysInThread = false;
  /// The element's place in its word differs between threads or with indices.
  bool movesInWord = false;

  /// Without the part of the thread and of the index, the word of a result's
  /// register.
  Word firstWord(unsigned reg) const {
    return source.registers[reg] >> packedBits;
  }
};

/// The plan with the least cost. Nothing if the warp of some thread does not
/// hold all that an index may name, or if the target has no shuffle from any
/// lane. Layouts are from (register, lane, warp) to elements; `result` has
/// coordinates no larger than those of the source along other axes.
/// O(registers * bits^2).
std::optional<GatherPlan> planGather(const LinearLayout &source,
                                     const LinearLayout &result, unsigned axis,
                                     unsigned elementBytes,
                                     const Target &target);

/// What a block executes with the plan, where the source has so many registers
/// of elements of so many bytes.
ProgramCounts countGather(const GatherPlan &plan, std::uint64_t sourceRegisters,
                          unsigned elementBytes);

/// What it executes if the source is written to shared memory, row-major, and
/// every register of the result reads its element there. Indices are taken to
/// be random: conflicts are counted with some.
ProgramCounts countSharedGather(const LinearLayout &source,
                                const LinearLayout &result, unsigned axis,
                                unsigned elementBytes, const Target &target);

/// How a gather is carried out: inside of warps with a plan, through shared
/// memory without; and what a block executes.
struct GatherChoice {
  std::optional<GatherPlan> inWarp;
  ProgramCounts counts;
};

/// The cheaper of the two; inside of warps too where the source does not fit
/// into shared memory.
GatherChoice chooseGather(const LinearLayout &source,
                          const LinearLayout &result, unsigned axis,
                          unsigned elementBytes, const Target &target);

} // namespace heddle

#endif // HEDDLE_PLAN_GATHERPLAN_H
