//===- AmdWmma.cpp - Results of WMMA --------------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasesRules.h"
#include "FamilyTraits.h"
#include "MatrixAxes.h"
#include "ParameterRows.h"
#include "SyntaxValues.h"
#include "WmmaGrid.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {

template <> const Family<AmdWmmaEncoding> &familyOf<AmdWmmaEncoding>() {
  using E = AmdWmmaEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"version", &E::version, Always, oneOf(1, 2, 3),
       "RDNA 3, RDNA 4, gfx1250"},
      {"isTranspose", &E::isTransposed, Defaulted, AnyValue,
       "threads hold consecutive columns instead of rows"},
      {"register", &E::registers, NotEmpty, AnyValue,
       "tiles that a warp repeats, as basis vectors in units of tiles",
       "ctaLayout"},
      {"warp", &E::warps, NotEmpty, AnyValue,
       "tiles of warps 1, 2, 4, ..., in units of tiles", "ctaLayout"},
      cgaParameter<E>(),
      {"instrShape", &E::instrShape, NotDefault, PowerOfTwo,
       "[M, N, K] of the instruction"},
      {"rank", &E::rank, Unwritten, oneOf(2, 3),
       "the rank of the tensor, where no basis vector tells it"}};
  static constexpr Family<E> Table = {
      "ttg",
      "amd_wmma",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "the accumulator of AMD's WMMA (RDNA, gfx1250)"};
  return Table;
}

