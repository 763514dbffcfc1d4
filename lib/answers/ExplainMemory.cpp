//===- ExplainMemory.cpp - Why the banks are free of conflicts ------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanations.h"
#include "LanesText.h"
#include "ScratchPoints.h"
#include "heddle/f2/Elimination.h"
#include "heddle/view/PlainText.h"

#include <algorithm>

namespace heddle {

namespace {

using Op = Instruction::Op;

constexpr unsigned RowBytes = 16;

/// What one phase of an instruction asks of the memory.
struct PhaseTouch {
  const Instruction *instruction;
  AccessKind kind;
  /// Bytes from each address on.
  unsigned bytes;
  LaneSpace lanes;
  unsigned phases;
  /// Bits of an offset inside of an access, at least of a word.
  unsigned lowBits;
  /// What the lanes of the phase add to an offset.
  Words steps;
  /// Dimensions of what is touched, and of what of it the banks tell apart.
  unsigned dimensions, inBanks;
};

unsigned bankOffsetBits(const Target &target) {
  return f2::highestBit(Word(target.banks) * WordBytes);
}

PhaseTouch touchOf(const Program &program, const Instruction &each,
                   const Target &target) {
  PhaseTouch touch = {};
  touch.instruction = &each;
  touch.kind = each.kind();
  bool isVector = each.access.form == SharedInstruction::Form::Vector;
  touch.bytes = isVector ? each.access.bytes : RowBytes;
  const Words &columns = program.addresses[each.index].columns;
  LaneUse use = program.laneUse(each);
  touch.lanes = phaseOf(each.access, touch.kind, target, use);
  touch.phases = idealWavefronts(each.access, touch.kind, target, use);
  touch.lowBits = f2::highestBit(std::max(touch.bytes, WordBytes));
  f2::VectorEchelon touched;
  f2::VectorEchelon banks;
  Word bankMask = f2::lowMask(bankOffsetBits(target));
  auto insert = [&](Word offset) {
    touched.insert(offset);
    banks.insert(offset & bankMask);
  };
  for (unsigned bit = 0; bit < touch.lowBits; ++bit)
    insert(f2::unit(bit));
  for (std::uint32_t lane : touch.lanes.basis()) {
    touch.steps.push_back(f2::multiply(columns, lane));
    insert(touch.steps.back());
  }
  touch.dimensions = touched.rank();
  touch.inBanks = banks.rank();
  return touch;
}

/// The offset bits in their order.
Words offsetPoints(const ScratchLayout &scratch) {
  Words points;
  for (const Words *list : {&scratch.vector, &scratch.bank, &scratch.segment})
    for (Word point : *list)
      points.push_back(point);
  return points;
}

std::string offsetsTable(const ConvertAnswer &answer,
                         const ScratchLayout &scratch) {
  TextTable table = {{"offset bit", "part", "step in the tensor"}};
  unsigned bit = 0;
  for (auto [list, part] :
       {std::pair(&scratch.vector, "vector"), std::pair(&scratch.bank, "bank"),
        std::pair(&scratch.segment, "segment")})
    for (Word point : *list)
      table.push_back({std::to_string(bit++), part,
                       pointText(scratchPoint(answer, point))});
  for (Word point : scratch.rounds)
    table.push_back({"(round)", "", pointText(scratchPoint(answer, point))});
  return tableText(table, "  ");
}

std::string roundsText(const ScratchLayout &scratch) {
  if (scratch.rounds.empty())
    return "";
  return concat("  rounds   the scratch holds a part at a time: ",
                f2::unit(scratch.rounds.size()),
                " rounds use the same bytes one after another\n");
}

/// The lanes that are served with lane 0.
std::uint64_t lanesOf(const LaneSpace &space) {
  std::uint64_t lanes = 0;
  Words basis;
  for (std::uint32_t lane : space.basis())
    basis.push_back(lane);
  for (Word i = 0; i < f2::unit(basis.size()); ++i)
    lanes |= f2::unit(static_cast<unsigned>(f2::multiply(basis, i)));
  return lanes;
}

std::string servedText(const PhaseTouch &touch, const Target &target) {
  const SharedInstruction &access = touch.instruction->access;
  std::string name = instructionText(access, touch.kind, target);
  std::string lanes = lanesText(lanesOf(touch.lanes));
  std::string phase =
      access.form == SharedInstruction::Form::Vector
          ? concat(name, " moves ", countText(touch.bytes, "byte"),
                   " of each lane. Lanes ", lanes,
                   " are served together: a phase")
          : concat(name, " moves matrices of ", f2::unit(touch.lanes.dimension),
                   " rows of ", touch.bytes,
                   " bytes. A matrix, with addresses from lanes ", lanes,
                   ", is a phase");
  return paragraph(
      concat(phase, ". It touches ", f2::unit(touch.dimensions),
             " bytes; a wavefront delivers up to ", target.banks * WordBytes,
             ", one word of each of the ", target.banks,
             " banks. An instruction has ", countText(touch.phases, "phase"),
             " and takes that many wavefronts at least, in any layout."));
}

std::string stepsText(const ConvertAnswer &answer, const Words &points,
                      const PhaseTouch &touch) {
  TextTable table = {
      {"spanned by", "offset", "step in the tensor"},
      {concat("the access, offset bits 0 to ", touch.lowBits - 1),
       concat("1 to ", f2::unit(touch.lowBits - 1)), ""}};
  for (unsigned i = 0; i < touch.steps.size(); ++i) {
    Word point = f2::multiply(points, touch.steps[i]);
    table.push_back({concat("lane ", touch.lanes.basis()[i]),
                     std::to_string(touch.steps[i]),
                     pointText(scratchPoint(answer, point))});
  }
  return tableText(table, "  ");
}

std::string meetingText(const PhaseTouch &touch, const Target &target) {
  unsigned lost = touch.dimensions - touch.inBanks;
  std::string sums =
      concat("These span ", f2::unit(touch.dimensions), " offsets. ");
  unsigned bytes = target.banks * WordBytes;
  if (lost == 0)
    return paragraph(concat(
        sums, "Only zero among them is a multiple of ", bytes,
        "; any other would be in the segment space, which changes the word "
        "and not the bank. So no two words of the phase are in one bank, and "
        "it "
        "takes one wavefront."));
  return paragraph(concat(sums, "Of these ", f2::unit(lost),
                          " are multiples of ", bytes,
                          ", and so in the segment space: each bank has to "
                          "deliver that many words, and the phase takes that "
                          "many wavefronts."));
}

std::string sideText(const ConvertAnswer &answer, const Words &points,
                     const PhaseTouch &touch) {
  return concat(touch.kind == AccessKind::Store ? "WRITING\n\n" : "READING\n\n",
                servedText(touch, *answer.target), "\n",
                stepsText(answer, points, touch), "\n",
                meetingText(touch, *answer.target));
}

} // namespace

std::string explainMemory(const ConvertAnswer &answer) {
  const Conversion &conversion = answer.conversion;
  if (!conversion.scratch)
    return "";
  const ScratchLayout &scratch = *conversion.scratch;
  unsigned bankBits = bankOffsetBits(*answer.target);
  std::string text = concat(
      "THE LAYOUT OF THE SCRATCH\n\n",
      paragraph(
          "An offset in the scratch has bits, too, and each bit stands for "
          "a step in the tensor:"),
      "\n", offsetsTable(answer, scratch),
      "\n"
      "  vector   contiguous bytes, which one instruction of a lane moves\n"
      "  bank     the other offset bits below ",
      bankBits, ", which select a bank\n  segment  the offset bits from ",
      bankBits, " on: offsets ", f2::unit(bankBits),
      " bytes apart share a bank\n", roundsText(scratch));
  bool areFree = true;
  for (Op op : {Op::Store, Op::Load}) {
    auto first =
        std::ranges::find(conversion.program.code, op, &Instruction::op);
    if (first == conversion.program.code.end())
      continue;
    PhaseTouch touch = touchOf(conversion.program, *first, *answer.target);
    areFree = areFree && touch.dimensions == touch.inBanks;
    text += "\n" + sideText(answer, offsetPoints(scratch), touch);
  }
  if (areFree)
    text +=
        "\n" +
        paragraph(
            "Neither side has conflicts, and this is no coincidence: over F2 "
            "any two subspaces of the same dimension, here the bytes of a "
            "phase of writes and those of a phase of reads, have a common "
            "complement. The segment space is one.");
  return text;
}

} // namespace heddle
