//===- SidePlanner.cpp - Registers and addresses of accesses --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SidePlanner.h"

namespace heddle {

namespace {

using f2::ColumnEchelon;
using f2::lowMask;
using f2::multiply;
using f2::unit;

/// Coordinates in a memory layout: offset bits, then rounds.
ColumnEchelon coordinatesOf(const MemoryLayout &memory) {
  ColumnEchelon coordinates;
  for (const Words *list :
       {&memory.vector, &memory.bank, &memory.segment, &memory.rounds})
    for (Word point : *list)
      coordinates.insert(point);
  return coordinates;
}

/// Finishes one side of a plan, whose form is chosen.
class SidePlanner {
public:
  SidePlanner(const AccessSide &side, const MemoryLayout &memory,
              SharedSide &result)
      : side(side), form(result.form), memory(memory),
        coordinates(coordinatesOf(memory)), result(result) {}

  void plan() {
    result.idle = side.idle;
    findRegisters();
    findThreads();
  }

private:
  void findRegisters();
  void findThreads();
  /// The offset, and above it the round.
  Word offsetAndRound(Word point) const {
    return coordinates.reduce(point).columns;
  }
  Word offsetAndRoundOfRegister(Word byte) const {
    return offsetAndRound(side.layout->ofRegister(byte));
  }

  const AccessSide &side;
  const AccessForm &form;
  const MemoryLayout &memory;
  ColumnEchelon coordinates;
  SharedSide &result;
};

// Directions are shifted by those before them, so that they change the address
// of an access but not the offset inside it, or the round and nothing else.
void SidePlanner::findRegisters() {
  ColumnEchelon columns;
  for (unsigned bit = 0; bit < side.layout->registers.size(); ++bit)
    columns.insert(side.pointOfRegister(unit(bit)));
  f2::VectorEchelon known;
  Words low;
  for (unsigned i = 0; i < form.free; ++i) {
    low.push_back(columns.reduce(memory.vector[i]).columns);
    known.insert(memory.vector[i]);
  }
  result.registers = low;
  unsigned offsetBits = memory.offsetBits();
  Words lifts;
  ColumnEchelon rounds;
  for (unsigned bit = 0; bit < side.layout->registers.size(); ++bit) {
    if (!known.insert(side.pointOfRegister(unit(bit))))
      continue;
    Word byte = unit(bit);
    byte ^= multiply(low, offsetAndRoundOfRegister(byte) & lowMask(form.free));
    Word round = f2::shiftRight(offsetAndRoundOfRegister(byte), offsetBits);
    ColumnEchelon::Reduction seen = rounds.reduce(round);
    if (seen.remainder != 0) {
      rounds.insert(round);
      lifts.push_back(byte);
      continue;
    }
    result.registers.push_back(byte ^ multiply(lifts, seen.columns));
  }
  for (unsigned bit = 0; bit < memory.rounds.size(); ++bit)
    result.registers.push_back(
        multiply(lifts, rounds.reduce(unit(bit)).columns));
  for (Word byte : result.registers)
    result.registerOffsets.push_back(offsetAndRoundOfRegister(byte) &
                                     lowMask(offsetBits));
}

// ldmatrix and stmatrix take the address of row r of matrix m from lane 8m + r.
void SidePlanner::findThreads() {
  for (unsigned bit = 0; bit < side.threads.total(); ++bit)
    result.threadOffsets.push_back(
        (side.idle >> bit & 1) != 0
            ? 0
            : offsetAndRound(side.layout->threads[bit]));
  if (form.instruction.form == SharedInstruction::Form::Vector)
    return;
  constexpr unsigned WordBits = 2;
  Words rows;
  const Words &lanes = result.threadOffsets;
  if (form.isTransposed())
    rows = Words(std::initializer_list<Word>{result.registerOffsets[1],
                                             lanes[0], lanes[1]});
  else
    rows = Words(std::initializer_list<Word>{lanes[2], lanes[3], lanes[4]});
  for (unsigned i = WordBits; i < form.registers; ++i)
    rows.push_back(result.registerOffsets[i]);
  for (unsigned lane = 0; lane < side.threads.lane; ++lane)
    result.threadOffsets[lane] = lane < rows.size() ? rows[lane] : 0;
}

} // namespace

void finishSides(const AccessSides &both, SharedPlan &plan) {
  for (auto [side, which] :
       {std::pair(&plan.write, 0U), std::pair(&plan.read, 1U)}) {
    SidePlanner(both.sides[which], plan.memory, *side).plan();
    for (unsigned bit = 0; bit < plan.groupBits; ++bit)
      side->threadOffsets[plan.within.threads.lane + bit] ^=
          unit(plan.memory.offsetBits() + bit);
  }
}

} // namespace heddle
