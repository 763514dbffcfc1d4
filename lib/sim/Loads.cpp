//===- Loads.cpp - Loads --------------------------------------------------===//
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

/// What says of each byte of an element that it is defined.
template <class T> constexpr T AllDefined = T(~T(0)) / 0xFF;

/// Which lanes' results are defined.
std::uint64_t *masksOf(const Step &step) {
  return step.warp.masksAt(step.each.result) + step.first * step.table.parts;
}

/// What lanes get that take no part.
template <class T> void loadOther(const Step &step) {
  auto [warp, each, table, taking, first] = step;
  if (table.hasOther && taking.lanes != warp.all)
    std::copy_n(warp.at<T>(table.other) + first * warp.lanes,
                std::size_t(table.width) * warp.lanes,
                warp.at<T>(each.result) + first * warp.lanes);
}

/// What lanes that take part find defined comes to it.
[[maybe_unused]] void noteOther(const Step &step, std::uint64_t defined) {
  auto [warp, each, table, taking, first] = step;
  std::uint64_t *__restrict masks = masksOf(step);
  std::size_t count = std::size_t(table.width) * table.parts;
  std::fill_n(masks, count, defined);
  if (!table.hasOther || table.isOtherUndefined || taking.lanes == warp.all)
    return;
  const std::uint64_t *__restrict other =
      warp.masksAt(table.other) + first * table.parts;
  std::uint64_t others = warp.all & ~taking.lanes;
  for (std::size_t index = 0; index < count; ++index)
    masks[index] |= other[index] & others;
}

