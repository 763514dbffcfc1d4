//===- AccessWidth.h - What one access of a lane moves ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many elements of global memory a lane moves with one instruction, with a
/// layout of registers, and what the accesses of a block cost then.
///
/// Registers move at once if their addresses fill an aligned group of bytes,
/// whatever the order of their numbers.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_ANALYSIS_ACCESSWIDTH_H
#define HEDDLE_ANALYSIS_ACCESSWIDTH_H

#include "heddle/analysis/AxisInfo.h"
#include "heddle/layout/LinearLayout.h"
#include "heddle/target/Target.h"
#include "mlir/IR/Operation.h"

namespace heddle {

/// How many elements a lane moves at once, and how many each bound alone would
/// allow.
struct AccessWidth {
  mlir::Operation *op = nullptr;
  unsigned elementBytes = 0;
  unsigned elements = 1;
  /// Neighbours that a lane has in registers one after the other, aligned.
  unsigned registers = 1;
  /// Addresses one behind the other, and how they are aligned.
  std::int64_t contiguity = 1, alignment = 1;
  /// Elements that one mask is known to cover; nothing without a mask.
  std::optional<std::int64_t> mask;
  /// Of one instruction.
  unsigned most = 1;
  /// Registers that get the same element by one access.
  unsigned repeats = 1;
};

/// What bounds the width of an access, each bound alone, and the coordinates
/// that it covers.
struct AccessBounds {
  AccessWidth width;
  /// The bits of coordinates by which elements of one access differ, the one
  /// between neighbours in memory first.
  std::vector<Word> covered;
};

/// Bits of coordinates that registers alone change, and that change none of
/// these numbers: if they are those of addresses, masks and what else a load
/// depends on, one is enough for all such registers.
std::vector<Word> repeatedBits(const LinearLayout &layout,
                               std::span<const AxisInfo> numbers);

/// Of elements of so many bytes, along the axis that allows the widest access.
/// `mask` may be null; an instruction moves `maxBytes` at most.
AccessBounds boundAccess(const LinearLayout &layout, const AxisInfo &addresses,
                         const AxisInfo *mask, unsigned bytes,
                         unsigned maxBytes);

/// Cycles of a multiprocessor for an instruction of a warp whose lanes move so
/// many bytes, beside what the memory takes.
double pipeCyclesOfAccess(unsigned bytes, const Target &target);

/// Cycles of a multiprocessor for all accesses of a block to a tensor with this
/// layout: the instructions of all warps, and the sectors that each touches.
/// The mask may be null.
double globalAccessCycles(const LinearLayout &layout, const AxisInfo &addresses,
                          const AxisInfo *mask, unsigned bytes, bool isStore,
                          const Target &target);

} // namespace heddle

#endif // HEDDLE_ANALYSIS_ACCESSWIDTH_H
