//===- GroupProducts.cpp - Products of warp groups ------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each warp computes its 16 rows of 64 at once, when the products begin. Until
/// they are waited for, the result counts as undefined, and whoever writes what
/// they read is stopped.
///
//===----------------------------------------------------------------------===//

#include "ProductKernels.h"

#include <algorithm>

HEDDLE_SIM_BEGIN

namespace {

constexpr unsigned PieceBytes = SharedMemory::PieceBytes;

/// Tiles of shared memory as matrices. A tile's rows are M's or N's.
class TileReader {
public:
  TileReader(Warp &warp, const Instruction &each, StartedGroup &started)
      : warp(warp), each(each), started(started) {}

  /// All tiles of an operand, one matrix after the other. Element (row, k) of
  /// one goes to `at(row, k)`. False after a trap.
  template <class Format, class T, class At>
  bool read(const TileTable &tiles, Operand address, unsigned firstRow,
            unsigned rows, unsigned depth, At at, T *matrices, Holes &holes) {
    auto begin = *warp.at<std::uint32_t>(address);
    std::size_t size = std::size_t(rows) * depth;
    for (std::size_t tile = 0; tile < tiles.offsets.size(); ++tile)
      if (!readTile<Format>(
              tiles, begin + static_cast<std::uint32_t>(tiles.offsets[tile]),
              firstRow, rows, depth,
              [&](unsigned row, unsigned k) {
                return tile * size + at(row, k);
              },
              tiles.offsets.size() * size, matrices, holes))
        return false;
    return true;
  }

  /// The rest of A's tiles, which the other warps of the group read: nobody
  /// says which warp's wait is for which of them (PTX ISA, wgmma.wait_group).
  void keepOthers(const TileTable &tiles, Operand address, unsigned firstRow,
                  unsigned rows, unsigned depth) {
    auto begin = *warp.at<std::uint32_t>(address);
    unsigned perPiece = PieceBytes / tiles.bytes;
    unsigned rowStep = tiles.isTransposed ? perPiece : 1;
    unsigned depthStep = tiles.isTransposed ? 1 : perPiece;
    for (std::int32_t offset : tiles.offsets)
      for (unsigned row = 0; row < rows * warpsOf(MatrixFamily::Wgmma);
           row += rowStep)
        for (unsigned k = 0; k < depth; k += depthStep)
          if (row < firstRow || row >= firstRow + rows)
            keep(addressIn(tiles.descriptor, tiles.isTransposed,
                           begin + static_cast<std::uint32_t>(offset), row,
                           k * tiles.bytes));
  }

private:
  /// Until the group is done nobody writes there. Where there is no memory,
  /// the warp that reads stops.
  void keep(std::uint32_t address) {
    if (address + PieceBytes > warp.block->shared.size())
      return;
    warp.block->shared.beginPending(address / PieceBytes, warp.number);
    started.pieces.push_back(address / PieceBytes);
  }

  /// Pieces go along K, or along rows if the tile is transposed.
  template <class Format, class T, class At>
  bool readTile(const TileTable &tiles, std::uint32_t begin, unsigned firstRow,
                unsigned rows, unsigned depth, At at, std::size_t all,
                T *matrices, Holes &holes) {
    unsigned perPiece = PieceBytes / tiles.bytes;
    unsigned along = tiles.isTransposed ? rows : depth;
    unsigned across = tiles.isTransposed ? depth : rows;
    for (unsigned other = 0; other < across; ++other)
      for (unsigned first = 0; first < along; first += perPiece) {
        unsigned row = tiles.isTransposed ? first : other;
        unsigned k = tiles.isTransposed ? other : first;
        std::uint32_t address =
            addressIn(tiles.descriptor, tiles.isTransposed, begin,
                      firstRow + row, k * tiles.bytes);
        std::array<std::uint8_t, PieceBytes> bytes{}, isDefined{};
        if (!readPiece(address, bytes, isDefined))
          return false;
        for (unsigned index = 0; index < perPiece; ++index) {
          std::size_t to =
              tiles.isTransposed ? at(row + index, k) : at(row, k + index);
          typename Format::Storage stored;
          std::memcpy(&stored, bytes.data() + index * sizeof(stored),
                      sizeof(stored));
          matrices[to] = Format::load(stored);
          if (IsWatched &&
              std::memchr(isDefined.data() + index * sizeof(stored), 0,
                          sizeof(stored)) != nullptr) {
            holes.resize(all);
            holes[to] = 1;
          }
        }
      }
    return true;
  }

