//===- SharedMemory.cpp - Shared memory of a block ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle::sim {

// Clocks go on, so that uses of before do not count.
void SharedMemory::clear(std::uint64_t size) {
  constexpr std::uint8_t Garbage = 0xA5;
  bytes.resize(size, Garbage);
  defined.assign(size, 0);
  words.resize((size + WordBytes - 1) / WordBytes);
  if (order != nullptr) {
    // Copies' writes have no clock that goes on.
    words.assign(words.size(), {});
    parts.clear();
    wordReads.assign(words.size() * order->warps(), {});
    byteReads.clear();
  }
  if (isShared) {
    peerUses.assign(size, {});
    definedToPeers.assign(size, 0);
    epoch = 1;
    epochClock = 0;
    storesEpoch = 1;
    visitor.reset();
    writer.reset();
  }
  fenced.clear();
  pending.clear();
  pendingReads = 0;
  copied.clear();
  copiedWords = 0;
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
    for (std::uint64_t byte = life.at; byte < life.at + life.count; ++byte) {
      if (life.isOver(byte, useOf(byte)))
        defined[byte] = 0;
      if (copiedWords != 0 && copied[byte / WordBytes].stores <= life.stores &&
          copied[byte / WordBytes].kind != Copied::Kind::Mbarrier)
        copied[byte / WordBytes].isOver = true;
    }
  begun.clear();
}

void SharedMemory::forgetLives() {
  for (auto life = begun.begin(); life != begun.end();) {
    bool isReplaced =
        std::any_of(life + 1, begun.end(), [&](const Life &later) {
          return later.piece == life->piece &&
                 (life->warps & ~later.warps) == 0;
        });
    life = isReplaced ? begun.erase(life) : life + 1;
  }
}

static std::string threadText(unsigned warp, unsigned lane) {
  return "lane " + std::to_string(lane) + " of warp " + std::to_string(warp);
}

static std::string meetingText(std::uint64_t at, const std::string &thread,
                               const char *did) {
  return "byte " + std::to_string(at) + " of shared memory, which " + thread +
         " " + did + " without a barrier in between";
}

const std::string *SharedMemory::writerAt(std::uint64_t byte, const Use &use,
                                          const Accessor &accessor) {
  if (order != nullptr &&
      order->knows(accessor.warp, accessor.lane, use.writeWarp, use.stores,
                   std::uint64_t(1) << use.writeLane))
    return nullptr;
  if (use.writeClock == Use::Always)
    meeting = "byte " + std::to_string(byte) +
              " of shared memory, which a copy wrote that this thread has not "
              "waited for at its mbarrier";
  else
    meeting =
        meetingText(byte, threadText(use.writeWarp, use.writeLane), "wrote");
  return &meeting;
}

const std::string *SharedMemory::readerAt(std::uint64_t byte, const Use &use,
                                          const Accessor &accessor) {
  if (order != nullptr)
    return unknownReaderAt(byte, use, accessor);
  std::uint64_t warps = use.readerWarps & ~(std::uint64_t(1) << accessor.warp);
  if (warps != 0) {
    meeting = meetingText(
        byte, "warp " + std::to_string(std::countr_zero(warps)), "read");
    return &meeting;
  }
  std::uint64_t lanes = use.readerLanes & ~(std::uint64_t(1) << accessor.lane);
  auto lane = static_cast<unsigned>(std::countr_zero(lanes));
  meeting = meetingText(byte, threadText(accessor.warp, lane), "read");
  return &meeting;
}

const std::string *SharedMemory::unknownReaderAt(std::uint64_t byte,
                                                 const Use &use,
                                                 const Accessor &accessor) {
  std::span<ReadTime> times = readTimes(byte);
  for (std::uint64_t left = use.readerWarps; left != 0; left &= left - 1) {
    auto warp = static_cast<unsigned>(std::countr_zero(left));
    const ReadTime &read = times[warp];
    std::uint64_t lanes = read.lanes;
    bool isOwn = warp == accessor.warp;
    if (isOwn)
      lanes &= ~(std::uint64_t(1) << accessor.lane);
    if (isOwn && (lanes == 0 || read.clock != accessor.warpClock))
      continue;
    if (order->knows(accessor.warp, accessor.lane, warp, read.time, lanes))
      continue;
    auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    meeting = meetingText(
        byte, isOwn ? threadText(warp, lane) : "warp " + std::to_string(warp),
        "read");
    return &meeting;
  }
  return nullptr;
}

