//===- LegacyAmd.cpp - Older texts of AMD's matrix layouts ----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legacy.h"
#include "SyntaxValues.h"

namespace heddle {

// versionMajor, versionMinor became version; K joined instrShape, where it
// changes no layout: it is that of the plain 16-bit instruction. isTransposed
// could be left out.
Placed<void> rewriteMfma(SyntaxFields &fields) {
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
    Placed<UnsignedList> sizes = numbersOf(*shape);
    if (sizes && sizes->size() == 2) {
      unsigned m = (*sizes)[0];
      bool isSquare = m == (*sizes)[1];
      sizes->push_back(isSquare && m == 32 ? 8 : isSquare && m == 16 ? 16 : 4);
      shape->value = listValue(shape->value.position, *sizes);
    }
  }
  return {};
}

namespace {

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
Placed<void> rewriteGrid(SyntaxFields &fields) {
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
  Placed<UnsignedList> warpSizes = powersOfTwo(*warps);
  if (!warpSizes)
    return tl::unexpected(std::move(warpSizes.error()));
  std::size_t rank = warpSizes->size();
  Placed<UnsignedList> tileSizes =
      tiles ? powersOfTwo(*tiles) : UnsignedList(rank, 1);
  if (!tileSizes)
    return tl::unexpected(std::move(tileSizes.error()));
  if (tileSizes->size() != rank || rank < 2 || rank > 3)
    return failAt(any.position,
                  concat("expects 2 or 3 numbers in 'warpsPerCTA' and as many "
                         "in 'tilesPerWarp', but got ",
                         rank, " and ", tileSizes->size()));
  // A warp never had several tiles along the batch, whatever the text says.
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

} // namespace

Placed<void> rewriteWmma(SyntaxFields &fields, std::optional<unsigned> rank) {
  if (Placed<void> done = rewriteGrid(fields); !done)
    return done;
  if (rank == 3U && !tellsRank(fields))
    setField(fields, "rank", numberValue(fields.position, *rank));
  return {};
}

} // namespace heddle
