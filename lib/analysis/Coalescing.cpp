//===- Coalescing.cpp - Sharing memory accesses ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/Coalescing.h"
#include "heddle/f2/Elimination.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace heddle {

std::vector<unsigned> axesByContiguity(const AxisInfo &addresses) {
  std::vector<unsigned> order(addresses.axes.size());
  std::iota(order.rbegin(), order.rend(), 0U);
  // Indices break ties, so that no stable sort is needed.
  std::ranges::sort(order, [&](unsigned a, unsigned b) {
    std::int64_t first = addresses.axes[a].contiguity;
    std::int64_t second = addresses.axes[b].contiguity;
    return first != second ? first > second : a > b;
  });
  return order;
}

unsigned elementsAtOnce(const AxisInfo &addresses, unsigned axis,
                        unsigned elementBytes, std::uint64_t blockSize,
                        unsigned maxBytes) {
  const AxisInfo::Axis &along = addresses.axes[axis];
  std::int64_t aligned =
      std::max<std::int64_t>(along.divisibility / elementBytes, 1);
  std::int64_t most = std::max(maxBytes / elementBytes, 1U);
  return static_cast<unsigned>(std::min(
      {aligned, along.contiguity, static_cast<std::int64_t>(blockSize), most}));
}

namespace {

/// The axis, of those that no part has, whose neighbours are so far apart.
std::optional<unsigned> axisWithStride(const AxisInfo &addresses,
                                       std::span<const std::uint64_t> sizes,
                                       const std::vector<bool> &isTaken,
                                       std::int64_t stride) {
  for (unsigned axis = 0; axis < sizes.size(); ++axis)
    if (!isTaken[axis] && sizes[axis] > 1 &&
        addresses.distanceOf(axis, 1) == stride)
      return axis;
  return std::nullopt;
}

} // namespace

AddressRun runFrom(const AxisInfo &addresses,
                   std::span<const std::uint64_t> sizes, unsigned axis) {
  AddressRun run;
  std::vector<bool> isTaken(sizes.size(), false);
  std::vector<std::int64_t> steps(sizes.size(), 1);
  std::int64_t count = addresses.axes[axis].contiguity;
  for (std::optional<unsigned> next = axis; next;) {
    auto size = static_cast<std::int64_t>(sizes[*next]);
    count = std::min(count, size);
    isTaken[*next] = true;
    steps[*next] = count;
    run.parts.push_back({.axis = *next, .count = count});
    run.length *= count;
    if (count < size)
      break;
    next =
        axisWithStride(addresses, sizes, isTaken, run.length * addresses.unit);
    if (next)
      count = addresses.largestGroups(*next).size;
  }
  run.alignment = addresses.divisorAt(steps);
  return run;
}

std::int64_t constancyAlong(const AxisInfo &mask, const AddressRun &run,
                            std::span<const std::uint64_t> sizes) {
  std::int64_t covered = 1;
  for (const AddressRun::Part &part : run.parts) {
    std::int64_t constancy = mask.axes[part.axis].constancy;
    covered *= constancy;
    if (constancy < static_cast<std::int64_t>(sizes[part.axis]))
      break;
  }
  return covered;
}

std::vector<Word> coordinateBits(const LinearLayout &layout,
                                 const AddressRun &run) {
  std::vector<Word> bits;
  for (const AddressRun::Part &part : run.parts) {
    Dim dim = Dim::standard(part.axis);
    for (unsigned bit = 0; bit < layout.outBits(dim); ++bit)
      bits.push_back(f2::unit(layout.outShift(dim) + bit));
  }
  return bits;
}

Word bitsOfThreads(const LinearLayout &layout) {
  Word bits = 0;
  for (const DimBits &in : layout.ins())
    if (in.dim != Dim::Register)
      for (Word basis : layout.bases(in.dim))
        bits |= basis;
  return bits;
}

std::vector<Word> lowBitsOfRegisters(const LinearLayout &layout,
                                     std::span<const unsigned> bits) {
  const f2::ColumnEchelon registers(layout.bases(Dim::Register));
  Word ofThreads = bitsOfThreads(layout);
  std::vector<Word> found;
  for (unsigned axis = 0; axis < bits.size(); ++axis) {
    Dim dim = Dim::standard(axis);
    for (unsigned bit = 0; bit < std::min(bits[axis], layout.outBits(dim));
         ++bit)
      if (Word image = f2::unit(layout.outShift(dim) + bit);
          (ofThreads & image) == 0 && registers.reduce(image).remainder == 0)
        found.push_back(image);
  }
  return found;
}

