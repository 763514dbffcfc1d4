//===- Spelling.cpp - Forms that only some releases write -----------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"
#include "FamilyRules.h"
#include "WmmaGrid.h"

#include <algorithm>
#include <bit>

namespace heddle {

std::string_view dialectName(std::string_view dialect,
                             const WriteOptions &options) {
  if (options.spelling == WriteOptions::Spelling::Legacy)
    return dialect == "ttng" ? "triton_nvidia_gpu" : "triton_gpu";
  return dialect;
}

bool describesWholeTensors(TritonVersion version) {
  return version <= TritonVersion::V3_7;
}

namespace {

bool isLegacy(const WriteOptions &options) {
  return options.spelling == WriteOptions::Spelling::Legacy;
}

Result<std::string> noOldForm(std::string_view what) {
  return failure(
      concat("expects a layout that the older form can write, but got ", what),
      {}, "write it in the canonical form of a newer version");
}

/// Blocks along each dimension, how many parts they hold, and their order.
struct Split {
  UnsignedList counts, parts, order;
};

// Runs of unit vectors 1, 2, 4, ... along one dimension are its parts; zeros
// behind them are copies, of the dimension before them (the first dimension, if
// there is none).
std::optional<Split> splitOf(const Bases &cga, unsigned rank) {
  Split split = {UnsignedList(rank, 1), UnsignedList(rank, 1), {}};
  unsigned current = rank;
  for (const UnsignedList &basis : cga) {
    auto unit = std::ranges::find_if(basis, [](unsigned c) { return c != 0; });
    unsigned axis = unit == basis.end()
                        ? std::min(current, rank - 1)
                        : static_cast<unsigned>(unit - basis.begin());
    bool isNew = std::ranges::find(split.order, axis) == split.order.end();
    if (axis != current && !isNew)
      return std::nullopt;
    if (unit != basis.end()) {
      if (split.counts[axis] != split.parts[axis] || *unit != split.parts[axis])
        return std::nullopt;
      split.parts[axis] *= 2;
    }
    split.counts[axis] *= 2;
    if (isNew)
      split.order.push_back(axis);
    current = axis;
  }
  for (unsigned axis = rank; axis-- > 0;)
    if (std::ranges::find(split.order, axis) == split.order.end())
      split.order.push_back(axis);
  return split;
}

} // namespace

Result<std::string> legacyCga(const Bases &cga) {
  unsigned rank = cga.empty() ? 0 : static_cast<unsigned>(cga.front().size());
  std::optional<Split> split = splitOf(cga, rank);
  if (!split)
    return noOldForm("blocks that CTAsPerCGA, CTASplitNum and CTAOrder "
                     "cannot say");
  return concat("CTAsPerCGA = ", listText(split->counts),
                ", CTASplitNum = ", listText(split->parts),
                ", CTAOrder = ", listText(split->order));
}

namespace {

/// ", CTAsPerCGA = ...", or nothing for one block.
Result<std::string> legacyCgaSuffix(const Bases &cga) {
  if (cga.empty())
    return std::string();
  Result<std::string> text = legacyCga(cga);
  if (text)
    text->insert(0, ", ");
  return text;
}

OldForm legacyShared(unsigned vec, unsigned perPhase, unsigned maxPhase,
                     const UnsignedList &order, const Bases &cga,
                     std::string_view hasLeadingOffset) {
  Result<std::string> blocks = legacyCgaSuffix(cga);
  if (!blocks)
    return blocks;
  return concat("#triton_gpu.shared<{vec = ", vec, ", perPhase = ", perPhase,
                ", maxPhase = ", maxPhase, ", order = ", listText(order),
                *blocks, ", hasLeadingOffset = ", hasLeadingOffset, "}>");
}

} // namespace

OldForm writeOldForm(const SwizzledSharedEncoding &e,
                     const WriteOptions &options) {
  if (!isLegacy(options))
    return std::nullopt;
  return legacyShared(e.vec, e.perPhase, e.maxPhase, e.order, e.cga, "false");
}

OldForm writeOldForm(const NvmmaSharedEncoding &e,
                     const WriteOptions &options) {
  if (!isLegacy(options))
    return std::nullopt;
  if (e.fp4Padded || e.rank != 2 || e.swizzlingByteWidth == 0)
    return noOldForm("an nvmma_shared layout with fp4Padded, another rank than "
                     "2 or no swizzle");
  UnsignedList order = e.transposed ? UnsignedList{0, 1} : UnsignedList{1, 0};
  return legacyShared(128 / e.elementBitWidth, 128 / e.swizzlingByteWidth,
                      e.swizzlingByteWidth / 16, order, e.cga, "true");
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

namespace {

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

} // namespace

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

// The identity: unit vectors along one dimension after the other, each
// complete. Dimensions of size 1 stand last, the later ones first.
std::optional<std::string> paddedBody(const PaddedSharedEncoding &e) {
  if (!e.blocks.empty() || e.offsets.empty())
    return std::nullopt;
  unsigned rank = static_cast<unsigned>(e.offsets.front().size());
  UnsignedList shape(rank, 1), order;
  for (const UnsignedList &basis : e.offsets) {
    auto unit = std::ranges::find_if(basis, [](unsigned c) { return c != 0; });
    if (unit == basis.end())
      return std::nullopt;
    unsigned axis = static_cast<unsigned>(unit - basis.begin());
    bool isAlone =
        std::all_of(unit + 1, basis.end(), [](unsigned c) { return c == 0; });
    if (!isAlone || *unit != shape[axis])
      return std::nullopt;
    if (shape[axis] == 1)
      order.push_back(axis);
    else if (order.back() != axis)
      return std::nullopt;
    shape[axis] *= 2;
  }
  for (unsigned axis = rank; axis-- > 0;)
    if (std::ranges::find(order, axis) == order.end())
      order.push_back(axis);
  return concat("{order = ", listText(order), ", shape = ", listText(shape),
                "}");
}

} // namespace heddle
