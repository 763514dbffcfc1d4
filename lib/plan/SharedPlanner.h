//===- SharedPlanner.h - Conversions through shared memory ------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Moving data through shared memory: which instructions write and read it, and
/// the offset of each byte in between.
///
/// A memory layout is a basis of the bytes' space, one vector a bit of the
/// offset: the *vector* bits, which one lane's access covers, the *bank* bits
/// above them, and the *segment* bits, which do not change the bank. An access
/// takes as many wavefronts as it has phases exactly if the segment space meets
/// Q only in zero, Q being what a phase touches: the span of the access's
/// vector and of the images of the phase's lanes. Q has no more dimensions than
/// vector and bank bits together, since a phase is what the banks can deliver
/// at once; and over F2 two subspaces of one dimension have a common
/// complement. So for every pair of instructions, one to write and one to read,
/// there is a layout with which neither has a conflict, and the search is one
/// over instructions.
///
/// Which instructions are possible: a vector access of 2^v bytes needs v
/// register directions as the lowest offset bits, of the two sides' common ones
/// as far as both reach. ldmatrix and stmatrix need two register directions,
/// then lane bits 0 and 1; their transposed forms one, then lane bits 2, 3, 4
/// (PTX ISA, fragments of ldmatrix), and each row of 16 bytes has its own
/// address.
///
/// Source: Zhou et al., "Linear Layouts" (arXiv 2505.23819), section 5.4 and
/// appendix, for one width on both sides and vector accesses.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_SHAREDPLANNER_H
#define HEDDLE_LIB_PLAN_SHAREDPLANNER_H

#include "PairPlanner.h"
#include "ProgramBuilder.h"
#include "heddle/plan/Conversion.h"

namespace heddle {

/// How one side accesses the memory.
struct SharedSide {
  AccessForm form;
  /// Bytes' numbers in the thread that span its registers, replicas left out:
  /// the directions of one instruction, those of its free low bits first; then
  /// those of different instructions; then those of rounds.
  Words registers;
  /// The offsets of `registers`.
  Words registerOffsets;
  /// Offsets of the threads' bits, and the bits of threads that are idle.
  Words threadOffsets;
  Word idle = 0;
  /// Extra wavefronts: each phase takes 2^conflictBits.
  unsigned conflictBits = 0;
};

/// A conversion through shared memory.
struct SharedPlan {
  /// The movement inside of the groups of threads that share memory.
  BytePair within;
  Scope scope = Scope::Block;
  /// The blocks that are read from, of conversions across blocks: what the bits
  /// of the destination's registers and of threads add to the block's number.
  Words registerBlocks, threadBlocks;
  SharedSide write, read;
  MemoryLayout memory;
  /// Rows of the padded baseline.
  std::vector<Padding> paddings;
  /// Groups of one block have memory of their own, one after the other.
  unsigned groupBits = 0;
  /// What the accesses and barriers of its program count at least.
  ProgramCounts least;

  std::uint64_t scratchBytes() const {
    std::uint64_t last = f2::unit(memory.offsetBits() + groupBits) - 1;
    return paddedOffset(paddings, last) + 1;
  }
};

/// The cheapest of all pairs of instructions in at most `budget` bytes. Fails
/// if threads need data from another group, and where nothing fits the budget.
[[nodiscard]] Result<SharedPlan> planShared(const BytePair &pair, Scope scope,
                                            const Target &target,
                                            std::uint64_t budget);

/// As compilers did it before swizzles: the tensor row by row, rows along the
/// axis that is contiguous in the destination, each followed by as many bytes
/// as the wider of the two sides' accesses has. Fails if blocks hold no boxes,
/// and if that takes more than `budget` bytes.
[[nodiscard]] Result<SharedPlan> planPadded(const BytePair &pair,
                                            std::uint64_t budget);

/// The loaded byte, in coordinates of `plan.read.registers`, that each bit of a
/// byte's number in the destination stands for.
Words outputCoordinates(const SharedPlan &plan);

/// Of one instruction of one warp, where threads with a bit of `idle` are not
/// active.
Wavefronts wavefrontsOfAccess(const SharedInstruction &instruction,
                              AccessKind kind, const Words &threadOffsets,
                              Word idle, const ThreadBits &threads,
                              const Target &target);

/// What the program of `emitShared` alone counts, without making it. Nothing
/// where words of accesses are no words of registers, so that bytes are
/// permuted: only the program tells how many permutes they share. And nothing
/// across blocks. O(bits^2).
std::optional<ProgramCounts> countShared(const SharedPlan &plan,
                                         const Target &target);

/// Appends the instructions to the program; `state` has the bytes of the source
/// and gets those of the destination.
void emitShared(const SharedPlan &plan, ProgramBuilder &builder,
                ByteState &state);

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_SHAREDPLANNER_H
