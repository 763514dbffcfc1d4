//===- Stores.cpp - Stores ------------------------------------------------===//
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

HEDDLE_SIM_BEGIN

namespace {

/// Which lanes' values are defined.
const std::uint64_t *masksOf(const Step &step) {
  return step.warp.masksAt(step.each.a) + step.first * step.table.parts;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

bool isAllDefined(const Step &step) {
  const std::uint64_t *masks = masksOf(step);
  std::uint64_t everywhere = step.taking.lanes;
  for (unsigned index = 0; index < step.table.width * step.table.parts; ++index)
    everywhere &= masks[index];
  return everywhere == step.taking.lanes;
}

template <class T>
void storeElements(const Step &step, const BufferView &buffer) {
  auto [warp, each, table, taking, first] = step;
  std::uint8_t *origin = buffer.bytes - buffer.address;
  unsigned lanes = warp.lanes, width = table.width;
  const T *__restrict value = warp.at<T>(each.a) + first * lanes;
  auto at = [&](unsigned lane) {
    return reinterpret_cast<T *>(origin + taking.at(lane));
  };
  if (taking.lanes == warp.all && taking.areConsecutive) {
    T *__restrict to = at(0);
    if (width == 1)
      copyLanes(warp, value, to);
    else
      for (unsigned lane = 0; lane < lanes; ++lane)
        for (unsigned index = 0; index < width; ++index)
          to[lane * width + index] = value[index * lanes + lane];
    return;
  }
  forLanes(taking.lanes, [&](unsigned lane) {
    T *to = at(lane);
    for (unsigned index = 0; index < width; ++index)
      to[index] = value[index * lanes + lane];
  });
}

[[maybe_unused]] void noteDefined(const Step &step, const BufferView &buffer) {
  if (buffer.isAllDefined)
    return;
  const Taking &taking = step.taking;
  std::uint8_t *isDefined = buffer.isDefined - buffer.address;
  unsigned bytes = step.table.bytes();
  if (taking.lanes == step.warp.all && taking.areConsecutive) {
    std::memset(isDefined + taking.at(0), 1,
                std::size_t(bytes) * step.warp.lanes);
    return;
  }
  forLanes(taking.lanes, [&](unsigned lane) {
    std::memset(isDefined + taking.at(lane), 1, bytes);
  });
}

/// No two lanes store to one address: each stores after the one before.
bool areApart(const Taking &taking) {
  if (taking.areConsecutive)
    return true;
  std::uint64_t last = 0;
  bool areSorted = true;
  forLanes(taking.lanes, [&](unsigned lane) {
    areSorted = areSorted && taking.at(lane) > last;
    last = taking.at(lane);
  });
  return areSorted;
}

/// Bytes of an element in register `index` of a value.
std::uint8_t *elementAt(Warp &warp, Operand value, std::size_t index,
                        unsigned lane, unsigned bytes) {
  return warp.at<std::uint8_t>(value) + (index * warp.lanes + lane) * bytes;
}

/// What lane by lane was stored is there in the end, or one lane has
/// overwritten another's: False after that trap.
bool isAsStored(Warp &warp, const Instruction &each, const AccessTable &table,
                std::size_t first, const Taking &taking) {
  std::uint64_t lost = 0;
  forLanes(taking.lanes, [&](unsigned lane) {
    std::uint64_t address = taking.at(lane);
    const BufferView *buffer = warp.block->find(address, table.bytes());
    const std::uint8_t *bytes = buffer->bytes + (address - buffer->address);
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
  std::uint64_t address = taking.at(loser);
  // Accesses are aligned, so that they are of the same bytes or of others.
  unsigned winner = loser;
  forLanes(taking.lanes, [&](unsigned lane) {
    if (taking.at(lane) == address)
      winner = lane;
  });
  return stop(warp, each, lost,
              concat("expects the same value from lanes that store to one "
                     "address, but lane ",
                     winner, " stores a different one to ",
                     placeText(warp, table, address)));
}

//===----------------------------------------------------------------------===//
// Any memory, lane by lane
//===----------------------------------------------------------------------===//

/// From masks to which bytes of an element are defined.
void seeDefined(const AccessTable &table, Piece &piece, unsigned index,
                unsigned lane, const std::uint64_t *masks) {
  std::uint8_t *bytes =
      piece.isDefined.data() + std::size_t(index) * table.elementBytes;
  for (unsigned byte = 0; byte < table.elementBytes; ++byte)
    bytes[byte] = isIn(masks[table.parts == 1 ? 0 : byte], lane) ? 1 : 0;
}

template <class T> bool storePieces(const Step &step) {
  auto [warp, each, table, taking, first] = step;
  const T *value = warp.at<T>(each.a) + first * warp.lanes;
  const std::uint64_t *masks = masksOf(step);
  bool isWhole = !IsWatched || isAllDefined(step);
  Piece piece;
  if (isWhole)
    piece.isDefined.fill(1);
  for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(left));
    auto *to = reinterpret_cast<T *>(piece.bytes.data());
    for (unsigned index = 0; index < table.width; ++index) {
      to[index] = value[index * warp.lanes + lane];
      if (!isWhole)
        seeDefined(table, piece, index, lane, masks + index * table.parts);
    }
    if (!storePiece(warp, each, table, lane, taking.at(lane), piece))
      return false;
  }
  return true;
}

template <class T> bool store(const Step &step) {
  auto [warp, each, table, taking, first] = step;
  const BufferView *buffer =
      table.isShared ? nullptr : bufferOf(warp, table, taking);
  if (buffer == nullptr || (IsWatched && !isAllDefined(step))) {
    if (!storePieces<T>(step))
      return false;
  } else {
    storeElements<T>(step, *buffer);
    if constexpr (IsWatched)
      noteDefined(step, *buffer);
  }
  return table.isShared || areApart(taking) ||
         isAsStored(warp, each, table, first, taking);
}

} // namespace

bool runStore(Warp &warp, const Instruction &each) {
  return runSteps(warp, each, []<class T>(const Step &step, T /*element*/) {
    return store<T>(step);
  });
}

HEDDLE_SIM_END
