//===- Accesses.cpp - Loads and stores ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "Lanes.h"
#include "SimtOps.h"

#include <algorithm>
#include <cstring>

namespace heddle::sim {

namespace {

constexpr unsigned SectorBytes = 32, TransactionBytes = 128;

template <class Fn> void forLanes(std::uint64_t lanes, Fn &&see) {
  for (; lanes != 0; lanes &= lanes - 1)
    see(static_cast<unsigned>(std::countr_zero(lanes)));
}

std::string accessText(const AccessTable &table) {
  return concat(table.isStore ? "stores " : "loads ", table.bytes(),
                table.bytes() == 1 ? " byte" : " bytes");
}

std::string placeText(Warp &warp, const AccessTable &table,
                      std::uint64_t address) {
  if (!table.isShared)
    return warp.block->memory.describe(address);
  return concat("byte ", address, " of ", warp.block->shared.size(),
                " bytes of shared memory");
}

} // namespace

Accessor accessorOf(const Warp &warp, const AccessTable &table, unsigned lane) {
  return {.warp = warp.number,
          .lane = lane,
          .blockClock = warp.block->clock,
          .warpClock = warp.clock,
          .isAtomic = table.isAtomic};
}

bool meets(Warp &warp, const Instruction &each, const AccessTable &table,
           unsigned lane, const std::optional<std::string> &met) {
  if (met)
    stop(warp, each, std::uint64_t(1) << lane,
         concat(accessText(table), " at ", *met));
  return met.has_value();
}

void countSharedAccess(Warp &warp, const AccessTable &table,
                       unsigned wavefronts, unsigned ideal) {
  Counters &counters = warp.block->counters;
  if (table.isStore) {
    counters.count(InstructionClass::SharedStore, 1);
    counters.sharedStoreWavefronts += wavefronts;
    counters.sharedStoreIdeal += ideal;
    return;
  }
  counters.count(InstructionClass::SharedLoad, 1);
  counters.sharedLoadWavefronts += wavefronts;
  counters.sharedLoadIdeal += ideal;
}

bool takePart(Warp &warp, const Instruction &each, const AccessTable &table,
              std::size_t number, Taking &taking) {
  taking.lanes = warp.all;
  if (table.hasPredicates) {
    std::uint64_t missing = warp.all & ~warp.masksAt(table.predicates)[number];
    if (missing != 0)
      return stop(warp, each, missing, "expects a defined predicate");
    taking.lanes = lanesWhere(warp.at<std::uint8_t>(table.predicates) +
                                  number * warp.lanes,
                              warp.lanes);
  }
  auto base = static_cast<std::size_t>(table.at[number]);
  std::uint64_t missing = taking.lanes & ~warp.masksAt(table.bases)[base];
  if (missing != 0)
    return stop(warp, each, missing, "expects a defined address");
  auto offset = static_cast<std::uint64_t>(
      static_cast<std::int64_t>(table.offsets[number]));
  forLanes(taking.lanes, [&](unsigned lane) {
    std::size_t at = base * warp.lanes + lane;
    taking.addresses[lane] =
        offset + (table.isShared
                      ? std::uint64_t(warp.at<std::uint32_t>(table.bases)[at])
                      : warp.at<std::uint64_t>(table.bases)[at]);
    if (table.isShared)
      taking.addresses[lane] &= 0xFFFFFFFFU;
  });
  if (table.isMatrix)
    return true;
  std::uint64_t crooked = 0;
  forLanes(taking.lanes, [&](unsigned lane) {
    if (taking.addresses[lane] % table.bytes() != 0)
      crooked |= std::uint64_t(1) << lane;
  });
  if (crooked == 0)
    return true;
  std::uint64_t address =
      taking.addresses[static_cast<unsigned>(std::countr_zero(crooked))];
  return stop(warp, each, crooked,
              concat("expects a multiple of ", table.bytes(),
                     " as an address, but ", accessText(table), " at ",
                     placeText(warp, table, address)));
}

namespace {

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// How many aligned pieces of this size the lanes touch.
unsigned piecesOf(const Taking &taking, unsigned bytes) {
  std::array<std::uint64_t, MostLanes> pieces;
  unsigned count = 0;
  forLanes(taking.lanes, [&](unsigned lane) {
    std::uint64_t piece = taking.addresses[lane] / bytes;
    if (count == 0 || pieces[count - 1] != piece)
      pieces[count++] = piece;
  });
  std::sort(pieces.begin(), pieces.begin() + count);
  return static_cast<unsigned>(
      std::unique(pieces.begin(), pieces.begin() + count) - pieces.begin());
}

void countGlobal(Warp &warp, const AccessTable &table, const Taking &taking) {
  Counters &counters = warp.block->counters;
  unsigned sectors = piecesOf(taking, SectorBytes);
  unsigned transactions = piecesOf(taking, TransactionBytes);
  if (table.isStore) {
    counters.count(InstructionClass::GlobalStore, 1);
    counters.globalStoreSectors += sectors;
    counters.globalStoreTransactions += transactions;
    return;
  }
  counters.count(InstructionClass::GlobalLoad, 1);
  counters.globalLoadSectors += sectors;
  counters.globalLoadTransactions += transactions;
}

void countShared(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking) {
  unsigned wavefronts =
      wavefrontsOf(warp, each).count(taking.lanes, taking.addresses.data());
  constexpr unsigned WavefrontBytes = 128;
  unsigned ideal =
      (static_cast<unsigned>(std::popcount(taking.lanes)) * table.bytes() +
       WavefrontBytes - 1) /
      WavefrontBytes;
  ideal = std::min(ideal, wavefronts);
  countSharedAccess(warp, table, wavefronts, ideal);
}

void countAccess(Warp &warp, const Instruction &each, const AccessTable &table,
                 const Taking &taking) {
  if (table.isShared)
    countShared(warp, each, table, taking);
  else
    countGlobal(warp, table, taking);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

bool isOutside(Warp &warp, const Instruction &each, const AccessTable &table,
               unsigned lane, std::uint64_t address) {
  stop(warp, each, std::uint64_t(1) << lane,
       concat("expects an address in ",
              table.isShared ? "the block's shared memory" : "a buffer",
              ", but ", accessText(table), " at ",
              placeText(warp, table, address)));
  return true;
}

} // namespace

bool loadPiece(Warp &warp, const Instruction &each, const AccessTable &table,
               unsigned lane, std::uint64_t address, Piece &piece) {
  if (table.isShared) {
    SharedMemory &shared = warp.block->shared;
    if (address + table.bytes() > shared.size())
      return !isOutside(warp, each, table, lane, address);
    return !meets(warp, each, table, lane,
                  shared.read(address, table.bytes(),
                              accessorOf(warp, table, lane), piece.bytes.data(),
                              piece.isDefined.data()));
  }
  const Buffer *buffer = warp.block->memory.find(address, table.bytes());
  if (buffer == nullptr)
    return !isOutside(warp, each, table, lane, address);
  std::uint64_t from = address - buffer->address;
  std::memcpy(piece.bytes.data(), buffer->bytes.data() + from, table.bytes());
  std::memcpy(piece.isDefined.data(), buffer->isDefined.data() + from,
              table.bytes());
  return true;
}

bool storePiece(Warp &warp, const Instruction &each, const AccessTable &table,
                unsigned lane, std::uint64_t address, const Piece &piece) {
  if (table.isShared) {
    SharedMemory &shared = warp.block->shared;
    if (address + table.bytes() > shared.size())
      return !isOutside(warp, each, table, lane, address);
    return !meets(warp, each, table, lane,
                  shared.write(address, table.bytes(),
                               accessorOf(warp, table, lane),
                               piece.bytes.data(), piece.isDefined.data()));
  }
  Buffer *buffer = warp.block->memory.find(address, table.bytes());
  if (buffer == nullptr)
    return !isOutside(warp, each, table, lane, address);
  if (std::memchr(piece.isDefined.data(), 0, table.bytes()) != nullptr)
    return stop(warp, each, std::uint64_t(1) << lane,
                concat("expects defined values to store, but got undefined "
                       "ones for ",
                       placeText(warp, table, address)));
  std::uint64_t to = address - buffer->address;
  std::memcpy(buffer->bytes.data() + to, piece.bytes.data(), table.bytes());
  std::memset(buffer->isDefined.data() + to, 1, table.bytes());
  return true;
}

namespace {

/// Bytes of an element in register `index` of a value.
std::uint8_t *elementAt(Warp &warp, Operand value, std::size_t index,
                        unsigned lane, unsigned bytes) {
  return warp.at<std::uint8_t>(value) + (index * warp.lanes + lane) * bytes;
}

/// From which bytes of an element are defined to its masks, and back.
void noteDefined(const AccessTable &table, const Piece &piece, unsigned index,
                 unsigned lane, std::uint64_t *masks) {
  const std::uint8_t *bytes =
      piece.isDefined.data() + std::size_t(index) * table.elementBytes;
  if (table.parts == 1) {
    bool isWhole = std::memchr(bytes, 0, table.elementBytes) == nullptr;
    masks[0] |= std::uint64_t(isWhole) << lane;
    return;
  }
  for (unsigned part = 0; part < table.parts; ++part)
    masks[part] |= std::uint64_t(bytes[part]) << lane;
}

void seeDefined(const AccessTable &table, Piece &piece, unsigned index,
                unsigned lane, const std::uint64_t *masks) {
  std::uint8_t *bytes =
      piece.isDefined.data() + std::size_t(index) * table.elementBytes;
  for (unsigned byte = 0; byte < table.elementBytes; ++byte)
    bytes[byte] = isIn(masks[table.parts == 1 ? 0 : byte], lane) ? 1 : 0;
}

} // namespace

bool runLoad(Warp &warp, const Instruction &each) {
  const AccessTable &table = warp.block->code.accesses[each.immediate];
  std::uint64_t *masks = warp.masksAt(each.result);
  Taking taking;
  for (std::size_t number = 0; number < table.at.size(); ++number) {
    if (!takePart(warp, each, table, number, taking))
      return false;
    countAccess(warp, each, table, taking);
    std::size_t first = number * table.width;
    for (std::size_t index = first; index < first + table.width; ++index) {
      std::uint64_t *mask = masks + index * table.parts;
      std::fill_n(mask, table.parts, 0);
      if (!table.hasOther)
        continue;
      std::memcpy(elementAt(warp, each.result, index, 0, table.elementBytes),
                  elementAt(warp, table.other, index, 0, table.elementBytes),
                  std::size_t(warp.lanes) * table.elementBytes);
      for (unsigned part = 0; part < table.parts; ++part)
        mask[part] = warp.masksAt(table.other)[index * table.parts + part] &
                     ~taking.lanes;
    }
    for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(left));
      Piece piece;
      if (!loadPiece(warp, each, table, lane, taking.addresses[lane], piece))
        return false;
      for (unsigned index = 0; index < table.width; ++index) {
        if (table.isBits)
          piece.bytes[index] &= 1U;
        std::memcpy(elementAt(warp, each.result, first + index, lane,
                              table.elementBytes),
                    piece.bytes.data() +
                        std::size_t(index) * table.elementBytes,
                    table.elementBytes);
        noteDefined(table, piece, index, lane,
                    masks + (first + index) * table.parts);
      }
    }
  }
  return true;
}

