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
/// be.
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
/// `atOnce` elements along the axis are moved by a lane, as far as it has them
/// one behind the other.
WarpAccess accessOf(const LinearLayout &layout, const AxisInfo &addresses,
                    unsigned axis, unsigned atOnce, unsigned elementBytes);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_COALESCING_H
