//===- SharedMemory.cpp - Shared memory of a block ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include <bit>
#include <cstring>

namespace heddle::sim {

// Clocks go on, so that uses of before do not count.
void SharedMemory::clear(std::uint64_t size) {
  constexpr std::uint8_t Garbage = 0xA5;
  bytes.resize(size, Garbage);
  defined.assign(size, 0);
  uses.resize(size);
  begun.clear();
  lives.clear();
}

void SharedMemory::beginLife(std::uint32_t piece, std::uint64_t at,
                             std::uint64_t count, unsigned warp) {
  if (lives.size() <= piece)
    lives.resize(piece + 1);
  Lives &all = lives[piece];
  if (all.ofWarps.size() <= warp)
    all.ofWarps.resize(warp + 1);
  std::uint64_t bit = std::uint64_t(1) << warp;
  if (++all.ofWarps[warp] > all.most) {
    all.most = all.ofWarps[warp];
    begun.push_back({.piece = piece,
                     .at = at,
                     .count = count,
                     .stores = stores,
                     .warps = bit});
    return;
  }
  for (Life &life : begun)
    if (life.piece == piece)
      life.warps |= bit;
}

void SharedMemory::passBarrier() {
  for (const Life &life : begun)
    for (std::uint64_t byte = life.at; byte < life.at + life.count; ++byte)
      if (life.isOver(byte, uses[byte]))
        defined[byte] = 0;
  begun.clear();
}

static std::string threadText(unsigned warp, unsigned lane) {
  return "lane " + std::to_string(lane) + " of warp " + std::to_string(warp);
}

static std::string meetingText(std::uint64_t at, const std::string &who,
                               const char *did) {
  return "byte " + std::to_string(at) + " of shared memory, which " + who +
         " " + did + " without a barrier between";
}

std::optional<std::string> SharedMemory::meetWriter(std::uint64_t at,
                                                    const Accessor &who) const {
  const Accessor &writer = uses[at].writer;
  bool isSameWarp = writer.warp == who.warp;
  if (writer.blockClock != who.blockClock ||
      (writer.isAtomic && who.isAtomic) ||
      (isSameWarp &&
       (writer.lane == who.lane || writer.warpClock != who.warpClock)))
    return std::nullopt;
  return meetingText(at, threadText(writer.warp, writer.lane), "wrote");
}

std::optional<std::string> SharedMemory::meetReader(std::uint64_t at,
                                                    const Accessor &who) const {
  const Uses &use = uses[at];
  if (use.readClock != who.blockClock)
    return std::nullopt;
  std::uint64_t warps = use.readerWarps & ~(std::uint64_t(1) << who.warp);
  if (warps != 0)
    return meetingText(at, "warp " + std::to_string(std::countr_zero(warps)),
                       "read");
  if (use.readWarp != who.warp || use.readWarpClock != who.warpClock)
    return std::nullopt;
  std::uint64_t lanes = use.readerLanes & ~(std::uint64_t(1) << who.lane);
  if (lanes == 0)
    return std::nullopt;
  auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  return meetingText(at, threadText(who.warp, lane), "read");
}

void SharedMemory::noteRead(std::uint64_t at, const Accessor &who) {
  Uses &use = uses[at];
  if (use.readClock != who.blockClock) {
    use.readClock = who.blockClock;
    use.readerWarps = 0;
    use.readerLanes = 0;
  }
  if (use.readWarp != who.warp || use.readWarpClock != who.warpClock) {
    use.readWarp = who.warp;
    use.readWarpClock = who.warpClock;
    use.readerLanes = 0;
  }
  use.readerWarps |= std::uint64_t(1) << who.warp;
  use.readerLanes |= std::uint64_t(1) << who.lane;
}

std::optional<std::string> SharedMemory::read(std::uint64_t at, unsigned count,
                                              const Accessor &who,
                                              std::uint8_t *to,
                                              std::uint8_t *isDefined) {
  for (std::uint64_t byte = at; byte < at + count; ++byte) {
    if (auto met = meetWriter(byte, who))
      return met;
    // An atomic access reads what it writes, which is noted.
    if (!who.isAtomic)
      noteRead(byte, who);
  }
  std::memcpy(to, bytes.data() + at, count);
  std::memcpy(isDefined, defined.data() + at, count);
  for (const Life &life : begun)
    for (std::uint64_t byte = at; byte < at + count; ++byte)
      if ((life.warps >> who.warp & 1U) != 0 && life.isOver(byte, uses[byte]))
        isDefined[byte - at] = 0;
  return std::nullopt;
}

std::optional<std::string> SharedMemory::write(std::uint64_t at, unsigned count,
                                               const Accessor &who,
                                               const std::uint8_t *from,
                                               const std::uint8_t *isDefined) {
  bool isThere = std::memcmp(bytes.data() + at, from, count) == 0 &&
                 std::memchr(defined.data() + at, 0, count) == nullptr;
  for (std::uint64_t byte = at; byte < at + count; ++byte) {
    auto met = isThere ? std::nullopt : meetWriter(byte, who);
    if (!met)
      met = meetReader(byte, who);
    if (met)
      return met;
    uses[byte].writer = who;
    uses[byte].stores = stores + 1;
  }
  ++stores;
  std::memcpy(bytes.data() + at, from, count);
  std::memcpy(defined.data() + at, isDefined, count);
  return std::nullopt;
}

} // namespace heddle::sim
