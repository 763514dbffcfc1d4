//===- Accesses.cpp - Loads and stores ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "BlockCluster.h"
#include "Lanes.h"
#include "SimtOps.h"

#include <algorithm>
#include <cstring>
#include <utility>

HEDDLE_SIM_BEGIN

namespace {

std::string accessText(const AccessTable &table) {
  return concat(table.isCopy    ? "copies"
                : table.isStore ? "stores"
                                : "loads",
                " ", table.bytes(), table.bytes() == 1 ? " byte" : " bytes");
}

} // namespace

std::string placeText(Warp &warp, const AccessTable &table,
                      std::uint64_t address) {
  if (!table.isShared)
    return warp.block->execution.memory.describe(address);
  if (table.isDistributed)
    return concat("byte ", atPeer(address), " of ", warp.block->shared.size(),
                  " bytes of shared memory of block ", peerOf(address));
  return concat("byte ", address, " of ", warp.block->shared.size(),
                " bytes of shared memory");
}

Accessor accessorOf(const Warp &warp, const AccessTable &table, unsigned lane) {
  return {.warp = warp.number,
          .lane = lane,
          .blockClock = warp.block->clock,
          .warpClock = warp.clock,
          .isAtomic = table.isAtomic};
}

void stopAtMeeting(Warp &warp, const Instruction &each,
                   const AccessTable &table, unsigned lane,
                   const std::string &met) {
  stop(warp, each, std::uint64_t(1) << lane,
       concat(accessText(table), " at ", met));
}

/// What an access counts.
static AccessCounts &countsOf(Warp &warp, const Instruction &each) {
  return warp.block->profile.accesses[each.immediate];
}

void countSharedAccess(Warp &warp, const Instruction &each,
                       Wavefronts::Time time, unsigned ideal) {
  if constexpr (!IsWatched)
    return;
  AccessCounts &counts = countsOf(warp, each);
  ++counts.instructions;
  counts.requests += time.phases != 0 ? 1 : 0;
  counts.wavefronts += time.wavefronts;
  counts.idealWavefronts += ideal;
  counts.conflicts += time.wavefronts - time.phases;
}

namespace {

template <class Address>
void seeAddresses(const Address *addresses, unsigned lanes, unsigned bytes,
                  Taking &taking) {
  Address together = 0, apart = 0;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    together |= addresses[lane];
    apart |= addresses[lane] ^
             static_cast<Address>(addresses[0] + Address(lane) * bytes);
  }
  taking.together = together;
  taking.areConsecutive = apart == 0;
}

/// Where the addresses of an access are. Accesses often have those of the one
/// before with another offset.
void findAddresses(Warp &warp, const AccessTable &table, std::size_t number,
                   Taking &taking) {
  std::size_t first = static_cast<std::size_t>(table.at[number]) * warp.lanes;
  taking.offset = static_cast<std::uint64_t>(
      static_cast<std::int64_t>(table.offsets[number]));
  if (table.isShared) {
    const std::uint32_t *narrow = warp.at<std::uint32_t>(table.bases) + first;
    if (narrow != std::exchange(taking.narrow, narrow))
      seeAddresses(narrow, warp.lanes, table.bytes(), taking);
    return;
  }
  const std::uint64_t *wide = warp.at<std::uint64_t>(table.bases) + first;
  if (wide != std::exchange(taking.wide, wide))
    seeAddresses(wide, warp.lanes, table.bytes(), taking);
}

/// All lanes have the same buffer.
bool isUniform(Warp &warp, const Instruction &each, const AccessTable &table,
               const Taking &taking) {
  std::uint64_t missing = taking.lanes & ~warp.masksAt(table.buffer)[0];
  if (IsWatched && missing != 0)
    return stopAtUndefined(warp, each, missing, "expects a defined buffer");
  const auto *buffers = warp.at<std::uint64_t>(table.buffer);
  std::uint64_t different = 0;
  for (unsigned lane = 1; lane < warp.lanes; ++lane)
    if (buffers[lane] != buffers[0])
      different |= std::uint64_t(1) << lane;
  different &= warp.all;
  if (different == 0)
    return true;
  auto lane = static_cast<unsigned>(std::countr_zero(different));
  return stop(warp, each, different,
              concat("expects the same buffer in all lanes, but lane 0 has ",
                     placeText(warp, table, buffers[0]), " and lane ", lane,
                     " has ", placeText(warp, table, buffers[lane])));
}

