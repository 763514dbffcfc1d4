//===- CopyMemory.cpp - Shared memory that copies fill --------------------===//
//
// Part of the Heddle project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/analysis/CopyMemory.h"
#include "heddle/analysis/Coalescing.h"
#include "heddle/plan/BlockPart.h"

namespace heddle {

using namespace mlir;

namespace {

/// How a layout of shared memory has the same tiles; none if blocks have no
/// tiles.
Bases blocksOf(const LinearLayout &registers) {
  Bases cga;
  Result<BlockPart> part = BlockPart::of(registers);
  if (!part)
    return cga;
  for (const std::vector<std::uint64_t> &begin : part->begins) {
    UnsignedList &basis = cga.emplace_back();
    for (auto [step, size] : llvm::zip_equal(begin, part->shape))
      basis.push_back(static_cast<unsigned>(step / size));
  }
  return cga;
}

CopyNeighbours neighboursAlong(tt::LoadOp load, const LinearLayout &layout,
                               const AxisFacts &facts, unsigned axis,
                               unsigned bytes) {
  std::vector<std::uint64_t> sizes;
  for (int64_t size : cast<RankedTensorType>(load.getType()).getShape())
    sizes.push_back(static_cast<std::uint64_t>(size));
  AxisInfo addresses = facts.of(load.getPtr());
  AddressRun run = runFrom(addresses, sizes, axis);
  std::int64_t count =
      std::min<std::int64_t>({neighboursHeld(layout, run), run.length,
                              run.alignment / bytes, MostCopyBytes / bytes});
  if (load.getMask())
    count =
        std::min(count, constancyAlong(facts.of(load.getMask()), run, sizes));
  CopyNeighbours neighbours;
  for (const AddressRun::Part &part : run.parts)
    neighbours.order.push_back(part.axis);
  for (unsigned other : axesByContiguity(addresses))
    if (!llvm::is_contained(neighbours.order, other))
      neighbours.order.push_back(other);
  neighbours.bits = coordinateBits(layout, run);
  neighbours.bits.resize(llvm::Log2_64(
      static_cast<std::uint64_t>(std::max<std::int64_t>(count, 1))));
  return neighbours;
}

} // namespace

CopyNeighbours neighboursOf(tt::LoadOp load, const LinearLayout &registers,
                            const AxisFacts &facts, unsigned bytes) {
  std::optional<CopyNeighbours> most;
  for (unsigned axis : axesByContiguity(facts.of(load.getPtr()))) {
    CopyNeighbours each = neighboursAlong(load, registers, facts, axis, bytes);
    if (!most || each.bits.size() > most->bits.size())
      most = std::move(each);
  }
  most->cga = blocksOf(registers);
  return *most;
}

unsigned widthIn(const LinearLayout &memory, const CopyNeighbours &neighbours) {
  std::span<const Word> offsets = memory.bases(Dim::Offset);
  unsigned bits = 0;
  while (bits < neighbours.bits.size() && bits < offsets.size() &&
         offsets[bits] == neighbours.bits[bits])
    ++bits;
  return 1U << bits;
}

std::vector<Encoding> swizzlesFor(const CopyNeighbours &neighbours) {
  constexpr unsigned MostPhases = 16, MostSwapped = 2;
  SwizzledSharedEncoding encoding;
  encoding.order = neighbours.order;
  encoding.vec = neighbours.elements();
  encoding.cga = neighbours.cga;
  std::vector<Encoding> all;
  all.emplace_back(encoding);
  // What swaps places is one copy, or several that lie side by side.
  for (unsigned copies = 1; copies <= MostSwapped; copies *= 2)
    for (unsigned phases = 2; phases <= MostPhases; phases *= 2)
      for (unsigned rows = 1; rows <= MostPhases; rows *= 2) {
        encoding.vec = neighbours.elements() * copies;
        encoding.maxPhase = phases;
        encoding.perPhase = rows;
        all.emplace_back(encoding);
      }
  return all;
}

} // namespace heddle
