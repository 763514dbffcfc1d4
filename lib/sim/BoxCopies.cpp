//===- BoxCopies.cpp - Copies of boxes ------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A copy to shared memory reads global memory when it begins; shared memory
/// has its bytes when they arrive at the mbarrier, which Mbarriers.h decides. A
/// copy to global memory reads shared memory when it begins; global memory has
/// its bytes when its thread has waited for it. Until then whoever touches what
/// it still writes, or writes what it still reads, is stopped.
///
//===----------------------------------------------------------------------===//

#include "Accesses.h"
#include "BlockCluster.h"
#include "Boxes.h"
#include "Lanes.h"
#include "SimtOps.h"

#include <algorithm>
#include <utility>

HEDDLE_SIM_BEGIN

namespace {

constexpr unsigned PieceBytes = SharedMemory::PieceBytes;

/// One copy of one lane.
class Box {
public:
  Box(Warp &warp, const Instruction &each, unsigned number, unsigned lane)
      : warp(warp), each(each),
        table(warp.block->code
                  .boxes[warp.block->code.accesses[each.immediate].box]),
        number(number), lane(lane) {}

  /// Finds the map, the runs and the pieces. False after a trap, here and
  /// below.
  bool find() {
    return areOperandsDefined() && findMap() && findRuns() && findPieces();
  }
  bool load();
  bool store();

  std::vector<BoxRun> runs;

private:
  std::uint64_t lanes() const { return std::uint64_t(1) << lane; }
  bool stopAt(std::string message) {
    return stop(warp, each, lanes(), std::move(message));
  }
  template <class T> T read(Operand operand) {
    return warp.at<T>(operand)[lane];
  }
  std::string mapText() {
    return concat("the tensor map at ",
                  warp.block->execution.memory.describe(mapAddress));
  }
  Accessor accessor(bool isAsync) const {
    return {.warp = warp.number,
            .lane = lane,
            .blockClock = warp.block->clock,
            .warpClock = warp.clock,
            .isAsync = isAsync};
  }

  bool areOperandsDefined() {
    std::vector<Operand> operands = table.coordinates;
    operands.push_back(table.map);
    operands.push_back(table.address);
    if (!isStore())
      operands.push_back(table.mbarrier);
    if (table.blocks)
      operands.push_back(*table.blocks);
    for (Operand operand : operands)
      if (lacking(warp, operand, lanes()) != 0)
        return stopAtUndefined(
            warp, each, lanes(),
            "expects a defined map, coordinates and addresses");
    return true;
  }
  bool isStore() const {
    return warp.block->code.accesses[each.immediate].isStore;
  }
  bool findMap();
  bool checkCoordinates();
  bool isAcquired();
  bool sendToOthers(const StartedBox &box, std::uint32_t blocks);
  bool findRuns();
  bool findPieces();

