//===- LocalAccess.cpp - Accesses of a buffer -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalAccess.h"
#include "heddle/f2/Elimination.h"

#include <bit>
#include <map>

namespace heddle {

namespace {

/// The addresses that threads give, in bytes before paddings.
struct ThreadOffsets {
  Words threads;
  /// Bits that threads change.
  Word changed = 0;

  ThreadOffsets(const AccessMap &map, unsigned laneBits) : threads(map.lanes) {
    while (threads.size() < laneBits)
      threads.push_back(0);
    for (Word image : map.others)
      threads.push_back(image);
    for (Word image : threads)
      changed |= image;
  }
};

std::vector<Padding> inBytes(std::span<const Padding> paddings,
                             unsigned bytes) {
  std::vector<Padding> result;
  for (const Padding &padding : paddings)
    result.push_back({padding.interval * bytes, padding.padding * bytes});
  return result;
}

/// Collects accesses, each at the offset of its first byte before paddings.
class Collector {
public:
  Collector(const ThreadOffsets &offsets, std::vector<Padding> paddings,
            const SharedInstruction &instruction, unsigned bytes)
      : offsets(offsets), paddings(std::move(paddings)) {
    plan.instruction = instruction;
    plan.width = instruction.bytes / bytes;
  }

  /// The number of the access at that offset, which may be one more.
  std::int32_t accessAt(Word offset) {
    auto [found, isNew] =
        accesses.try_emplace(offset, static_cast<std::int32_t>(plan.at.size()));
    if (!isNew)
      return found->second;
    Word constant = offset & offsets.changed;
    auto [map, isFirst] =
        maps.try_emplace(constant, static_cast<std::int32_t>(plan.maps.size()));
    if (isFirst)
      plan.maps.push_back({offsets.threads, constant});
    plan.at.push_back(map->second);
    plan.offsets.push_back(static_cast<std::int32_t>(
        paddedOffset(paddings, offset & ~offsets.changed)));
    plan.slots.resize(plan.slots.size() + plan.width);
    return found->second;
  }
  /// Registers come in their order.
  void put(std::uint32_t index, std::int32_t slot) {
    plan.slots[static_cast<std::size_t>(slot)] =
        static_cast<std::int32_t>(index);
    plan.slotOf.push_back(slot);
  }

  LocalAccess plan;

private:
  const ThreadOffsets &offsets;
  std::vector<Padding> paddings;
  std::map<Word, std::int32_t> accesses, maps;
};

} // namespace

Result<LocalAccess> planLocalAccess(const LinearLayout &registers,
                                    const SharedTensor &memory, Word start,
                                    AccessKind kind, const Target &target) {
  Result<SharedAccess> access =
      cheapestAccess(registers, memory, start, kind, target);
  if (!access)
    return tl::unexpected(std::move(access.error()));
  unsigned bytes = memory.elementBits / 8;
  auto bytesLog = static_cast<unsigned>(std::countr_zero(bytes));
  const AccessMap &map = access->map;
  const ThreadOffsets offsets(map, registers.inBits(Dim::Lane));
  Collector collector(offsets, inBytes(memory.paddings, bytes),
                      access->instruction, bytes);
  // Of each byte its number in a lane's part of an instruction, and above it
  // which instruction.
  f2::ColumnEchelon parts(map.inLane);
  for (Word image : map.starts)
    parts.insert(image);
  const unsigned inLane = map.inLane.size();
  // A vector's first bytes may be others in a subview.
  Word begin = start << bytesLog;
  Word turned = begin & (access->instruction.bytes - 1);
  for (Word index = 0; index < registers.inSize(Dim::Register); ++index) {
    Word offset = f2::multiply(map.registers, index << bytesLog) ^ turned;
    Word part = parts.reduce(offset).columns;
    std::int32_t number = collector.accessAt(
        f2::multiply(map.starts, part >> inLane) ^ begin ^ turned);
    collector.put(static_cast<std::uint32_t>(index),
                  number * static_cast<std::int32_t>(collector.plan.width) +
                      static_cast<std::int32_t>((part & f2::lowMask(inLane)) >>
                                                bytesLog));
  }
  return std::move(collector.plan);
}

} // namespace heddle
