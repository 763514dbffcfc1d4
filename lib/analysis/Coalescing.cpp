//===- Coalescing.cpp - Sharing memory accesses ---------------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/Coalescing.h"
#include "heddle/encoding/Queries.h"
#include "heddle/f2/Bits.h"

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

constexpr std::int64_t SectorBytes = 32;

/// Where an address is: in which run, and how far from the run's first one.
/// Runs are told apart by coordinates that change the address.
struct RunPlace {
  std::vector<std::int64_t> run;
  std::int64_t offset;
};

RunPlace runPlaceOf(const LinearLayout &layout, Word element,
                    const AxisInfo &addresses, unsigned axis,
                    unsigned elementBytes) {
  RunPlace place = {};
  for (unsigned each = 0; each < addresses.axes.size(); ++each) {
    const AxisInfo::Axis &along = addresses.axes[each];
    auto index =
        static_cast<std::int64_t>(layout.field(element, Dim::standard(each)));
    if (each == axis && along.contiguity > 1) {
      place.run.push_back(index / along.contiguity);
      place.offset = index % along.contiguity * elementBytes;
    } else {
      place.run.push_back(index / along.constancy);
    }
  }
  return place;
}

} // namespace

WarpAccess accessOf(const LinearLayout &layout, const AxisInfo &addresses,
                    unsigned axis, unsigned atOnce, unsigned elementBytes) {
  unsigned held = contiguityPerThread(layout)[axis];
  unsigned bytes = std::min(atOnce, held) * elementBytes;
  // The bytes of each run, and sectors as if all runs began with one.
  std::map<std::vector<std::int64_t>, std::set<std::int64_t>> sectors;
  std::map<std::vector<std::int64_t>, std::pair<std::int64_t, std::int64_t>>
      spans;
  for (Word lane = 0; lane < layout.inSize(Dim::Lane); ++lane) {
    Word element = f2::multiply(layout.bases(Dim::Lane), lane);
    auto [run, first] =
        runPlaceOf(layout, element, addresses, axis, elementBytes);
    std::int64_t end = first + bytes;
    for (std::int64_t at = first / SectorBytes; at * SectorBytes < end; ++at)
      sectors[run].insert(at);
    auto [span, isNew] = spans.try_emplace(run, first, end);
    span->second.first = std::min(span->second.first, first);
    span->second.second = std::max(span->second.second, end);
  }
  // No element lies across its own alignment.
  std::int64_t aligned =
      std::max<std::int64_t>(addresses.axes[axis].divisibility, elementBytes);
  std::size_t count = 0;
  for (const auto &[run, span] : spans)
    count +=
        aligned >= SectorBytes
            ? sectors[run].size()
            // Begins `aligned` bytes before a sector's end at worst.
            : static_cast<std::size_t>((SectorBytes - aligned + span.second -
                                        span.first + SectorBytes - 1) /
                                       SectorBytes);
  return {.bytes = bytes, .sectors = static_cast<unsigned>(count)};
}

} // namespace heddle
