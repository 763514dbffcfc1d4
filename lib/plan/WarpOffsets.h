//===- WarpOffsets.h - Where a warp's registers are in memory ---*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A register layout on top of a shared one, by the byte: at which offset of
/// its block's memory each byte of each register is.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_WARPOFFSETS_H
#define HEDDLE_LIB_PLAN_WARPOFFSETS_H

#include "heddle/plan/SharedAccess.h"

namespace heddle {

/// Images of the bits of a location, as byte offsets without paddings.
struct WarpOffsets {
  /// First the bits of the byte inside of an element.
  Words registers;
  Words lanes;
  /// Of the warps, then of the blocks.
  Words others;
  /// log2 of the bytes of an element.
  unsigned elementLog;

  /// The bits that some lane, warp or block changes.
  Word threadBits() const;
};

/// What registers span beside a part that an instruction covers.
struct RegisterSplit {
  /// The registers span the part, and the order is allowed.
  bool covers;
  /// A basis of the rest: the part is repeated at each of its sums.
  Words starts;
};

/// `part` are different unit vectors; the starts have none of their bits.
RegisterSplit splitRegisters(const WarpOffsets &offsets,
                             std::span<const Word> part, RegisterOrder order);

/// Fails as `accessShared` does.
[[nodiscard]] Result<WarpOffsets> makeWarpOffsets(const LinearLayout &registers,
                                                  const SharedTensor &memory,
                                                  const Target &target);

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_WARPOFFSETS_H
