//===- SharedMemory.h - Shared memory of a block ----------------*- C++ -*-===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Shared memory of a block, and which thread used which byte since which
/// barrier.
///
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LIB_SIM_SHAREDMEMORY_H
#define HEDDLE_LIB_SIM_SHAREDMEMORY_H

#include "Order.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::sim {

/// A thread that accesses shared memory, and when: barriers of the block and of
/// its warp count up the two clocks.
struct Accessor {
  unsigned warp, lane;
  std::uint32_t blockClock, warpClock;
  /// Atomic accesses do not race with each other.
  bool isAtomic = false;
  /// Through the async proxy.
  bool isAsync = false;
  /// Its warp as a whole, none of its lanes.
  bool isWarp = false;
};

class SharedMemory {
public:
  /// Of what products read at once.
  static constexpr unsigned PieceBytes = 16;

  /// Forgets everything; nothing is defined then.
  void clear(std::uint64_t bytes);
  /// From the next `clear` on accesses are ordered by what warps know of each
  /// other, too. Barriers of the block count without it.
  void follow(const Order &warps) { order = &warps; }
  /// A time behind which everything else comes.
  std::uint64_t tick() { return stores++; }

  std::uint64_t size() const { return bytes.size(); }
  /// As it is, whoever may read it.
  std::span<const std::uint8_t> contents() const { return bytes; }

  /// Records the reader. Null if the thread may read: the writer is the thread
  /// itself, or both have waited at a barrier since. Otherwise a description of
  /// the race, valid until the next call.
  const std::string *meetAtRead(std::uint64_t at, unsigned count,
                                const Accessor &accessor) {
    if (copiedWords != 0)
      if (const std::string *met = meetCopy(at, count))
        return met;
    return meetWriters(at, count, accessor);
  }
  /// The same of what an mbarrier is asked or told, which is in these bytes.
  const std::string *meetWriters(std::uint64_t at, unsigned count,
                                 const Accessor &accessor) {
    std::uint64_t end = at + count;
    if (isShared)
      if (const std::string *met = meetPeers(at, count, /*writes=*/false))
        return met;
    for (std::uint64_t byte = at; byte < end;) {
      auto [use, bytes] = useOf(byte, end, accessor);
      if (meetsWriter(use, accessor))
        if (const std::string *met = writerAt(byte, use, accessor))
          return met;
      // An atomic access also reads, but is recorded as a write.
      if (!accessor.isAtomic) {
        noteRead(use, accessor);
        if (order != nullptr)
          noteReadTime(byte, accessor);
      }
      byte += bytes;
    }
    return nullptr;
  }
  const std::uint8_t *bytesAt(std::uint64_t at) const {
    return bytes.data() + at;
  }
  /// Whether each byte is defined, for all threads of a warp; null if the warp
  /// has begun a life since the last barrier.
  const std::uint8_t *definedTo(unsigned warp) const {
    for (const Life &life : begun)
      if (life.hasCome(warp))
        return nullptr;
    return defined.data();
  }
  /// The same for some bytes, also with lives that have begun.
  void copyDefined(std::uint64_t at, unsigned count, const Accessor &accessor,
                   std::uint8_t *isDefined) const {
    copy(defined.data() + at, count, isDefined);
    if (!begun.empty())
      forgetOver(at, count, accessor, isDefined);
  }
  /// All of this: copies bytes out, if the thread may read them, and whether
  /// they are defined, if `isDefined` is not null.
  template <bool IsWatched>
  const std::string *read(std::uint64_t at, unsigned count,
                          const Accessor &accessor, std::uint8_t *to,
                          std::uint8_t *isDefined) {
    if (const std::string *met = meetAtRead(at, count, accessor))
      return met;
    copy(bytesAt(at), count, to);
    if constexpr (IsWatched)
      copyDefined(at, count, accessor, isDefined);
    return nullptr;
  }
  /// Copies bytes in, if the thread may write: earlier readers count too. A
  /// write of the value that is there already does not race with its writer,
  /// unless that was in an earlier life of these bytes: then it is chance that
  /// the values are the same.
  template <bool IsWatched>
  const std::string *write(std::uint64_t at, unsigned count,
                           const Accessor &accessor, const std::uint8_t *from,
                           const std::uint8_t *isDefined) {
    std::uint64_t end = at + count;
    ++stores;
    if (isShared)
      if (const std::string *met = meetPeers(at, count, /*writes=*/true))
        return met;
    if (pendingReads != 0)
      if (const std::string *met = meetPending(at, count))
        return met;
    if (copiedWords != 0)
      if (const std::string *met = meetCopy(at, count))
        return met;
    for (std::uint64_t byte = at; byte < end;) {
      auto [use, bytes] = useOf(byte, end, accessor);
      if (meetsWriter(use, accessor) && (!isThere<IsWatched>(at, count, from) ||
                                         isOver(byte, use, accessor.warp)))
        if (const std::string *met = writerAt(byte, use, accessor))
          return met;
      if (use.readClock == accessor.blockClock && meetsReader(use, accessor))
        if (const std::string *met = readerAt(byte, use, accessor))
          return met;
      noteWrite(use, accessor, stores);
      byte += bytes;
    }
    copy(from, count, bytes.data() + at);
    if constexpr (IsWatched)
      copy(isDefined, count, defined.data() + at);
    return nullptr;
  }

