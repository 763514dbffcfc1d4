//===- MemoryContents.h - What shared memory holds --------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shared memory of a certificate: after the stores of a round, one affine
/// map from offsets to bytes of the tensor; and which threads wrote and read
/// each offset since which barrier.
///
/// Offsets of different blocks are told apart by the block's number above the
/// offset (`BlockShift`).
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_MEMORYCONTENTS_H
#define HEDDLE_LIB_PLAN_MEMORYCONTENTS_H

#include "Contents.h"

#include "heddle/f2/Elimination.h"

namespace heddle {

/// Where byte `byte` of each thread's access goes, with the block above the
/// offset. The immediate is part of it. Paddings are left out: they keep the
/// order of offsets, so different ones stay different.
ThreadMap byteAddress(const Program &program, const Instruction &access,
                      unsigned byte);

class MemoryContents {
public:
  explicit MemoryContents(const Program &program);

  void barrier(Scope scope);
  /// Fails if another thread may still read there, out of bounds, and if the
  /// contents are not affine together with those stored before.
  [[nodiscard]] Result<void> store(const ThreadMap &address, Word idle,
                                   const Contents &contents, unsigned node);
  /// What the threads load. Fails where nothing was stored, or without a
  /// barrier in between.
  [[nodiscard]] Result<ThreadMap> load(const ThreadMap &address);
  /// At the end: fails if another block may still read, as the memory's own
  /// block may be gone or go on with something else.
  [[nodiscard]] Result<void> checkLeft() const;

private:
  struct Cell {
    static constexpr unsigned Nobody = ~0U;
    unsigned writer = Nobody, writeTime = 0;
    /// One reader, and the bits in which others differ from it. At first any
    /// thread of the block, in a call before this one.
    unsigned reader = 0, readTime = 0;
    Word readersDiffer = 0;
  };
  template <class Visit>
  Result<void> visit(const ThreadMap &address, Word idle, Visit visit);
  Cell *at(Word offset);
  bool isCovered(unsigned time, Word differ) const;
  Result<void> learn(Word offset, Word point);

  const Program &program;
  ThreadBits bits;
  std::vector<Cell> cells;
  /// Barriers so far, and the number of the last one of each scope or wider.
  unsigned time = 1;
  unsigned lastWarp = 0, lastBlock = 0, lastCluster = 0;
  /// The affine map: `origin` goes to `originPoint`, differences of offsets
  /// that were inserted in `known` go to `images`.
  bool isFresh = true;
  Word origin = 0, originPoint = 0;
  f2::ColumnEchelon known;
  Words images;
};

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_MEMORYCONTENTS_H
