//===- ConstructPadded.cpp - Padded layouts for dot operands --------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The rules were found from what Triton 3.9 chooses for gfx950 (all tiles up
/// to 2048x2048) and gfx1250 (compiled kernels), and agree with it there. The
/// numbers are Triton's; the reasons that comments give are how we read them.
///
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "OperandTile.h"
#include "ParameterErrors.h"
#include "TileBuilder.h"
#include "heddle/encoding/Construct.h"
#include "heddle/encoding/Verify.h"

#include <algorithm>
#include <optional>

namespace heddle {

namespace {

/// A tile in memory: rows of contiguous elements, as one block has it.
struct PaddedTile {
  unsigned elementBits, elementBytes;
  unsigned contiguousAxis, contiguousBits, rowBits;
  bool kIsContiguous;

  unsigned rowAxis() const { return 1 - contiguousAxis; }
  std::uint64_t contiguous() const { return f2::unit(contiguousBits); }
  std::uint64_t rowBytes() const { return contiguous() * elementBytes; }
  std::uint64_t rows() const { return f2::unit(rowBits); }
};

/// Which row each bit of a row's number in memory is: bit i of the number is
/// bit rowOrder[i] of the coordinate.
using RowOrder = InplaceVector<unsigned, f2::MaxBits>;

RowOrder rowsInOrder(const PaddedTile &tile) {
  RowOrder order;
  for (unsigned bit = 0; bit < tile.rowBits; ++bit)
    order.push_back(bit);
  return order;
}

PaddedSharedEncoding paddedLayout(const PaddedTile &tile, Padding padding,
                                  const RowOrder &rows) {
  PaddedSharedEncoding e;
  e.paddings.push_back(padding);
  auto add = [&](unsigned axis, unsigned bit) {
    e.offsets.emplace_back(2, 0);
    e.offsets.back()[axis] = 1U << bit;
  };
  for (unsigned bit = 0; bit < tile.contiguousBits; ++bit)
    add(tile.contiguousAxis, bit);
  for (unsigned bit : rows)
    add(tile.rowAxis(), bit);
  return e;
}

constexpr std::string_view UseSwizzle = "use swizzledSharedForOperand instead";

tl::unexpected<Error> noLayout(std::string_view expected, std::string_view got,
                               std::string_view remedy = {}) {
  return failure(
      concat("expects ", expected, " for a padded layout, but got ", got), {},
      std::string(remedy));
}

/// How gfx950 reads an operand from shared memory.
enum class Cdna4Access {
  Wide,       ///< 16 bytes along K
  Transposed, ///< loads that transpose
  Narrow      ///< 8 bytes or less at a time
};

/// The gaps that an access needs: this many bytes each KiB. They help from so
/// many rows on, or else from so many KiB on.
struct Cdna4Gaps {
  unsigned bytes, rows, kibibytes;
};

/// An operand of MFMA: rows (or columns) of one instruction, elements of K.
struct Cdna4Operand {
  unsigned nonK, kWidth;
  Cdna4Access access;
  bool isVector; ///< kWidth elements are 16 bytes
};

Cdna4Gaps gapsFor(const Cdna4Operand &operand, unsigned elementBytes) {
  switch (operand.access) {
  case Cdna4Access::Wide:
    return {512 / operand.nonK, 2 * operand.nonK, operand.nonK / 2};
  case Cdna4Access::Transposed: {
    unsigned bytes = operand.nonK * elementBytes;
    return {bytes, 512 / bytes, 128 / bytes};
  }
  case Cdna4Access::Narrow:
    break;
  }
  return {8, 64, 8};
}

Result<Cdna4Operand> cdna4Operand(const AmdMfmaEncoding &mfma,
                                  const DotOperandEncoding &operand,
                                  const PaddedTile &tile) {
  unsigned nonK = mfma.instrShape[0];
  if (nonK != mfma.instrShape[1] || (nonK != 16 && nonK != 32))
    return noLayout("an instruction of 16x16 or 32x32",
                    concat(nonK, "x", mfma.instrShape[1]));
  if (operand.kWidth != 4 && operand.kWidth != 8 && operand.kWidth != 16)
    return noLayout("a kWidth of 4, 8 or 16", std::to_string(operand.kWidth));
  if (tile.elementBits > 16)
    return noLayout("elements of 4, 8 or 16 bits",
                    std::to_string(tile.elementBits), UseSwizzle);
  bool isVector = operand.kWidth * tile.elementBytes == 16;
  bool isTransposed =
      !tile.kIsContiguous && (tile.elementBytes > 1 || operand.kWidth > 4);
  Cdna4Access access = tile.kIsContiguous && isVector ? Cdna4Access::Wide
                       : isTransposed                 ? Cdna4Access::Transposed
                                                      : Cdna4Access::Narrow;
  return Cdna4Operand{nonK, operand.kWidth, access, isVector};
}

/// log2 of the rows between two gaps.
unsigned packedRowBits(const PaddedTile &tile) {
  unsigned intervalBits = 10 - log2Exact(tile.elementBytes);
  return intervalBits - std::min(intervalBits, tile.contiguousBits);
}

/// Between two gaps are rows `1 << stride` apart, so that neighbours, which
/// are read together, have different gaps before them. Sixteen apart is best;
/// small tiles have to do with less. Nothing if the rows do not suffice.
std::optional<unsigned> cdna4Stride(const PaddedTile &tile, unsigned gapBits) {
  constexpr unsigned Best = 4;
  unsigned packed = packedRowBits(tile);
  // Triton counts no more than 64 rows here, and finds no layout for a tile in
  // between.
  if (tile.rowBits >= std::min(packed, 6U) + Best)
    return tile.rowBits >= packed + Best ? std::optional(Best) : std::nullopt;
  unsigned reach = std::min(tile.rowBits, 10 - gapBits);
  if (reach < packed)
    return std::nullopt;
  return std::min(reach - packed, 8 - gapBits);
}

std::optional<RowOrder> cdna4Rows(const PaddedTile &tile,
                                  const Cdna4Operand &operand,
                                  unsigned gapBits) {
  RowOrder rows = rowsInOrder(tile);
  // Where a lane gets 16 bytes from transposing loads of 16 columns, groups of
  // kWidth rows alternate with their halves.
  if (operand.access == Cdna4Access::Transposed && operand.nonK == 16 &&
      operand.isVector) {
    unsigned half = log2Exact(operand.kWidth);
    if (half >= tile.rowBits)
      return std::nullopt;
    std::swap(rows[half - 1], rows[half]);
  }
  std::optional<unsigned> stride = cdna4Stride(tile, gapBits);
  if (!stride)
    return std::nullopt;
  // An access to 32 rows has rows 0 and 16 in it: they come 256 elements apart.
  if (operand.access == Cdna4Access::Wide && operand.nonK == 32 &&
      *stride == 4 && tile.rowBytes() < 256)
    std::swap(rows[4], rows[12 - tile.contiguousBits]);
  std::rotate(rows.begin(), rows.begin() + *stride,
              rows.begin() + *stride + packedRowBits(tile));
  return rows;
}

Result<PaddedSharedEncoding> paddedFor(const AmdMfmaEncoding &mfma,
                                       const DotOperandEncoding &operand,
                                       const PaddedTile &tile,
                                       const Bases &cga) {
  if (mfma.version != 4)
    return noLayout("amd_mfma of version 4", concat("version ", mfma.version),
                    UseSwizzle);
  for (const UnsignedList &basis : cga)
    if (basis != UnsignedList{0, 0})
      return noLayout("blocks that all hold the same", listText(basis),
                      "Triton has none for amd_mfma in clusters");
  Result<Cdna4Operand> read = cdna4Operand(mfma, operand, tile);
  if (!read)
    return tl::unexpected(read.error());
  Cdna4Gaps gaps = gapsFor(*read, tile.elementBytes);
  if (tile.rowBytes() < gaps.bytes)
    return noLayout(concat("rows of ", gaps.bytes, " bytes or more"),
                    std::to_string(tile.rowBytes()), UseSwizzle);
  std::uint64_t fewest = std::min<std::uint64_t>(
      gaps.rows, std::uint64_t(gaps.kibibytes) << packedRowBits(tile));
  if (tile.rows() < fewest)
    return noLayout(
        concat(fewest, " or more rows of ", tile.rowBytes(), " bytes"),
        std::to_string(tile.rows()), UseSwizzle);
  std::optional<RowOrder> rows = cdna4Rows(tile, *read, log2Exact(gaps.bytes));
  if (!rows)
    return noLayout("rows that fill what lies between the gaps",
                    concat(tile.rows(), " rows of ", tile.rowBytes(), " bytes"),
                    UseSwizzle);
  PaddedSharedEncoding e = paddedLayout(
      tile, {1024 / tile.elementBytes, gaps.bytes / tile.elementBytes}, *rows);
  e.blocks = cga;
  return e;
}

/// The gap of gfx1250, in elements: what one access reads, as a rule 16 bytes.
Result<unsigned> cdna5Gap(const DotOperandEncoding &operand,
                          const PaddedTile &tile) {
  constexpr unsigned AccessBits = 128;
  if (tile.elementBits < 8 || tile.elementBits > 32)
    return noLayout("elements of 8, 16 or 32 bits",
                    std::to_string(tile.elementBits));
  unsigned elements = AccessBits / tile.elementBits;
  if (tile.elementBits == 32 && tile.kIsContiguous)
    return std::min(operand.kWidth, elements);
  // Transposing loads, which 32-bit elements do not have; those of bytes were
  // seen to need no more.
  if (tile.elementBits == 16 && !tile.kIsContiguous)
    return 2 * elements;
  return elements;
}

Result<PaddedSharedEncoding> paddedFor(const AmdWmmaEncoding &wmma,
                                       const DotOperandEncoding &operand,
                                       const PaddedTile &tile,
                                       const Bases &cga) {
  // All banks once, and the most that the tensor data mover can pad.
  constexpr unsigned BanksBits = 64 * 32, MoverBits = 256 * 32;
  if (wmma.version != 3)
    return noLayout("amd_wmma of version 3", concat("version ", wmma.version),
                    UseSwizzle);
  Result<unsigned> gap = cdna5Gap(operand, tile);
  if (!gap)
    return tl::unexpected(gap.error());
  if (tile.contiguous() <= *gap)
    return noLayout(concat("rows of more than ", *gap, " elements"),
                    std::to_string(tile.contiguous()), UseSwizzle);
  std::uint64_t interval =
      std::clamp<std::uint64_t>(tile.contiguous(), BanksBits / tile.elementBits,
                                MoverBits / tile.elementBits);
  PaddedSharedEncoding e = paddedLayout(
      tile, {static_cast<unsigned>(interval), *gap}, rowsInOrder(tile));
  e.blocks = cga;
  for (UnsignedList &basis : e.blocks) {
    basis[tile.contiguousAxis] <<= tile.contiguousBits;
    basis[tile.rowAxis()] <<= tile.rowBits;
  }
  return e;
}

Result<PaddedTile> tileOf(const DotOperandEncoding &operand,
                          ListRef<std::uint64_t> shape, ListRef<unsigned> order,
                          const Bases &cga, unsigned elementBits) {
  if (Result<void> fits = checkOperand(operand, shape); !fits)
    return tl::unexpected(fits.error());
  if (Result<void> fits = checkOrder(shape, order); !fits)
    return tl::unexpected(fits.error());
  Result<std::vector<std::uint64_t>> block = blockShape(shape, cga);
  if (!block)
    return tl::unexpected(block.error());
  if (shape.size() != 2)
    return noLayout("a matrix", concat(shape.size(), " dimensions"));
  if (!std::has_single_bit(elementBits) || elementBits < 4)
    return noLayout("elements of 4 bits or more, a power of two",
                    std::to_string(elementBits));
  constexpr std::uint64_t Longest = 1U << 31;
  if (std::max(shape[0], shape[1]) > Longest)
    return noLayout(concat("sizes of at most ", Longest),
                    std::to_string(std::max(shape[0], shape[1])));
  unsigned contiguousAxis = order[0];
  // Values of 4 bits are taken two at a time.
  return PaddedTile{elementBits,
                    std::max(elementBits, 8U) / 8,
                    contiguousAxis,
                    log2Exact((*block)[contiguousAxis]),
                    log2Exact((*block)[1 - contiguousAxis]),
                    contiguousAxis == (operand.opIdx == 0 ? 1U : 0U)};
}

Result<PaddedSharedEncoding> paddedOf(const DotOperandEncoding &operand,
                                      const PaddedTile &tile,
                                      const Bases &cga) {
  if (const auto *parent = operand.parent->getIf<AmdMfmaEncoding>())
    return paddedFor(*parent, operand, tile, cga);
  if (const auto *parent = operand.parent->getIf<AmdWmmaEncoding>())
    return paddedFor(*parent, operand, tile, cga);
  return noLayout("an operand of amd_mfma or amd_wmma", "another parent",
                  UseSwizzle);
}

} // namespace

Result<PaddedSharedEncoding>
paddedSharedForOperand(const DotOperandEncoding &operand,
                       ListRef<std::uint64_t> shape, ListRef<unsigned> order,
                       const Bases &cga, unsigned elementBits) {
  if (Checked blocks = checkCga(cga, static_cast<unsigned>(shape.size()));
      !blocks)
    return tl::unexpected(std::move(blocks.error().error));
  Result<PaddedTile> tile = tileOf(operand, shape, order, cga, elementBits);
  if (!tile)
    return tl::unexpected(tile.error());
  Result<PaddedSharedEncoding> e = paddedOf(operand, *tile, cga);
  if (!e)
    return e;
  if (Result<void> valid = verify(*e); !valid)
    return tl::unexpected(valid.error());
  return e;
}

} // namespace heddle
