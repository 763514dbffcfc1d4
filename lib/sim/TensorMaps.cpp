//===- TensorMaps.cpp - Tensor maps that programs write -------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lanes.h"
#include "SimtOps.h"

#include <algorithm>
#include <array>

HEDDLE_SIM_BEGIN

namespace {

template <class T> T firstOf(Warp &warp, Operand operand) {
  return *warp.at<T>(operand);
}

bool areDefined(Warp &warp, const Instruction &each, const MapTable &table) {
  std::vector<Operand> operands = {table.to, table.scratch, table.tensor};
  for (const std::vector<Operand> *all :
       {&table.boxes, &table.sizes, &table.strides, &table.steps})
    operands.insert(operands.end(), all->begin(), all->end());
  for (Operand operand : operands)
    if (lacking(warp, operand, 1) != 0)
      return stopAtUndefined(warp, each, 1,
                             "expects defined fields of a tensor map");
  return true;
}

TensorMap mapOf(Warp &warp, const MapTable &table) {
  constexpr unsigned LeastSwizzle = 16;
  TensorMap map = {.element = table.element,
                   .address = firstOf<std::uint64_t>(warp, table.tensor),
                   .axes = {},
                   .swizzle =
                       table.swizzle == 0 ? 0 : LeastSwizzle << table.swizzle,
                   .fillsNan = table.fillsNan};
  for (std::size_t axis = 0; axis < table.boxes.size(); ++axis)
    map.axes.push_back(
        {.size = firstOf<std::uint32_t>(warp, table.sizes[axis]),
         .stride = axis == 0
                       ? bytesOf(map.element)
                       : firstOf<std::uint64_t>(warp, table.strides[axis - 1]),
         .box = firstOf<std::uint32_t>(warp, table.boxes[axis]),
         .step = firstOf<std::uint32_t>(warp, table.steps[axis])});
  return map;
}

/// Each lane has its part of the bytes in shared memory.
bool fillScratch(Warp &warp, const Instruction &each, std::uint32_t scratch,
                 const std::uint8_t *bytes) {
  SharedMemory &shared = warp.block->shared;
  if (scratch % TensorMap::Bytes != 0 ||
      std::uint64_t(scratch) + TensorMap::Bytes > shared.size())
    return stop(warp, each, 1,
                concat("expects a multiple of ", TensorMap::Bytes,
                       " with as many bytes of shared memory behind it to make "
                       "a tensor map in, but got ",
                       scratch, " of ", shared.size()));
  unsigned count = TensorMap::Bytes / warp.lanes;
  std::array<std::uint8_t, TensorMap::Bytes> isDefined{};
  isDefined.fill(1);
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    if (const std::string *met = shared.write<IsWatched>(
            scratch + std::uint64_t(lane) * count, count,
            {.warp = warp.number,
             .lane = lane,
             .blockClock = warp.block->clock,
             .warpClock = warp.clock},
            bytes + std::size_t(lane) * count, isDefined.data()))
      return stop(warp, each, std::uint64_t(1) << lane,
                  concat("makes a tensor map at ", *met));
  return true;
}

} // namespace

bool runTensorMap(Warp &warp, const Instruction &each) {
  const MapTable &table = warp.block->code.maps[each.immediate];
  if (warp.numberInPart() != table.warp)
    return true;
  if (!areDefined(warp, each, table))
    return false;
  TensorMap map = mapOf(warp, table);
  if (Result<void> checked = check(map); !checked)
    return stop(warp, each, 1, checked.error().reason);
  std::array<std::uint8_t, TensorMap::Bytes> bytes = encode(map);
  auto to = firstOf<std::uint64_t>(warp, table.to);
  const GlobalMemory &memory = warp.block->execution.memory;
  const BufferView *buffer = warp.block->find(to, TensorMap::Bytes);
  if (to % TensorMap::Bytes != 0)
    return stop(warp, each, 1,
                concat("expects a multiple of ", TensorMap::Bytes,
                       " as the address of a tensor map, but got ", to));
  if (buffer == nullptr)
    return stop(warp, each, 1,
                concat("out-of-bounds tensor map of ", TensorMap::Bytes,
                       " bytes, ", memory.describe(to)));
  if (!fillScratch(warp, each, firstOf<std::uint32_t>(warp, table.scratch),
                   bytes.data()))
    return false;
  std::uint64_t at = to - buffer->address;
  std::ranges::copy(bytes, buffer->bytes + at);
  std::fill_n(buffer->isDefined + at, bytes.size(), 1);
  // The op ends with barriers of the warp.
  warp.block->passWarpBarrier(warp);
  warp.block->writtenMaps[to] = {.warp = warp.number,
                                 .time = warp.block->shared.tick()};
  return true;
}

// Who has not waited for the writer acquires what was there before.
bool runTensorMapAcquire(Warp &warp, const Instruction &each) {
  ThreadBlock &block = *warp.block;
  std::uint64_t missing = lacking(warp, each.a, warp.all);
  if (missing != 0)
    return stopAtUndefined(warp, each, missing, "expects a defined address");
  const auto *addresses = warp.at<std::uint64_t>(each.a);
  for (unsigned lane = 0; lane < warp.lanes; ++lane) {
    auto written = block.writtenMaps.find(addresses[lane]);
    if (written == block.writtenMaps.end())
      continue;
    const auto &[writer, time] = written->second;
    if (writer != warp.number &&
        !block.order.knows(warp.number, lane, writer, time, warp.all))
      return stop(warp, each, std::uint64_t(1) << lane,
                  concat("acquires the tensor map at ",
                         block.execution.memory.describe(addresses[lane]),
                         ", which warp ", writer,
                         " wrote without a barrier in between"));
    warp.acquiredMaps[addresses[lane]] = block.shared.tick();
  }
  return true;
}

HEDDLE_SIM_END
