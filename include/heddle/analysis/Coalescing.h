//===- Coalescing.h - Sharing memory accesses -------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How lanes should share an access to global memory: which of a tensor's
/// elements one lane moves at once, and what the memory has to deliver then.
///
/// Addresses are known as far as AxisInfo.h tells. Along the axis on which they
/// are consecutive a lane takes as many elements as one instruction moves, and
/// its neighbours the next ones, so that a warp touches as few sectors as can
/// be. Where rows are narrow and follow each other, a lane takes several:
///
///     addresses of 512x4 bytes, row * 4 + column: one run of 2048, that of
///     axis 1 (4 indices, 1 apart), then that of axis 0 (512 indices, 4 apart)
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_COALESCING_H
#define HEDDLE_ANALYSIS_COALESCING_H

#include "heddle/analysis/AxisInfo.h"
#include "heddle/layout/LinearLayout.h"

namespace heddle {

/// The axes of a tensor of addresses, the one with the longest runs first, and
/// of equal ones the last.
std::vector<unsigned> axesByContiguity(const AxisInfo &addresses);

/// Addresses that follow each other in groups of indices, through one axis or
/// through several.
struct AddressRun {
  struct Part {
    unsigned axis;
    /// Indices along the axis, in groups that start at multiples of that. All
    /// there are but for the last part.
    std::int64_t count;
  };
  /// The fastest first.
  std::vector<Part> parts;
  /// In elements.
  std::int64_t length = 1;
  /// Divides the run's first address, in bytes.
  std::int64_t alignment = 1;
};

/// The run that begins along this axis of a tensor with these sizes, and goes
/// on along others where the axes before end. O(axes^2).
AddressRun runFrom(const AxisInfo &addresses,
                   std::span<const std::uint64_t> sizes, unsigned axis);

/// How many elements of a run one mask covers, in aligned groups.
std::int64_t constancyAlong(const AxisInfo &mask, const AddressRun &run,
                            std::span<const std::uint64_t> sizes);

/// The bits of a tensor's coordinates, the one that moves along the run in the
/// smallest steps first: of the axes of its parts.
std::vector<Word> coordinateBits(const LinearLayout &layout,
                                 const AddressRun &run);

/// Bits of coordinates that lanes, warps and blocks change.
Word bitsOfThreads(const LinearLayout &layout);

/// Of the coordinates' lowest bits, so many of each axis, those that registers
/// alone change. O(bits^2).
std::vector<Word> lowBitsOfRegisters(const LinearLayout &layout,
                                     std::span<const unsigned> bits);

/// How many elements of the run a lane has, in aligned groups, each in its own
/// registers in whatever order: sums of registers' coordinates are the run's
/// lowest bits, and no lane or warp changes these. O(bits^2).
unsigned neighboursHeld(const LinearLayout &layout, const AddressRun &run);

/// How many elements along the axis one lane can move at once: consecutive,
/// aligned, of one block, and no more than `maxBytes`. At least 1.
unsigned elementsAtOnce(const AxisInfo &addresses, unsigned axis,
                        unsigned elementBytes, std::uint64_t blockSize,
                        unsigned maxBytes);

/// One instruction of one warp.
struct WarpAccess {
  /// What a lane moves.
  unsigned bytes;
  /// Sectors of 32 bytes that the warp touches at most. Runs whose addresses
  /// are not known are taken to be apart.
  unsigned sectors;
};

/// The first access of a warp to a tensor with this layout of registers.
/// `atOnce` elements of the run that begins along the axis are moved by a lane,
/// as far as it has them in consecutive registers.
WarpAccess accessOf(const LinearLayout &layout, const AxisInfo &addresses,
                    unsigned axis, unsigned atOnce, unsigned elementBytes);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_COALESCING_H