void SharedMemory::ReadTime::join(const ReadTime &other) {
  time = std::max(time, other.time);
  generic = std::max(generic, other.generic);
  lanes |= other.lanes;
  clock = std::max(clock, other.clock);
}

std::span<SharedMemory::ReadTime> SharedMemory::readTimes(std::uint64_t byte) {
  std::size_t warps = order->warps();
  if (words[byte / WordBytes].isSplit)
    return std::span(byteReads).subspan(byte * warps, warps);
  return std::span(wordReads).subspan(byte / WordBytes * warps, warps);
}

void SharedMemory::noteReadTime(std::uint64_t byte, const Accessor &accessor) {
  ReadTime &read = readTimes(byte)[accessor.warp];
  if (read.clock != accessor.warpClock)
    read.lanes = 0;
  read.clock = accessor.warpClock;
  read.time = stores;
  if (!accessor.isAsync)
    read.generic = stores;
  if (!accessor.isWarp)
    read.lanes |= std::uint64_t(1) << accessor.lane;
}

void SharedMemory::fence(unsigned warp) {
  fenced.resize(std::max<std::size_t>(fenced.size(), warp + 1));
  fenced[warp] = tick();
}

const std::string *SharedMemory::meetUnfenced(std::uint64_t at, unsigned count,
                                              unsigned warp) {
  for (std::uint64_t byte = at; byte < at + count;) {
    const Use &use = useOf(byte);
    if (use.isAsync ||
        use.stores <= std::max(fencedBy(use.writeWarp), fencedBy(warp))) {
      bool isSplit = words[byte / WordBytes].isSplit;
      byte += isSplit ? 1 : WordBytes - byte % WordBytes;
      continue;
    }
    bool isCopy = use.writeClock == Use::Always;
    meeting = "byte " + std::to_string(byte) + " of shared memory, which " +
              (isCopy ? "a copy of a thread"
                      : threadText(use.writeWarp, use.writeLane)) +
              " wrote without a proxy fence in between";
    return &meeting;
  }
  return nullptr;
}

const std::string *SharedMemory::meetGeneric(std::uint64_t at, unsigned count,
                                             unsigned warp) {
  if (const std::string *met = meetUnfenced(at, count, warp))
    return met;
  for (std::uint64_t byte = at; byte < at + count;) {
    std::span<ReadTime> times = readTimes(byte);
    for (unsigned reader = 0; reader < times.size(); ++reader) {
      if (times[reader].generic <= std::max(fencedBy(reader), fencedBy(warp)))
        continue;
      meeting = "byte " + std::to_string(byte) +
                " of shared memory, which warp " + std::to_string(reader) +
                " read without a proxy fence in between";
      return &meeting;
    }
    bool isSplit = words[byte / WordBytes].isSplit;
    byte += isSplit ? 1 : WordBytes - byte % WordBytes;
  }
  return nullptr;
}

void SharedMemory::beginPending(std::uint32_t piece, unsigned warp,
                                Reader reader) {
  pending.resize(size() / PieceBytes + 1);
  ++pending[piece].reads;
  pending[piece].warp = static_cast<std::uint16_t>(warp);
  pending[piece].reader = reader;
  ++pendingReads;
}

void SharedMemory::endPending(std::uint32_t piece) {
  --pending[piece].reads;
  --pendingReads;
}