  /// \name Accesses of other blocks of the cluster
  /// @{
  /// A thread of another block of the cluster.
  struct Peer {
    unsigned block = 0, warp = 0, lane = 0;
    /// What its block's warps know of this block; null if they learn nothing in
    /// between barriers of the cluster.
    const Order *order = nullptr;
    friend bool operator==(const Peer &, const Peer &) = default;
  };
  /// From the next `clear` on, other blocks access this memory, too.
  void share(unsigned rank) {
    isShared = true;
    own = rank;
  }
  /// As `read` and `write`, for a thread of another block.
  const std::string *readFrom(std::uint64_t at, unsigned count,
                              const Peer &peer, std::uint8_t *to,
                              std::uint8_t *isDefined);
  const std::string *writeFrom(std::uint64_t at, unsigned count,
                               const Peer &peer, const std::uint8_t *from,
                               const std::uint8_t *isDefined);
  /// As `beginCopy` and `meetGeneric`, of a copy of a box that a thread of
  /// another block begins.
  const std::string *beginCopyFrom(std::uint64_t at, unsigned count,
                                   const Peer &peer, std::uint32_t mbarrier);
  /// Null if a thread of another block knows of the mbarrier in these bytes.
  const std::string *meetMaker(std::uint64_t at, const Peer &peer);
  /// All blocks of the cluster have waited for each other, and before that, at
  /// this time of the block's clock, its threads. Perhaps that does not order
  /// what threads wrote to other blocks' memory.
  void passClusterBarrier(std::uint32_t blockClock, bool ordersPeerStores);
  /// The block ends. Null if nobody has accessed its memory from another block
  /// since the last barrier of the cluster. Otherwise a description, valid
  /// until the next call.
  const std::string *meetAtEnd();
  /// @}

  /// \name Reads that go on by themselves
  /// @{
  /// The threads of a warp have a fence behind what they stored.
  void fence(unsigned warp);
  /// Null if all bytes were stored before a fence of their writer's warp, or of
  /// the reader's. Otherwise a description, valid until the next call.
  const std::string *meetUnfenced(std::uint64_t at, unsigned count,
                                  unsigned warp);
  /// Null if this warp may have the bytes written by the async proxy: whoever
  /// used them otherwise, or it, has had a fence since. Otherwise a
  /// description, valid until the next call.
  const std::string *meetGeneric(std::uint64_t at, unsigned count,
                                 unsigned warp);
  /// What reads by itself.
  enum class Reader : std::uint8_t { Products, BoxStore };
  /// From now on, until the same has ended, nobody may write to a piece of 16
  /// bytes: something that this warp has begun reads it.
  void beginPending(std::uint32_t piece, unsigned warp,
                    Reader reader = Reader::Products);
  void endPending(std::uint32_t piece);
  /// @}

  /// \name Writes that go on by themselves
  /// @{
  /// A copy of this thread begins to write to these words, which nobody may
  /// touch until it has ended. Null if they are free: a thread that has used
  /// them since a barrier may still do so. Otherwise a description, valid until
  /// the next call. Copies of boxes say which mbarrier they complete.
  const std::string *
  beginCopy(std::uint64_t at, unsigned count, const Accessor &accessor,
            std::optional<std::uint32_t> mbarrier = std::nullopt);
  /// The thread has waited for the copy: it writes now. Since nobody could use
  /// the words meanwhile, nobody can be met.
  void endCopy(std::uint64_t at, unsigned count, const Accessor &accessor,
               const std::uint8_t *from, const std::uint8_t *isDefined);
  /// The same of a copy that ends by itself: who knows of this mbarrier, a
  /// number behind those of warps, may use it. The time of the write.
  std::uint64_t endCopyAt(unsigned mbarrier, std::uint64_t at, unsigned count,
                          bool isAsync, const std::uint8_t *from,
                          const std::uint8_t *isDefined);
  /// @}

  /// \name mbarriers
  /// @{
  static constexpr unsigned MbarrierBytes = 8;
  /// Nobody may touch these bytes as others, until they are an mbarrier no
  /// longer. Null if the thread may write there; otherwise a description, valid
  /// until the next call.
  const std::string *beginMbarrier(std::uint64_t at, const Accessor &accessor);
  const std::string *endMbarrier(std::uint64_t at, const Accessor &accessor);
  /// @}

