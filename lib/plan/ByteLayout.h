//===- ByteLayout.h - Layouts by the byte -----------------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A register layout by the byte: which byte of which element each byte of a
/// thread's registers holds. Elements of all widths then obey one algebra: the
/// lowest bits of a byte's number inside a thread say which byte of the element
/// it is, the others which register; and so do the lowest bits of a point of
/// the tensor.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_PLAN_BYTELAYOUT_H
#define HEDDLE_LIB_PLAN_BYTELAYOUT_H

#include "heddle/plan/Program.h"

#include <optional>

namespace heddle {

/// (byte in the thread's registers, thread) -> byte of the tensor, linear.
struct ByteLayout {
  /// Images of the bits of the byte's number in the thread.
  Words registers;
  /// Images of the thread's bits.
  Words threads;

  Word ofRegister(Word byte) const { return f2::multiply(registers, byte); }
  Word ofThread(Word thread) const { return f2::multiply(threads, thread); }
  friend bool operator==(const ByteLayout &, const ByteLayout &) = default;
};

/// The products of columns with all vectors: 0, 1, ..., 2^columns - 1. One step
/// each.
inline std::vector<Word> productsOf(std::span<const Word> columns) {
  std::vector<Word> products = {0};
  products.reserve(f2::unit(static_cast<unsigned>(columns.size())));
  for (Word column : columns)
    for (std::size_t i = 0, size = products.size(); i < size; ++i)
      products.push_back(products[i] ^ column);
  return products;
}

/// The bytes of an element: at least one.
unsigned elementBytesOf(unsigned elementBits);

/// Two layouts of one tensor by the byte.
struct BytePair {
  ByteLayout src, dst;
  ThreadBits threads;
  unsigned elementBytes;
  /// The tensor's axes, whose bits stand above those of the byte in an element.
  DimBitsList axes;

  /// Elements in the source registers of a thread.
  unsigned inputs() const {
    return static_cast<unsigned>(f2::unit(src.registers.size()) / elementBytes);
  }
};

/// The same movement of bytes, seen from inside of the groups of threads that
/// agree in the bits of `kept`: each destination byte in a group where its
/// source is. None if a group needs bytes of another one. Source columns of
/// kept bits are zero; an equal movement is an equal pair.
std::optional<BytePair> movementWithin(const BytePair &pair, Word kept);

/// A movement in which threads read from other blocks: which block holds what
/// each bit of the destination's registers and threads adds, as the number of
/// the block, and where in that block.
struct ClusterMovement {
  /// As `movementWithin` blocks, but destinations are in the block they name.
  BytePair within;
  Words registerBlocks, threadBlocks;
};

/// Each thread reads from its own block where that has what it needs. None if
/// no block has it.
std::optional<ClusterMovement> movementAcross(const BytePair &pair);

/// Fails unless both are layouts of registers of the same tensor over the same
/// lanes, warps and blocks, of at most 64 bits with the bytes.
[[nodiscard]] Result<BytePair> makeBytePair(const LinearLayout &src,
                                            const LinearLayout &dst,
                                            unsigned elementBits);

} // namespace heddle

#endif // HEDDLE_LIB_PLAN_BYTELAYOUT_H
