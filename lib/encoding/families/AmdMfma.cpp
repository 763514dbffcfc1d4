//===- AmdMfma.cpp - Results of MFMA --------------------------------------===//
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

#include <algorithm>
#include <array>

namespace heddle {

template <> const Family<AmdMfmaEncoding> &familyOf<AmdMfmaEncoding>() {
  using E = AmdMfmaEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"version", &E::version, Always, oneOf(1, 2, 3, 4),
       "the CDNA generation: gfx908, gfx90a, gfx942, gfx950"},
      {"warpsPerCTA", &E::warpsPerCTA, Always, OnePerDim,
       "warps of a block along each dimension"},
      {"instrShape", &E::instrShape, Always, PowerOfTwo,
       "[M, N, K] of the instruction"},
      {"isTransposed", &E::isTransposed, Defaulted, AnyValue,
       "threads hold consecutive columns instead of rows"},
      cgaParameter<E>(),
      {"tilesPerWarp", &E::tilesPerWarp, NotEmpty, OnePerDim,
       "tiles that a warp has side by side"},
      {"elementBitWidth", &E::elementBitWidth, NotDefault, oneOf(32, 64),
       "bits of an element of the result"}};
  static constexpr Family<E> Table = {"ttg",
                                      "amd_mfma",
                                      EncodingKind::Distributed,
                                      Wrapping::Braces,
                                      Parameters,
                                      "the accumulator of AMD's MFMA (CDNA)"};
  return Table;
}

