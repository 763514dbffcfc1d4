//===- CopyMemory.h - Shared memory that copies fill ------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads of loops become asynchronous copies to shared memory, which run some
/// iterations ahead (LoopLoads.h). What one copy moves, and which layouts the
/// memory can have.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_COPYMEMORY_H
#define HEDDLE_ANALYSIS_COPYMEMORY_H

#include "heddle/analysis/AxisAnalysis.h"
#include "heddle/encoding/Encoding.h"
#include "heddle/ir/Tt.h"
#include "heddle/layout/LinearLayout.h"

#include <vector>

namespace heddle {

/// What one `cp.async` of a thread moves (PTX ISA, 9.7.9.25).
inline constexpr unsigned LeastCopyBytes = 4, MostCopyBytes = 16;

/// Elements of a thread that lie side by side in global memory, and are read or
/// left out together.
struct CopyNeighbours {
  /// The axes, the one with the shortest steps first.
  UnsignedList order;
  /// The bits of coordinates by which they differ, likewise.
  std::vector<Word> bits;
  /// How blocks of a cluster share the registers.
  Bases cga = {};
  unsigned elements() const { return 1U << bits.size(); }
  friend bool operator==(const CopyNeighbours &,
                         const CopyNeighbours &) = default;
};

/// The most of them that a thread has, at most `MostCopyBytes`, of elements of
/// so many bytes. O(axes^2).
CopyNeighbours neighboursOf(tt::LoadOp load, const LinearLayout &registers,
                            const AxisFacts &facts, unsigned bytes);

/// How many of them are neighbours in shared memory too.
unsigned widthIn(const LinearLayout &memory, const CopyNeighbours &neighbours);

/// Layouts of shared memory in which they stay neighbours, from no swizzle to
/// the strongest; of equally good ones the first has the least to compute.
std::vector<Encoding> swizzlesFor(const CopyNeighbours &neighbours);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_COPYMEMORY_H
