//===- LocalAccess.cpp - Accesses of a buffer -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalAccess.h"
#include "heddle/layout/Compose.h"

#include <bit>
#include <map>

namespace heddle {

namespace {

/// Where registers and threads are in the buffer, in bytes before paddings.
struct ByteOffsets {
  Words registers, threads;
  /// Bits that threads change.
  Word changed = 0;

  ByteOffsets(const LinearLayout &map, unsigned bytesLog) {
    auto offsetOf = [&](Dim dim, unsigned bit) {
      return f2::shiftLeft(map.basis(dim, bit, Dim::Offset), bytesLog);
    };
    for (Dim dim : {Dim::Lane, Dim::Warp})
      for (unsigned bit = 0; bit < map.inBits(dim); ++bit) {
        threads.push_back(offsetOf(dim, bit));
        changed |= threads.back();
      }
    for (unsigned bit = 0; bit < map.inBits(Dim::Register); ++bit)
      registers.push_back(offsetOf(Dim::Register, bit));
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
  Collector(const ByteOffsets &offsets, std::vector<Padding> paddings,
            unsigned width)
      : offsets(offsets), paddings(std::move(paddings)) {
    plan.width = width;
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
  const ByteOffsets &offsets;
  std::vector<Padding> paddings;
  std::map<Word, std::int32_t> accesses, maps;
};

} // namespace

Result<LocalAccess> planLocalAccess(const LinearLayout &registers,
                                    const SharedTensor &memory, Word start,
                                    AccessKind kind, const Target &target) {
  Result<SharedAccess> access =
      accessShared(registers, memory, kind, target, RegisterOrder::Any);
  if (!access)
    return tl::unexpected(std::move(access.error()));
  Result<LinearLayout> map = invertAndCompose(registers, memory.layout);
  if (!map)
    return tl::unexpected(std::move(map.error()));
  unsigned bytes = memory.elementBits / 8;
  auto bytesLog = static_cast<unsigned>(std::countr_zero(bytes));
  const ByteOffsets offsets(*map, bytesLog);
  Collector collector(offsets, inBytes(memory.paddings, bytes),
                      access->instruction.bytes / bytes);
  const Word inVector = access->instruction.bytes - 1;
  auto count = static_cast<std::uint32_t>(registers.inSize(Dim::Register));
  for (std::uint32_t index = 0; index < count; ++index) {
    Word offset = (start << bytesLog) ^ f2::multiply(offsets.registers, index);
    std::int32_t number = collector.accessAt(offset & ~inVector);
    collector.put(
        index, number * static_cast<std::int32_t>(collector.plan.width) +
                   static_cast<std::int32_t>((offset & inVector) >> bytesLog));
  }
  return std::move(collector.plan);
}

} // namespace heddle