namespace {

/// The M, N, K of each generation's instructions (AMD matrix instruction
/// calculator).
struct WmmaShape {
  unsigned version;
  std::array<unsigned, 3> shape;
};
constexpr WmmaShape WmmaShapes[] = {
    {1, {16, 16, 16}},  {2, {16, 16, 16}}, {2, {16, 16, 32}},
    {3, {16, 16, 4}},   {3, {16, 16, 32}}, {3, {16, 16, 64}},
    {3, {16, 16, 128}}, {3, {32, 16, 64}}, {3, {32, 16, 128}}};

std::string wmmaShapesText(unsigned version) {
  std::string text;
  for (const WmmaShape &known : WmmaShapes)
    if (known.version == version)
      text += concat(text.empty() ? "" : ", ",
                     listText({known.shape.begin(), known.shape.end()}));
  return text;
}

Checked checkRules(const AmdWmmaEncoding &e, unsigned rank) {
  if (rank < 2 || rank > 3)
    return wrongValue("ctaLayout", "2 or 3 dimensions", std::to_string(rank));
  if (e.rank != AmdWmmaEncoding().rank && e.rank != rank)
    return wrongValue("rank", concat(rank, ", as the basis vectors say,"),
                      std::to_string(e.rank));
  if (!std::ranges::any_of(WmmaShapes, [&](const WmmaShape &known) {
        return known.version == e.version &&
               std::ranges::equal(known.shape, e.instrShape);
      }))
    return wrongValue("instrShape",
                      concat("an instruction of version ", e.version, " (",
                             wmmaShapesText(e.version), ")"),
                      listText(e.instrShape));
  std::array<NamedBases, 2> lists = {
      {{"register", &e.registers}, {"warp", &e.warps}}};
  if (Checked checked = checkSpan(lists, rank, Independence::NotRequired);
      !checked)
    return checked;
  return checkCga(e.cga, rank);
}

unsigned rankOf(const AmdWmmaEncoding &e) {
  unsigned rank = rankOfBases({&e.warps, &e.registers, &e.cga});
  return rank > 0 ? rank : e.rank;
}

// The instructions of RDNA take 16 elements of K a lane, those of RDNA 4 half
// as many; a wider type is loaded before it is narrowed.
Checked checkOperand(const AmdWmmaEncoding &parent, const DotOperandEncoding &e,
                     Meaning meaning) {
  // Texts name what is for some instruction of these versions.
  if (parent.version != 3)
    meaning = Meaning::Required;
  if (Checked width = checkKWidth(e, "an AMD parent", meaning); !width)
    return width;
  unsigned least = parent.version == 1 ? 8 : 4;
  constexpr unsigned Most = 16;
  if (parent.version == 3 || (e.kWidth >= least && e.kWidth <= Most))
    return {};
  return wrongValue("kWidth",
                    concat(least, " to ", Most,
                           " with an amd_wmma parent of version ",
                           parent.version),
                    std::to_string(e.kWidth));
}

/// log2 of the lanes along one dimension, and of the rows that each half of the
/// wave has.
constexpr unsigned HalfWaveBits = 4;
constexpr unsigned RowBits = 3;

/// log2 of the tile's extent, M or N. Transposed, M and N are swapped.
unsigned tileBits(const AmdWmmaEncoding &e, unsigned index) {
  return log2Exact(e.instrShape[e.isTransposed ? 1 - index : index]);
}

/// A basis vector that only moves along `axis`.
bool movesOnlyAlong(const UnsignedList &basis, unsigned axis) {
  if (axis >= basis.size() || basis[axis] == 0)
    return false;
  return std::ranges::count_if(basis, [](unsigned c) { return c != 0; }) == 1;
}

/// Places the tiles of a block, in units of what the tile has used, and uses up
/// what they span. Along `broadcast` warps have the same, and registers do not
/// repeat.
void placeTiles(TileBuilder &tile, const AmdWmmaEncoding &e,
                unsigned broadcast = NoAxis) {
  InplaceVector<unsigned, MaxDims> units, span;
  for (unsigned axis = 0; axis < tile.rank(); ++axis) {
    units.push_back(tile.usedBits(axis));
    span.push_back(0);
  }
  auto placeOne = [&](Slot slot, const UnsignedList &basis) {
    InplaceVector<unsigned, MaxDims> coordinates(basis);
    if (broadcast != NoAxis)
      coordinates[broadcast] = 0;
    tile.placeVector(slot, coordinates, units);
    for (unsigned axis = 0; axis < tile.rank(); ++axis)
      span[axis] =
          std::max(span[axis], unsigned(std::bit_width(coordinates[axis])));
  };
  for (const UnsignedList &basis : e.registers)
    if (!movesOnlyAlong(basis, broadcast))
      placeOne(Slot::Register, basis);
  for (const UnsignedList &basis : e.warps)
    placeOne(Slot::Warp, basis);
  for (unsigned axis = 0; axis < tile.rank(); ++axis)
    tile.skip(axis, span[axis]);
}

// Up to 3.6: the tiles of all columns, counted on the whole tensor, come before
// the next row of tiles, as with MFMA.
Result<void> placeGrid(TileBuilder &tile, const AmdWmmaEncoding &e) {
  Result<WmmaGrid> grid = gridOf(e);
  if (!grid)
    return tl::unexpected(std::move(grid.error()));
  for (unsigned axis = tile.rank(); axis-- > 0;) {
    tile.place(Slot::Register, axis, log2Exact(grid->tilesPerWarp[axis]));
    tile.place(Slot::Warp, axis, log2Exact(grid->warpsPerCTA[axis]));
    if (axis == tile.rank() - 1)
      tile.fillTotal(Slot::Register, axis);
    else
      tile.fill(Slot::Register, axis);
  }
  return {};
}

// Up to 3.6, operands: a warp with several tiles beside K first has all steps
// of K, counted on the whole tensor and as if the halves of the wave always had
// different elements.
Result<void> placeOperandGrid(TileBuilder &tile, const AmdWmmaEncoding &parent,
                              const DotOperandEncoding &e) {
  Result<WmmaGrid> grid = gridOf(parent);
  if (!grid)
    return tl::unexpected(std::move(grid.error()));
  OperandAxes axes(e, tile.rank());
  unsigned tiles = log2Exact(grid->tilesPerWarp[axes.nonK]);
  unsigned stepBits = log2Exact(std::max(2 * e.kWidth, parent.instrShape[2]));
  if (tiles > 0 && tile.totalBits(axes.k) > stepBits)
    tile.place(Slot::Register, axes.k, tile.totalBits(axes.k) - stepBits);
  tile.place(Slot::Register, axes.nonK, tiles);
  ResultAxes result(tile.rank());
  placeWarps(tile, grid->warpsPerCTA, result.n, result.m, axes.k);
  return {};
}

// AMD matrix instruction calculator, RDNA: 16 lanes run along N; the two halves
// of the wave have alternate rows in version 1, the lower and the upper rows
// later. A tile of 32 rows is two of 16.
Result<LinearLayout> layoutOf(const AmdWmmaEncoding &e, const ShapeContext &c) {
  ResultAxes axes(c.bits.size());
  unsigned laneAxis = e.isTransposed ? axes.m : axes.n;
  unsigned rowAxis = e.isTransposed ? axes.n : axes.m;
  TileBuilder tile(c.bits, e.cga);
  tile.place(Slot::Lane, laneAxis, HalfWaveBits);
  if (e.version == 1)
    tile.place(Slot::Lane, rowAxis, 1);
  tile.place(Slot::Register, rowAxis, RowBits);
  if (e.version != 1)
    tile.place(Slot::Lane, rowAxis, 1);
  for (unsigned index : {0U, 1U}) {
    unsigned axis = index == 0 ? axes.m : axes.n;
    tile.place(Slot::Register, axis, tileBits(e, index) - tile.usedBits(axis));
  }
  if (c.facts.wmmaHasWarpGrid) {
    if (Result<void> placed = placeGrid(tile, e); !placed)
      return tl::unexpected(std::move(placed.error()));
    return tile.finishDistributed();
  }
  placeTiles(tile, e);
  fillRegisters(tile, axes.n, axes.m);
  return tile.finishDistributed();
}

// Version 1: both halves of the wave have the same kWidth elements along K.
// Later: the halves have alternate groups of kWidth, as often as an
// instruction's K takes.
Result<LinearLayout> operandLayout(const AmdWmmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c) {
  OperandAxes axes(e, c.bits.size());
  // Up to 3.6 K is shared among the blocks, as with MFMA.
  TileBuilder tile(c.bits, parent.cga,
                   c.facts.wmmaHasWarpGrid ? NoAxis : axes.k);
  tile.place(Slot::Register, axes.k, log2Exact(e.kWidth));
  tile.place(Slot::Lane, axes.nonK, HalfWaveBits);
  if (parent.version == 1) {
    tile.replicate(Slot::Lane, 1);
  } else {
    unsigned kBits = log2Exact(parent.instrShape[2]);
    tile.place(Slot::Lane, axes.k, 1);
    if (kBits > tile.usedBits(axes.k))
      tile.place(Slot::Register, axes.k, kBits - tile.usedBits(axes.k));
  }
  tile.place(Slot::Register, axes.nonK,
             tileBits(parent, e.opIdx) - HalfWaveBits);
  if (c.facts.wmmaHasWarpGrid) {
    if (Result<void> placed = placeOperandGrid(tile, parent, e); !placed)
      return tl::unexpected(std::move(placed.error()));
  } else {
    placeTiles(tile, parent, axes.k);
  }
  fillRegisters(tile, axes.k, axes.nonK);
  return tile.finishDistributed();
}

bool isEmptyList(const SyntaxField &field) {
  const auto *list = std::get_if<SyntaxValue::List>(&field.value.content);
  return list != nullptr && list->empty();
}

/// Is there a basis vector or a `rank` among the parameters of `amd_wmma`?
bool tellsRank(SyntaxFields &fields) {
  SyntaxField *layout = fields.find("ctaLayout");
  auto *members =
      layout ? std::get_if<SyntaxFields>(&layout->value.content) : nullptr;
  if (members != nullptr)
    for (const SyntaxField &member : members->fields)
      if (!isEmptyList(member))
        return true;
  SyntaxField *blocks = fields.find("CGALayout");
  return (blocks != nullptr && !isEmptyList(*blocks)) ||
         fields.find("rank") != nullptr;
}

// Up to 3.6: warpsPerCTA and tilesPerWarp instead of ctaLayout. The tiles of a
// warp lie side by side, the warps around them, both along the last dimension
// first.
Parsed<void> rewriteGrid(SyntaxFields &fields) {
  std::optional<SyntaxField> warps = fields.take("warpsPerCTA");
  std::optional<SyntaxField> tiles = fields.take("tilesPerWarp");
  if (!warps && !tiles)
    return {};
  const SyntaxField &any = warps ? *warps : *tiles;
  if (!warps)
    return failAt(any.position, "expects 'warpsPerCTA' beside 'tilesPerWarp'");
  if (fields.find("ctaLayout") != nullptr)
    return failAt(any.position, "expects either 'ctaLayout' or 'warpsPerCTA', "
                                "but got both");
  Parsed<UnsignedList> warpSizes = powersOfTwo(*warps);
  if (!warpSizes)
    return tl::unexpected(std::move(warpSizes.error()));
  std::size_t rank = warpSizes->size();
  Parsed<UnsignedList> tileSizes =
      tiles ? powersOfTwo(*tiles) : UnsignedList(rank, 1);
  if (!tileSizes)
    return tl::unexpected(std::move(tileSizes.error()));
  if (tileSizes->size() != rank || rank < 2 || rank > 3)
    return failAt(any.position,
                  concat("expects 2 or 3 numbers in 'warpsPerCTA' and as many "
                         "in 'tilesPerWarp', but got ",
                         rank, " and ", tileSizes->size()));
  // A warp never had several tiles along the batch, even if the text says so.
  if (rank == 3)
    tileSizes->front() = 1;
  Bases tileBases, warpBases;
  for (std::size_t axis = rank; axis-- > 0;) {
    appendBases(tileBases, rank, axis, 1, (*tileSizes)[axis], 1);
    appendBases(warpBases, rank, axis, (*tileSizes)[axis], (*warpSizes)[axis],
                1);
  }
  SyntaxFields layout;
  layout.position = any.position;
  setField(layout, "register", basesValue(any.position, tileBases));
  setField(layout, "warp", basesValue(any.position, warpBases));
  setField(fields, "ctaLayout", {any.position, std::move(layout)});
  if (rank != 2)
    setField(fields, "rank", numberValue(any.position, rank));
  return {};
}

Parsed<void> readOldForm(SyntaxAttribute &attribute,
                         const ReadOptions &options) {
  SyntaxFields &fields = attribute.braces;
  if (Parsed<void> done = rewriteGrid(fields); !done)
    return done;
  if (options.rank == 3U && !tellsRank(fields))
    setField(fields, "rank", numberValue(fields.position, *options.rank));
  return {};
}

OldForm writeOldForm(const AmdWmmaEncoding &e, const WriteOptions &options) {
  if (!isLegacy(options) && !factsOf(options.version).wmmaHasWarpGrid)
    return std::nullopt;
  Result<WmmaGrid> grid = gridOf(e);
  if (!grid)
    return Result<std::string>(tl::unexpected(std::move(grid.error())));
  Result<std::string> blocks =
      isLegacy(options) ? legacyCgaSuffix(e.cga) : std::string();
  if (!blocks)
    return blocks;
  std::string text = concat(
      "#", dialectName("ttg", options), ".amd_wmma<{version = ", e.version,
      ", isTranspose = ", e.isTransposed ? "true" : "false",
      ", warpsPerCTA = ", listText(grid->warpsPerCTA), *blocks);
  if (!isLegacy(options) && !e.cga.empty()) {
    text += ", CGALayout = [";
    for (std::size_t i = 0; i < e.cga.size(); ++i)
      text += concat(i ? ", " : "", listText(e.cga[i]));
    text += "]";
  }
  if (std::ranges::any_of(grid->tilesPerWarp,
                          [](unsigned tiles) { return tiles != 1; }))
    text += concat(", tilesPerWarp = ", listText(grid->tilesPerWarp));
  if (e.instrShape != AmdWmmaEncoding().instrShape)
    text += concat(", instrShape = ", listText(e.instrShape));
  return text + "}>";
}

} // namespace

template <> const FamilyTraits<AmdWmmaEncoding> &traitsOf<AmdWmmaEncoding>() {
  using E = AmdWmmaEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank = rankOf,
      .check = checkRules,
      .layout = layoutOf,
      .ignoresUnknown = true,
      .mayMissElements = true,
      .operand = {.check = checkOperand, .layout = operandLayout},
      .old = {.read = readOldForm, .write = writeOldForm},
  };
  return Traits;
}

} // namespace heddle
