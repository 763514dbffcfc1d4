//===- TensorMemory.cpp - Tensor memory -----------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shared.h"

namespace heddle {

namespace {

/// PTX ISA, "Tensor Memory Addressing": 128 rows (lanes) of 32 for each warp.
constexpr unsigned RowBits = 7;
constexpr unsigned WarpRowBits = 5;
constexpr unsigned M = 0, N = 1;

/// A tensor has at least one block of rows.
Result<void> checkRows(const TileBuilder &tile, const TensorMemoryEncoding &e) {
  if (tile.blockBits(M) >= log2Exact(e.blockM))
    return {};
  return failure(concat("expects at least blockM = ", e.blockM,
                        " rows for each block of the cluster, but got ",
                        f2::unit(tile.blockBits(M))));
}

} // namespace

// PTX ISA, "Data Path Layout Organization". 128 rows of a block are the rows of
// the memory. Of 64 rows, each warp has 16; its other 16 rows hold the next
// block, below or else beside the first. Two blocks that multiply together with
// 64 rows each keep the halves of the columns in the halves of the rows.
Result<LinearLayout> layoutOf(const TensorMemoryEncoding &e,
                              const ShapeContext &c) {
  TileBuilder tile(c.bits, e.cga);
  if (Result<void> rows = checkRows(tile, e); !rows)
    return tl::unexpected(std::move(rows.error()));
  unsigned columnBits = log2Exact(e.blockN);
  tile.replicate(Slot::Col, log2Exact(e.colStride) + (e.fp4Padded ? 1 : 0));
  if (e.blockM == 128) {
    tile.place(Slot::Row, M, RowBits);
    tile.placeWithin(Slot::Col, N, columnBits);
  } else if (e.twoCTAs) {
    unsigned halfBits = columnBits > 0 ? columnBits - 1 : 0;
    tile.place(Slot::Row, M, RowBits - 1);
    tile.placeWithin(Slot::Col, N, halfBits);
    tile.place(Slot::Row, N, 1);
  } else {
    tile.placeWithin(Slot::Col, N, columnBits);
    unsigned next = tile.blockBits(M) > RowBits - 1 ? M : N;
    Word nextBlock =
        tile.wordOf(next, next == M ? e.blockM : std::uint64_t(e.blockN));
    tile.place(Slot::Row, M, WarpRowBits - 1);
    tile.placeWord(Slot::Row, nextBlock);
    tile.place(Slot::Row, M, 2);
    tile.skip(next, 1);
  }
  tile.fill(Slot::Col, M);
  tile.fill(Slot::Col, N);
  return tile.finish({Dim::Row, Dim::Col});
}

// PTX ISA, "Scale Factor ... Layout in Tensor Memory": 32 rows of 4 bytes along
// K, the same for each of the four warps; the next 32 rows in the next 4 bytes.
Result<LinearLayout> layoutOf(const TensorMemoryScalesEncoding &e,
                              const ShapeContext &c) {
  TileBuilder tile(c.bits, e.cga);
  tile.place(Slot::Row, M, WarpRowBits);
  tile.replicate(Slot::Row, RowBits - WarpRowBits);
  tile.place(Slot::Col, N, 2);
  // 128 rows are one operand of the instruction, whatever comes first after.
  tile.place(Slot::Col, M, 1);
  tile.placeWithin(Slot::Col, M, 1);
  bool isMnFirst = e.blockRepOrder == BlockRepOrder::MnThenK;
  tile.fill(Slot::Col, isMnFirst ? M : N);
  tile.fill(Slot::Col, isMnFirst ? N : M);
  return tile.finish({Dim::Row, Dim::Col});
}

} // namespace heddle
