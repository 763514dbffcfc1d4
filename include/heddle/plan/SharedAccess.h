//===- SharedAccess.h - Accesses of a given shared layout -------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a tensor in registers is loaded from, or stored to, shared memory whose
/// layout is given: which instruction divides the access, how often each warp
/// issues it, and how many wavefronts it takes (Banks.h).
///
/// A vector of 2^k elements divides the access if k bits of the register's
/// number are the lowest k bits of the offset, and nothing else changes those:
/// other lanes or warps would have the parts of a vector in other registers. If
/// only other *registers* change them, each vector has its own order, which is
/// free too for code that is unrolled: `RegisterOrder::Any`. Of copies in a
/// thread one is accessed.
///
/// Example: in 16x16 f16 row by row, four lanes to a row and four elements to a
/// lane are one ld.shared.v2.b32 for eight rows; the 16 lanes of a phase are at
/// offsets 0, 8, ..., 120 and take one wavefront.
///
/// What it does not know: transposed forms for 8-bit units, ds_read_tr, and
/// accesses to another block's memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_SHAREDACCESS_H
#define HEDDLE_PLAN_SHAREDACCESS_H

#include "heddle/layout/Padding.h"
#include "heddle/plan/Banks.h"

namespace heddle {

/// A tensor in shared memory.
struct SharedTensor {
  /// (offset in elements, block) -> element.
  LinearLayout layout;
  std::span<const Padding> paddings;
  /// 1, 2, 4, ..., 128. Elements below 8 bits take a byte.
  unsigned elementBits = 8;
  /// Of the start, in bytes: a power of two.
  unsigned alignment = 16;
};

/// Which orders of the elements of a vector are allowed.
enum class RegisterOrder {
  ByBits, ///< the same order in each vector
  Any     ///< the same order in all threads
};

/// Who moves what, in byte offsets before paddings. A lane's registers are at
/// the sums of `inLane` and `starts`, xored with the lane's own offset.
struct AccessMap {
  /// Images of the bits of a byte's number in a thread's registers.
  Words registers;
  /// Images of the bits of a byte's number among those that one instruction
  /// moves for a lane.
  Words inLane;
  /// Instructions begin at the sums of these.
  Words starts;
  /// Images of the bits of a lane in the address that it gives; of matrices
  /// that is the address of row `lane % 8` of matrix `lane / 8`, and lanes that
  /// give none have no bits here.
  Words lanes;
  /// Images of the bits of the warp, then of the block.
  Words others;
};

/// One access of a whole tensor.
struct SharedAccess {
  SharedInstruction instruction;
  /// How many of them a warp issues.
  std::uint64_t instructions = 0;
  /// Of one instruction. All of them take the same, except with paddings on
  /// offsets that are no unit vectors; then it is the most that one takes.
  unsigned wavefronts = 0;
  /// The least that an instruction of this width can take: its phases.
  unsigned ideal = 0;
  /// The byte offset of each lane that supplies an address, in an instruction
  /// that takes that many wavefronts.
  std::vector<std::optional<std::uint64_t>> offsets;
  AccessMap map;
  /// Each 16 lanes exchange what they load, as `simt.load` says.
  bool isTransposed = false;
};

/// How registers laid out as `registers` (register, lane, warp, block ->
/// element) access the tensor with the widest common vector.
///
/// Fails unless the layout has the target's lanes, the memory holds its
/// elements (it may hold more), each in the block that wants it, and there are
/// at most 2^24 offsets to count in a tensor with paddings. Without paddings
/// O(bits^2), else O(offsets).
[[nodiscard]] Result<SharedAccess>
accessShared(const LinearLayout &registers, const SharedTensor &memory,
             AccessKind kind, const Target &target,
             RegisterOrder order = RegisterOrder::ByBits);

/// The same by ldmatrix or stmatrix, with any order of registers: the widest
/// that divides the access of each of the forms: as stored, and transposed
/// (16-bit elements only). Empty where the target has none, where none divides
/// it, and where paddings leave rows of 16 bytes unaligned.
[[nodiscard]] Result<std::vector<SharedAccess>>
accessSharedByMatrices(const LinearLayout &registers,
                       const SharedTensor &memory, AccessKind kind,
                       const Target &target);

/// A load in which each 16 lanes exchange 8 bytes a lane (ds_read_tr), with any
/// order of registers. Nothing where the target has none, where it does not
/// divide the load, and where paddings leave 8 bytes unaligned.
[[nodiscard]] Result<std::optional<SharedAccess>>
transposedLoad(const LinearLayout &registers, const SharedTensor &memory,
               const Target &target);

/// The one of all these that takes the fewest cycles to issue and in
/// wavefronts; of equal ones a vector. `start` is the offset of a part of the
/// memory, in elements, to be xored into those of the tensor's elements. Stores
/// are by matrices only if each lane has elements of its own: an instruction
/// cannot leave out single lanes.
[[nodiscard]] Result<SharedAccess> cheapestAccess(const LinearLayout &registers,
                                                  const SharedTensor &memory,
                                                  Word start, AccessKind kind,
                                                  const Target &target);

/// Cycles of a multiprocessor in which a block of so many warps issues it and
/// shared memory serves it.
double cyclesOf(const SharedAccess &access, std::uint64_t warps,
                const Target &target);

} // namespace heddle

#endif // HEDDLE_PLAN_SHAREDACCESS_H