/// Offsets are sums of 32 bits without a sign, of which the upper half lies
/// outside.
void findInBuffer(Warp &warp, const AccessTable &table, std::size_t number,
                  Taking &taking) {
  const std::uint32_t *offsets =
      warp.at<std::uint32_t>(table.bases) +
      static_cast<std::size_t>(table.at[number]) * warp.lanes;
  auto constant = static_cast<std::uint32_t>(table.offsets[number]);
  std::uint64_t buffer = warp.at<std::uint64_t>(table.buffer)[0];
  std::uint64_t outside = 0;
  for (unsigned lane = 0; lane < warp.lanes; ++lane) {
    std::uint32_t offset = offsets[lane] + constant;
    taking.ofBuffer[lane] = buffer + offset;
    outside |= std::uint64_t(offset >> 31) << lane;
  }
  taking.outside = taking.lanes & outside;
  taking.lanes &= ~outside;
  taking.wide = taking.ofBuffer.data();
  taking.offset = 0;
  seeAddresses(taking.wide, warp.lanes, table.bytes(), taking);
}

bool areMultiples(Warp &warp, const Instruction &each, const AccessTable &table,
                  const Taking &taking) {
  std::uint64_t crooked = 0;
  forLanes(taking.lanes, [&](unsigned lane) {
    if (taking.at(lane) % table.bytes() != 0)
      crooked |= std::uint64_t(1) << lane;
  });
  if (crooked == 0)
    return true;
  std::uint64_t address =
      taking.at(static_cast<unsigned>(std::countr_zero(crooked)));
  return stop(warp, each, crooked,
              concat("expects a multiple of ", table.bytes(),
                     " as an address, but ", accessText(table), " at ",
                     placeText(warp, table, address)));
}

} // namespace

bool takePart(Warp &warp, const Instruction &each, const AccessTable &table,
              std::size_t number, Taking &taking) {
  taking.lanes = warp.all;
  if (table.hasPredicates &&
      !keepWhere(warp, each, table.predicates, number, taking.lanes))
    return false;
  return takeAddresses(warp, each, table, number, taking);
}

bool keepWhere(Warp &warp, const Instruction &each, Operand predicates,
               std::size_t number, std::uint64_t &lanes) {
  std::uint64_t missing = lanes & ~warp.masksAt(predicates)[number];
  if (IsWatched && missing != 0)
    return stopAtUndefined(warp, each, missing, "expects a defined predicate");
  lanes &= lanesWhere(warp.at<std::uint8_t>(predicates) + number * warp.lanes,
                      warp.lanes);
  return true;
}