  /// A warp reaches the op at which an allocation begins a new life. What was
  /// stored before the first warp reached it is undefined for the warps that
  /// have reached it, and for all after the block's next barrier.
  void beginLife(std::uint32_t piece, std::uint64_t at, std::uint64_t count,
                 unsigned warp);
  /// All warps of the block have waited for each other.
  void passBarrier();
  /// Some have: of lives that the same warps have reached the last one counts.
  void forgetLives();

private:
  /// The threads that used a word, or a byte of one. Clocks begin at 1; 0 means
  /// never, and `Always` that no barrier orders the write by itself.
  struct Use {
    static constexpr std::uint32_t Always = ~std::uint32_t(0);
    std::uint32_t writeClock = 0, writeWarpClock = 0;
    /// The number of a warp, or of an mbarrier behind these.
    std::uint16_t writeWarp = 0;
    std::uint8_t writeLane = 0;
    bool isAtomic : 1 = false;
    /// By the async proxy.
    bool isAsync : 1 = false;
    /// Of a word: its bytes were not always used together, and have uses of
    /// their own.
    bool isSplit : 1 = false;
    /// Warps that read it since the block's clock was `readClock`, and lanes of
    /// the last of them since its own was `readWarpClock`.
    std::uint32_t readClock = 0, readWarpClock = 0;
    unsigned readWarp = 0;
    std::uint64_t readerWarps = 0, readerLanes = 0;
    /// The number of stores up to and including the one that wrote it; for a
    /// copy, of the life in which it began, up to its beginning.
    std::uint64_t stores = 0, storesOfLife = 0;
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
    /// The number of stores before it, and the warps that have reached it.
    std::uint64_t stores, warps;
    bool hasCome(unsigned warp) const { return (warps >> warp & 1U) != 0; }
    bool isOver(std::uint64_t byte, const Use &use) const {
      return byte >= at && byte - at < count && use.storesOfLife <= stores;
    }
  };
  /// The lives of an allocation: how many each warp has begun, and the maximum.
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
  Place useOf(std::uint64_t byte, std::uint64_t end, const Accessor &accessor) {
    Use &word = words[byte / WordBytes];
    if (byte % WordBytes == 0 && end - byte >= WordBytes && !word.isSplit)
      return {word, WordBytes};
    return useInside(byte, end, accessor);
  }
  Place useInside(std::uint64_t byte, std::uint64_t end,
                  const Accessor &accessor);
  const Use &useOf(std::uint64_t byte) const {
    const Use &word = words[byte / WordBytes];
    return word.isSplit ? parts[byte] : word;
  }