  Warp &warp;
  const Instruction &each;
  const BoxTable &table;
  unsigned number, lane;
  std::uint64_t mapAddress = 0;
  TensorMap map;
  std::vector<std::int64_t> coordinates;
  std::vector<std::uint32_t> pieces;
};

// What the program has written the copy engine may have cached.
bool Box::isAcquired() {
  auto written = warp.block->writtenMaps.find(mapAddress);
  if (written == warp.block->writtenMaps.end())
    return true;
  auto acquired = warp.acquiredMaps.find(mapAddress);
  if (acquired != warp.acquiredMaps.end() &&
      acquired->second >= written->second.time)
    return true;
  return stopAt(concat("reads ", mapText(), ", which warp ",
                       written->second.warp,
                       " wrote without a tensor_map_acquire of this warp "
                       "behind it"));
}

bool Box::findMap() {
  mapAddress = read<std::uint64_t>(table.map);
  if (mapAddress % TensorMap::Alignment != 0)
    return stopAt(concat("expects a multiple of ", TensorMap::Alignment,
                         " as the address of a tensor map, but got ",
                         mapAddress));
  const BufferView *buffer = warp.block->find(mapAddress, TensorMap::Bytes);
  if (buffer == nullptr)
    return stopAt(concat("out-of-bounds tensor map of ", TensorMap::Bytes,
                         " bytes, ",
                         warp.block->execution.memory.describe(mapAddress)));
  std::uint64_t at = mapAddress - buffer->address;
  if (IsWatched && std::memchr(buffer->isDefined + at, 0, TensorMap::Bytes))
    return stopAt(concat("expects defined bytes in ", mapText()));
  std::optional<TensorMap> found =
      decodeTensorMap(std::span<const std::uint8_t, TensorMap::Bytes>(
          buffer->bytes + at, TensorMap::Bytes));
  if (!found)
    return stopAt(concat(
        "expects a tensor map, but got other bytes at ",
        warp.block->execution.memory.describe(mapAddress),
        ": the host encodes one (TensorMap.h), or simt.tensor_map writes it"));
  if (Result<void> checked = check(*found); !checked)
    return stopAt(concat(checked.error().reason, ": ", mapText()));
  map = std::move(*found);
  if (map.axes.size() != table.rank() || boxBytes(map) != table.bytes)
    return stopAt(concat("expects a tensor map of ", table.rank(),
                         " axes with boxes of ", table.bytes,
                         " bytes, but got ", map.axes.size(), " and ",
                         boxBytes(map), ": ", mapText()));
  return isAcquired();
}

bool Box::findRuns() {
  for (unsigned axis = 0; axis < table.rank(); ++axis)
    coordinates.push_back(
        std::int64_t(read<std::int32_t>(table.coordinates[axis])) +
        table.steps[std::size_t(number) * table.rank() + axis]);
  if (!checkCoordinates())
    return false;
  if (isStore())
    map = inWholeUnits(map);
  runs = runsOf(map, coordinates);
  for (const BoxRun &run : runs)
    if (warp.block->find(run.address, run.bytes) == nullptr)
      return stopAt(concat(
          "out-of-bounds copy of a box, whose ", run.bytes, " bytes are ",
          warp.block->execution.memory.describe(run.address), ": ", mapText(),
          " describes a larger tensor",
          isStore() ? ", or one whose rows end within 16 bytes, all of which a "
                      "store writes"
                    : ""));
  return true;
}

// Seen on an H200, where either is an illegal instruction.
bool Box::checkCoordinates() {
  std::int64_t bytes = coordinates.front() * bytesOf(map.element);
  if (bytes % BoxUnitBytes != 0)
    return stopAt(concat("expects a box that begins at a multiple of ",
                         BoxUnitBytes, " bytes of a row, but got ", bytes));
  if (isStore())
    for (std::int64_t coordinate : coordinates)
      if (coordinate < 0)
        return stopAt(concat("expects a store of a box that does not begin "
                             "before the tensor, but got ",
                             coordinate));
  return true;
}

bool Box::findPieces() {
  std::uint32_t begin = read<std::uint32_t>(table.address) +
                        static_cast<std::uint32_t>(table.offsets[number]);
  constexpr std::uint32_t Alignment = 128;
  if (begin % Alignment != 0)
    return stopAt(concat("expects a multiple of ", Alignment,
                         " as the address of a box in shared memory, but got ",
                         begin));
  for (std::uint32_t at = 0; at < table.bytes; at += PieceBytes) {
    std::uint32_t address = swizzledAddress(map.swizzle, begin + at);
    if (std::uint64_t(address) + PieceBytes > warp.block->shared.size())
      return stopAt(concat("out-of-bounds copy of a box, byte ", address,
                           " of ", warp.block->shared.size(),
                           " bytes of shared memory"));
    pieces.push_back(address);
  }
  return true;
}

bool Box::load() {
  SharedMemory &shared = warp.block->shared;
  StartedBox box = {.mbarrier = read<std::uint32_t>(table.mbarrier),
                    .warp = warp.number,
                    .lane = lane,
                    .instruction = &each,
                    .pieces = pieces,
                    .bytes = filledBox(map),
                    .isDefined = std::vector<std::uint8_t>(table.bytes, 1)};
  for (const BoxRun &run : runs) {
    const BufferView &buffer = *warp.block->find(run.address, run.bytes);
    std::uint64_t at = run.address - buffer.address;
    std::copy_n(buffer.bytes + at, run.bytes, box.bytes.data() + run.inBox);
    std::copy_n(buffer.isDefined + at, run.bytes,
                box.isDefined.data() + run.inBox);
  }
  roundBox(map, box.bytes);
  std::uint32_t blocks = std::uint32_t(1) << warp.block->rank;
  if (table.blocks)
    blocks = read<std::uint32_t>(*table.blocks);
  if (!sendToOthers(box, blocks))
    return false;
  if ((blocks >> warp.block->rank & 1U) == 0)
    return true;
  for (std::uint32_t piece : pieces) {
    const std::string *met = shared.beginCopy(
        piece, PieceBytes, accessor(/*isAsync=*/true), box.mbarrier);
    if (met == nullptr)
      met = shared.meetGeneric(piece, PieceBytes, warp.number);
    if (met != nullptr)
      return stopAt(concat("copies a box to ", *met));
  }
  return warp.block->mbarriers.begin(std::move(box));
}

bool Box::sendToOthers(const StartedBox &box, std::uint32_t blocks) {
  blocks &= ~(std::uint32_t(1) << warp.block->rank);
  for (; blocks != 0; blocks &= blocks - 1) {
    auto rank = static_cast<unsigned>(std::countr_zero(blocks));
    ThreadBlock *other = findPeer(warp, each, lanes(), rank, "copies a box to");
    if (other == nullptr)
      return false;
    StartedBox copy = box;
    if (const std::string *met = other->mbarriers.beginFrom(
            {warp.block->rank, warp.number, lane, &warp.block->order},
            std::move(copy)))
      return stopAt(*met);
  }
  return true;
}

bool Box::store() {
  SharedMemory &shared = warp.block->shared;
  if (table.reduction &&
      !canReduce(map.element,
                 static_cast<TensorMap::Reduction>(*table.reduction)))
    return stopAt(concat("expects elements that can be reduced by '",
                         stringifyBoxReduction(*table.reduction).str(),
                         "', but those of ", mapText(), " have number ",
                         static_cast<unsigned>(map.element)));
  StartedStore started = {.instruction = &each,
                          .map = map,
                          .coordinates = coordinates,
                          .reduction = table.reduction,
                          .lane = lane,
                          .bytes = std::vector<std::uint8_t>(table.bytes),
                          .pieces = pieces};
  std::vector<std::uint8_t> isDefined(table.bytes);
  for (std::size_t index = 0; index < pieces.size(); ++index) {
    std::uint32_t piece = pieces[index];
    const std::string *met =
        shared.read<IsWatched>(piece, PieceBytes, accessor(/*isAsync=*/true),
                               started.bytes.data() + index * PieceBytes,
                               isDefined.data() + index * PieceBytes);
    if (met == nullptr)
      met = shared.meetUnfenced(piece, PieceBytes, warp.number);
    if (met != nullptr)
      return stopAt(concat("copies a box from ", *met));
  }
  for (const BoxRun &run : runs)
    if (IsWatched && std::memchr(isDefined.data() + run.inBox, 0, run.bytes))
      return stopAtUndefined(
          warp, each, lanes(),
          concat("expects defined values to store, but got undefined ones for ",
                 warp.block->execution.memory.describe(run.address)));
  for (std::uint32_t piece : pieces)
    shared.beginPending(piece / PieceBytes, warp.number,
                        SharedMemory::Reader::BoxStore);
  warp.boxStores.push_back(std::move(started));
  return true;
}

/// All copies of the instruction: `copy(box)` begins one.
template <class Fn>
bool forBoxes(Warp &warp, const Instruction &each, Fn &&copy) {
  const Code &code = warp.block->code;
  const BoxTable &table = code.boxes[code.accesses[each.immediate].box];
  AccessCounts &counts = warp.block->profile.accesses[each.immediate];
  for (unsigned number = 0; number < table.offsets.size(); ++number) {
    std::uint64_t lanes = warp.all;
    if (table.predicates &&
        !keepWhere(warp, each, *table.predicates, number, lanes))
      return false;
    counts.instructions += IsWatched ? 1 : 0;
    counts.requests += IsWatched && lanes != 0 ? 1 : 0;
    for (; lanes != 0; lanes &= lanes - 1) {
      Box box(warp, each, number,
              static_cast<unsigned>(std::countr_zero(lanes)));
      if (!box.find() || !copy(box))
        return false;
      if (IsWatched) {
        counts.sectors += sectorsOf(box.runs);
        counts.idealSectors += fewestSectorsOf(box.runs);
      }
    }
  }
  return true;
}

/// The stores no longer read shared memory. That is known to those who wait
/// for their threads.
void endReading(Warp &warp, StartedStore &store) {
  SharedMemory &shared = warp.block->shared;
  for (std::uint32_t piece : std::exchange(store.pieces, {})) {
    shared.endPending(piece / PieceBytes);
    shared.meetAtRead(piece, PieceBytes,
                      {.warp = warp.number,
                       .lane = store.lane,
                       .blockClock = warp.block->clock,
                       .warpClock = warp.clock,
                       .isAsync = true});
  }
}

} // namespace

