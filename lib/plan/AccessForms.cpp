//===- AccessForms.cpp - Instructions for shared memory -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessForms.h"

#include <algorithm>
#include <bit>

namespace heddle {

namespace {

using f2::multiply;
using f2::unit;
using Form = SharedInstruction::Form;

constexpr unsigned WordBits = 2;
constexpr unsigned MostVectorBits = 4;
/// Lanes whose number agrees in bits 2 to 4 hold one row of a matrix; of a
/// transposed one, one column.
constexpr unsigned InRowBits = 2;
constexpr unsigned MostMatrixBits = 2;
static_assert(MostForms == MostVectorBits + 1 + 2 * (MostMatrixBits + 1));

/// The lane bits that address rows in matrix instructions.
constexpr Word MatrixLanes = 0b11111;

} // namespace

AccessSide::AccessSide(AccessKind kind, const BytePair &within, Word kept,
                       const Words &registerBlocks)
    : kind(kind), layout(kind == AccessKind::Store ? &within.src : &within.dst),
      threads(within.threads), registerBlocks(registerBlocks) {
  // Blocks stand highest, so they are eliminated first.
  f2::VectorEchelon points;
  for (unsigned bit = 0; bit < layout->registers.size(); ++bit)
    points.insert(pointOfRegister(unit(bit)));
  registerRank = points.rank();
  if (registerBlocks.empty()) {
    registers = points;
    ownRegisters = layout->registers;
  }
  for (Word left = points.leading() & f2::lowMask(BlockShift);
       !registerBlocks.empty() && left != 0; left &= left - 1) {
    ownRegisters.push_back(points.vector(f2::lowestBit(left)));
    registers.insert(ownRegisters.back());
  }
  if (kind == AccessKind::Load)
    return;
  f2::VectorEchelon held = registers;
  for (unsigned bit = 0; bit < threads.total(); ++bit)
    if ((kept >> bit & 1) == 0 && !held.insert(layout->threads[bit]))
      idle |= unit(bit);
}

LaneUse AccessSide::use() const {
  return {.idle = idle,
          .doNeighboursAgree =
              layout->threads[0] == 0 || layout->threads[1] == 0};
}

std::uint64_t AccessSide::wavefronts(const AccessForm &form,
                                     const Target &target) const {
  std::uint64_t warps =
      unit(static_cast<unsigned>(std::popcount(~idle & threads.warpMask())));
  std::uint64_t each = idealWavefronts(form.instruction, kind, target, use());
  return instructions(form) * warps * each;
}

static void addMatrixForms(AccessForms &forms, const AccessSide &side,
                           bool isTransposed) {
  AccessForm form;
  form.instruction.form = isTransposed ? Form::MatrixTransposed : Form::Matrix;
  form.free = isTransposed ? 1 : WordBits;
  form.laneMask = f2::lowMask(InRowBits);
  if (isTransposed)
    form.laneMask ^= MatrixLanes;
  for (Word left = form.laneMask; left != 0; left &= left - 1)
    form.lanes.push_back(side.layout->threads[f2::lowestBit(left)]);
  for (unsigned more = 0; more <= MostMatrixBits; ++more) {
    form.instruction.bytes = 1U << (WordBits + more);
    form.registers = WordBits + more;
    if (form.registers <= side.registers.rank())
      forms.push_back(form);
  }
}

AccessForms formsOf(const AccessSide &side, const Target &target) {
  AccessForms forms;
  // They are large.
  forms.reserve(MostForms);
  for (unsigned bits = 0; bits <= MostVectorBits; ++bits)
    if (bits <= side.registers.rank())
      forms.push_back({.instruction = {Form::Vector, 1U << bits},
                       .free = bits,
                       .lanes = {},
                       .laneMask = 0,
                       .registers = bits});
  const MatrixAccess &matrix =
      side.kind == AccessKind::Load ? target.loadMatrix : target.storeMatrix;
  // Every lane writes, and no two the same; all read from the own block.
  if (!matrix.exists || !side.registerBlocks.empty() ||
      side.threads.lane != 5 || (side.idle & MatrixLanes) != 0)
    return forms;
  addMatrixForms(forms, side, false);
  if (matrix.transposes16)
    addMatrixForms(forms, side, true);
  return forms;
}

Words phaseImages(const AccessSide &side, const AccessForm &form,
                  Word secondHalf, const Target &target) {
  Words images;
  auto addLane = [&](Word lane) {
    images.push_back(multiply(side.layout->threads, lane));
  };
  switch (form.instruction.form) {
  case Form::Vector: {
    LaneSpace phase = phaseOf(form.instruction, side.kind, target, side.use());
    for (Word lane : phase.basis())
      addLane(lane);
    break;
  }
  case Form::Matrix:
    for (Word lane : {4, 8, 16})
      addLane(lane);
    break;
  case Form::MatrixTransposed:
    images.push_back(secondHalf);
    for (Word lane : {1, 2})
      addLane(lane);
    break;
  }
  return images;
}

} // namespace heddle
