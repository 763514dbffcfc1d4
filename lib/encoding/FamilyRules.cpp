//===- FamilyRules.cpp - Rules that tie parameters together ---------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FamilyRules.h"
#include "BasesRules.h"

#include <algorithm>
#include <array>
#include <bit>

namespace heddle {

namespace {

Checked requirePresent(std::string_view name, const UnsignedList &list,
                       unsigned rank) {
  if (!list.empty())
    return {};
  return wrongValue(name, concat("a number for each of ", rank, " dimensions"),
                    "[]");
}

} // namespace

Checked checkFamily(const BlockedEncoding &e, unsigned rank) {
  for (auto [name, list] : {std::pair{"sizePerThread", &e.sizePerThread},
                            std::pair{"threadsPerWarp", &e.threadsPerWarp},
                            std::pair{"warpsPerCTA", &e.warpsPerCTA}})
    if (Checked checked = requirePresent(name, *list, rank); !checked)
      return checked;
  return checkCga(e.cga, rank);
}

Checked checkFamily(const LinearEncoding &e, unsigned rank) {
  std::array<NamedBases, 4> lists = {{{"register", &e.registers},
                                      {"lane", &e.lanes},
                                      {"warp", &e.warps},
                                      {"block", &e.blocks}}};
  return checkPermutationOfBits(lists, rank);
}

Checked checkFamily(const GenericLinearEncoding &e, unsigned rank) {
  std::array<NamedBases, 4> lists = {{{"register", &e.registers},
                                      {"lane", &e.lanes},
                                      {"block", &e.blocks},
                                      {"warp", &e.warps}}};
  for (const NamedBases &list : std::span(lists).first(3))
    for (const UnsignedList &basis : *list.bases)
      if (!isUnitOrZero(basis))
        return wrongValue(
            list.name, "basis vectors with one coordinate, a power of two",
            coordinateText(basis), "only warps may mix dimensions");
  return checkSpan(lists, rank, Independence::NotRequired);
}

Checked checkFamily(const SliceEncoding &e, unsigned rank) {
  if (e.parent->kind() != EncodingKind::Distributed)
    return wrongValue("parent", "a distributed layout", "another kind");
  if (e.dim > rank)
    return wrongValue("dim", concat("a dimension of the parent, 0 ... ", rank),
                      std::to_string(e.dim));
  return {};
}

namespace {

/// 0 is how a missing one is kept.
std::string kWidthText(const DotOperandEncoding &e) {
  return e.kWidth == 0 ? "none" : std::to_string(e.kWidth);
}

Checked checkNvidiaOperand(const DotOperandEncoding &e,
                           const NvidiaMmaEncoding &parent) {
  if (!std::has_single_bit(e.kWidth))
    return wrongValue("kWidth", "a power of two with an nvidia_mma parent",
                      kWidthText(e));
  if (parent.versionMajor == 3 && e.opIdx != 0)
    return wrongValue("opIdx", "0 with an nvidia_mma parent of version 3",
                      std::to_string(e.opIdx),
                      "wgmma reads B from shared memory");
  return {};
}

// The instructions of RDNA take 16 elements of K a lane, those of RDNA 4 half
// as many; a wider type is loaded before it is narrowed.
Checked checkWmmaOperand(const DotOperandEncoding &e,
                         const AmdWmmaEncoding &parent) {
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

} // namespace

Checked checkFamily(const DotOperandEncoding &e, unsigned rank) {
  if (rank < 2)
    return wrongValue("parent", "a layout of 2 dimensions or more",
                      concat("one of ", rank));
  if (const auto *parent = e.parent->getIf<NvidiaMmaEncoding>())
    return checkNvidiaOperand(e, *parent);
  if (e.parent->is<BlockedEncoding>()) {
    if (e.kWidth != 0)
      return wrongValue("kWidth", "none with a blocked parent",
                        std::to_string(e.kWidth),
                        "a thread holds all of K then");
    return {};
  }
  if (!e.parent->is<AmdMfmaEncoding>() && !e.parent->is<AmdWmmaEncoding>())
    return wrongValue("parent",
                      "a blocked, nvidia_mma, amd_mfma or amd_wmma layout",
                      "another family");
  if (!std::has_single_bit(e.kWidth))
    return wrongValue("kWidth", "a power of two with an AMD parent",
                      kWidthText(e));
  if (const auto *parent = e.parent->getIf<AmdWmmaEncoding>())
    return checkWmmaOperand(e, *parent);
  return {};
}

Checked checkFamily(const NvidiaMmaEncoding &e, unsigned rank) {
  if (rank < 2)
    return wrongValue("warpsPerCTA", "2 dimensions or more",
                      listText(e.warpsPerCTA));
  const UnsignedList &shape = e.instrShape;
  if (e.versionMajor == 2) {
    bool fits = shape.size() == rank;
    for (unsigned axis = 0; fits && axis + 2 < rank; ++axis)
      fits = shape[axis] == 1;
    if (fits)
      fits = shape[rank - 1] == 8 &&
             (shape[rank - 2] == 16 || shape[rank - 2] == 8);
    if (!fits)
      return wrongValue("instrShape",
                        rank == 2 ? "[16, 8], or [8, 8] for 64-bit elements,"
                                  : "1s for the batch, then 16, 8 or 8, 8,",
                        listText(shape));
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

Checked checkFamily(const AmdMfmaEncoding &e, unsigned rank) {
  if (rank < 2 || rank > 3)
    return wrongValue("warpsPerCTA", "2 or 3 dimensions",
                      listText(e.warpsPerCTA));
  constexpr std::array<std::pair<unsigned, unsigned>, 4> Shapes = {
      {{32, 32}, {16, 16}, {64, 4}, {4, 64}}};
  const UnsignedList &shape = e.instrShape;
  bool fits =
      shape.size() == 3 &&
      std::ranges::find(Shapes, std::pair(shape[0], shape[1])) != Shapes.end();
  if (!fits)
    return wrongValue("instrShape",
                      "[M, N, K] with (M, N) = (32, 32), (16, 16), (64, 4) or "
                      "(4, 64)",
                      listText(shape));
  return checkCga(e.cga, rank);
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

} // namespace

Checked checkFamily(const AmdWmmaEncoding &e, unsigned rank) {
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

Checked checkFamily(const SwizzledSharedEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

Checked checkFamily(const AmdRotatingSharedEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

Checked checkFamily(const NvmmaSharedEncoding &e, unsigned rank) {
  if (e.rank != NvmmaSharedEncoding().rank && e.rank != rank)
    return wrongValue("rank", concat(rank, ", as CGALayout says,"),
                      std::to_string(e.rank));
  if (e.fp4Padded && rank < 2)
    return wrongValue("fp4Padded", "2 dimensions or more", "1");
  if (e.fp4Padded && e.elementBitWidth != 8)
    return wrongValue("elementBitWidth", "8 with fp4Padded",
                      std::to_string(e.elementBitWidth));
  return checkCga(e.cga, rank);
}

Checked checkFamily(const PaddedSharedEncoding &e, unsigned rank) {
  if (e.paddings.empty())
    return wrongValue("padding", "one interval or more", "none");
  for (std::size_t i = 0; i < e.paddings.size(); ++i) {
    auto [interval, padding] = e.paddings[i];
    constexpr std::uint64_t Limit = std::uint64_t(1) << 31;
    if (!std::has_single_bit(interval) || !std::has_single_bit(padding) ||
        interval > Limit || padding > Limit)
      return wrongValue("padding", "powers of two up to 2^31",
                        concat(interval, ":+", padding));
    for (std::size_t j = 0; j < i; ++j)
      if (e.paddings[j].interval == interval)
        return wrongValue("padding", "each interval once",
                          concat(interval, " twice"));
  }
  std::array<NamedBases, 2> lists = {
      {{"offset", &e.offsets}, {"block", &e.blocks}}};
  return checkSpan(lists, rank, Independence::Required);
}

Checked checkFamily(const PartitionedSharedEncoding &e, unsigned rank) {
  if (e.numPartitions < 2)
    return wrongValue("numPartitions", "2 or more",
                      std::to_string(e.numPartitions));
  if (e.partitionLayout->kind() != EncodingKind::Shared ||
      e.partitionLayout->is<PartitionedSharedEncoding>())
    return wrongValue("partitionLayout", "a shared layout without partitions",
                      "another kind");
  if (e.partitionDim >= rank)
    return wrongValue("partitionDim", concat("a dimension, 0 ... ", rank - 1),
                      std::to_string(e.partitionDim));
  return {};
}

Checked checkFamily(const SharedLinearEncoding &e, unsigned rank) {
  std::array<NamedBases, 2> lists = {
      {{"offset", &e.offsets}, {"block", &e.blocks}}};
  return checkSpan(lists, rank, Independence::Required);
}

Checked checkFamily(const TensorMemoryEncoding &e, unsigned rank) {
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

Checked checkFamily(const TensorMemoryScalesEncoding &e, unsigned rank) {
  return checkCga(e.cga, rank);
}

} // namespace heddle
