//===- AllocationFootprint.cpp - Who touches which bytes ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocationFootprint.h"

namespace heddle {

using namespace mlir;

// Most have one allocation, and all others few.
Footprint &AllocationFootprint::partOf(std::optional<unsigned> allocation) {
  auto part = llvm::find_if(
      found, [&](const Part &each) { return each.first == allocation; });
  return part != found.end()
             ? part->second
             : found.emplace_back(allocation, Footprint()).second;
}

void AllocationFootprint::add(std::optional<unsigned> allocation,
                              std::uint64_t begin, std::uint64_t bytes,
                              ThreadSet who) {
  constexpr std::uint64_t Zero = 1ULL << 31, End = 1ULL << 32;
  partOf(allocation).add((begin + Zero) % End, bytes, who);
}

void AllocationFootprint::add(const AllocationFootprint &other) {
  isEverything |= other.isEverything;
  for (const auto &[allocation, footprint] : other.found)
    partOf(allocation).add(footprint);
}

void AllocationFootprint::finish() {
  for (auto &[allocation, footprint] : found)
    footprint.finish();
}

SyncScope conflictOf(const AllocationFootprint &a,
                     const AllocationFootprint &b) {
  auto isPlaced = [](const AllocationFootprint &each) {
    return each.isEverything || llvm::any_of(each.found, [](const auto &part) {
             return !part.first;
           });
  };
  if (a.isEmpty() || b.isEmpty())
    return SyncScope::None;
  if (isPlaced(a) || isPlaced(b))
    return SyncScope::Block;
  auto most = SyncScope::None;
  for (const auto &[allocation, footprint] : a.found)
    for (const auto &[other, otherFootprint] : b.found)
      if (allocation == other)
        most = std::max(most, conflictOf(footprint, otherFootprint));
  return most;
}

/// Addresses depend on the block at most where somebody asks for its number.
static bool usesRank(simt::KernelOp kernel) {
  return kernel.getClusterBlocks() != 1 &&
         kernel.walk([](simt::BlockRankOp) { return WalkResult::interrupt(); })
             .wasInterrupted();
}

FootprintBuilder::FootprintBuilder(simt::KernelOp kernel,
                                   const SharedAllocations &allocations)
    : lanes(kernel.getLanes()), blockThreads(simt::mostWarps(kernel) * lanes),
      threads(usesRank(kernel) ? kernel.getClusterBlocks() * blockThreads
                               : blockThreads),
      allocations(allocations),
      values(threads, blockThreads, ThreadValues::Unknown::Multiples) {}

AllocationFootprint FootprintBuilder::of(const simt::MemoryAccess &access) {
  using Form = simt::MemoryAccess::Form;
  if (access.isAtomic || access.isDistributed || !access.addresses)
    return anywhere(access);
  switch (access.form) {
  case Form::Vector:
    return ofVectors(access);
  case Form::Matrix:
  case Form::MatrixTransposed:
    return ofMatrices(access);
  case Form::Unknown:
    return anywhere(access);
  }
  return anywhere(access);
}

AllocationFootprint
FootprintBuilder::ofVectors(const simt::MemoryAccess &access) {
  const ThreadValues::Registers &bases = values.of(access.addresses);
  const ThreadValues::Registers *predicates =
      access.predicates ? &values.of(access.predicates) : nullptr;
  llvm::SmallVector<std::optional<Ring>> rings;
  for (const auto &each : access.instructions) {
    rings.push_back(ringOf(bases[each.base]));
    if (!rings.back())
      return anywhere(access);
  }
  AllocationFootprint footprint;
  for (unsigned thread = 0; thread < threads; ++thread)
    for (auto [index, each] : llvm::enumerate(access.instructions)) {
      if (predicates != nullptr && !(*predicates)[index].empty() &&
          (*predicates)[index][thread] == 0)
        continue;
      std::uint64_t address =
          bases[each.base][thread] + static_cast<std::uint32_t>(each.offset);
      rings[index]->add(footprint, address, access.bytes, who(thread));
    }
  footprint.finish();
  return footprint;
}

/// Which lane has which bytes: see `simt.matrix_load`.
AllocationFootprint
FootprintBuilder::ofMatrices(const simt::MemoryAccess &access) {
  constexpr unsigned Rows = 8, UnitBytes = 2;
  bool isTransposed = access.form == simt::MemoryAccess::Form::MatrixTransposed;
  const ThreadValues::Register &base = values.of(access.addresses).front();
  const std::optional<Ring> ring = ringOf(base);
  // A lane gets what others have copied, so that it does not matter whose each
  // byte is in which buffer: that would take long to find.
  if (!ring || ring->step != 0)
    return anywhere(access);
  const ThreadValues::Register *takesPart =
      access.predicates ? &values.of(access.predicates).front() : nullptr;
  auto offset = static_cast<std::uint32_t>(access.instructions.front().offset);
  AllocationFootprint footprint;
  for (unsigned thread = 0; thread < threads; ++thread) {
    if (takesPart != nullptr && !takesPart->empty() &&
        (*takesPart)[thread] == 0)
      continue;
    unsigned lane = thread % lanes;
    for (unsigned unit = 0; unit < access.bytes / UnitBytes; ++unit) {
      unsigned along = lane % 4 * 2 + unit % 2, across = lane / 4;
      unsigned row = isTransposed ? along : across;
      unsigned column = isTransposed ? across : along;
      unsigned giver = thread - lane + unit / 2 * Rows + row;
      std::uint64_t address =
          base[giver] + offset + std::uint64_t{column} * UnitBytes;
      ring->add(footprint, address, UnitBytes, who(thread));
    }
  }
  footprint.finish();
  return footprint;
}

/// All bytes of the allocations in which it may be.
AllocationFootprint
FootprintBuilder::anywhere(const simt::MemoryAccess &access) const {
  AllocationFootprint footprint;
  llvm::BitVector candidates = allocations.accessedBy(access);
  for (unsigned number : candidates.set_bits())
    footprint.add(number, 0,
                  simt::SharedOp(allocations.all()[number]).getBytes(),
                  ThreadSet::any());
  if (candidates.none() && access.asynchrony == simt::Asynchrony::None)
    footprint.addEverything();
  footprint.finish();
  return footprint;
}

ThreadSet FootprintBuilder::who(unsigned thread) const {
  unsigned inBlock = thread % blockThreads;
  return ThreadSet::only(inBlock, inBlock / lanes);
}

// Whoever knows the number of a buffer accesses it in the allocation.
std::optional<FootprintBuilder::Ring>
FootprintBuilder::ringOf(const ThreadValues::Register &base) const {
  constexpr std::uint64_t MostBuffers = 16;
  if (base.empty())
    return std::nullopt;
  Ring ring;
  simt::SharedOp allocation = base.allocation;
  if (allocation)
    ring.allocation = allocations.numberOf(allocation);
  if (base.step == 0)
    return ring;
  if (!allocation || allocation.getBytes() / base.step > MostBuffers)
    return std::nullopt;
  ring.step = base.step;
  ring.bytes = allocation.getBytes();
  return ring;
}

std::optional<FootprintBuilder::BufferPlace>
FootprintBuilder::placeOf(const ThreadValues::Register &base,
                          std::int32_t offset, unsigned bytes) const {
  simt::SharedOp allocation = base.allocation;
  if (base.empty() || !allocation || !base.counter ||
      base.step * base.counter->count != allocation.getBytes())
    return std::nullopt;
  auto isInside = [&](std::uint64_t number) {
    return number + static_cast<std::uint32_t>(offset) + bytes <= base.step;
  };
  if (!llvm::all_of(base.numbers, isInside))
    return std::nullopt;
  return BufferPlace{allocations.numberOf(allocation), *base.counter};
}

std::optional<FootprintBuilder::BufferPlace>
FootprintBuilder::placeOf(Operation *op, const simt::MemoryAccess &access) {
  using Form = simt::MemoryAccess::Form;
  if (access.isAtomic || access.isDistributed || !access.addresses)
    return std::nullopt;
  const ThreadValues::Registers &bases = values.of(access.addresses);
  if (access.form == Form::Unknown) {
    bool isOfBuffer =
        isa<simt::GroupMmaOp, simt::BoxLoadOp, simt::BoxStoreOp>(op);
    return isOfBuffer ? placeOf(bases.front(), 0, 1) : std::nullopt;
  }
  constexpr unsigned RowBytes = 16;
  unsigned bytes = access.form == Form::Vector ? access.bytes : RowBytes;
  std::optional<BufferPlace> place;
  for (const auto &each : access.instructions) {
    std::optional<BufferPlace> one =
        placeOf(bases[each.base], each.offset, bytes);
    if (!one || (place && one != place))
      return std::nullopt;
    place = one;
  }
  return place;
}

void FootprintBuilder::Ring::add(AllocationFootprint &footprint,
                                 std::uint64_t begin, std::uint64_t width,
                                 ThreadSet who) const {
  if (step == 0)
    return footprint.add(allocation, begin, width, who);
  for (std::uint64_t at = begin % step; at < bytes; at += step)
    footprint.add(allocation, at, width, who);
}

} // namespace heddle
