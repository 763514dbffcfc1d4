//===- TensorBoxes.h - The boxes of a block ---------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The copy engine moves boxes: at most 256 elements along an axis, and rows no
/// longer than the swizzle. A block of a descriptor is cut into as many as that
/// takes, which lie in shared memory as the buffer's layout says:
///
///     128x128 elements of f16, swizzled within 128 bytes
///     box 0: rows 0 to 127, columns 0 to 63      at 0
///     box 1: rows 0 to 127, columns 64 to 127    at 16384
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_LOWERING_TENSORBOXES_H
#define HEDDLE_LIB_LOWERING_TENSORBOXES_H

#include "Buffer.h"
#include "heddle/ir/Tt.h"
#include "heddle/simt/TensorMapArgument.h"

namespace heddle {

/// What the tensor map of such a descriptor has to be, so that it is the same
/// for all who use it: what Triton's metadata calls `tensordesc_meta`. Without
/// a layout in the type it is that of `memory`, which may be null. Fails with
/// an error at the op on elements and layouts that the engine does not have.
mlir::FailureOr<simt::TensorMapArgument>
tensorMapFor(mlir::Operation *op, tt::TensorDescType type,
             ttg::MemDescType memory = {});

/// All boxes of a block, in a cluster those of the part that each of its blocks
/// copies to its own memory.
struct TensorBoxes {
  /// Where they are in the buffer, in bytes.
  llvm::SmallVector<std::int32_t> offsets;
  /// Where they begin in the block, of each the innermost axis first.
  llvm::SmallVector<std::int32_t> steps;
  /// How much further a block's part begins along each axis, the innermost
  /// first, for each bit of the block's number.
  std::vector<std::vector<Word>> begins;
  /// Bits of a block's number that do not tell parts apart.
  Word copies = 0;
  /// Of one.
  std::uint32_t bytes = 0;
};

/// The boxes of a block in a buffer, or in a part that begins at element
/// `start` of it. Fails with an error at the op if the elements of a box do not
/// lie there as the engine puts them.
mlir::FailureOr<TensorBoxes> boxesIn(mlir::Operation *op,
                                     tt::TensorDescType type,
                                     const simt::TensorMapArgument &map,
                                     ttg::MemDescType memory, Word start);

} // namespace heddle

#endif // HEDDLE_LIB_LOWERING_TENSORBOXES_H