const std::string *SharedMemory::meetPending(std::uint64_t at, unsigned count) {
  for (std::uint64_t piece = at / PieceBytes;
       piece <= (at + count - 1) / PieceBytes; ++piece)
    if (pending[piece].reads != 0) {
      meeting =
          "byte " + std::to_string(std::max(at, piece * PieceBytes)) +
          " of shared memory, which " +
          (pending[piece].reader == Reader::Products ? "products"
                                                     : "stores of boxes") +
          " of warp " + std::to_string(pending[piece].warp) +
          " that nobody has waited for still read";
      return &meeting;
    }
  return nullptr;
}

const std::string *SharedMemory::meetCopy(std::uint64_t at, unsigned count) {
  for (std::uint64_t word = at / WordBytes;
       word <= (at + count - 1) / WordBytes; ++word)
    if (const Copied &copy = copied[word]; copy.stores != 0) {
      meeting = "byte " + std::to_string(std::max(at, word * WordBytes)) +
                " of shared memory, which ";
      if (copy.kind == Copied::Kind::Mbarrier)
        meeting += "is an mbarrier";
      else if (copy.kind == Copied::Kind::OfBox)
        meeting += "a copy by " + threadText(copy.warp, copy.lane) +
                   " still writes, which nobody has waited for at the mbarrier "
                   "at byte " +
                   std::to_string(copy.mbarrier);
      else
        meeting += "a copy that " + threadText(copy.warp, copy.lane) +
                   " has not waited for still writes";
      return &meeting;
    }
  return nullptr;
}

const std::string *
SharedMemory::beginCopy(std::uint64_t at, unsigned count,
                        const Accessor &accessor,
                        std::optional<std::uint32_t> mbarrier) {
  copied.resize(words.size());
  if (isShared)
    if (const std::string *met = meetPeers(at, count, /*writes=*/true))
      return met;
  if (const std::string *met = meetCopy(at, count))
    return met;
  if (pendingReads != 0)
    if (const std::string *met = meetPending(at, count))
      return met;
  std::uint64_t end = at + count;
  for (std::uint64_t byte = at; byte < end;) {
    auto [use, bytes] = useOf(byte, end, accessor);
    if (meetsWriter(use, accessor))
      if (const std::string *met = writerAt(byte, use, accessor))
        return met;
    if (use.readClock == accessor.blockClock && meetsReader(use, accessor))
      if (const std::string *met = readerAt(byte, use, accessor))
        return met;
    byte += bytes;
  }
  ++stores;
  for (std::uint64_t word = at / WordBytes; word < end / WordBytes; ++word)
    copied[word] = {.stores = stores,
                    .warp = static_cast<std::uint8_t>(accessor.warp),
                    .lane = static_cast<std::uint8_t>(accessor.lane),
                    .kind =
                        mbarrier ? Copied::Kind::OfBox : Copied::Kind::OfThread,
                    .mbarrier = mbarrier.value_or(0)};
  copiedWords += count / WordBytes;
  return nullptr;
}

// What began in a life that is over is not what a later one asked for.
void SharedMemory::endCopy(std::uint64_t at, unsigned count,
                           const Accessor &accessor, const std::uint8_t *from,
                           const std::uint8_t *isDefined) {
  ++stores;
  std::uint64_t end = at + count;
  for (std::uint64_t byte = at; byte < end;) {
    auto [use, bytes] = useOf(byte, end, accessor);
    noteWrite(use, accessor, copied[byte / WordBytes].stores);
    byte += bytes;
  }
  copy(from, count, bytes.data() + at);
  copy(isDefined, count, defined.data() + at);
  for (std::uint64_t word = at / WordBytes; word < end / WordBytes; ++word) {
    if (copied[word].isOver)
      std::fill_n(defined.data() + word * WordBytes, WordBytes, 0);
    copied[word] = {};
  }
  copiedWords -= count / WordBytes;
}

