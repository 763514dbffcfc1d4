//===- LocalAccess.cpp - Accesses of a buffer -----------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalAccess.h"
#include "heddle/f2/Elimination.h"
#include "heddle/layout/Compose.h"
#include "heddle/plan/BlockPart.h"

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
      add(image);
    for (Word image : threads)
      changed |= image;
  }
  ThreadOffsets() = default;
  void add(Word image) {
    threads.push_back(image);
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
  bool has(Word offset) const { return accesses.contains(offset); }
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
  collector.plan.isTransposed = access->isTransposed;
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

namespace {

/// Where elements of a tensor's layout are in a buffer, in bytes before
/// paddings.
class ElementOffsets {
public:
  ElementOffsets(LinearLayout conversion, unsigned bytes)
      : conversion(std::move(conversion)), bytes(bytes) {}

  Word of(Dim dim, unsigned bit) const {
    return conversion.basis(dim, bit, Dim::Offset) * bytes;
  }
  Word ofRegister(std::int32_t number) const {
    return conversion.field(f2::multiply(conversion.bases(Dim::Register),
                                         static_cast<Word>(number)),
                            Dim::Offset) *
           bytes;
  }
  /// Is each block's element in its own memory?
  bool areOwn() const {
    for (const DimBits &in : conversion.ins())
      for (unsigned bit = 0; bit < in.bits; ++bit)
        if (conversion.basis(in.dim, bit, Dim::Block) !=
            (in.dim == Dim::Block ? f2::unit(bit) : 0))
          return false;
    return true;
  }

private:
  LinearLayout conversion;
  unsigned bytes;
};

/// Whether paddings are in multiples of so many bytes.
bool arePaddingsOf(std::span<const Padding> paddings, unsigned bytes) {
  return std::ranges::all_of(paddings, [&](const Padding &padding) {
    return padding.interval % bytes == 0 && padding.padding % bytes == 0;
  });
}

} // namespace

std::optional<LocalAccess>
planLocalVectors(const LinearLayout &layout, const SharedTensor &memory,
                 Word start, llvm::ArrayRef<std::int32_t> registers,
                 unsigned width) {
  unsigned bytes = memory.elementBits / 8, moved = bytes * width;
  Result<LinearLayout> conversion =
      invertAndComposeLocal(layout, memory.layout, {Dim::Block});
  std::vector<Padding> paddings = inBytes(memory.paddings, bytes);
  if (!conversion || memory.alignment % moved != 0 ||
      !arePaddingsOf(paddings, moved) || !holdsOwnPart(layout, memory.layout))
    return std::nullopt;
  const ElementOffsets elements(*std::move(conversion), bytes);
  if (!elements.areOwn())
    return std::nullopt;
  ThreadOffsets threads;
  for (Dim dim : {Dim::Lane, Dim::Warp, Dim::Block})
    for (unsigned bit = 0; bit < layout.inBits(dim); ++bit)
      threads.add(elements.of(dim, bit));
  Word begin = start * bytes;
  Collector collector(threads, std::move(paddings),
                      {SharedInstruction::Form::Vector, moved}, bytes);
  for (std::size_t first = 0; first < registers.size(); first += width) {
    Word at = elements.ofRegister(registers[first]);
    for (unsigned more = 0; more < width; ++more)
      if (elements.ofRegister(registers[first + more]) != (at ^ more * bytes))
        return std::nullopt;
    if ((((at ^ begin) | threads.changed) & (moved - 1)) != 0)
      return std::nullopt;
    if (collector.has(at ^ begin))
      continue;
    std::int32_t number = collector.accessAt(at ^ begin);
    for (unsigned more = 0; more < width; ++more)
      collector.plan.slots[static_cast<std::size_t>(number) * width + more] =
          registers[first + more];
  }
  return std::move(collector.plan);
}

} // namespace heddle
