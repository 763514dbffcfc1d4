//===- MemoryOptions.h - Banks, elements and padding of memory --*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What turns an offset of a layout, which counts elements, into an offset in
/// shared memory: how wide an element is, how the memory is divided into banks,
/// and where padding stands.
///
///     MemoryOptions f16 = {.elementBits = 16};
///     MemoryOptions padded = {.elementBits = 32, .paddings = {{32, 4}}};
///     // Offset 40 of `padded` is at address 40 + (40 / 32) * 4 = 44.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VIEW_MEMORYOPTIONS_H
#define HEDDLE_VIEW_MEMORYOPTIONS_H

#include "heddle/layout/Padding.h"

#include <vector>

namespace heddle {

struct MemoryOptions {
  /// A power of two, at most 1024 and at most one row of all banks.
  unsigned elementBits = 32;
  /// A power of two, at most 1024.
  unsigned banks = 32;
  /// A power of two, at most 1024.
  unsigned bankBytes = 4;
  /// Element `offset` stands at offset + sum of (offset / interval) * padding.
  /// At most 8 of them; no interval is 0, no padding above 65536.
  // Without the initializer, compilers warn where users name other fields only.
  // NOLINTNEXTLINE(readability-redundant-member-init)
  std::vector<Padding> paddings = {};
};

} // namespace heddle

#endif // HEDDLE_VIEW_MEMORYOPTIONS_H
