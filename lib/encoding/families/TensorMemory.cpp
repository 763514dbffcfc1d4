//===- TensorMemory.cpp - Tensor memory of Blackwell ----------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "ParameterRows.h"

namespace heddle {

template <>
const Family<TensorMemoryEncoding> &familyOf<TensorMemoryEncoding>() {
  using E = TensorMemoryEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"blockM", &E::blockM, Always, oneOf(64, 128), "rows of a block"},
      {"blockN", &E::blockN, Always, PowerOfTwo, "columns of a block"},
      {"colStride", &E::colStride, Always, PowerOfTwo,
       "columns from one element of a row to the next"},
      cgaParameter<E>(),
      {"twoCTAs", &E::twoCTAs, NotDefault, AnyValue,
       "laid out for two blocks that multiply together"},
      {"fp4Padded", &E::fp4Padded, NotDefault, AnyValue,
       "4-bit values in bytes of their own"}};
  static constexpr Family<E> Table = {
      "ttng",
      "tensor_memory_encoding",
      EncodingKind::TensorMemory,
      Wrapping::None,
      Parameters,
      "the accumulator of tcgen05.mma in tensor memory"};
  return Table;
}

template <>
const Family<TensorMemoryScalesEncoding> &
familyOf<TensorMemoryScalesEncoding>() {
  using E = TensorMemoryScalesEncoding;
  static constexpr Parameter<E> Parameters[] = {
      cgaParameter<E>(),
      {"blockRepOrder", &E::blockRepOrder, NotDefault, AnyValue,
       "the dimension in which blocks of scales repeat first: mnThenK or "
       "kThenMn"}};
  static constexpr Family<E> Table = {
      "ttng",
      "tensor_memory_scales_encoding",
      EncodingKind::TensorMemory,
      Wrapping::None,
      Parameters,
      "the scales of a block-scaled product in tensor memory"};
  return Table;
}

namespace {

Checked checkRules(const TensorMemoryEncoding &e, unsigned rank) {
  constexpr unsigned MaxColumns = 512, MaxStride = 4;
  if (e.blockN > MaxColumns)
    return wrongValue("blockN", concat("at most ", MaxColumns),
                      std::to_string(e.blockN));
  if (e.colStride > MaxStride)
    return wrongValue("colStride", "1, 2 or 4", std::to_string(e.colStride));
  if (e.fp4Padded && e.colStride != 1)
    return wrongValue("colStride", "1 with fp4Padded",
                      std::to_string(e.colStride));
  if (e.twoCTAs && (e.cga.empty() || e.cga.front() != UnsignedList{1, 0}))
    return wrongValue("CGALayout", "[1, 0] first with twoCTAs",
                      e.cga.empty() ? "none" : listText(e.cga.front()));
  return checkCga(e.cga, rank);
}

Checked checkRules(const TensorMemoryScalesEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

Result<void> checkElement(const TensorMemoryEncoding &e,
                          const ElementType &type) {
  constexpr unsigned ColumnBits = 32;
  if (type.bits * e.colStride <= ColumnBits)
    return {};
  return failure(concat("expects an element and its colStride within ",
                        ColumnBits, " bits, but got ", type.text,
                        " with colStride = ", e.colStride));
}

Result<void> checkElement(const TensorMemoryScalesEncoding &,
                          const ElementType &type) {
  if (type.bits == 8)
    return {};
  return failure(concat("expects scales of 8 bits, but got ", type.text));
}

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
  // 128 rows are one operand of the instruction, in either order of what
  // follows.
  tile.place(Slot::Col, M, 1);
  tile.placeWithin(Slot::Col, M, 1);
  bool isMnFirst = e.blockRepOrder == BlockRepOrder::MnThenK;
  tile.fill(Slot::Col, isMnFirst ? M : N);
  tile.fill(Slot::Col, isMnFirst ? N : M);
  return tile.finish({Dim::Row, Dim::Col});
}

/// The parts along M and N of blocks that CTASplitM or CTASplitN can say.
std::optional<UnsignedList> tensorMemorySplit(const Bases &cga) {
  std::optional<Split> split = splitOf(cga, 2);
  if (!split || split->counts != split->parts ||
      (split->parts[0] > 1 && split->parts[1] > 1))
    return std::nullopt;
  return split->parts;
}

bool writesTensorMemorySplit(const WriteOptions &options) {
  return isLegacy(options) || factsOf(options.version).writesTensorMemorySplit;
}

std::string splitText(const UnsignedList &parts) {
  if (parts[0] > 1)
    return concat("CTASplitM = ", parts[0]);
  return parts[1] > 1 ? concat("CTASplitN = ", parts[1]) : std::string();
}

OldForm writeOldForm(const TensorMemoryEncoding &e,
                     const WriteOptions &options) {
  if (!writesTensorMemorySplit(options))
    return std::nullopt;
  std::optional<UnsignedList> parts = tensorMemorySplit(e.cga);
  if (!parts || e.fp4Padded)
    return noOldForm("a tensor memory layout that CTASplitM or CTASplitN "
                     "cannot say");
  std::string split = splitText(*parts);
  return concat("#", dialectName("ttng", options),
                ".tensor_memory_encoding<blockM = ", e.blockM,
                ", blockN = ", e.blockN, ", colStride = ", e.colStride,
                split.empty() ? "" : ", ", split,
                e.twoCTAs ? ", twoCTAs = true" : "", ">");
}

OldForm writeOldForm(const TensorMemoryScalesEncoding &e,
                     const WriteOptions &options) {
  if (!writesTensorMemorySplit(options))
    return std::nullopt;
  std::optional<UnsignedList> parts = tensorMemorySplit(e.cga);
  if (!parts || e.blockRepOrder != BlockRepOrder::MnThenK)
    return noOldForm("scales that CTASplitM or CTASplitN cannot say");
  return concat("#", dialectName("ttng", options),
                ".tensor_memory_scales_encoding<", splitText(*parts), ">");
}

} // namespace

template <>
const FamilyTraits<TensorMemoryEncoding> &traitsOf<TensorMemoryEncoding>() {
  using E = TensorMemoryEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = [](const E &) { return 2U; },
      .check = checkRules,
      .layout = layoutOf,
      .checkElement = checkElement,
      .old = {.write = writeOldForm},
  };
  return Traits;
}

template <>
const FamilyTraits<TensorMemoryScalesEncoding> &
traitsOf<TensorMemoryScalesEncoding>() {
  using E = TensorMemoryScalesEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = [](const E &) { return 2U; },
      .check = checkRules,
      .layout = layoutOf,
      .checkElement = checkElement,
      .old = {.write = writeOldForm},
  };
  return Traits;
}

} // namespace heddle
