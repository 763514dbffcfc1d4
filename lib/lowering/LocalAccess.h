//===- LocalAccess.h - Accesses of a buffer ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How a thread's registers are moved to or from a buffer in shared memory.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_LOCALACCESS_H
#define HEDDLE_LIB_LOWERING_LOCALACCESS_H

#include "heddle/plan/Program.h"
#include "heddle/plan/SharedAccess.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace heddle {

/// Access i moves the `width` registers with the numbers `slots[i * width]` and
/// on, at `maps[at[i]]`, with the paddings that precede it, plus `offsets[i]`,
/// which count theirs: all in bytes from the buffer's begin. For matrices these
/// are the addresses of rows that lanes give, and a lane's registers are words
/// in which small elements lie packed.
struct LocalAccess {
  SharedInstruction instruction;
  unsigned width = 1;
  std::vector<ThreadMap> maps;
  llvm::SmallVector<std::int32_t> at, offsets;
  llvm::SmallVector<std::int32_t> slots;
  /// Of each register: where it is in `slots`, or a copy of it.
  llvm::SmallVector<std::int32_t> slotOf;
  /// Lanes exchange what they load.
  bool isTransposed = false;

  bool isOfMatrix() const {
    return instruction.form != SharedInstruction::Form::Vector;
  }
};

/// By the instruction that `cheapestAccess` chooses. The memory is aligned to
/// its elements, which have whole bytes. `start` is the offset of a subview, to
/// be xored into those of elements. Fails as `accessShared` does.
/// O(registers * bits).
Result<LocalAccess> planLocalAccess(const LinearLayout &registers,
                                    const SharedTensor &memory, Word start,
                                    AccessKind kind, const Target &target);

/// Vectors of `width` registers each, `registers[i * width]` and on, whose
/// elements lie next to each other: the access of each, without `slotOf`. Those
/// that only repeat another are left out; `slots` has the numbers of the
/// others' registers. Nothing if one's elements do not lie so, or not at a
/// multiple of its size, or in the memory of another block. O(registers *
/// bits).
std::optional<LocalAccess>
planLocalVectors(const LinearLayout &layout, const SharedTensor &memory,
                 Word start, llvm::ArrayRef<std::int32_t> registers,
                 unsigned width);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_LOCALACCESS_H
