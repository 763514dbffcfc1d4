//===- Subslices.h - Parts of memory that views can have --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a part of a memory begins is added to offsets in it by XOR of what the
/// bits of its first element stand for (`ttg.memdesc_subslice`). A bit that a
/// swizzle mixes with another axis cannot be cut off.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_SUBSLICES_H
#define HEDDLE_IR_SUBSLICES_H

#include "heddle/ir/Ttg.h"

#include <optional>

namespace heddle::ir {

/// Of parts of so many elements along an axis, the first element behind a part
/// that a swizzle mixes with another axis; nothing if memory can be cut there.
/// Axes are those of the type. O(bits of the axis).
std::optional<std::int64_t> mixedElement(ttg::MemDescType memory, unsigned axis,
                                         std::int64_t length);

} // namespace heddle::ir

#endif // HEDDLE_IR_SUBSLICES_H
