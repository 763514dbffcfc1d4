//===- AccessForms.h - Instructions for shared memory -----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions with which registers of a layout can reach shared memory,
/// and what each requires of the memory's layout. See SharedPlanner.h.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_ACCESSFORMS_H
#define HEDDLE_LIB_PLAN_ACCESSFORMS_H

#include "ByteLayout.h"

#include "heddle/f2/Elimination.h"

namespace heddle {

/// One side's instruction: what it requires of the lowest offset bits. The
/// first `free` are any register directions, then come exactly `lanes`.
struct AccessForm {
  SharedInstruction instruction;
  unsigned free = 0;
  /// The images of the lane bits in `laneMask`: of a row or a column.
  InplaceVector<Word, 4> lanes;
  Word laneMask = 0;
  /// Register directions of one instruction, those of `free` among them.
  unsigned registers = 0;

  bool isTransposed() const {
    return instruction.form == SharedInstruction::Form::MatrixTransposed;
  }
  unsigned lowBits() const { return free + lanes.size(); }
};
using AccessForms = std::vector<AccessForm>;
/// Vectors of 1 to 16 bytes, and 1, 2 or 4 matrices, transposed or not.
inline constexpr unsigned MostForms = 11;

/// Cycles of a multiprocessor that accesses take: their wavefronts, and the
/// issue slots of their instructions.
inline double accessCycles(std::uint64_t wavefronts, std::uint64_t instructions,
                           const Target &target) {
  return static_cast<double>(wavefronts) * target.costs.wavefront +
         static_cast<double>(instructions) * 2 * target.costs.issue;
}

/// From how many blocks the lanes of a wavefront read, by what the bits of a
/// thread's number add to that of the block.
inline std::uint64_t blocksOfWavefront(const Words &threadBlocks,
                                       unsigned laneBits,
                                       SharedInstruction instruction) {
  constexpr unsigned WavefrontBits = 7, WordBits = 2;
  unsigned bytes = f2::highestBit(instruction.bytes);
  unsigned lanes =
      std::min(laneBits, WavefrontBits - std::max(bytes, WordBits));
  f2::VectorEchelon blocks;
  for (unsigned bit = 0; bit < lanes; ++bit)
    blocks.insert(threadBlocks[bit]);
  return f2::unit(blocks.rank());
}

/// A group of threads holds fewer bytes of a tensor than 2^this.
inline constexpr unsigned BlockShift = 56;

/// What a byte's number in a thread stands for: a byte of the tensor, and above
/// it (`BlockShift`) the block that it is read from.
inline Word pointOfRegister(const ByteLayout &layout,
                            const Words &registerBlocks, Word byte) {
  return layout.ofRegister(byte) |
         f2::shiftLeft(f2::multiply(registerBlocks, byte), BlockShift);
}

/// The side of a conversion that writes or reads.
struct AccessSide {
  AccessKind kind;
  const ByteLayout *layout;
  ThreadBits threads;
  /// The span of the registers, of one block's memory, and a basis of it.
  f2::VectorEchelon registers;
  Words ownRegisters;
  /// The blocks that the bits of registers add; empty if always the own one.
  Words registerBlocks;
  /// Independent registers, those in other blocks' memory included.
  unsigned registerRank = 0;
  /// Bits of threads that hold what other threads hold too. Writers with one of
  /// them set are idle.
  Word idle = 0;

  AccessSide(AccessKind kind, const BytePair &within, Word kept,
             const Words &registerBlocks);

  Word pointOfRegister(Word byte) const {
    return heddle::pointOfRegister(*layout, registerBlocks, byte);
  }

  LaneUse use() const;
  /// Instructions of a thread, and wavefronts of the block if no access
  /// conflicts.
  std::uint64_t instructions(const AccessForm &form) const {
    return f2::unit(registerRank - form.registers);
  }
  std::uint64_t wavefronts(const AccessForm &form, const Target &target) const;
};

/// All forms that the side's registers and lanes allow.
AccessForms formsOf(const AccessSide &side, const Target &target);

/// The images of the lanes that meet in a phase, beside the low bits. For
/// matrix forms the rows of one matrix; `secondHalf` is the register direction
/// of the second half of a transposed word.
Words phaseImages(const AccessSide &side, const AccessForm &form,
                  Word secondHalf, const Target &target);

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_ACCESSFORMS_H
