//===- AccessWidth.cpp - What one access of a lane moves ------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/AccessWidth.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/f2/Elimination.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using namespace mlir;

namespace {

std::vector<std::uint64_t> sizesOf(const LinearLayout &layout) {
  std::vector<std::uint64_t> sizes;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis)
    sizes.push_back(layout.outSize(Dim::standard(axis)));
  return sizes;
}

/// The axis along which registers 0 and 1 are neighbours, if there is one, then
/// those with the longest runs: of axes that allow the same width, the first
/// says what limits it.
std::vector<unsigned> axesToTry(const LinearLayout &layout,
                                const AxisInfo &addresses) {
  std::vector<unsigned> axes = axesByContiguity(addresses);
  if (layout.inBits(Dim::Register) == 0)
    return axes;
  Word first = layout.bases(Dim::Register).front();
  auto neighbours = llvm::find_if(axes, [&](unsigned axis) {
    return first == f2::unit(layout.outShift(Dim::standard(axis)));
  });
  if (neighbours != axes.end())
    std::rotate(axes.begin(), neighbours, neighbours + 1);
  return axes;
}

/// Along one axis.
AccessBounds boundAlong(const LinearLayout &layout, const AxisInfo &addresses,
                        const AxisInfo *mask, unsigned axis, unsigned bytes,
                        unsigned maxBytes) {
  std::vector<std::uint64_t> sizes = sizesOf(layout);
  AddressRun run = runFrom(addresses, sizes, axis);
  AccessWidth width;
  width.elementBytes = bytes;
  width.most = std::max(maxBytes / bytes, 1U);
  width.registers = neighboursHeld(layout, run);
  width.contiguity = run.length;
  width.alignment = std::max<std::int64_t>(run.alignment / bytes, 1);
  if (mask != nullptr)
    width.mask = constancyAlong(*mask, run, sizes);
  width.elements = static_cast<unsigned>(std::min<std::int64_t>(
      {width.registers, width.contiguity, width.alignment,
       width.mask.value_or(width.most), width.most}));
  std::vector<Word> covered = coordinateBits(layout, run);
  covered.resize(llvm::Log2_32(width.elements));
  return {width, std::move(covered)};
}

} // namespace

std::vector<Word> repeatedBits(const LinearLayout &layout,
                               std::span<const AxisInfo> numbers) {
  std::vector<unsigned> bits;
  for (unsigned axis = 0; axis < layout.outs().size(); ++axis) {
    bits.push_back(layout.outBits(Dim::standard(axis)));
    for (const AxisInfo &each : numbers)
      bits.back() = std::min(
          bits.back(),
          llvm::Log2_64(static_cast<std::uint64_t>(each.axes[axis].constancy)));
  }
  return lowBitsOfRegisters(layout, bits);
}

AccessBounds boundAccess(const LinearLayout &layout, const AxisInfo &addresses,
                         const AxisInfo *mask, unsigned bytes,
                         unsigned maxBytes) {
  std::optional<AccessBounds> widest;
  for (unsigned axis : axesToTry(layout, addresses)) {
    AccessBounds bounds =
        boundAlong(layout, addresses, mask, axis, bytes, maxBytes);
    if (!widest || bounds.width.elements > widest->width.elements)
      widest = std::move(bounds);
  }
  return *widest;
}

double pipeCyclesOfAccess(unsigned bytes, const Target &target) {
  constexpr double BytesPerCycle = 128;
  double ofWarp = bytes * double(target.lanes);
  return target.costs.issue + target.costs.access +
         std::max(1.0, ofWarp / BytesPerCycle);
}

double globalAccessCycles(const LinearLayout &layout, const AxisInfo &addresses,
                          const AxisInfo *mask, unsigned bytes, bool isStore,
                          const Target &target) {
  // Where memory limits a kernel, its part of the bandwidth is two thirds of a
  // sector a cycle. Sectors that an instruction writes in part take longer: a
  // transposition on an H200, whose stores touched twice the sectors, took 2.2
  // times as long.
  const double sectorCycles = isStore ? 3 : 1.5;
  AccessBounds bounds =
      boundAccess(layout, addresses, mask, bytes, target.globalAccessBytes);
  double instructions = static_cast<double>(layout.inSize(Dim::Warp) *
                                            layout.inSize(Dim::Register)) /
                        bounds.width.elements;
  if (!isStore) {
    std::vector<AxisInfo> numbers = {addresses};
    if (mask != nullptr)
      numbers.push_back(*mask);
    instructions /= static_cast<double>(
        f2::unit(static_cast<unsigned>(repeatedBits(layout, numbers).size())));
  }
  WarpAccess first =
      accessOf(layout, addresses, axesByContiguity(addresses).front(),
               bounds.width.elements, bytes);
  return instructions * (pipeCyclesOfAccess(first.bytes, target) +
                         first.sectors * sectorCycles);
}

} // namespace heddle