/// Zeros where a buffer gives them: outside of it, and in lanes that take no
/// part unless they get something else.
template <class T> void loadZeros(const Step &step) {
  auto [warp, each, table, taking, first] = step;
  std::uint64_t zeros =
      table.hasOther ? taking.outside : warp.all & ~taking.lanes;
  if (!table.hasBuffer || zeros == 0)
    return;
  T *result = warp.at<T>(each.result) + first * warp.lanes;
  for (unsigned index = 0; index < table.width; ++index) {
    forLanes(zeros,
             [&](unsigned lane) { result[index * warp.lanes + lane] = T(0); });
    if constexpr (IsWatched)
      masksOf(step)[index] |= table.isOtherUndefined ? taking.outside : zeros;
  }
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

template <class T>
void loadElements(const Step &step, const BufferView &buffer) {
  auto [warp, each, table, taking, first] = step;
  const std::uint8_t *origin = buffer.bytes - buffer.address;
  unsigned lanes = warp.lanes, width = table.width;
  T *__restrict result = warp.at<T>(each.result) + first * lanes;
  auto at = [&](unsigned lane) {
    return reinterpret_cast<const T *>(origin + taking.at(lane));
  };
  if (taking.lanes == warp.all && taking.areConsecutive) {
    const T *from = at(0);
    if (width == 1)
      copyLanes(warp, from, result);
    else
      for (unsigned index = 0; index < width; ++index)
        for (unsigned lane = 0; lane < lanes; ++lane)
          result[index * lanes + lane] = from[lane * width + index];
  } else {
    forLanes(taking.lanes, [&](unsigned lane) {
      const T *from = at(lane);
      for (unsigned index = 0; index < width; ++index)
        result[index * lanes + lane] = from[index];
    });
  }
  if (table.isBits)
    for (std::size_t index = 0; index < std::size_t(width) * lanes; ++index)
      result[index] &= T(1);
}

template <class T>
void noteDefined(const Step &step, const BufferView &buffer) {
  auto [warp, each, table, taking, first] = step;
  noteOther(step, buffer.isAllDefined ? taking.lanes : 0);
  if (buffer.isAllDefined)
    return;
  std::uint64_t *masks = masksOf(step);
  forLanes(taking.lanes, [&](unsigned lane) {
    const auto *isDefined = reinterpret_cast<const T *>(
        buffer.isDefined + (taking.at(lane) - buffer.address));
    for (unsigned index = 0; index < table.width; ++index)
      masks[index] |= std::uint64_t(isDefined[index] == AllDefined<T>) << lane;
  });
}

//===----------------------------------------------------------------------===//
// Several buffers, lane by lane
//===----------------------------------------------------------------------===//

template <class T>
void noteDefined(const Step &step, const Piece &piece, unsigned lane) {
  std::uint64_t *masks = masksOf(step);
  const std::uint8_t *isDefined = piece.isDefined.data();
  if (step.table.parts == 1) {
    for (unsigned index = 0; index < step.table.width;
         ++index, isDefined += sizeof(T)) {
      T bytes = 0;
      std::memcpy(&bytes, isDefined, sizeof(T));
      masks[index] |= std::uint64_t(bytes == AllDefined<T>) << lane;
    }
    return;
  }
  for (std::size_t index = 0;
       index < std::size_t(step.table.width) * step.table.parts; ++index)
    masks[index] |= std::uint64_t(isDefined[index]) << lane;
}

template <class T> bool loadPieces(const Step &step) {
  auto [warp, each, table, taking, first] = step;
  T *result = warp.at<T>(each.result) + first * warp.lanes;
  if constexpr (IsWatched)
    noteOther(step, 0);
  Piece piece;
  for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
    auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (!loadPiece(warp, each, table, lane, taking.at(lane), piece))
      return false;
    const auto *from = reinterpret_cast<const T *>(piece.bytes.data());
    for (unsigned index = 0; index < table.width; ++index)
      result[index * warp.lanes + lane] =
          table.isBits ? from[index] & T(1) : from[index];
    if constexpr (IsWatched)
      noteDefined<T>(step, piece, lane);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// All lanes get nothing undefined.
template <class T> bool areWhole(const Step &step) {
  const Warp &warp = step.warp;
  const std::uint8_t *isDefined = warp.block->shared.definedTo(warp.number);
  if (isDefined == nullptr)
    return false;
  const Taking &taking = step.taking;
  T together = AllDefined<T>;
  unsigned width = step.table.width;
  forLanes(taking.lanes, [&](unsigned lane) {
    const auto *each = reinterpret_cast<const T *>(isDefined + taking.at(lane));
    for (unsigned index = 0; index < width; ++index)
      together &= each[index];
  });
  return together == AllDefined<T>;
}

template <class T> void noteSharedDefined(const Step &step, Accessor who) {
  auto [warp, each, table, taking, first] = step;
  if (areWhole<T>(step)) {
    noteOther(step, taking.lanes);
    return;
  }
  noteOther(step, 0);
  Piece piece;
  for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
    who.lane = static_cast<unsigned>(std::countr_zero(left));
    warp.block->shared.copyDefined(taking.at(who.lane), table.bytes(), who,
                                   piece.isDefined.data());
    noteDefined<T>(step, piece, who.lane);
  }
}

template <class T> bool loadShared(const Step &step) {
  auto [warp, each, table, taking, first] = step;
  SharedMemory &shared = warp.block->shared;
  T *result = warp.at<T>(each.result) + first * warp.lanes;
  Accessor who = accessorOf(warp, table, 0);
  for (std::uint64_t left = taking.lanes; left != 0; left &= left - 1) {
    who.lane = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t address = taking.at(who.lane);
    if (address + table.bytes() > shared.size())
      return !isOutside(warp, each, table, who.lane, address);
    if (meets(warp, each, table, who.lane,
              shared.meetAtRead(address, table.bytes(), who)))
      return false;
    const auto *from = reinterpret_cast<const T *>(shared.bytesAt(address));
    for (unsigned index = 0; index < table.width; ++index)
      result[index * warp.lanes + who.lane] =
          table.isBits ? from[index] & T(1) : from[index];
  }
  if constexpr (IsWatched)
    noteSharedDefined<T>(step, who);
  return true;
}

template <class T> bool loadGlobal(const Step &step) {
  const BufferView *buffer = bufferOf(step.warp, step.table, step.taking);
  if (buffer == nullptr)
    return loadPieces<T>(step);
  loadElements<T>(step, *buffer);
  if constexpr (IsWatched)
    noteDefined<T>(step, *buffer);
  return true;
}

template <class T> bool load(const Step &step) {
  loadOther<T>(step);
  if (step.table.isDistributed)
    return loadPieces<T>(step);
  if (step.table.isShared)
    return loadShared<T>(step);
  if (!loadGlobal<T>(step))
    return false;
  loadZeros<T>(step);
  return true;
}

/// What lanes have loaded goes to those that get it.
template <class T> void exchange(const Step &step) {
  auto [warp, each, table, taking, first] = step;
  unsigned lanes = warp.lanes;
  T *result = warp.at<T>(each.result) + first * lanes;
  const std::vector<T> loaded(result,
                              result + std::size_t(table.width) * lanes);
  auto forGivers = [&](auto give) {
    for (unsigned index = 0; index < table.width; ++index)
      for (unsigned lane = 0; lane < lanes; ++lane) {
        auto [giver, element] = table.giverOf(lane, index);
        give(index, lane, element, giver);
      }
  };
  forGivers([&](unsigned index, unsigned lane, unsigned from, unsigned giver) {
    result[index * lanes + lane] = loaded[from * lanes + giver];
  });
  if constexpr (!IsWatched)
    return;
  unsigned parts = table.parts;
  std::uint64_t *masks = masksOf(step);
  const std::vector<std::uint64_t> defined(
      masks, masks + std::size_t(table.width) * parts);
  std::fill_n(masks, defined.size(), 0);
  forGivers([&](unsigned index, unsigned lane, unsigned from, unsigned giver) {
    for (unsigned part = 0; part < parts; ++part)
      masks[index * parts + part] |=
          (defined[from * parts + part] >> giver & 1U) << lane;
  });
}

} // namespace

bool runLoad(Warp &warp, const Instruction &each) {
  return runSteps(warp, each, []<class T>(const Step &step, T /*element*/) {
    if (!load<T>(step))
      return false;
    if (step.table.isTransposed)
      exchange<T>(step);
    return true;
  });
}

HEDDLE_SIM_END
