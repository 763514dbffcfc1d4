//===- Banks.h - The bank conflicts of an access ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bank conflicts of one access, exactly: how many wavefronts a warp's load
/// or store of shared memory takes.
///
/// The offsets of the lanes of a phase are an affine space over F2. With rank r
/// of its words (accesses wider than a word: of its units) and rank b of their
/// banks, each bank that is accessed at all has to deliver 2^(r-b) words: that
/// many wavefronts, the same in every phase.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLAN_BANKS_H
#define HEDDLE_PLAN_BANKS_H

#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"

#include <optional>
#include <vector>

namespace heddle {

enum class AccessKind { Load, Store };

/// A word of a register, and of a bank.
inline constexpr unsigned WordBytes = 4;

/// Words that so many bytes fill, the last one perhaps in part.
constexpr std::uint64_t wordsOfBytes(std::uint64_t bytes) {
  return (bytes + WordBytes - 1) / WordBytes;
}

/// Which instruction moves the data.
struct SharedInstruction {
  enum class Form {
    Vector,          ///< ld.shared, st.shared, ds_read, ds_write
    Matrix,          ///< ldmatrix, stmatrix
    MatrixTransposed ///< their .trans forms for 16-bit units
  };
  Form form = Form::Vector;
  /// Bytes that one lane moves: 1 to 16. For matrices 4, 8 or 16: x1, x2, x4.
  unsigned bytes = 4;
  /// Words of a lane that hold them: bytes below a word have one to themselves.
  unsigned words() const { return bytes < WordBytes ? 1 : bytes / WordBytes; }
  friend bool operator==(const SharedInstruction &,
                         const SharedInstruction &) = default;
};

/// "ld.shared.v4.b32", "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16",
/// "ds_read_b128".
std::string instructionText(const SharedInstruction &instruction,
                            AccessKind kind, const Target &target);
/// The same of the matrix forms, which only NVIDIA has.
std::string matrixInstructionText(const SharedInstruction &instruction,
                                  AccessKind kind);

/// What lanes do beside giving addresses.
struct LaneUse {
  /// Lanes with one of these bits set take no part.
  Word idle = 0;
  /// Lanes that differ in bit 0, or else in bit 1, have the same address, and
  /// the target may serve more of them at once (`Target::mergesNeighbours`).
  bool doNeighboursAgree = false;
};

/// The wavefronts of one instruction of one warp, whose lanes access byte
/// offset `base ^ sum of laneOffsets[i]` over the bits i of the lane. The base
/// does not matter. For the matrix forms these are the addresses of rows, 16
/// bytes each, and lane 8 * m + r supplies the address of row r of matrix m. An
/// offset is a multiple of the bytes that a lane accesses there. O(lane
/// bits^2).
unsigned wavefrontsOf(const SharedInstruction &instruction, AccessKind kind,
                      std::span<const Word> laneOffsets, const Target &target,
                      const LaneUse &use = {});

/// The least that any addresses take: one for each phase that has a lane.
unsigned idealWavefronts(const SharedInstruction &instruction, AccessKind kind,
                         const Target &target, const LaneUse &use = {});

/// The lanes that are served with lane 0 in the instruction.
LaneSpace phaseOf(const SharedInstruction &instruction, AccessKind kind,
                  const Target &target, const LaneUse &use = {});

/// How many lanes supply an address: all, or eight for each matrix.
unsigned addressingLanes(const SharedInstruction &instruction,
                         const Target &target);

/// One phase of an access, counted.
struct PhaseCount {
  /// Bit l: lane l is served in this phase.
  std::uint64_t lanes;
  unsigned wavefronts;
  /// The lowest bank that delivers that many words, and the lanes that access
  /// it.
  unsigned bank;
  std::uint64_t askingLanes;
  friend bool operator==(const PhaseCount &, const PhaseCount &) = default;
};

/// A byte offset for each lane that supplies an address. A lane without one is
/// inactive.
using LaneOffsets = std::span<const std::optional<std::uint64_t>>;

/// Each two lanes that differ in bit 0 have the same address, or each two that
/// differ in bit 1 (`LaneUse`).
bool doNeighboursAgree(LaneOffsets offsets);

/// The phases of one instruction with any byte offsets, by counting words in
/// banks: the oracle of `wavefrontsOf`, and the only way with paddings. Of the
/// use only whether neighbours agree counts: an inactive lane has no offset.
/// O(lanes * words).
std::vector<PhaseCount> countPhases(const SharedInstruction &instruction,
                                    AccessKind kind, LaneOffsets offsets,
                                    const Target &target,
                                    const LaneUse &use = {});

/// The sum of the wavefronts of `countPhases`.
unsigned countWavefronts(const SharedInstruction &instruction, AccessKind kind,
                         LaneOffsets offsets, const Target &target);

} // namespace heddle

#endif // HEDDLE_PLAN_BANKS_H