/// What lane by lane was stored is there in the end, or one lane has
/// overwritten another's: False after that trap.
static bool isAsStored(Warp &warp, const Instruction &each,
                       const AccessTable &table, std::size_t first,
                       const Taking &taking) {
  std::uint64_t lost = 0;
  forLanes(taking.lanes, [&](unsigned lane) {
    std::uint64_t address = taking.addresses[lane];
    const Buffer *buffer = warp.block->memory.find(address, table.bytes());
    const std::uint8_t *bytes =
        buffer->bytes.data() + (address - buffer->address);
    for (unsigned index = 0; index < table.width; ++index)
      if (std::memcmp(
              bytes + std::size_t(index) * table.elementBytes,
              elementAt(warp, each.a, first + index, lane, table.elementBytes),
              table.elementBytes) != 0)
        lost |= std::uint64_t(1) << lane;
  });
  if (lost == 0)
    return true;
  auto loser = static_cast<unsigned>(std::countr_zero(lost));
  std::uint64_t address = taking.addresses[loser];
  // Accesses are aligned, so that they are of the same bytes or of others.
  unsigned winner = loser;
  forLanes(taking.lanes, [&](unsigned lane) {
    if (taking.addresses[lane] == address)
      winner = lane;
  });
  return stop(warp, each, lost,
              concat("expects the same value from lanes that store to one "
                     "place, but lane ",
                     winner, " stores another to ",
                     placeText(warp, table, address)));
}

bool runStore(Warp &warp, const Instruction &each) {
  const AccessTable &table = warp.block->code.accesses[each.immediate];
  const std::uint64_t *masks = warp.masksAt(each.a);
  Taking taking;
  for (std::size_t number = 0; number < table.at.size(); ++number) {
    if (!takePart(warp, each, table, number, taking))
      return false;
    countAccess(warp, each, table, taking);
    std::size_t first = number * table.width;
    for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
      auto lane = static_cast<unsigned>(std::countr_zero(left));
      Piece piece;
      for (unsigned index = 0; index < table.width; ++index) {
        std::memcpy(
            piece.bytes.data() + std::size_t(index) * table.elementBytes,
            elementAt(warp, each.a, first + index, lane, table.elementBytes),
            table.elementBytes);
        seeDefined(table, piece, index, lane,
                   masks + (first + index) * table.parts);
      }
      if (!storePiece(warp, each, table, lane, taking.addresses[lane], piece))
        return false;
    }
    if (!table.isShared && !isAsStored(warp, each, table, first, taking))
      return false;
  }
  return true;
}

} // namespace heddle::sim