bool takeAddresses(Warp &warp, const Instruction &each,
                   const AccessTable &table, std::size_t number,
                   Taking &taking) {
  auto base = static_cast<std::size_t>(table.at[number]);
  std::uint64_t missing = taking.lanes & ~warp.masksAt(table.bases)[base];
  if (IsWatched && missing != 0)
    return stopAtUndefined(warp, each, missing, "expects a defined address");
  if (!table.hasBuffer)
    findAddresses(warp, table, number, taking);
  else if (isUniform(warp, each, table, taking))
    findInBuffer(warp, table, number, taking);
  else
    return false;
  std::uint64_t bits = taking.together | taking.offset;
  bool areEven =
      std::has_single_bit(table.bytes()) && (bits & (table.bytes() - 1)) == 0;
  return table.isMatrix || areEven || areMultiples(warp, each, table, taking);
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

namespace {

struct Pieces {
  unsigned sectors = 0, transactions = 0;
};

/// The number of active lanes; mostly all.
unsigned countLanes(const Warp &warp, const Taking &taking) {
  return taking.lanes == warp.all
             ? warp.lanes
             : static_cast<unsigned>(std::popcount(taking.lanes));
}

/// Sectors and transactions that the lanes touch; `count` lanes are active.
Pieces piecesOf(const Taking &taking, unsigned count, unsigned bytes) {
  if (taking.lanes == 0)
    return {};
  constexpr unsigned SectorShift = 5, TransactionShift = 7;
  auto first = static_cast<unsigned>(std::countr_zero(taking.lanes));
  bool areNeighbours = taking.lanes >> first == allLanes(count);
  if (taking.areConsecutive && areNeighbours &&
      bytes <= unsigned(1) << SectorShift) {
    std::uint64_t begin = taking.at(first), end = taking.at(first + count - 1);
    auto between = [&](unsigned shift) {
      return static_cast<unsigned>((end >> shift) - (begin >> shift)) + 1;
    };
    return {.sectors = between(SectorShift),
            .transactions = between(TransactionShift)};
  }
  std::array<std::uint64_t, MostLanes> sectors;
  unsigned found = 0;
  bool isSorted = true;
  std::uint64_t last = ~std::uint64_t(0);
  forLanes(taking.lanes, [&](unsigned lane) {
    std::uint64_t sector = taking.at(lane) >> SectorShift;
    if (sector == last)
      return;
    isSorted = isSorted && (found == 0 || sector > last);
    sectors[found++] = last = sector;
  });
  auto end = sectors.begin() + found;
  if (!isSorted) {
    std::sort(sectors.begin(), end);
    end = std::unique(sectors.begin(), end);
  }
  constexpr unsigned Step = TransactionShift - SectorShift;
  Pieces pieces = {.sectors = static_cast<unsigned>(end - sectors.begin()),
                   .transactions = 1};
  for (auto each = sectors.begin() + 1; each < end; ++each)
    pieces.transactions += each[0] >> Step != each[-1] >> Step ? 1 : 0;
  return pieces;
}

/// The fewest units that hold so many bytes, but no more than were touched:
/// lanes may access the same bytes.
unsigned leastPieces(unsigned bytes, unsigned pieceBytes, unsigned pieces) {
  return std::min((bytes + pieceBytes - 1) / pieceBytes, pieces);
}

void countGlobal(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking) {
  AccessCounts &counts = countsOf(warp, each);
  unsigned bytes = table.bytes(), count = countLanes(warp, taking);
  Pieces pieces = piecesOf(taking, count, bytes);
  constexpr unsigned SectorBytes = 32;
  ++counts.instructions;
  counts.requests += taking.lanes != 0 ? 1 : 0;
  counts.sectors += pieces.sectors;
  counts.idealSectors +=
      leastPieces(count * bytes, SectorBytes, pieces.sectors);
  counts.lines += pieces.transactions;
}

Wavefronts::Time countWavefronts(Warp &warp, const Instruction &each,
                                 const Taking &taking) {
  ThreadBlock &block = *warp.block;
  auto &last =
      block.lastAccesses[each.immediate * block.warps.size() + warp.number];
  const std::uint32_t *narrow = taking.narrow;
  std::uint32_t *bases = last.bases.data();
  auto offset = static_cast<std::uint32_t>(taking.offset);
  std::uint32_t apart = last.offset ^ offset;
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    apart |= narrow[lane] ^ bases[lane];
  if (apart == 0 && last.lanes == taking.lanes)
    return last.time;
  std::array<std::uint32_t, MostLanes> addresses;
  for (unsigned lane = 0; lane < warp.lanes; ++lane) {
    bases[lane] = narrow[lane];
    addresses[lane] = narrow[lane] + offset;
  }
  last.offset = offset;
  last.lanes = taking.lanes;
  last.time = wavefrontsOf(warp, each).count(taking.lanes, addresses.data());
  return last.time;
}

void countShared(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking) {
  Wavefronts::Time time = countWavefronts(warp, each, taking);
  constexpr unsigned WavefrontBytes = 128;
  countSharedAccess(warp, each, time,
                    leastPieces(countLanes(warp, taking) * table.bytes(),
                                WavefrontBytes, time.wavefronts));
}

} // namespace

void countAccess(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking) {
  if constexpr (!IsWatched)
    return;
  if (table.isDistributed)
    countAtomic(warp, each, table, taking);
  else if (table.isShared)
    countShared(warp, each, table, taking);
  else
    countGlobal(warp, each, table, taking);
}

void countAtomic(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking) {
  if (!table.isShared)
    return countAccess(warp, each, table, taking);
  AccessCounts &counts = countsOf(warp, each);
  ++counts.instructions;
  counts.requests += taking.lanes != 0 ? 1 : 0;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

bool isOutside(Warp &warp, const Instruction &each, const AccessTable &table,
               unsigned lane, std::uint64_t address) {
  stop(warp, each, std::uint64_t(1) << lane,
       concat("out-of-bounds ", table.bytes(), "-byte ",
              table.isCopy    ? "copy, "
              : table.isStore ? "store, "
                              : "load, ",
              placeText(warp, table, address)));
  return true;
}

const BufferView *bufferOf(Warp &warp, const AccessTable &table,
                           const Taking &taking) {
  if (taking.lanes == 0)
    return nullptr;
  auto first = static_cast<unsigned>(std::countr_zero(taking.lanes));
  auto last = 63U - static_cast<unsigned>(std::countl_zero(taking.lanes));
  std::uint64_t lowest = taking.at(first);
  std::uint64_t highest = taking.at(last);
  if (!taking.areConsecutive && taking.lanes == warp.all) {
    for (unsigned lane = 0; lane < warp.lanes; ++lane) {
      lowest = std::min(lowest, taking.at(lane));
      highest = std::max(highest, taking.at(lane));
    }
  } else if (!taking.areConsecutive) {
    forLanes(taking.lanes, [&](unsigned lane) {
      lowest = std::min(lowest, taking.at(lane));
      highest = std::max(highest, taking.at(lane));
    });
  }
  // Consecutive addresses may begin again at zero.
  if (highest < lowest)
    return nullptr;
  return warp.block->find(lowest, highest - lowest + table.bytes());
}

namespace {

/// The other block whose memory the address is in; null after a trap.
ThreadBlock *peerAt(Warp &warp, const Instruction &each,
                    const AccessTable &table, unsigned lane,
                    std::uint64_t address) {
  BlockCluster &cluster = *warp.block->cluster;
  unsigned rank = peerOf(address);
  ThreadBlock *peer = cluster.blockAt(rank);
  if (peer == nullptr ||
      atPeer(address) + table.bytes() > peer->shared.size()) {
    isOutside(warp, each, table, lane, address);
    return nullptr;
  }
  const char *absence = cluster.absenceOf(rank);
  if (absence == nullptr)
    return peer;
  stop(warp, each, std::uint64_t(1) << lane,
       concat(accessText(table), " at ", placeText(warp, table, address),
              absence));
  return nullptr;
}

SharedMemory::Peer visitorOf(const Warp &warp, unsigned lane) {
  return {warp.block->rank, warp.number, lane};
}

/// In a cluster, and not in the own block.
bool isAtPeer(const Warp &warp, const AccessTable &table,
              std::uint64_t address) {
  return table.isDistributed && warp.block->cluster != nullptr &&
         peerOf(address) != warp.block->rank;
}

} // namespace

bool loadPiece(Warp &warp, const Instruction &each, const AccessTable &table,
               unsigned lane, std::uint64_t address, Piece &piece) {
  if (isAtPeer(warp, table, address)) {
    ThreadBlock *peer = peerAt(warp, each, table, lane, address);
    return peer != nullptr &&
           !meets(warp, each, table, lane,
                  peer->shared.readFrom(
                      atPeer(address), table.bytes(), visitorOf(warp, lane),
                      piece.bytes.data(), piece.isDefined.data()));
  }
  if (table.isDistributed)
    address = atPeer(address);
  if (table.isShared) {
    SharedMemory &shared = warp.block->shared;
    if (address + table.bytes() > shared.size())
      return !isOutside(warp, each, table, lane, address);
    return !meets(warp, each, table, lane,
                  shared.read<IsWatched>(
                      address, table.bytes(), accessorOf(warp, table, lane),
                      piece.bytes.data(), piece.isDefined.data()));
  }
  const BufferView *buffer = warp.block->find(address, table.bytes());
  if (buffer == nullptr)
    return !isOutside(warp, each, table, lane, address);
  std::uint64_t from = address - buffer->address;
  std::memcpy(piece.bytes.data(), buffer->bytes + from, table.bytes());
  std::memcpy(piece.isDefined.data(), buffer->isDefined + from, table.bytes());
  return true;
}

bool storePiece(Warp &warp, const Instruction &each, const AccessTable &table,
                unsigned lane, std::uint64_t address, const Piece &piece) {
  if (isAtPeer(warp, table, address)) {
    ThreadBlock *peer = peerAt(warp, each, table, lane, address);
    return peer != nullptr &&
           !meets(warp, each, table, lane,
                  peer->shared.writeFrom(
                      atPeer(address), table.bytes(), visitorOf(warp, lane),
                      piece.bytes.data(), piece.isDefined.data()));
  }
  if (table.isDistributed)
    address = atPeer(address);
  if (table.isShared) {
    SharedMemory &shared = warp.block->shared;
    if (address + table.bytes() > shared.size())
      return !isOutside(warp, each, table, lane, address);
    return !meets(warp, each, table, lane,
                  shared.write<IsWatched>(
                      address, table.bytes(), accessorOf(warp, table, lane),
                      piece.bytes.data(), piece.isDefined.data()));
  }
  const BufferView *buffer = warp.block->find(address, table.bytes());
  if (buffer == nullptr)
    return !isOutside(warp, each, table, lane, address);
  if (IsWatched &&
      std::memchr(piece.isDefined.data(), 0, table.bytes()) != nullptr)
    return stopAtUndefined(
        warp, each, std::uint64_t(1) << lane,
        concat("expects defined values to store, but got undefined ones for ",
               placeText(warp, table, address)));
  std::uint64_t to = address - buffer->address;
  std::memcpy(buffer->bytes + to, piece.bytes.data(), table.bytes());
  std::memset(buffer->isDefined + to, 1, table.bytes());
  return true;
}

HEDDLE_SIM_END
