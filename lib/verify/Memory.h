//===- Memory.h - Global memory that is never too small ---------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each pointer of a kernel has a region of its own, 2^40 bytes, and points to
/// its middle: no kernel has to say how large its buffers are. What nobody has
/// written has contents all the same, which follow from the address and the
/// seed; of those numbers that are added exactly, unless a trial wants others.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_VERIFY_MEMORY_H
#define HEDDLE_LIB_VERIFY_MEMORY_H

#include "Number.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <memory>
#include <optional>

namespace heddle::equivalence {

/// What unwritten memory, and numbers among the arguments, are like.
enum class Contents {
  Exact,   ///< multiples of 1/4 up to 4: sums and products are exact
  Spread,  ///< normal distribution
  Special, ///< many zeros of both signs, infinities, NaNs, subnormals
};

/// What a region has beside that: scales are bytes near 1 as UE8M0.
enum class Role { Data, Scales };

/// A number of the type, by chance.
Bits randomNumber(std::uint64_t seed, mlir::Type type, Contents contents);

class Memory {
public:
  static constexpr unsigned RegionBits = 40;

  Memory(Contents contents, std::uint64_t seed)
      : contents(contents), seed(seed) {}

  /// A new region, of such elements; what a pointer to it is.
  std::uint64_t addRegion(mlir::Type element, std::string name,
                          Role role = Role::Data);
  /// Of the region that `addRegion` made as the one of this number.
  static std::uint64_t baseOf(std::size_t region);

  Bits read(std::uint64_t address, mlir::Type element);
  /// Who writes: an execution of an op in a program of the grid.
  struct Execution {
    std::uint32_t program = 0;
    std::uint64_t number = 0;
    /// One by one: without races.
    bool isAtomic = false;
    bool operator==(const Execution &) const = default;
  };

  /// `op` writes it. Other bits for the same bytes by the same execution, or by
  /// another program, race: the bytes count as unknown from then on.
  void write(std::uint64_t address, Bits bits, mlir::Type element,
             mlir::Operation *op, const Execution &execution);

  /// Bytes that were written, with who wrote them last.
  struct Written {
    std::uint64_t address;
    Bits bits;
    mlir::Type element;
    mlir::Operation *op;
  };
  /// The elements that were written and whose bytes are known, by address.
  std::vector<Written> written() const;
  bool isUnknown(std::uint64_t address) const;
  bool hasUnknown() const { return hasRaces; }
  bool isWritten(std::uint64_t address) const;

  /// The lowest and the highest byte of each region that was used, relative to
  /// its base; nothing of one that was not.
  struct Extent {
    std::int64_t first = 0, last = -1;
  };
  const std::vector<Extent> &extents() const { return used; }
  std::size_t regions() const { return elements.size(); }
  mlir::Type elementOf(std::size_t region) const { return elements[region]; }
  const std::string &nameOf(std::size_t region) const { return names[region]; }
  /// The region of an address; as many as there are if it is in none.
  std::size_t regionOf(std::uint64_t address) const {
    return std::min<std::uint64_t>((address >> RegionBits) - 1, regions());
  }

private:
  static constexpr std::uint64_t PageBytes = 1024;
  struct Page {
    std::array<std::uint8_t, PageBytes> bytes{};
    std::array<Execution, PageBytes> executions{};
    std::array<bool, PageBytes> isWritten{}, isUnknown{};
  };
  struct Writer {
    mlir::Type element;
    mlir::Operation *op;
  };

  const Page *find(std::uint64_t address) const;
  Page &pageOf(std::uint64_t address);
  std::uint8_t unwritten(std::uint64_t address);
  void note(std::uint64_t address, unsigned bytes);

  Contents contents;
  std::uint64_t seed;
  bool hasRaces = false;
  std::vector<mlir::Type> elements;
  std::vector<std::string> names;
  std::vector<Role> roles;
  std::vector<Extent> used;
  llvm::DenseMap<std::uint64_t, std::unique_ptr<Page>> pages;
  /// By the address of the element.
  llvm::DenseMap<std::uint64_t, Writer> writers;
};

} // namespace heddle::equivalence

#endif // HEDDLE_LIB_VERIFY_MEMORY_H
