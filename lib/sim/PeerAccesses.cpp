//===- PeerAccesses.cpp - Shared memory of a cluster ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses of a block's shared memory by other blocks of its cluster. Barriers
/// of the cluster order them: what happened since the last one is one epoch,
/// but that some order no stores of peers, which last until another one does.
/// In an epoch, what peers do is ordered behind what the block's own threads
/// did by arrivals of these at the peers' mbarriers.
///
//===----------------------------------------------------------------------===//

#include "SharedMemory.h"

namespace heddle::sim {

static std::string peerText(const SharedMemory::Peer &peer) {
  return "lane " + std::to_string(peer.lane) + " of warp " +
         std::to_string(peer.warp) + " of block " + std::to_string(peer.block);
}

static std::string meetingText(std::uint64_t at, unsigned block,
                               const std::string &who, const char *did) {
  return "byte " + std::to_string(at) + " of shared memory of block " +
         std::to_string(block) + ", which " + who + " " + did +
         " without a barrier of the cluster in between";
}

const std::string *SharedMemory::meetPeers(std::uint64_t at, unsigned count,
                                           bool writes) {
  if (!visitor && !writer)
    return nullptr;
  for (std::uint64_t byte = at; byte < at + count; ++byte) {
    const PeerUse &use = peerUses[byte];
    bool isWritten = use.writeEpoch >= storesEpoch;
    if (!isWritten && !(writes && use.readEpoch == epoch))
      continue;
    meeting =
        meetingText(byte, own, peerText(isWritten ? use.writer : use.reader),
                    isWritten ? "wrote" : "read");
    return &meeting;
  }
  return nullptr;
}

std::optional<unsigned>
SharedMemory::ownReader(std::uint64_t byte, const Use &use, const Peer &peer) {
  if (order == nullptr) {
    if (use.readClock < epochClock)
      return std::nullopt;
    return use.readWarp;
  }
  std::span<ReadTime> times = readTimes(byte);
  for (unsigned warp = 0; warp < times.size(); ++warp) {
    const ReadTime &read = times[warp];
    if (read.time > epochStores &&
        (peer.order == nullptr ||
         !peer.order->knowsOfPeer(peer.warp, peer.lane, own, warp, read.time,
                                  read.lanes)))
      return warp;
  }
  return std::nullopt;
}

const std::string *SharedMemory::meetOwners(std::uint64_t at, unsigned count,
                                            const Peer &peer, bool writes) {
  if (copiedWords != 0)
    if (const std::string *met = meetCopy(at, count))
      return met;
  if (writes && pendingReads != 0)
    if (const std::string *met = meetPending(at, count))
      return met;
  for (std::uint64_t byte = at; byte < at + count; ++byte) {
    const Use &use = useOf(byte);
    const PeerUse &others = peerUses[byte];
    bool isWritten = use.writeClock == Use::Always
                         ? use.stores > epochStores
                         : use.writeClock >= epochClock;
    if (isWritten && (peer.order == nullptr ||
                      !peer.order->knowsOfPeer(
                          peer.warp, peer.lane, own, use.writeWarp, use.stores,
                          std::uint64_t(1) << use.writeLane))) {
      meeting = meetingText(
          byte, own, peerText({own, use.writeWarp, use.writeLane}), "wrote");
      return &meeting;
    }
    if (others.writeEpoch >= storesEpoch && others.writer != peer) {
      meeting = meetingText(byte, own, peerText(others.writer), "wrote");
      return &meeting;
    }
    if (!writes)
      continue;
    if (std::optional<unsigned> reader = ownReader(byte, use, peer)) {
      meeting = meetingText(byte, own,
                            "warp " + std::to_string(*reader) + " of block " +
                                std::to_string(own),
                            "read");
      return &meeting;
    }
    if (others.readEpoch == epoch &&
        (others.hasSeveralReaders || others.reader != peer)) {
      meeting = meetingText(byte, own, peerText(others.reader), "read");
      return &meeting;
    }
  }
  return nullptr;
}

const std::string *SharedMemory::readFrom(std::uint64_t at, unsigned count,
                                          const Peer &peer, std::uint8_t *to,
                                          std::uint8_t *isDefined) {
  if (const std::string *met = meetOwners(at, count, peer, /*writes=*/false))
    return met;
  visitor = peer;
  for (std::uint64_t byte = at; byte < at + count; ++byte) {
    PeerUse &use = peerUses[byte];
    bool isFirst = use.readEpoch != epoch;
    use.hasSeveralReaders =
        !isFirst && (use.hasSeveralReaders || use.reader != peer);
    use.readEpoch = epoch;
    use.reader = peer;
  }
  copy(bytes.data() + at, count, to);
  copy(definedToPeers.data() + at, count, isDefined);
  return nullptr;
}

const std::string *SharedMemory::writeFrom(std::uint64_t at, unsigned count,
                                           const Peer &peer,
                                           const std::uint8_t *from,
                                           const std::uint8_t *isDefined) {
  if (const std::string *met = meetOwners(at, count, peer, /*writes=*/true))
    return met;
  visitor = writer = peer;
  ++stores;
  std::uint64_t end = at + count;
  for (std::uint64_t byte = at; byte < end; ++byte) {
    peerUses[byte].writeEpoch = epoch;
    peerUses[byte].writer = peer;
  }
  // It is of the life that the bytes have now.
  const Accessor accessor = {.warp = peer.warp,
                             .lane = peer.lane,
                             .blockClock = epochClock,
                             .warpClock = 0};
  for (std::uint64_t byte = at; byte < end;) {
    auto [use, wide] = useOf(byte, end, accessor);
    use.stores = use.storesOfLife = stores;
    byte += wide;
  }
  copy(from, count, bytes.data() + at);
  copy(isDefined, count, defined.data() + at);
  copy(isDefined, count, definedToPeers.data() + at);
  return nullptr;
}

const std::string *SharedMemory::beginCopyFrom(std::uint64_t at, unsigned count,
                                               const Peer &peer,
                                               std::uint32_t mbarrier) {
  copied.resize(words.size());
  if (const std::string *met = meetOwners(at, count, peer, /*writes=*/true))
    return met;
  constexpr unsigned NoWarp = ~0U;
  if (const std::string *met = meetGeneric(at, count, NoWarp))
    return met;
  visitor = writer = peer;
  ++stores;
  for (std::uint64_t word = at / WordBytes; word < (at + count) / WordBytes;
       ++word)
    copied[word] = {.stores = stores,
                    .warp = static_cast<std::uint8_t>(peer.warp),
                    .lane = static_cast<std::uint8_t>(peer.lane),
                    .kind = Copied::Kind::OfBox,
                    .mbarrier = mbarrier};
  copiedWords += count / WordBytes;
  return nullptr;
}

const std::string *SharedMemory::meetMaker(std::uint64_t at, const Peer &peer) {
  visitor = writer = peer;
  const Use &use = useOf(at);
  if (use.writeClock == Use::Always || use.writeClock < epochClock)
    return nullptr;
  meeting = meetingText(at, own, peerText({own, use.writeWarp, use.writeLane}),
                        "made");
  return &meeting;
}

void SharedMemory::passClusterBarrier(std::uint32_t blockClock,
                                      bool ordersPeerStores) {
  ++epoch;
  epochClock = blockClock;
  epochStores = tick();
  visitor.reset();
  if (ordersPeerStores) {
    storesEpoch = epoch;
    writer.reset();
  }
  definedToPeers = defined;
}

const std::string *SharedMemory::meetAtEnd() {
  const std::optional<Peer> &last = visitor ? visitor : writer;
  if (!last)
    return nullptr;
  meeting = "shared memory of block " + std::to_string(own) + ", which " +
            peerText(*last) +
            " has accessed without a barrier of the cluster in between";
  return &meeting;
}

} // namespace heddle::sim
