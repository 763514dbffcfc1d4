//===- WmmaGrid.cpp - WMMA's warps as a grid ------------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WmmaGrid.h"

#include <algorithm>
#include <optional>

namespace heddle {

namespace {

/// The number of warps (tiles) along each dimension, if the bases are 1, 2, 4,
/// ... times `units` along the last dimension, then the one before, and so on.
std::optional<UnsignedList> countsOf(const Bases &bases, UnsignedList units) {
  unsigned rank = static_cast<unsigned>(units.size());
  UnsignedList counts(rank, 1);
  unsigned last = rank;
  for (const UnsignedList &basis : bases) {
    auto unit = std::ranges::find_if(basis, [](unsigned c) { return c != 0; });
    if (unit == basis.end())
      return std::nullopt;
    unsigned axis = static_cast<unsigned>(unit - basis.begin());
    bool isAlone =
        std::all_of(unit + 1, basis.end(), [](unsigned c) { return c == 0; });
    if (!isAlone || axis > last || *unit != units[axis] * counts[axis])
      return std::nullopt;
    counts[axis] *= 2;
    last = axis;
  }
  return counts;
}

} // namespace

Result<WmmaGrid> gridOf(const AmdWmmaEncoding &e) {
  UnsignedList ones(Encoding(e).rank(), 1);
  std::optional<UnsignedList> tiles = countsOf(e.registers, ones);
  std::optional<UnsignedList> warps =
      tiles ? countsOf(e.warps, *tiles) : std::nullopt;
  // The number of tiles along a batch has no effect.
  bool isGrid = warps && (tiles->size() < 3 || tiles->front() == 1);
  if (!isGrid)
    return failure("expects the warps of 'amd_wmma' in a plain grid, as Triton "
                   "3.6 has them, but got another 'ctaLayout'",
                   {}, "choose a newer version of Triton");
  return WmmaGrid{*warps, *tiles};
}

} // namespace heddle