  static bool meetsWriter(const Use &use, const Accessor &accessor) {
    if (use.writeClock < accessor.blockClock ||
        (use.isAtomic && accessor.isAtomic))
      return false;
    return use.writeWarp != accessor.warp ||
           (use.writeLane != accessor.lane &&
            use.writeWarpClock == accessor.warpClock);
  }
  /// A thread has read it since the block's last barrier.
  static bool meetsReader(const Use &use, const Accessor &accessor) {
    if ((use.readerWarps & ~(std::uint64_t(1) << accessor.warp)) != 0)
      return true;
    return use.readWarp == accessor.warp &&
           use.readWarpClock == accessor.warpClock &&
           (use.readerLanes & ~(std::uint64_t(1) << accessor.lane)) != 0;
  }
  void noteWrite(Use &use, const Accessor &accessor,
                 std::uint64_t storesOfLife) const {
    use.writeClock = accessor.blockClock;
    use.writeWarpClock = accessor.warpClock;
    use.writeWarp = static_cast<std::uint16_t>(accessor.warp);
    use.writeLane = static_cast<std::uint8_t>(accessor.lane);
    use.isAtomic = accessor.isAtomic;
    use.isAsync = accessor.isAsync;
    use.stores = stores;
    use.storesOfLife = storesOfLife;
  }
  static void noteRead(Use &use, const Accessor &accessor) {
    // Each barrier of the block counts the clocks of its warps, too.
    if (use.readWarpClock == accessor.warpClock &&
        use.readWarp == accessor.warp) {
      use.readerLanes |= std::uint64_t(1) << accessor.lane;
      return;
    }
    if (use.readClock != accessor.blockClock) {
      use.readClock = accessor.blockClock;
      use.readerWarps = 0;
    }
    use.readWarp = accessor.warp;
    use.readWarpClock = accessor.warpClock;
    use.readerWarps |= std::uint64_t(1) << accessor.warp;
    use.readerLanes = std::uint64_t(1) << accessor.lane;
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
  /// Null if no peer has written these bytes, or read them if the block's own
  /// thread writes, since the last barrier of the cluster.
  const std::string *meetPeers(std::uint64_t at, unsigned count, bool writes);
  /// Null if the block's own threads have not written these bytes, or read them
  /// if the peer writes, since the last barrier of the cluster, but for what
  /// the peer knows of; nor peers other than this one.
  const std::string *meetOwners(std::uint64_t at, unsigned count,
                                const Peer &peer, bool writes);
  /// The number of a warp that has read the byte since the last barrier of the
  /// cluster, without the peer's knowledge.
  std::optional<unsigned> ownReader(std::uint64_t byte, const Use &use,
                                    const Peer &peer);
  const std::string *meetPending(std::uint64_t at, unsigned count);
  const std::string *meetCopy(std::uint64_t at, unsigned count);
  /// Null if who accesses the byte knows of the write, or of all reads.
  const std::string *writerAt(std::uint64_t byte, const Use &use,
                              const Accessor &accessor);
  const std::string *readerAt(std::uint64_t byte, const Use &use,
                              const Accessor &accessor);
  const std::string *unknownReaderAt(std::uint64_t byte, const Use &use,
                                     const Accessor &accessor);
  /// When a warp last read a word or a byte, at all and otherwise than by the
  /// async proxy, and which of its lanes did since its clock was that.
  struct ReadTime {
    std::uint64_t time = 0, generic = 0, lanes = 0;
    std::uint32_t clock = 0;
    void join(const ReadTime &other);
  };
  std::span<ReadTime> readTimes(std::uint64_t byte);
  void noteReadTime(std::uint64_t byte, const Accessor &accessor);
  std::uint64_t fencedBy(unsigned warp) const {
    return warp < fenced.size() ? fenced[warp] : 0;
  }
  /// These bytes exist and are defined.
  template <bool IsWatched>
  bool isThere(std::uint64_t at, unsigned count,
               const std::uint8_t *from) const {
    return std::memcmp(bytes.data() + at, from, count) == 0 &&
           (!IsWatched ||
            std::memchr(defined.data() + at, 0, count) == nullptr);
  }
  /// Nothing is defined that was stored in lives which are over for the warp.
  void forgetOver(std::uint64_t at, unsigned count, const Accessor &accessor,
                  std::uint8_t *isDefined) const;

  static constexpr unsigned WordBytes = 4;
  std::vector<std::uint8_t> bytes, defined;
  /// Of each word, and of each byte once one is split.
  std::vector<Use> words, parts;
  std::uint64_t stores = 0;
  /// Of each warp, how many of these came before its last fence.
  std::vector<std::uint64_t> fenced;
  /// How many products read each piece of 16 bytes, and the last one's warp.
  struct Pending {
    std::uint32_t reads = 0;
    std::uint16_t warp = 0;
    Reader reader = Reader::Products;
  };
  std::vector<Pending> pending;
  std::uint64_t pendingReads = 0;
  /// The copy that writes to a word, or the mbarrier that the word is of.
  struct Copied {
    enum class Kind : std::uint8_t { OfThread, OfBox, Mbarrier };
    /// The number of stores up to and including its beginning; 0 if there is no
    /// copy.
    std::uint64_t stores = 0;
    std::uint8_t warp = 0, lane = 0;
    /// The life in which it began is over for all warps.
    bool isOver = false;
    Kind kind = Kind::OfThread;
    /// Which mbarrier a copy of a box completes.
    std::uint32_t mbarrier = 0;
  };
  std::vector<Copied> copied;
  std::uint64_t copiedWords = 0;
  std::vector<Life> begun;
  std::vector<Lives> lives;
  /// Null for kernels that need none.
  const Order *order = nullptr;
  /// Of each warp for each word, and for each byte once one is split.
  std::vector<ReadTime> wordReads, byteReads;
  /// Other blocks access this memory, which is that of block `own`.
  bool isShared = false;
  unsigned own = 0;
  /// The peers that read and wrote a byte last, as numbers of barriers of the
  /// cluster, and who they are; several readers count as none in particular.
  struct PeerUse {
    std::uint32_t readEpoch = 0, writeEpoch = 0;
    Peer reader, writer;
    bool hasSeveralReaders = false;
  };
  std::vector<PeerUse> peerUses;
  /// Barriers of the cluster that have been passed, from 1 on, and the block's
  /// clock at the last.
  std::uint32_t epoch = 1, epochClock = 0;
  /// The number of the first one behind the last that orders what peers wrote.
  std::uint32_t storesEpoch = 1;
  /// The number of stores at that barrier.
  std::uint64_t epochStores = 0;
  /// Who accessed this memory from another block last since then; who stored,
  /// copied or arrived there since a barrier that orders that.
  std::optional<Peer> visitor, writer;
  /// What was defined at that barrier.
  std::vector<std::uint8_t> definedToPeers;
  /// The last race.
  std::string meeting;
};

} // namespace heddle::sim

#endif // HEDDLE_LIB_SIM_SHAREDMEMORY_H
