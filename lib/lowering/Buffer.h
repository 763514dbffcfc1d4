//===- Buffer.h - Buffers in shared memory ----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a `!ttg.memdesc` of shared memory describes: one buffer, or an array of
/// them, one behind the other. Leading axes that the layout does not describe
/// are those of the array.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_BUFFER_H
#define HEDDLE_LIB_LOWERING_BUFFER_H

#include "heddle/ir/Ttg.h"
#include "heddle/plan/SharedAccess.h"

namespace heddle {

struct Buffer {
  /// (offset in elements, block of the cluster) -> element.
  LinearLayout layout;
  std::vector<Padding> paddings;
  unsigned elementBits = 8;
  /// Of the start, in bytes.
  unsigned alignment = 16;
  /// The bytes up to the next buffer of an array, or those of one alone.
  std::uint64_t bytes = 0;

  /// As planners see it, while the buffer lives.
  SharedTensor tensor() const {
    return {layout, paddings, elementBits, alignment};
  }
};

/// The sizes of a type's leading axes; empty unless it is an array.
std::vector<std::uint64_t> arraySizes(ttg::MemDescType type);

/// One buffer. Fails with an error at the op on what cannot be compiled:
/// buffers outside of shared memory, parts of them in several memories of a
/// block, elements that are no numbers.
mlir::FailureOr<Buffer> bufferOf(mlir::Operation *op, ttg::MemDescType type);

/// The same; all buffers of an array as one. What lies behind one's elements is
/// a padding more.
mlir::FailureOr<Buffer> wholeBufferOf(mlir::Operation *op,
                                      ttg::MemDescType type);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_BUFFER_H