unsigned neighboursHeld(const LinearLayout &layout, const AddressRun &run) {
  const f2::ColumnEchelon registers(layout.bases(Dim::Register));
  Word ofThreads = bitsOfThreads(layout);
  unsigned held = 0;
  for (Word bit : coordinateBits(layout, run)) {
    if ((ofThreads & bit) != 0 || registers.reduce(bit).remainder != 0)
      break;
    ++held;
  }
  return 1U << held;
}

namespace {

constexpr std::int64_t SectorBytes = 32;

/// Where an address is: in which run, and how far from the run's first one.
/// Runs are told apart by coordinates that change the address. Groups of equal
/// addresses that end in the middle of an axis are taken for those of a
/// quotient, as in `scales + i / 32`, so the next group has the next address.
struct RunPosition {
  std::vector<std::int64_t> run;
  std::int64_t offset;
};

RunPosition runPositionOf(const LinearLayout &layout, Word element,
                          const AxisInfo &addresses, const AddressRun &run,
                          unsigned elementBytes) {
  RunPosition position = {};
  auto indexAlong = [&](unsigned axis) {
    return static_cast<std::int64_t>(
        layout.field(element, Dim::standard(axis)));
  };
  std::int64_t stride = elementBytes;
  for (unsigned axis = 0; axis < addresses.axes.size(); ++axis) {
    std::int64_t group = indexAlong(axis) / addresses.axes[axis].constancy;
    bool areQuotients =
        axis == run.parts.front().axis && addresses.axes[axis].constancy > 1;
    position.run.push_back(areQuotients ? 0 : group);
    position.offset += areQuotients ? group * stride : 0;
  }
  for (const AddressRun::Part &part : run.parts) {
    if (part.count == 1)
      continue;
    std::int64_t index = indexAlong(part.axis);
    position.run[part.axis] = index / part.count;
    position.offset += index % part.count * stride;
    stride *= part.count;
  }
  return position;
}

/// The most sectors in which bytes from each of these places on can lie, if the
/// first of all addresses is a multiple of `aligned`.
std::int64_t sectorsOf(const std::set<std::int64_t> &starts, std::int64_t bytes,
                       std::int64_t aligned) {
  auto touched = [](std::int64_t first, std::int64_t end) {
    return (end + SectorBytes - 1) / SectorBytes - first / SectorBytes;
  };
  // Begins that much behind a sector's first byte at worst.
  std::int64_t shift = aligned >= SectorBytes ? 0 : SectorBytes - aligned;
  std::int64_t count = 0, last = -1;
  for (std::int64_t start : starts) {
    std::int64_t first = start + shift, end = first + bytes;
    bool isShared = first / SectorBytes == last;
    count += touched(first, end) - (isShared ? 1 : 0);
    last = (end - 1) / SectorBytes;
  }
  return count;
}

} // namespace

WarpAccess accessOf(const LinearLayout &layout, const AxisInfo &addresses,
                    unsigned axis, unsigned atOnce, unsigned elementBytes) {
  std::vector<std::uint64_t> sizes;
  for (unsigned each = 0; each < layout.outs().size(); ++each)
    sizes.push_back(layout.outSize(Dim::standard(each)));
  AddressRun along = runFrom(addresses, sizes, axis);
  unsigned bytes =
      std::min(atOnce, neighboursHeld(layout, along)) * elementBytes;
  // Where lanes access each run.
  std::map<std::vector<std::int64_t>, std::set<std::int64_t>> places;
  for (Word lane = 0; lane < layout.inSize(Dim::Lane); ++lane) {
    Word element = f2::multiply(layout.bases(Dim::Lane), lane);
    auto [run, first] =
        runPositionOf(layout, element, addresses, along, elementBytes);
    places[run].insert(first);
  }
  // No element crosses its own alignment.
  std::int64_t aligned = std::max<std::int64_t>(along.alignment, elementBytes);
  std::int64_t sectors = 0;
  for (const auto &[run, starts] : places)
    sectors += sectorsOf(starts, bytes, aligned);
  return {.bytes = bytes, .sectors = static_cast<unsigned>(sectors)};
}

} // namespace heddle
