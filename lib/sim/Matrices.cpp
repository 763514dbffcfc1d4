//===- Matrices.cpp - Small matrices in shared memory ---------------------===//
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

constexpr unsigned Rows = 8, RowBytes = 16, UnitBytes = 2;

/// One 16-bit unit of a lane: whose address gives the row, and where in the row
/// it is; in which word of the lane, and which byte of that, it is.
struct Unit {
  unsigned giver, offset, word, byte;
};

Unit unitOf(const AccessTable &table, unsigned lane, unsigned index) {
  unsigned along = lane % 4 * 2 + index % 2, across = lane / 4;
  unsigned row = table.isTransposed ? along : across;
  unsigned column = table.isTransposed ? across : along;
  return {.giver = index / 2 * Rows + row,
          .offset = column * UnitBytes,
          .word = index / 2,
          .byte = index % 2 * UnitBytes};
}

/// Addresses of the rows. Nothing is moved if a predicate says so; false after
/// a trap.
bool findRows(Warp &warp, const Instruction &each, const AccessTable &table,
              Taking &taking) {
  if (!takePart(warp, each, table, 0, taking))
    return false;
  if (taking.lanes != 0 && taking.lanes != warp.all)
    return stop(warp, each, taking.lanes,
                "expects lanes that agree on the predicate of matrices");
  if (taking.lanes == 0)
    return true;
  for (unsigned lane = 0; lane < Rows * table.width; ++lane)
    if (taking.at(lane) % RowBytes != 0 ||
        taking.at(lane) + RowBytes > warp.block->shared.size())
      return stop(warp, each, std::uint64_t(1) << lane,
                  concat("expects a multiple of ", RowBytes,
                         " in the block's shared memory as the address of a "
                         "row, but got ",
                         taking.at(lane)));
  std::uint64_t givers = allLanes(Rows * table.width);
  std::array<std::uint32_t, MostLanes> addresses;
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    addresses[lane] = static_cast<std::uint32_t>(taking.at(lane));
  countSharedAccess(warp, each,
                    wavefrontsOf(warp, each).count(givers, addresses.data()),
                    table.width);
  return true;
}

} // namespace

bool runMatrixLoad(Warp &warp, const Instruction &each) {
  warp.block->mbarriers.meet(warp.number);
  const AccessTable &table = warp.block->code.accesses[each.immediate];
  Taking taking;
  if (!findRows(warp, each, table, taking))
    return false;
  std::uint64_t *masks = warp.masksAt(each.result);
  std::fill_n(masks, table.width * 4, 0);
  for (unsigned lane = 0; lane < warp.lanes; ++lane)
    for (unsigned index = 0; index < 2 * table.width; ++index) {
      Unit unit = unitOf(table, lane, index);
      std::array<std::uint8_t, UnitBytes> isDefined{};
      std::uint8_t *to = warp.at<std::uint8_t>(each.result) +
                         (std::size_t(unit.word) * warp.lanes + lane) * 4 +
                         unit.byte;
      if (meets(warp, each, table, lane,
                warp.block->shared.read<IsWatched>(
                    taking.at(unit.giver) + unit.offset, UnitBytes,
                    accessorOf(warp, table, lane), to, isDefined.data())))
        return false;
      for (unsigned byte = 0; byte < UnitBytes; ++byte)
        masks[unit.word * 4 + unit.byte + byte] |=
            std::uint64_t(isDefined[byte]) << lane;
    }
  return true;
}

bool runMatrixStore(Warp &warp, const Instruction &each) {
  warp.block->mbarriers.meet(warp.number);
  const AccessTable &table = warp.block->code.accesses[each.immediate];
  Taking taking;
  if (!findRows(warp, each, table, taking))
    return false;
  const std::uint64_t *masks = warp.masksAt(each.a);
  for (unsigned lane = 0; taking.lanes != 0 && lane < warp.lanes; ++lane)
    for (unsigned index = 0; index < 2 * table.width; ++index) {
      Unit unit = unitOf(table, lane, index);
      std::array<std::uint8_t, UnitBytes> isDefined{};
      for (unsigned byte = 0; byte < UnitBytes; ++byte)
        isDefined[byte] =
            isIn(masks[unit.word * 4 + unit.byte + byte], lane) ? 1 : 0;
      const std::uint8_t *from =
          warp.at<std::uint8_t>(each.a) +
          (std::size_t(unit.word) * warp.lanes + lane) * 4 + unit.byte;
      if (meets(warp, each, table, lane,
                warp.block->shared.write<IsWatched>(
                    taking.at(unit.giver) + unit.offset, UnitBytes,
                    accessorOf(warp, table, lane), from, isDefined.data())))
        return false;
    }
  return true;
}

HEDDLE_SIM_END
