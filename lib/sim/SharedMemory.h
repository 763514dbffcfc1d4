//===- SharedMemory.h - Shared memory of a block ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory of a block, and who used which byte since which barrier.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_SHAREDMEMORY_H
#define HEDDLE_LIB_SIM_SHAREDMEMORY_H

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace heddle::sim {

/// A thread that accesses shared memory, and when: barriers of the block and of
/// its warp count up the two clocks.
struct Accessor {
  unsigned warp, lane;
  std::uint32_t blockClock, warpClock;
  /// Atomic accesses do not meet each other.
  bool isAtomic = false;
};

class SharedMemory {
public:
  /// Forgets everything; nothing is defined then.
  void clear(std::uint64_t bytes);

  std::uint64_t size() const { return bytes.size(); }

  /// Notes who reads. Null if the thread may: whoever wrote there is itself, or
  /// has waited at a barrier with it since. Otherwise whom it meets there,
  /// until the next call.
  const std::string *meetAtRead(std::uint64_t at, unsigned count,
                                const Accessor &who) {
    std::uint64_t end = at + count;
    for (std::uint64_t byte = at; byte < end;) {
      auto [use, bytes] = useOf(byte, end, who);
      if (meetsWriter(use, who))
        return writerAt(byte, use);
      // An atomic access reads what it writes, which is noted.
      if (!who.isAtomic)
        noteRead(use, who);
      byte += bytes;
    }
    return nullptr;
  }
  const std::uint8_t *bytesAt(std::uint64_t at) const {
    return bytes.data() + at;
  }
  /// Of each byte whether it is defined, to all threads of a warp; null if the
  /// warp has begun a life since the last barrier.
  const std::uint8_t *definedTo(unsigned warp) const {
    for (const Life &life : begun)
      if (life.hasCome(warp))
        return nullptr;
    return defined.data();
  }
  /// The same of some bytes, whatever has begun.
  void copyDefined(std::uint64_t at, unsigned count, const Accessor &who,
                   std::uint8_t *isDefined) const {
    copy(defined.data() + at, count, isDefined);
    if (!begun.empty())
      forgetOver(at, count, who, isDefined);
  }
  /// All of this: copies bytes out, if the thread may read them, and whether
  /// they are defined, if anybody wants to know.
  template <bool IsWatched>
  const std::string *read(std::uint64_t at, unsigned count, const Accessor &who,
                          std::uint8_t *to, std::uint8_t *isDefined) {
    if (const std::string *met = meetAtRead(at, count, who))
      return met;
    copy(bytesAt(at), count, to);
    if constexpr (IsWatched)
      copyDefined(at, count, who, isDefined);
    return nullptr;
  }
  /// Copies bytes in, if the thread may write, where those who read count too.
  /// Who writes what is there already meets no other writer, but for one of an
  /// earlier life of these bytes: that the values are the same is chance then.
  template <bool IsWatched>
  const std::string *write(std::uint64_t at, unsigned count,
                           const Accessor &who, const std::uint8_t *from,
                           const std::uint8_t *isDefined) {
    std::uint64_t end = at + count;
    ++stores;
    for (std::uint64_t byte = at; byte < end;) {
      auto [use, bytes] = useOf(byte, end, who);
      if (meetsWriter(use, who) &&
          (!isThere<IsWatched>(at, count, from) || isOver(byte, use, who.warp)))
        return writerAt(byte, use);
      if (use.readClock == who.blockClock && meetsReader(use, who))
        return readerAt(byte, use, who);
      use.writeClock = who.blockClock;
      use.writeWarpClock = who.warpClock;
      use.writeWarp = static_cast<std::uint8_t>(who.warp);
      use.writeLane = static_cast<std::uint8_t>(who.lane);
      use.isAtomic = who.isAtomic;
      use.stores = stores;
      byte += bytes;
    }
    copy(from, count, bytes.data() + at);
    if constexpr (IsWatched)
      copy(isDefined, count, defined.data() + at);
    return nullptr;
  }

  /// A warp comes to where a piece of memory begins a new life. What was stored
  /// in it before the first warp came there is undefined for those that have
  /// come, and for all of them behind the next barrier of the block.
  void beginLife(std::uint32_t piece, std::uint64_t at, std::uint64_t count,
                 unsigned warp);
  /// All warps of the block have waited for each other.
  void passBarrier();

private:
  /// Who used a word, or a byte of one. Clocks begin at 1: nobody was there at
  /// 0.
  struct Use {
    std::uint32_t writeClock = 0, writeWarpClock = 0;
    std::uint8_t writeWarp = 0, writeLane = 0;
    bool isAtomic = false;
    /// Of a word: its bytes were not always used together, and have uses of
    /// their own.
    bool isSplit = false;
    /// Warps that read it since the block's clock was `readClock`, and lanes of
    /// the last of them since its own was `readWarpClock`.
    std::uint32_t readClock = 0, readWarpClock = 0;
    unsigned readWarp = 0;
    std::uint64_t readerWarps = 0, readerLanes = 0;
    /// How many stores there had been when it was written, it included.
    std::uint64_t stores = 0;
  };
  /// A use, and of how many bytes it is.
  struct Place {
    Use &use;
    unsigned bytes;
  };
  /// A life that began since the last barrier of the block.
  struct Life {
    std::uint32_t piece;
    std::uint64_t at, count;
    /// How many stores there had been, and which warps have come.
    std::uint64_t stores, warps;
    bool hasCome(unsigned warp) const { return (warps >> warp & 1U) != 0; }
    bool isOver(std::uint64_t byte, const Use &use) const {
      return byte >= at && byte - at < count && use.stores <= stores;
    }
  };
  /// Lives of a piece: of each warp how many it has begun, and the most.
  struct Lives {
    std::uint64_t most = 0;
    std::vector<std::uint64_t> ofWarps;
  };

  /// Was that use in a life before the one that the warp is in?
  bool isOver(std::uint64_t byte, const Use &use, unsigned warp) const {
    return std::ranges::any_of(begun, [&](const Life &life) {
      return life.hasCome(warp) && life.isOver(byte, use);
    });
  }
  /// The use of the word that a byte begins, if the access has all of it, or
  /// of the byte.
  Place useOf(std::uint64_t byte, std::uint64_t end, const Accessor &who) {
    Use &word = words[byte / WordBytes];
    if (byte % WordBytes == 0 && end - byte >= WordBytes && !word.isSplit)
      return {word, WordBytes};
    return useInside(byte, end, who);
  }
  Place useInside(std::uint64_t byte, std::uint64_t end, const Accessor &who);
  const Use &useOf(std::uint64_t byte) const {
    const Use &word = words[byte / WordBytes];
    return word.isSplit ? parts[byte] : word;
  }

  static bool meetsWriter(const Use &use, const Accessor &who) {
    if (use.writeClock != who.blockClock || (use.isAtomic && who.isAtomic))
      return false;
    return use.writeWarp != who.warp ||
           (use.writeLane != who.lane && use.writeWarpClock == who.warpClock);
  }
  /// Somebody has read it since the block's last barrier.
  static bool meetsReader(const Use &use, const Accessor &who) {
    if ((use.readerWarps & ~(std::uint64_t(1) << who.warp)) != 0)
      return true;
    return use.readWarp == who.warp && use.readWarpClock == who.warpClock &&
           (use.readerLanes & ~(std::uint64_t(1) << who.lane)) != 0;
  }
  static void noteRead(Use &use, const Accessor &who) {
    // Each barrier of the block counts the clocks of its warps, too.
    if (use.readWarpClock == who.warpClock && use.readWarp == who.warp) {
      use.readerLanes |= std::uint64_t(1) << who.lane;
      return;
    }
    if (use.readClock != who.blockClock) {
      use.readClock = who.blockClock;
      use.readerWarps = 0;
    }
    use.readWarp = who.warp;
    use.readWarpClock = who.warpClock;
    use.readerWarps |= std::uint64_t(1) << who.warp;
    use.readerLanes = std::uint64_t(1) << who.lane;
  }
  /// Sizes that are known need no call.
  static void copy(const std::uint8_t *from, unsigned count, std::uint8_t *to) {
    switch (count) {
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    case 16:
      std::memcpy(to, from, 16);
      return;
    default:
      std::memcpy(to, from, count);
    }
  }
  const std::string *writerAt(std::uint64_t byte, const Use &use);
  const std::string *readerAt(std::uint64_t byte, const Use &use,
                              const Accessor &who);
  /// These bytes are there, and defined.
  template <bool IsWatched>
  bool isThere(std::uint64_t at, unsigned count,
               const std::uint8_t *from) const {
    return std::memcmp(bytes.data() + at, from, count) == 0 &&
           (!IsWatched ||
            std::memchr(defined.data() + at, 0, count) == nullptr);
  }
  /// Nothing is defined that was stored in lives which are over for the warp.
  void forgetOver(std::uint64_t at, unsigned count, const Accessor &who,
                  std::uint8_t *isDefined) const;

  static constexpr unsigned WordBytes = 4;
  std::vector<std::uint8_t> bytes, defined;
  /// Of each word, and of each byte once one is split.
  std::vector<Use> words, parts;
  std::uint64_t stores = 0;
  std::vector<Life> begun;
  std::vector<Lives> lives;
  /// Whom the last access met.
  std::string meeting;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_SHAREDMEMORY_H