namespace {

/// Texts may leave out K, and have more behind it.
Checked checkInstruction(const UnsignedList &shape, Meaning meaning) {
  constexpr std::array<std::pair<unsigned, unsigned>, 4> Shapes = {
      {{32, 32}, {16, 16}, {64, 4}, {4, 64}}};
  bool hasSizes =
      meaning == Meaning::Required ? shape.size() == 3 : shape.size() >= 2;
  bool fits =
      hasSizes &&
      std::ranges::find(Shapes, std::pair(shape[0], shape[1])) != Shapes.end();
  if (!fits)
    return wrongValue("instrShape",
                      "[M, N, K] with (M, N) = (32, 32), (16, 16), (64, 4) or "
                      "(4, 64)",
                      listText(shape));
  return {};
}

Checked checkRules(const AmdMfmaEncoding &e, unsigned rank) {
  if (rank < 2 || rank > 3)
    return wrongValue("warpsPerCTA", "2 or 3 dimensions",
                      listText(e.warpsPerCTA));
  if (Checked shape = checkInstruction(e.instrShape, Meaning::Required); !shape)
    return shape;
  return checkCga(e.cga, rank);
}

/// Warps and tiles are any numbers, and there is a version 0.
Checked checkText(const AmdMfmaEncoding &e, unsigned rank) {
  constexpr unsigned NewestVersion = 4;
  if (e.version > NewestVersion)
    return wrongValue("version", concat("0 to ", NewestVersion),
                      std::to_string(e.version));
  if (e.elementBitWidth != 32 && e.elementBitWidth != 64)
    return wrongValue("elementBitWidth", "32 or 64",
                      std::to_string(e.elementBitWidth));
  if (Checked shape = checkInstruction(e.instrShape, Meaning::Optional); !shape)
    return shape;
  return checkCga(e.cga, rank);
}

/// One tile a warp is the default.
void normalize(AmdMfmaEncoding &e) {
  if (std::ranges::all_of(e.tilesPerWarp, [](unsigned n) { return n == 1; }))
    e.tilesPerWarp.clear();
}

Checked checkOperand(const AmdMfmaEncoding &, const DotOperandEncoding &e,
                     Meaning meaning) {
  return checkKWidth(e, "an AMD parent", meaning);
}

/// log2 of the lanes of a wave on CDNA.
constexpr unsigned LaneBits = 6;

/// log2 of what one instruction has along K, beside kWidth: the lanes that the
/// other dimension leaves. The 64x4 and 4x64 shapes are sixteen small products
/// side by side: either operand has sixteen steps of K.
unsigned kStepBits(unsigned nonKBits, const AmdMfmaEncoding &mfma) {
  bool isManySmall = mfma.instrShape[0] != mfma.instrShape[1];
  constexpr unsigned SmallSteps = 4;
  return isManySmall ? SmallSteps : LaneBits - nonKBits;
}

// AMD matrix instruction calculator, the D matrix: the lanes run along one
// dimension as far as the tile goes, then over groups of four consecutive
// elements of the other (of one, for 64-bit elements), which a lane holds in
// consecutive registers; further groups are further registers.
Result<LinearLayout> layoutOf(const AmdMfmaEncoding &e, const ShapeContext &c) {
  ResultAxes axes(c.bits.size());
  unsigned laneAxis = e.isTransposed ? axes.m : axes.n;
  unsigned groupAxis = e.isTransposed ? axes.n : axes.m;
  unsigned laneSize = log2Exact(e.instrShape[e.isTransposed ? 0 : 1]);
  unsigned groupSize = log2Exact(e.instrShape[e.isTransposed ? 1 : 0]);
  unsigned group = e.elementBitWidth == 64 ? 0 : 2;
  unsigned lanesOnGroups = LaneBits - laneSize;

  TileBuilder tile(c.bits, e.cga);
  tile.place(Slot::Register, groupAxis, group);
  tile.place(Slot::Lane, laneAxis, laneSize);
  tile.place(Slot::Lane, groupAxis, lanesOnGroups);
  if (groupSize > group + lanesOnGroups)
    tile.place(Slot::Register, groupAxis, groupSize - group - lanesOnGroups);
  // All of N before M, although that takes a warp's tiles apart: Triton's
  // lowering of dot walks the registers in this order. It counts the columns of
  // the whole tensor; where blocks share them, registers stay copies. Tiles
  // along the batch it does not count.
  for (unsigned axis = axes.rank; axis-- > 0;) {
    if (!e.tilesPerWarp.empty() && axis >= axes.m)
      tile.place(Slot::Register, axis, log2Exact(e.tilesPerWarp[axis]));
    tile.place(Slot::Warp, axis, log2Exact(e.warpsPerCTA[axis]));
    if (axis == axes.n)
      tile.fillTotal(Slot::Register, axis);
    else
      tile.fill(Slot::Register, axis);
  }
  return tile.finishDistributed();
}

// The A and B matrices: a lane has kWidth consecutive elements along K, the
// lanes run along the other dimension and then along K. As with the result,
// Triton counts all of K, and shares it among the blocks as the result's
// columns (rows) are.
Result<LinearLayout> operandLayout(const AmdMfmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c) {
  OperandAxes axes(e, c.bits.size());
  unsigned nonKBits = log2Exact(parent.instrShape[e.opIdx]);
  unsigned lanesOnK = LaneBits - nonKBits;
  unsigned steps = kStepBits(nonKBits, parent);
  TileBuilder tile(c.bits, parent.cga);
  tile.place(Slot::Register, axes.k, log2Exact(e.kWidth));
  tile.place(Slot::Lane, axes.nonK, nonKBits);
  tile.place(Slot::Lane, axes.k, lanesOnK);
  tile.place(Slot::Register, axes.k, steps - lanesOnK);
  tile.fillTotal(Slot::Register, axes.k);
  if (!parent.tilesPerWarp.empty())
    tile.place(Slot::Register, axes.nonK,
               log2Exact(parent.tilesPerWarp[axes.nonK]));
  ResultAxes result(tile.rank());
  placeWarps(tile, parent.warpsPerCTA, result.n, result.m, axes.k);
  fillRegisters(tile, axes.k, axes.nonK);
  return tile.finishDistributed();
}

// versionMajor, versionMinor became version; K joined instrShape, where it
// changes no layout: it is that of the plain 16-bit instruction. isTransposed
// could be left out.
Parsed<void> readOldForm(SyntaxAttribute &attribute, const ReadOptions &) {
  SyntaxFields &fields = attribute.braces;
  if (std::optional<SyntaxField> major = fields.take("versionMajor")) {
    if (fields.find("version") != nullptr)
      return failAt(major->position, "expects either 'version' or "
                                     "'versionMajor', but got both");
    major->name = "version";
    fields.fields.push_back(std::move(*major));
    std::optional<SyntaxField> minor = fields.take("versionMinor");
    if (minor && numberOf(minor->value) != 0U)
      return failAt(minor->value.position,
                    concat("expects 0 as 'versionMinor' of 'amd_mfma', but "
                           "got ",
                           describe(minor->value)));
  }
  if (SyntaxField *shape = fields.find("instrShape")) {
    Parsed<UnsignedList> sizes = numbersOf(*shape);
    if (sizes && sizes->size() == 2) {
      unsigned m = (*sizes)[0];
      bool isSquare = m == (*sizes)[1];
      sizes->push_back(isSquare && m == 32 ? 8 : isSquare && m == 16 ? 16 : 4);
      shape->value = listValue(shape->value.position, *sizes);
    }
  }
  return {};
}

OldForm writeOldForm(const AmdMfmaEncoding &e, const WriteOptions &options) {
  if (!isLegacy(options))
    return std::nullopt;
  bool isUnit = std::ranges::all_of(e.tilesPerWarp,
                                    [](unsigned tiles) { return tiles == 1; });
  if (!isUnit || e.elementBitWidth != 32)
    return noOldForm("an amd_mfma layout with tilesPerWarp or elementBitWidth");
  Result<std::string> blocks = legacyCgaSuffix(e.cga);
  if (!blocks)
    return blocks;
  UnsignedList shape(e.instrShape.begin(), e.instrShape.begin() + 2);
  return concat("#triton_gpu.amd_mfma<{versionMajor = ", e.version,
                ", versionMinor = 0, warpsPerCTA = ", listText(e.warpsPerCTA),
                ", instrShape = ", listText(shape),
                ", isTransposed = ", e.isTransposed ? "true" : "false", *blocks,
                "}>");
}

} // namespace

template <> const FamilyTraits<AmdMfmaEncoding> &traitsOf<AmdMfmaEncoding>() {
  using E = AmdMfmaEncoding;
  static constexpr FamilyTraits<E> Traits = {
      .rank =
          [](const E &e) {
            return static_cast<unsigned>(e.warpsPerCTA.size());
          },
      .check = checkRules,
      .layout = layoutOf,
      .ignoresUnknown = true,
      .checkText = checkText,
      .mayOmit = true,
      .normalize = normalize,
      .operand = {.check = checkOperand, .layout = operandLayout},
      .old = {.read = readOldForm, .write = writeOldForm},
  };
  return Traits;
}

} // namespace heddle
