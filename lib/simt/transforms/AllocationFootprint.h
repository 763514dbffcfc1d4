//===- AllocationFootprint.h - Who touches which bytes ----------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIMT_TRANSFORMS_ALLOCATIONFOOTPRINT_H
#define HEDDLE_LIB_SIMT_TRANSFORMS_ALLOCATIONFOOTPRINT_H

#include "SharedProgram.h"
#include "ThreadValues.h"

namespace heddle {

/// The bytes that one instruction of all threads touches, counted from where
/// allocations begin: the same wherever these lie.
class AllocationFootprint {
public:
  /// From so many bytes behind the begin of an allocation, by its number,
  /// modulo 2^32; behind the first byte of shared memory without one.
  void add(std::optional<unsigned> allocation, std::uint64_t begin,
           std::uint64_t bytes, ThreadSet who);
  /// All shared memory, by any thread.
  void addEverything() { isEverything = true; }
  void add(const AllocationFootprint &other);
  /// To be called before any question. Costs what `Footprint::finish` does.
  void finish();

  bool isEmpty() const { return found.empty() && !isEverything; }
  bool isOfEverything() const { return isEverything; }
  /// Of each allocation by its number, and of none. Addresses have 32 bits:
  /// byte 0 counts as 2^31, so that what threads that a branch leaves out have
  /// in front of it comes before it.
  using Part = std::pair<std::optional<unsigned>, Footprint>;
  llvm::ArrayRef<Part> parts() const { return found; }

  /// If one of the two writes. Allocations that both may be in are live at the
  /// same time: no two of them have bytes in common.
  friend SyncScope conflictOf(const AllocationFootprint &a,
                              const AllocationFootprint &b);

private:
  Footprint &partOf(std::optional<unsigned> allocation);

  llvm::SmallVector<Part, 1> found;
  bool isEverything = false;
};

/// Finds the footprints of a kernel's accesses.
class FootprintBuilder {
public:
  FootprintBuilder(simt::KernelOp kernel, const SharedAllocations &allocations);

  /// Atomic accesses are of anybody to anything: among them nobody waits.
  /// So are those of other blocks.
  AllocationFootprint of(const simt::MemoryAccess &access);

  /// In which buffer of which allocation's ring an access is.
  struct BufferPlace {
    unsigned allocation;
    RingCounter counter;
    friend bool operator==(const BufferPlace &, const BufferPlace &) = default;
  };
  /// Nothing if that is not known. Tiles of products and boxes are in the
  /// buffer that their address is in.
  std::optional<BufferPlace> placeOf(mlir::Operation *op,
                                     const simt::MemoryAccess &access);

private:
  AllocationFootprint ofVectors(const simt::MemoryAccess &access);
  AllocationFootprint ofMatrices(const simt::MemoryAccess &access);
  AllocationFootprint anywhere(const simt::MemoryAccess &access) const;
  ThreadSet who(unsigned thread) const;
  /// Where an address may be: in an allocation, by its number, or in none, and
  /// if `step` is not zero, in which of its buffers is not known.
  struct Ring {
    std::optional<unsigned> allocation;
    std::uint64_t step = 0, bytes = 0;

    void add(AllocationFootprint &footprint, std::uint64_t begin,
             std::uint64_t width, ThreadSet who) const;
  };
  std::optional<Ring> ringOf(const ThreadValues::Register &base) const;
  /// The same of an address, if all bytes from it on are in that buffer.
  std::optional<BufferPlace> placeOf(const ThreadValues::Register &base,
                                     std::int32_t offset, unsigned bytes) const;

  /// Threads of all blocks of the cluster, one block after the other: each
  /// accesses the memory of its own, so that those of equal numbers never
  /// conflict.
  unsigned lanes, blockThreads, threads;
  const SharedAllocations &allocations;
  ThreadValues values;
};

} // namespace heddle

#endif // HEDDLE_LIB_SIMT_TRANSFORMS_ALLOCATIONFOOTPRINT_H