  bool readPiece(std::uint32_t address,
                 std::array<std::uint8_t, PieceBytes> &bytes,
                 std::array<std::uint8_t, PieceBytes> &isDefined) {
    SharedMemory &shared = warp.block->shared;
    if (address + PieceBytes > shared.size())
      return stop(warp, each, warp.all,
                  concat("expects tiles in the block's shared memory, but got "
                         "address ",
                         address));
    Accessor accessor = {.warp = warp.number,
                         .lane = 0,
                         .blockClock = warp.block->clock,
                         .warpClock = warp.clock,
                         .isAsync = true,
                         .isWarp = true};
    const std::string *met = shared.read<IsWatched>(
        address, PieceBytes, accessor, bytes.data(), isDefined.data());
    if (met == nullptr)
      met = shared.meetUnfenced(address, PieceBytes, warp.number);
    if (met != nullptr)
      return stop(warp, each, warp.all,
                  concat("reads tiles in shared memory at ", *met));
    keep(address);
    return true;
  }

  Warp &warp;
  const Instruction &each;
  StartedGroup &started;
};

/// The masks of registers that may be the result of a group under way: of the
/// newest of these.
[[maybe_unused]] const std::uint64_t *
masksOf(Warp &warp, Operand operand,
        const std::vector<std::uint32_t> &sources) {
  const StartedGroup *group = warp.findUnderWay(sources);
  return group != nullptr ? group->masks.data() : warp.masksAt(operand);
}

/// Those of a value that a wait gives back, if all groups up to it are done:
/// the value's own, or those of the group that computed it, while it counted as
/// undefined.
[[maybe_unused]] const std::uint64_t *
doneMasksOf(Warp &warp, const WaitTable::Value &value) {
  const std::uint64_t *own = warp.masksAt(value.from);
  if (std::any_of(own, own + value.count,
                  [](std::uint64_t mask) { return mask != 0; }))
    return own;
  for (std::uint32_t table : value.sources)
    if (!warp.doneMasks[table].empty())
      return warp.doneMasks[table].data();
  return own;
}

/// The oldest groups are done: others may write to what they read, once they
/// know. So these reads count as those of the wait.
void finish(Warp &warp, std::size_t count) {
  const Accessor accessor = {.warp = warp.number,
                             .lane = 0,
                             .blockClock = warp.block->clock,
                             .warpClock = warp.clock,
                             .isAsync = true,
                             .isWarp = true};
  auto end = warp.underWay.begin() + static_cast<std::ptrdiff_t>(count);
  for (auto done = warp.underWay.begin(); done != end; ++done) {
    for (std::uint32_t piece : done->pieces) {
      warp.block->shared.endPending(piece);
      warp.block->shared.meetAtRead(std::uint64_t(piece) * PieceBytes,
                                    PieceBytes, accessor);
    }
    warp.doneMasks[done->table] = std::move(done->masks);
  }
  warp.underWay.erase(warp.underWay.begin(), end);
}

template <class T, class A, class B, class C> struct Groups {
  static bool readFactors(Warp &warp, const Instruction &each,
                          const GroupTable &group, StartedGroup &started, T *a,
                          T *b, Holes &holesOfA, Holes &holesOfB) {
    const ProductTable &table = group.product;
    TileReader reader(warp, each, started);
    if (group.isAShared) {
      unsigned firstRow =
          warp.numberInPart() % warpsOf(MatrixFamily::Wgmma) * table.m;
      auto at = [&](unsigned row, unsigned k) { return row * table.k + k; };
      if (!reader.read<A>(group.a, group.aAddress, firstRow, table.m, table.k,
                          at, a, holesOfA))
        return false;
      reader.keepOthers(group.a, group.aAddress, firstRow, table.m, table.k);
    } else {
      unsigned size = table.m * table.k;
      gather<A>(warp, each.a, table.a, table.countA, size, a);
      if constexpr (IsWatched)
        holesOfA =
            holesOf(warp, warp.masksAt(each.a), table.a, table.countA, size);
    }
    auto at = [&](unsigned row, unsigned k) { return k * table.n + row; };
    return reader.read<B>(group.b, group.bAddress, 0, table.n, table.k, at, b,
                          holesOfB);
  }

  static bool run(Warp &warp, const Instruction &each) {
    warp.block->mbarriers.meet(warp.number);
    const GroupTable &group = warp.block->code.groups[each.immediate];
    const ProductTable &table = group.product;
    StartedGroup started = {.table = static_cast<std::uint32_t>(each.immediate),
                            .masks = std::vector<std::uint64_t>(
                                std::size_t(table.countC) * table.c.registers),
                            .pieces = {}};
    unsigned sizeC = table.m * table.n;
    std::vector<T> a(std::size_t(table.countA) * table.m * table.k),
        b(std::size_t(table.countB) * table.k * table.n),
        c(std::size_t(table.countC) * sizeC);
    Holes holesOfA, holesOfB, holesOfC;
    if (!readFactors(warp, each, group, started, a.data(), b.data(), holesOfA,
                     holesOfB))
      return false;
    if (!group.hasUse || *warp.at<std::uint8_t>(group.use) != 0) {
      gather<C>(warp, each.c, table.c, table.countC, sizeC, c.data());
      if constexpr (IsWatched)
        holesOfC = holesOf(warp, masksOf(warp, each.c, group.sources), table.c,
                           table.countC, sizeC);
    }
    multiplyAll<T, A, C>(table, a.data(), b.data(), c.data());
    if constexpr (IsWatched) {
      spreadHoles(warp, table, holesOfA, holesOfB, std::move(holesOfC),
                  started.masks.data());
      std::fill_n(warp.masksAt(each.result), started.masks.size(), 0);
    }
    scatter<C>(warp, each.result, table.c, table.countC, sizeC, c.data());
    warp.underWay.push_back(std::move(started));
    return true;
  }
};

} // namespace

