//===- NvidiaMma.cpp - Results of mma and wgmma ---------------------------===//
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

#include <algorithm>

namespace heddle {

template <> const Family<NvidiaMmaEncoding> &familyOf<NvidiaMmaEncoding>() {
  using E = NvidiaMmaEncoding;
  static constexpr Parameter<E> Parameters[] = {
      {"versionMajor", &E::versionMajor, Always, oneOf(2, 3),
       "2 for mma (sm_75 and on), 3 for wgmma (sm_90)"},
      {"versionMinor", &E::versionMinor, Defaulted, AnyValue,
       "a variant that does not change the layout"},
      {"warpsPerCTA", &E::warpsPerCTA, Always, OnePerDim,
       "warps of a block along each dimension"},
      cgaParameter<E>(),
      {"instrShape", &E::instrShape, Always, PowerOfTwo,
       "[M, N] of the instruction (version 2), with a batch in front for rank "
       "3, or [M, N, K] (version 3)"}};
  static constexpr Family<E> Table = {
      "ttg",
      "nvidia_mma",
      EncodingKind::Distributed,
      Wrapping::Braces,
      Parameters,
      "the accumulator of NVIDIA's matrix instructions"};
  return Table;
}

namespace {

Checked checkRules(const NvidiaMmaEncoding &e, unsigned rank) {
  if (rank < 2)
    return wrongValue("warpsPerCTA", "2 dimensions or more",
                      listText(e.warpsPerCTA));
  const UnsignedList &shape = e.instrShape;
  if (e.versionMajor == 2) {
    bool fits = shape.size() == rank;
    for (unsigned axis = 0; fits && axis + 2 < rank; ++axis)
      fits = shape[axis] == 1;
    // Instructions are of 16x8, or 8x8 for 64-bit elements; a larger one stands
    // for several of them, as of older releases' 16x16.
    if (fits)
      fits = shape[rank - 1] >= 8 && shape[rank - 2] >= 8;
    if (!fits)
      return wrongValue("instrShape",
                        rank == 2 ? "[M, N] of 8 or more"
                                  : "1s for the batch, then M and N of 8 or "
                                    "more,",
                        listText(shape),
                        "mma.sync has [16, 8], or [8, 8] for 64-bit elements");
  } else {
    if (rank != 2)
      return wrongValue("warpsPerCTA", "2 dimensions for version 3",
                        listText(e.warpsPerCTA));
    if (shape.size() != 3 || shape[0] != 16 || shape[1] < 8 || shape[1] > 256)
      return wrongValue("instrShape", "[16, N, K] with N = 8 ... 256",
                        listText(shape));
  }
  return checkCga(e.cga, rank);
}

/// Does this library have fragments of the version?
bool hasFragments(const NvidiaMmaEncoding &e) {
  return e.versionMajor == 2 || e.versionMajor == 3;
}

/// Which versions a text may name is a matter of the release.
Checked checkText(const NvidiaMmaEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

OldForm writeWithFragments(const NvidiaMmaEncoding &e,
                           const WriteOptions &options) {
  const VersionFacts &release = factsOf(options.version);
  if (hasFragments(e) || release.hasMmaWithoutFragments)
    return std::nullopt;
  return failure(concat("expects 2 or 3 as 'versionMajor' in ", release.name,
                        ", but got ", e.versionMajor));
}

Checked checkOperand(const NvidiaMmaEncoding &parent,
                     const DotOperandEncoding &e, Meaning meaning) {
  if (!hasFragments(parent))
    return {};
  if (Checked width = checkKWidth(e, "an nvidia_mma parent", meaning); !width)
    return width;
  if (parent.versionMajor == 3 && e.opIdx != 0)
    return wrongValue("opIdx", "0 with an nvidia_mma parent of version 3",
                      std::to_string(e.opIdx),
                      "wgmma reads B from shared memory");
  return {};
}

/// The index of M in `instrShape`: after the batch in version 2, first in
/// version 3.
unsigned mIndexOf(const NvidiaMmaEncoding &e, unsigned rank) {
  return e.versionMajor == 3 ? 0 : rank - 2;
}

/// The warps of version 3 run along M first, as the four of a warp group do.
void placeMmaWarps(TileBuilder &tile, const NvidiaMmaEncoding &e,
                   unsigned broadcast = NoAxis) {
  ResultAxes axes(tile.rank());
  if (e.versionMajor == 3)
    placeWarps(tile, e.warpsPerCTA, axes.m, axes.n, broadcast);
  else
    placeWarps(tile, e.warpsPerCTA, axes.n, axes.m, broadcast);
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16" and "Register Fragments for
// wgmma": a thread has two consecutive columns, four threads a row of eight,
// eight rows a warp; then rows 8 apart, then columns 8 apart.
Result<LinearLayout> layoutOf(const NvidiaMmaEncoding &e,
                              const ShapeContext &c) {
  ResultAxes axes(c.bits.size());
  unsigned mIndex = mIndexOf(e, axes.rank);
  TileBuilder tile(c.bits, e.cga);
  tile.place(Slot::Register, axes.n, 1);
  tile.place(Slot::Lane, axes.n, 2);
  tile.place(Slot::Lane, axes.m, 3);
  tile.place(Slot::Register, axes.m, log2Exact(e.instrShape[mIndex] / 8));
  tile.place(Slot::Register, axes.n, log2Exact(e.instrShape[mIndex + 1] / 8));
  placeMmaWarps(tile, e);
  fillRegisters(tile, axes.n, axes.m);
  return tile.finishDistributed();
}

// The same sections: a thread has kWidth consecutive elements along K, four
// threads make half of an instruction's K, eight threads rows of A or columns
// of B; then rows 8 apart (A of 16 rows), then the other half of K. The 64-bit
// m8n8k4 has neither.
Result<LinearLayout> operandLayout(const NvidiaMmaEncoding &parent,
                                   const DotOperandEncoding &e,
                                   const ShapeContext &c) {
  OperandAxes axes(e, c.bits.size());
  TileBuilder tile(c.bits, parent.cga, axes.k);
  unsigned m = parent.instrShape[mIndexOf(parent, tile.rank())];
  tile.place(Slot::Register, axes.k, log2Exact(e.kWidth));
  tile.place(Slot::Lane, axes.k, 2);
  tile.place(Slot::Lane, axes.nonK, 3);
  bool isA = e.opIdx == 0;
  bool isWidened = m == 8 && isA && c.facts.widensEightRowOperand;
  if (m > 8 || isWidened) {
    if (isA)
      tile.place(Slot::Register, axes.nonK, 1);
    tile.place(Slot::Register, axes.k, 1);
  }
  placeMmaWarps(tile, parent, axes.k);
  fillRegisters(tile, axes.k, axes.nonK);
  return tile.finishDistributed();
}

} // namespace

template <>
const FamilyTraits<NvidiaMmaEncoding> &traitsOf<NvidiaMmaEncoding>() {
  using E = NvidiaMmaEncoding;
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
      .operand = {.check = checkOperand, .layout = operandLayout},
      .old = {.write = writeWithFragments},
  };
  return Traits;
}

} // namespace heddle