bool runBoxLoad(Warp &warp, const Instruction &each) {
  return forBoxes(warp, each, [](Box &box) { return box.load(); });
}

bool runBoxStore(Warp &warp, const Instruction &each) {
  return forBoxes(warp, each, [](Box &box) { return box.store(); });
}

bool runBoxCommit(Warp &warp, const Instruction &) {
  warp.storeGroups.push_back(std::exchange(warp.boxStores, {}));
  return true;
}

bool runBoxWaitRead(Warp &warp, const Instruction &each) {
  std::vector<std::vector<StartedStore>> &groups = warp.storeGroups;
  std::size_t left = std::min<std::size_t>(groups.size(), each.immediate);
  for (std::size_t group = 0; group + left < groups.size(); ++group)
    for (StartedStore &store : groups[group])
      endReading(warp, store);
  return true;
}

// Of the copies in a group any may come first.
bool runBoxWait(Warp &warp, const Instruction &each) {
  runBoxWaitRead(warp, each);
  std::vector<std::vector<StartedStore>> &groups = warp.storeGroups;
  std::size_t left = std::min<std::size_t>(groups.size(), each.immediate);
  auto end = groups.end() - static_cast<std::ptrdiff_t>(left);
  for (auto group = groups.begin(); group != end; ++group)
    while (!group->empty()) {
      auto chosen =
          group->begin() + warp.block->storeTurns.below(
                               static_cast<std::uint32_t>(group->size()));
      writeBox(*warp.block, *chosen);
      group->erase(chosen);
    }
  groups.erase(groups.begin(), end);
  return true;
}

HEDDLE_SIM_END