Run groupProductRun(const MatrixTypes &types) {
  return RunsByTypes<Groups>::find(types);
}

// What a later group still computes stays undefined.
bool runGroupWait(Warp &warp, const Instruction &each) {
  warp.block->mbarriers.meet(warp.number);
  const WaitTable &wait = warp.block->code.waits[each.immediate];
  std::size_t all = warp.underWay.size();
  finish(warp, all - std::min<std::size_t>(all, wait.pending));
  for (const WaitTable::Value &value : wait.values) {
    if constexpr (IsWatched) {
      bool isLater = warp.findUnderWay(value.sources) != nullptr;
      std::copy_n(isLater ? warp.masksAt(value.from) : doneMasksOf(warp, value),
                  value.count, warp.masksAt(value.to));
    }
    std::memmove(warp.at<std::uint8_t>(value.to),
                 warp.at<std::uint8_t>(value.from),
                 std::size_t(value.count) * value.bytes * warp.lanes);
  }
  return true;
}

bool runExpectNotRead(Warp &warp, const Instruction &each) {
  if (warp.findUnderWay(warp.block->code.readers[each.immediate]) == nullptr)
    return true;
  return stop(warp, each, warp.all,
              "writes registers that a product under way still reads, which "
              "nobody has waited for");
}

bool runProxyFence(Warp &warp, const Instruction &) {
  warp.block->shared.fence(warp.number);
  return true;
}

HEDDLE_SIM_END
