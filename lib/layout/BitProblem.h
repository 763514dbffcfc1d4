//===- BitProblem.h - Computing one output from sources ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// The problem that a bit program solves for one output of a layout: each bit
/// of some values that are there, the sources, adds a column to the output.
/// This file has the direct solution, in which every group of bits is picked,
/// moved and added; BitProgramSearch.cpp looks for detours that make it
/// shorter.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LAYOUT_BITPROBLEM_H
#define HEDDLE_LIB_LAYOUT_BITPROBLEM_H

#include "heddle/layout/BitProgram.h"

#include <array>

namespace heddle {

/// Shifts by a signed distance, left if it is positive.
inline Word shift(Word word, int distance) {
  return distance >= 0 ? f2::shiftLeft(word, static_cast<unsigned>(distance))
                       : f2::shiftRight(word, static_cast<unsigned>(-distance));
}

/// A value that is there to be used, and what each of its bits adds to the
/// output. Bits outside of `support` are zero.
struct Source {
  unsigned value;
  Word support;
  std::array<Word, f2::MaxBits> columns;

  /// The bits that add something.
  Word usedBits() const {
    Word used = 0;
    for (Word rest = support; rest != 0; rest &= rest - 1)
      if (columns[f2::lowestBit(rest)] != 0)
        used |= rest & -rest;
    return used;
  }
  /// Some bit has to travel this far.
  bool reaches(int distance) const {
    for (Word rest = support; rest != 0; rest &= rest - 1)
      if ((columns[f2::lowestBit(rest)] & shift(rest & -rest, distance)) != 0)
        return true;
    return false;
  }
  friend bool operator==(const Source &a, const Source &b) {
    if (a.support != b.support)
      return false;
    for (Word rest = a.support; rest != 0; rest &= rest - 1)
      if (a.columns[f2::lowestBit(rest)] != b.columns[f2::lowestBit(rest)])
        return false;
    return true;
  }
};

/// The output is the sum of the columns that the bits of the sources select, in
/// the rows that count; the others are masked away later.
struct Problem {
  std::vector<Source> sources;
  unsigned outBits = 0;
  Word countingRows = ~Word(0);
  bool operator==(const Problem &) const = default;
};

/// Writes steps, each once however often it is asked for.
class StepWriter {
public:
  explicit StepWriter(BitProgram &program) : program(program) {
    for (const DimBits &input : program.inputs)
      bits.push_back(f2::lowMask(input.bits));
  }

  unsigned mask(unsigned value, Word mask) {
    if ((bits[value] & ~mask) == 0)
      return value;
    return write({BitStep::Op::And, value, mask}, bits[value] & mask);
  }
  unsigned shifted(unsigned value, int distance) {
    if (distance == 0)
      return value;
    auto amount = static_cast<Word>(distance > 0 ? distance : -distance);
    return write(
        {distance > 0 ? BitStep::Op::ShiftLeft : BitStep::Op::ShiftRight, value,
         amount},
        shift(bits[value], distance));
  }
  /// Adds two values. The constant zero, `Output::Zero`, adds nothing.
  unsigned merge(unsigned a, unsigned b) {
    if (a == BitProgram::Output::Zero)
      return b;
    bool isDisjoint = (bits[a] & bits[b]) == 0;
    return write({isDisjoint ? BitStep::Op::Or : BitStep::Op::Xor,
                  std::min(a, b), std::max(a, b)},
                 bits[a] | bits[b]);
  }

private:
  unsigned write(const BitStep &step, Word possible) {
    unsigned first = program.inputs.size();
    auto found = std::find(program.steps.begin(), program.steps.end(), step);
    if (found != program.steps.end())
      return first + static_cast<unsigned>(found - program.steps.begin());
    program.steps.push_back(step);
    bits.push_back(possible);
    return first + static_cast<unsigned>(program.steps.size()) - 1;
  }

  BitProgram &program;
  std::vector<Word> bits;
};

/// The steps of the direct solution; at least some number above `limit` where
/// they are more than that.
unsigned directCost(const Problem &problem, unsigned limit = ~0U);

/// Writes the direct solution; the number of its value. Precondition: some
/// source is used.
unsigned solveDirectly(const Problem &problem, StepWriter &writer);

} // namespace heddle

#endif // HEDDLE_LIB_LAYOUT_BITPROBLEM_H
