//===- LayoutKind.h - What a layout's locations are -------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the input dimensions of a layout say about where the tensor lives. The
/// views choose their form by it.
///
///     {register, lane, warp, block}   Distributed: registers of threads
///     {offset, block}                 Shared: offsets in shared memory
///     {row, col, block}               TensorMemory
///     {thread}                        Other
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIEW_LAYOUTKIND_H
#define HEDDLE_VIEW_LAYOUTKIND_H

#include "heddle/layout/LinearLayout.h"

namespace heddle {

enum class LayoutKind {
  /// All inputs are register, lane, warp or block; also for no inputs at all.
  Distributed,
  /// An offset, and nothing else but block and partition.
  Shared,
  /// A row or col, and nothing else but these and block.
  TensorMemory,
  /// Any other names.
  Other,
};

/// By the names of the input dimensions, in any order and of any size: one
/// that is missing is one of size 1.
LayoutKind layoutKind(const LinearLayout &layout);

/// "a distributed layout", "a layout of tensor memory", ..., for messages.
std::string_view kindText(LayoutKind kind);

} // namespace heddle

#endif // HEDDLE_VIEW_LAYOUTKIND_H