std::uint64_t SharedMemory::endCopyAt(unsigned mbarrier, std::uint64_t at,
                                      unsigned count, bool isAsync,
                                      const std::uint8_t *from,
                                      const std::uint8_t *isDefined) {
  endCopy(at, count,
          {.warp = mbarrier,
           .lane = 0,
           .blockClock = Use::Always,
           .warpClock = 0,
           .isAsync = isAsync},
          from, isDefined);
  return stores;
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

/// Nobody reads them as numbers.
static constexpr std::array<std::uint8_t, SharedMemory::MbarrierBytes> NoBytes =
    {};

const std::string *SharedMemory::beginMbarrier(std::uint64_t at,
                                               const Accessor &accessor) {
  copied.resize(words.size());
  if (const std::string *met = write<true>(at, MbarrierBytes, accessor,
                                           NoBytes.data(), NoBytes.data()))
    return met;
  for (std::uint64_t word = at / WordBytes;
       word < (at + MbarrierBytes) / WordBytes; ++word)
    copied[word] = {.stores = stores,
                    .warp = static_cast<std::uint8_t>(accessor.warp),
                    .lane = static_cast<std::uint8_t>(accessor.lane),
                    .kind = Copied::Kind::Mbarrier};
  copiedWords += MbarrierBytes / WordBytes;
  return nullptr;
}

const std::string *SharedMemory::endMbarrier(std::uint64_t at,
                                             const Accessor &accessor) {
  for (std::uint64_t word = at / WordBytes;
       word < (at + MbarrierBytes) / WordBytes; ++word)
    copied[word] = {};
  copiedWords -= MbarrierBytes / WordBytes;
  return write<true>(at, MbarrierBytes, accessor, NoBytes.data(),
                     NoBytes.data());
}

// Bytes that have been used together again, and not separately since a barrier,
// are a word again.
SharedMemory::Place SharedMemory::useInside(std::uint64_t byte,
                                            std::uint64_t end,
                                            const Accessor &accessor) {
  std::uint64_t first = byte / WordBytes * WordBytes;
  Use &word = words[byte / WordBytes];
  if (word.isSplit && byte == first && end - byte >= WordBytes &&
      begun.empty()) {
    std::span all = std::span(parts).subspan(first, WordBytes);
    bool isOld = std::ranges::all_of(all, [&](const Use &part) {
      return part.writeClock < accessor.blockClock &&
             part.readClock != accessor.blockClock;
    });
    if (isOld) {
      Use last = std::ranges::max(all, {}, &Use::stores);
      word = {};
      word.stores = last.stores;
      word.storesOfLife = last.storesOfLife;
      word.writeWarp = last.writeWarp;
      word.isAsync = last.isAsync;
      if (order != nullptr)
        for (unsigned warp = 0; warp < order->warps(); ++warp) {
          ReadTime &read = wordReads[byte / WordBytes * order->warps() + warp];
          for (unsigned part = 0; part < WordBytes; ++part)
            read.join(byteReads[(first + part) * order->warps() + warp]);
        }
      return {word, WordBytes};
    }
  }
  if (!word.isSplit) {
    if (parts.size() < words.size() * WordBytes)
      parts.resize(words.size() * WordBytes);
    std::fill_n(parts.begin() + static_cast<std::ptrdiff_t>(first), WordBytes,
                word);
    if (order != nullptr) {
      byteReads.resize(parts.size() * order->warps());
      for (std::uint64_t part = first; part < first + WordBytes; ++part)
        for (unsigned warp = 0; warp < order->warps(); ++warp)
          byteReads[part * order->warps() + warp] =
              wordReads[first / WordBytes * order->warps() + warp];
    }
    word.isSplit = true;
  }
  return {parts[byte], 1};
}

void SharedMemory::forgetOver(std::uint64_t at, unsigned count,
                              const Accessor &accessor,
                              std::uint8_t *isDefined) const {
  for (const Life &life : begun) {
    if (!life.hasCome(accessor.warp) || at >= life.at + life.count ||
        life.at >= at + count)
      continue;
    for (std::uint64_t byte = at; byte < at + count; ++byte)
      if (life.isOver(byte, useOf(byte)))
        isDefined[byte - at] = 0;
  }
}

} // namespace heddle::sim
