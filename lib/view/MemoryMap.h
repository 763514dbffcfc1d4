//===- MemoryMap.h - Where an offset stands in the banks --------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The arithmetic of shared memory: offset -> address (padding) -> row and
/// bank, and back. An address counts elements, gaps included. With 16-bit
/// elements and 32 banks of 4 bytes, offset 71 is the upper half of bank 3 in
/// row 1.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VIEW_MEMORYMAP_H
#define HEDDLE_LIB_VIEW_MEMORYMAP_H

#include "IndexedLayout.h"
#include "heddle/view/MemoryOptions.h"

namespace heddle::view {

class MemoryMap {
public:
  /// Fails for layouts other than of shared memory, above 2^32 offsets, and for
  /// options outside their bounds.
  [[nodiscard]] static Result<MemoryMap> of(const IndexedLayout &layout,
                                            const MemoryOptions &options);

  /// The addresses that share one bank of one row.
  struct Slots {
    std::uint64_t first;
    std::uint64_t count;
    /// The bank holds the middle or the end of one wide element.
    bool isContinued;
  };
  Slots slots(std::uint64_t row, std::uint64_t bank) const;

  std::uint64_t addressOf(std::uint64_t offset) const;
  /// Nothing for a gap, and past the end. O(log of the offsets).
  std::optional<std::uint64_t> offsetAt(std::uint64_t address) const;
  /// One past the last element.
  std::uint64_t extent() const { return addressOf(offsets - 1) + 1; }

  /// A memory smaller than a row has fewer columns than banks.
  std::uint64_t cols() const;
  std::uint64_t rows() const;
  std::uint64_t bankBytes() const { return options.bankBytes; }
  std::uint64_t rowBytes() const {
    return std::uint64_t(options.banks) * options.bankBytes;
  }

private:
  MemoryMap(std::uint64_t offsets, const MemoryOptions &options)
      : offsets(offsets), options(options) {}
  std::uint64_t offsets;
  MemoryOptions options;
};

} // namespace heddle::view

#endif // HEDDLE_LIB_VIEW_MEMORYMAP_H
