//===- RandomFamilies.cpp - Encodings of all families ---------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomFamilies.h"
#include "Check.h"
#include "heddle/encoding/EncodingText.h"
#include "heddle/encoding/ToLinearLayout.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace heddle {

namespace {

template <class Range> std::string listText(const Range &values) {
  std::string text = "[";
  for (auto value : values)
    text += concat(text.size() > 1 ? ", " : "", value);
  return text + "]";
}

LinearLayout meaningOf(const std::string &text,
                       std::span<const std::uint64_t> shape) {
  return get(toLinearLayout(get(parseEncoding(text)), shape, NewestTriton));
}

} // namespace

std::string FamilyPair::text() const {
  return concat(listText(shape), " of ", elementBits, " bits on ", target->name,
                "\n  ", from, "\n  ", to);
}

std::string FamilySource::dealt(unsigned rank, unsigned bits) {
  std::vector<unsigned> factors(rank, 1);
  for (; bits > 0; --bits)
    factors[below(rank)] *= 2;
  return listText(factors);
}

std::string FamilySource::sizes(unsigned rank) {
  std::vector<unsigned> factors(rank);
  for (unsigned &factor : factors)
    factor = 1U << below(4);
  return listText(factors);
}

std::string FamilySource::order(unsigned rank) {
  std::vector<unsigned> axes(rank);
  std::iota(axes.begin(), axes.end(), 0U);
  std::ranges::shuffle(axes, engine);
  return listText(axes);
}

std::string FamilySource::blocked(unsigned rank) {
  std::string size = sizes(rank);
  std::string lanes = dealt(rank, f2::highestBit(target->lanes));
  std::string warps = dealt(rank, warpBits);
  return concat("#ttg.blocked<{sizePerThread = ", size,
                ", threadsPerWarp = ", lanes, ", warpsPerCTA = ", warps,
                ", order = ", order(rank), "}>");
}

std::string FamilySource::slice(unsigned rank) {
  std::string parent =
      rank == 1 && below(2) == 0 ? matrix() : blocked(rank + 1);
  return concat("#ttg.slice<{dim = ", below(rank + 1), ", parent = ", parent,
                "}>");
}

std::string FamilySource::nvidiaMatrix() {
  if (warpBits >= 2 && target->name == "sm_90" && below(2) == 0)
    return concat("#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, "
                  "warpsPerCTA = ",
                  listText(std::array{4U, 1U << (warpBits - 2)}),
                  ", instrShape = [16, ", 8U << below(5), ", 16]}>");
  return concat("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, "
                "warpsPerCTA = ",
                dealt(2, warpBits), ", instrShape = [16, 8]}>");
}

std::string FamilySource::amdMatrix() {
  if (target->lanes == 64)
    return concat(
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = ", dealt(2, warpBits),
        ", instrShape = ", below(2) == 0 ? "[32, 32, 8]" : "[16, 16, 16]",
        ", isTransposed = ", below(2) == 0 ? "true" : "false", "}>");
  return concat("#ttg.amd_wmma<{version = 1, isTranspose = ",
                below(2) == 0 ? "true" : "false",
                ", warpsPerCTA = ", dealt(2, warpBits), "}>");
}

std::string FamilySource::matrix() {
  return target->vendor == Vendor::Nvidia ? nvidiaMatrix() : amdMatrix();
}

// A blocked layout with its vectors shuffled among registers, lanes and warps.
std::string FamilySource::linear(const std::vector<std::uint64_t> &shape) {
  auto rank = static_cast<unsigned>(shape.size());
  LinearLayout layout = meaningOf(blocked(rank), shape);
  Words words(layout.bases());
  if (below(2) == 0)
    std::ranges::shuffle(words, engine);
  std::string text = "#ttg.linear<{";
  unsigned next = 0;
  for (const DimBits &in : layout.ins()) {
    std::string bases;
    for (unsigned bit = 0; bit < in.bits; ++bit, ++next) {
      std::vector<std::uint64_t> vector;
      for (unsigned axis = 0; axis < rank; ++axis)
        vector.push_back(layout.field(words[next], Dim::standard(axis)));
      bases += (bit == 0 ? "" : ", ") + listText(vector);
    }
    text += concat(in.dim == Dim::Register ? "" : ", ", in.dim.name(), " = [",
                   bases, "]");
  }
  return text + "}>";
}

std::string FamilySource::encoding(const std::vector<std::uint64_t> &shape) {
  auto rank = static_cast<unsigned>(shape.size());
  unsigned family = below(rank == 2 ? 6 : 4);
  if (family >= 4) {
    std::string parent = matrix();
    bool isWarpGroup = parent.find("versionMajor = 3") != std::string::npos;
    if (family == 4 || parent.find("wmma") != std::string::npos)
      return parent;
    unsigned width = target->vendor == Vendor::Amd ? 4 : 1U << (1 + below(2));
    return concat("#ttg.dot_op<{opIdx = ", isWarpGroup ? 0 : below(2),
                  ", parent = ", parent, ", kWidth = ", width, "}>");
  }
  if (family == 3)
    return linear(shape);
  return family == 2 ? slice(rank) : blocked(rank);
}

FamilyPair FamilySource::next() {
  static constexpr std::array<std::string_view, 5> Chips = {
      "sm_75", "sm_80", "sm_90", "gfx942", "gfx1100"};
  static constexpr std::array<unsigned, 5> Widths = {1, 8, 16, 32, 64};
  FamilyPair pair;
  pair.target = target = get(findTarget(Chips[below(Chips.size())]));
  pair.elementBits = Widths[below(Widths.size())];
  warpBits = below(4);
  unsigned left = 14;
  for (unsigned axis = 1 + below(3); axis > 0; --axis) {
    unsigned bits = below(std::min(left, 8U) + 1);
    left -= bits;
    pair.shape.push_back(std::uint64_t(1) << bits);
  }
  pair.from = encoding(pair.shape);
  pair.to = encoding(pair.shape);
  pair.src = meaningOf(pair.from, pair.shape);
  pair.dst = meaningOf(pair.to, pair.shape);
  return pair;
}

} // namespace heddle
